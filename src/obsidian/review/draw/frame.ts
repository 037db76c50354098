import { Platform } from 'obsidian';
import { review as words } from '../../locale';
import { drawFirstKeys } from './evidence';

/** The parts of the screen, in reading order. */
interface Frame {
  readonly head: HTMLElement;
  readonly files: HTMLElement;
  readonly main: HTMLElement;
  readonly aside: HTMLElement;
  readonly foot: HTMLElement;
  /** Announcements for screen readers. */
  readonly live: HTMLElement;
}

/** @param title of the proposal, so that two reviews which are open tell their landmarks apart */
export function drawFrame(el: HTMLElement, title: string): Frame {
  el.empty();
  const own = distinctTitle(el.doc, title);
  const part = (tag: 'header' | 'nav' | 'div' | 'aside' | 'footer', name: string, label?: string): HTMLElement =>
    el.createEl(tag, {
      cls: `living-wiki-review-${name}`,
      attr: label === undefined ? {} : { 'aria-label': `${label}: ${own}` },
    });
  const frame = {
    head: part('header', 'head'),
    files: part('nav', 'files', words.files),
    main: part('div', 'main', words.name),
    aside: part('aside', 'side', words.evidence),
    foot: part('footer', 'foot'),
    live: el.createDiv({ cls: 'living-wiki-spoken', attr: { 'aria-live': 'polite', role: 'status' } }),
  };
  frame.main.setAttr('role', 'region');
  if (!Platform.isMobile) drawFirstKeys(frame.aside);
  return frame;
}

/** The title, with a number where another pane shows the same proposal. */
function distinctTitle(doc: Document, title: string): string {
  const frames = Array.from(doc.querySelectorAll('.living-wiki-review-main'));
  const labels = new Set(frames.map((frame) => frame.getAttribute('aria-label')));
  let own = title;
  for (let number = 2; labels.has(`${words.name}: ${own}`); number += 1) own = `${title} (${number})`;
  return own;
}
