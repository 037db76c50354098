import { type Component } from 'obsidian';

export interface FileDrop {
  /** Whether files are accepted now; always when absent. */
  readonly isReady?: () => boolean;
  readonly take: (files: readonly File[]) => void;
}

/** Takes files that are dropped on `el`. */
export function acceptFiles(owner: Component, el: HTMLElement, { isReady, take }: FileDrop): void {
  const isAccepted = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') === true && isReady?.() !== false;
  owner.registerDomEvent(el, 'dragover', (event) => {
    if (!isAccepted(event)) return;
    event.preventDefault();
    el.addClass('living-wiki-over');
  });
  owner.registerDomEvent(el, 'dragleave', (event) => {
    const to = event.relatedTarget;
    if (to === null || !el.contains(to as Node)) el.removeClass('living-wiki-over');
  });
  owner.registerDomEvent(el, 'drop', (event) => {
    el.removeClass('living-wiki-over');
    if (!isAccepted(event)) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) take(files);
  });
}

/** Asks for files with the system's own dialog, which phones have too. */
export function chooseFiles(parent: HTMLElement, take: (files: readonly File[]) => void): void {
  const input = parent.createEl('input', { type: 'file', cls: 'living-wiki-hidden', attr: { multiple: '' } });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.remove();
    if (files.length > 0) take(files);
  });
  input.addEventListener('cancel', () => input.remove());
  input.click();
}
