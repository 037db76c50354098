import { type ItemView } from 'obsidian';
import { type WikiController } from '../controller';
import { safely } from './parts';

/** Takes files that are dropped on a view, and copies them into the wiki's sources. */
export function acceptDroppedFiles(view: ItemView, controller: WikiController): void {
  const el = view.contentEl;
  const isWelcome = (event: DragEvent): boolean =>
    controller.state.kind === 'ready' && event.dataTransfer?.types.includes('Files') === true;
  view.registerDomEvent(el, 'dragover', (event) => {
    if (!isWelcome(event)) return;
    event.preventDefault();
    el.addClass('living-wiki-over');
  });
  view.registerDomEvent(el, 'dragleave', (event) => {
    const to = event.relatedTarget;
    if (to === null || !el.contains(to as Node)) el.removeClass('living-wiki-over');
  });
  view.registerDomEvent(el, 'drop', (event) => {
    el.removeClass('living-wiki-over');
    if (!isWelcome(event)) return;
    event.preventDefault();
    add(controller, event.dataTransfer?.files);
  });
}

/** Asks for files by the system's own dialog, which phones have too. */
export function chooseFiles(parent: HTMLElement, controller: WikiController): void {
  const input = parent.createEl('input', { type: 'file', cls: 'living-wiki-hidden', attr: { multiple: '' } });
  input.addEventListener('change', () => {
    add(controller, input.files);
    input.remove();
  });
  input.addEventListener('cancel', () => input.remove());
  input.click();
}

function add(controller: WikiController, files: FileList | null | undefined): void {
  const handed = [...(files ?? [])].map((file) => ({
    name: file.name,
    bytes: async () => new Uint8Array(await file.arrayBuffer()),
  }));
  if (handed.length > 0) safely(controller, () => controller.addSources(handed))();
}
