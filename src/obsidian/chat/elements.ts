import { Keymap } from 'obsidian';
import { type AnswerCitation, type AskStep, type ModelCost } from '../../workbench';
import { chat as t } from '../locale';
import { type WikiController } from '../controller';
import { type ChatContext } from './context';
import { UNCITED_MARK } from './view-model/markdown';
import { costText, stepText } from './view-model/text';
import { iconSpan } from '../ui';

export const fragmentOf = ({ link }: AnswerCitation): string =>
  link.includes('#') ? link.slice(link.indexOf('#')) : '';

/** A link to a page of the wiki. */
export function pageLink(
  parent: HTMLElement,
  drawing: ChatContext,
  text: string,
  path: string,
  fragment = '',
): HTMLElement {
  const el = parent.createEl('a', { cls: 'living-wiki-chat-link', text, href: '#' });
  bindLink(el, drawing, path, fragment);
  return el;
}

/** Makes a link open the cited page, even if another note of the vault has the same name. */
export function bindLink(el: HTMLElement, drawing: ChatContext, path: string, fragment: string): void {
  const { controller } = drawing;
  const link = controller.toVaultPath(path) + fragment;
  const position = fragment === '' ? {} : { heading: fragment.slice(1) };
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const pane = Keymap.isModEvent(event);
    controller.attempt(() => controller.navigator.openPage(path, { ...position, pane }));
  };
  el.addEventListener('click', open);
  el.addEventListener('auxclick', (event) => {
    if (event.button === 1) open(event);
  });
  el.addEventListener('mouseover', (event) => drawing.hover(event, el, link));
}

/** Names pages for a person: by title; anything else as it is. */
export function pageNames({ state }: WikiController): (slug: string) => string {
  return (slug) => (state.kind === 'ready' ? state.workbench.snapshot.pageBySlug(slug)?.title : undefined) ?? slug;
}

export function drawStep(list: HTMLElement, step: AskStep, nameOf: (slug: string) => string): void {
  const item = list.createEl('li', { text: stepText(step, nameOf) });
  item.toggleClass('living-wiki-warned', !step.ok);
  if (step.ok && step.tool !== 'read_page' && step.found.length > 0) {
    item.createDiv({ cls: 'living-wiki-muted', text: step.found.slice(0, 12).map(nameOf).join(' · ') });
  }
}

export function drawCost(row: HTMLElement, cost: ModelCost): void {
  row.createSpan({ cls: 'living-wiki-muted living-wiki-chat-cost', text: costText([cost]) });
}

export function drawDetails(parent: HTMLElement, title: string): HTMLElement {
  const box = parent.createEl('details', { cls: 'living-wiki-chat-fold' });
  box.createEl('summary', { text: title });
  return box;
}

export function drawSection(parent: HTMLElement, icon: string, title: string): HTMLElement {
  const box = parent.createDiv({ cls: 'living-wiki-chat-box' });
  const head = box.createEl('h3', { cls: 'living-wiki-group-title' });
  iconSpan(head, icon);
  head.appendText(title);
  return box;
}

/** Replaces {@link UNCITED_MARK} by a label. */
export function markUncited(box: HTMLElement): void {
  const walker = box.doc.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if ((node as Text).data.includes(UNCITED_MARK)) found.push(node as Text);
  }
  for (const node of found) {
    const [first = '', ...rest] = node.data.split(UNCITED_MARK);
    const parts = rest.flatMap((text) => [
      createSpan({ cls: 'living-wiki-chat-uncited', text: t.uncited, title: t.uncitedHint }),
      text,
    ]);
    node.replaceWith(first, ...parts);
  }
}
