import { type Component } from 'obsidian';
import { type WikiController } from '../controller';

/** Copies files that are dropped on `el` into the wiki's sources. */
export function acceptDroppedFiles(owner: Component, el: HTMLElement, controller: WikiController): void {
  const isAccepted = (event: DragEvent): boolean =>
    controller.state.kind === 'ready' && event.dataTransfer?.types.includes('Files') === true;
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
    addFiles(controller, event.dataTransfer?.files);
  });
}

/** Asks for files with the system's own dialog, which phones have too. */
export function chooseFiles(parent: HTMLElement, controller: WikiController): void {
  const input = parent.createEl('input', { type: 'file', cls: 'living-wiki-hidden', attr: { multiple: '' } });
  input.addEventListener('change', () => {
    addFiles(controller, input.files);
    input.remove();
  });
  input.addEventListener('cancel', () => input.remove());
  input.click();
}

function addFiles(controller: WikiController, files: FileList | null | undefined): void {
  const sources = [...(files ?? [])].map((file) => ({
    name: file.name,
    bytes: async () => new Uint8Array(await file.arrayBuffer()),
  }));
  if (sources.length > 0) controller.attempt(() => controller.addSources(sources));
}
