import { type Component } from 'obsidian';

/** Takes conversations that are dropped on `el`. They are read where they are, and not copied. */
export function acceptConversations(owner: Component, el: HTMLElement, take: (files: readonly File[]) => void): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
  owner.registerDomEvent(el, 'dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    el.addClass('living-wiki-over');
  });
  owner.registerDomEvent(el, 'dragleave', (event) => {
    const to = event.relatedTarget;
    if (to === null || !el.contains(to as Node)) el.removeClass('living-wiki-over');
  });
  owner.registerDomEvent(el, 'drop', (event) => {
    el.removeClass('living-wiki-over');
    if (!hasFiles(event)) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) take(files);
  });
}

/** Asks for conversations with the system's own dialog, which phones have too. */
export function chooseConversations(parent: HTMLElement, take: (files: readonly File[]) => void): void {
  const input = parent.createEl('input', { type: 'file', cls: 'living-wiki-hidden', attr: { multiple: '' } });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.remove();
    if (files.length > 0) take(files);
  });
  input.addEventListener('cancel', () => input.remove());
  input.click();
}
