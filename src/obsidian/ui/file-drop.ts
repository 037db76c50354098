import { type Component } from 'obsidian';

interface FileDrop {
  /** Whether files are accepted now; always when absent. */
  readonly isReady?: () => boolean;
  readonly take: (files: readonly File[]) => void;
  /** Takes a link or a text that is dropped or pasted; neither is accepted when absent. */
  readonly takeText?: (text: string) => void;
}

/** Takes files that are dropped on `el`. */
export function acceptFiles(owner: Component, el: HTMLElement, { isReady, take, takeText }: FileDrop): void {
  // A link that some programs give comes without a text.
  const types = ['Files', ...(takeText === undefined ? [] : ['text/plain', 'text/uri-list'])];
  const isAccepted = (event: DragEvent): boolean =>
    isReady?.() !== false && event.dataTransfer?.types.some((type) => types.includes(type)) === true;
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
    else takeText?.(textOf(event.dataTransfer));
  });
  if (takeText === undefined) return;
  owner.registerDomEvent(el, 'paste', (event) => {
    const isField = (event.target as HTMLElement).closest('input, textarea, [contenteditable]') !== null;
    if (isField || isReady?.() === false) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = textOf(event.clipboardData);
    if (files.length + text.length === 0) return;
    event.preventDefault();
    if (files.length > 0) take(files);
    else takeText(text);
  });
}

/** A link rather than its title. */
function textOf(data: DataTransfer | null): string {
  const link = data
    ?.getData('text/uri-list')
    .split(/\r?\n/)
    .find((line) => line !== '' && !line.startsWith('#'));
  return (link ?? data?.getData('text/plain') ?? '').trim();
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
