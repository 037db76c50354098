import { setIcon } from 'obsidian';
import { type Match, type Workbench } from '../../workbench';
import { type WikiController } from '../controller/types';
import { panels as words } from '../locale';
import { markedParts } from './view-model/search';

/** A button that looks like the text or the icon that it holds. */
export function plainButton(parent: HTMLElement, cls: string, press: (event: MouseEvent) => void): HTMLButtonElement {
  const button = parent.createEl('button', { cls: `living-wiki-plain ${cls}`, attr: { type: 'button' } });
  button.addEventListener('click', press);
  return button;
}

/** A small button with words on it. */
export function smallButton(parent: HTMLElement, text: string, press: (event: MouseEvent) => void): HTMLButtonElement {
  const button = parent.createEl('button', { cls: 'living-wiki-small-button', text, attr: { type: 'button' } });
  button.addEventListener('click', press);
  return button;
}

export function iconButton(
  parent: HTMLElement,
  icon: string,
  label: string,
  press: (event: MouseEvent) => void,
): HTMLButtonElement {
  const button = parent.createEl('button', {
    cls: 'clickable-icon living-wiki-icon-button',
    attr: { type: 'button', 'aria-label': label },
  });
  setIcon(button, icon);
  button.addEventListener('click', press);
  return button;
}

export function iconSpan(parent: HTMLElement, icon: string, cls = ''): HTMLElement {
  const span = parent.createSpan({ cls: `living-wiki-icon ${cls}`, attr: { 'aria-hidden': 'true' } });
  setIcon(span, icon);
  return span;
}

/** Words for those who cannot see what stands there. */
export function addScreenReaderText(parent: HTMLElement, text: string): void {
  parent.createSpan({ cls: 'living-wiki-spoken', text });
}

/** A line where there is nothing to show, and what to do about it. */
export function drawEmptyState(parent: HTMLElement, text: string, hint?: string): HTMLElement {
  const note = parent.createDiv({ cls: 'living-wiki-empty' });
  note.createDiv({ text });
  if (hint !== undefined) note.createDiv({ cls: 'living-wiki-muted', text: hint });
  return note;
}

/** The open wiki; where there is none, says so in `parent` and is `null`. */
export function workbenchOrNote(controller: WikiController, parent: HTMLElement): Workbench | null {
  const { state } = controller;
  if (state.kind === 'ready') return state.workbench;
  parent.empty();
  if (state.kind === 'starting') drawEmptyState(parent, words.starting);
  else if (state.kind === 'none') drawEmptyState(parent, words.none, words.noneHint);
  else drawEmptyState(parent, state.error.message, state.error.remedy);
  return null;
}

/** The title of the lens that is looked through: its name until the wiki has been asked. */
export async function lensTitle(controller: WikiController): Promise<string> {
  if (controller.state.kind !== 'ready') return '';
  const { workbench } = controller.state;
  const { effective } = workbench.snapshot.lens;
  if (controller.lens === undefined || controller.lens === effective.name) return effective.title;
  const lenses = await workbench.lenses(controller.backgroundRun());
  return lenses.find(({ name }) => name === controller.lens)?.title ?? controller.lens;
}

/** Gives the title of the lens to what shows it, once it is known and unless another lens was chosen meanwhile. */
export function showLensTitle(controller: WikiController, show: (title: string) => void): void {
  const { lens } = controller;
  const told = (title: string): void => {
    if (controller.lens === lens && title !== '') show(title);
  };
  lensTitle(controller).then(told, () => told(lens ?? ''));
}

/** A control that was pressed, as the place of a menu. */
export function menuPosition(el: HTMLElement): { x: number; y: number } {
  const { left, bottom } = el.getBoundingClientRect();
  return { x: left, y: bottom + 2 };
}

/** Text with its matches marked as the app marks them. */
export function drawMatched(parent: HTMLElement, text: string, matches: readonly Match[]): void {
  for (const part of markedParts(text, matches)) {
    if (part.marked) parent.createSpan({ cls: 'suggestion-highlight living-wiki-match', text: part.text });
    else parent.appendText(part.text);
  }
}

/** Opens a `KNOWLEDGE.md` anywhere in the vault. @param path vault-relative */
export function openManifest(controller: WikiController, path: string): void {
  controller.app.workspace.openLinkText(path, '').catch((error: unknown) => controller.showError(error));
}

/** The name of what has the focus in `root`, so that a redrawn view can give it back; `null` for what has none. */
export function focusedKey(root: HTMLElement): string | null {
  const { activeElement } = root.ownerDocument;
  return activeElement !== null && root.contains(activeElement)
    ? activeElement.getAttribute('data-living-wiki-focus')
    : null;
}

export function restoreFocus(root: HTMLElement, name: string | null): void {
  if (name === null) return;
  root
    .findAll('[data-living-wiki-focus]')
    .find((el) => el.dataset.livingWikiFocus === name)
    ?.focus();
}
