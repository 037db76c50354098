import { setIcon, type IconName } from 'obsidian';
import { app } from '../locale';

export interface ButtonOptions {
  readonly text?: string;
  readonly icon?: IconName;
  readonly cls?: string;
  /** Accessible name, where the text is missing or not enough. */
  readonly label?: string;
  /** Identifies the button within its view, so that it keeps the focus when the view is redrawn. */
  readonly key?: string;
}

/** The one way to draw a button. */
export function addButton(
  parent: HTMLElement,
  { text, icon, cls, label, key }: ButtonOptions,
  onClick: (event: MouseEvent) => void,
): HTMLButtonElement {
  const button = parent.createEl('button', {
    ...(text !== undefined && { text }),
    ...(cls !== undefined && { cls }),
    attr: {
      type: 'button',
      ...(label !== undefined && { 'aria-label': label }),
      ...(key !== undefined && { [FOCUS_KEY]: key }),
    },
  });
  if (icon !== undefined) setIcon(button, icon);
  button.addEventListener('click', onClick);
  return button;
}

export function iconSpan(parent: HTMLElement, icon: IconName, cls = ''): HTMLElement {
  const span = parent.createSpan({ cls: `living-wiki-icon ${cls}`, attr: { 'aria-hidden': 'true' } });
  setIcon(span, icon);
  return span;
}

const BREAK = '\u200B';

/** Text that may break after a slash, an underscore or a hyphen, in names of fields before a dot, and not within a word. */
export function addBreakable(parent: HTMLElement, text: string): void {
  const joined = text.replace(/(\w[/_-])(?=\w)/g, `$1${BREAK}`);
  const marked = text.includes('/') ? joined : joined.replace(/(?=\.\w)/g, BREAK);
  for (const [at, part] of marked.split(BREAK).entries()) {
    if (at > 0) parent.createEl('wbr');
    parent.appendText(part);
  }
}

/** Text for screen readers only. */
export function addScreenReaderText(parent: HTMLElement, text: string): HTMLElement {
  return parent.createSpan({ cls: 'living-wiki-spoken', text });
}

/**
 * Draws the first rows of a list, and a button that shows the others.
 */
export function drawLimited<T>(list: HTMLElement, rows: readonly T[], most: number, draw: (row: T) => void): void {
  const key = 'livingWikiShown';
  const owner = list.parentElement ?? list;
  // A list that is drawn anew stays as long as the person made it.
  const isOpen = owner.dataset[key] !== undefined;
  const shown = isOpen ? rows.length : most;
  for (const row of rows.slice(0, shown)) draw(row);
  const left = rows.length - shown;
  if (left <= 0) return;
  const item = list.createEl('li', { cls: 'living-wiki-more' });
  addButton(item, { text: app.showMore(left), cls: 'living-wiki-small-button' }, () => {
    owner.dataset[key] = '';
    const before = item.previousElementSibling;
    item.remove();
    for (const row of rows.slice(shown)) draw(row);
    // The keys go on where the button was.
    const next = before?.nextElementSibling;
    if (next?.instanceOf(HTMLElement) === true) (next.querySelector<HTMLElement>('button') ?? list).focus();
  });
}

/** Says that there is nothing to show, and what to do about it. */
export function drawEmptyState(parent: HTMLElement, text: string, hint?: string): HTMLElement {
  const note = parent.createDiv({ cls: 'living-wiki-empty' });
  note.createDiv({ text });
  if (hint !== undefined) note.createDiv({ cls: 'living-wiki-muted', text: hint });
  return note;
}

/** Where the menu of a button opens: below it. */
export function menuPosition(el: HTMLElement): { x: number; y: number } {
  const { left, bottom } = el.getBoundingClientRect();
  return { x: left, y: bottom + 2 };
}

/** Attribute with the key of an element that keeps the focus when its view is redrawn. */
export const FOCUS_KEY = 'data-living-wiki-focus';

/** The key of the focused element in `root`; `null` if it has none. */
export function focusedKey(root: HTMLElement): string | null {
  const { activeElement } = root.ownerDocument;
  return activeElement !== null && root.contains(activeElement) ? activeElement.getAttribute(FOCUS_KEY) : null;
}

/** Focuses the element with this key, if there is one. */
export function restoreFocus(root: HTMLElement, key: string | null): void {
  if (key === null) return;
  root
    .findAll(`[${FOCUS_KEY}]`)
    .find((el) => el.getAttribute(FOCUS_KEY) === key)
    ?.focus();
}
