import { type TFile } from 'obsidian';
import { type WikiController } from '../controller';
import { listClippings } from '../capture';
import { home } from '../locale';
import { addButton, drawLimited } from '../ui';
import { drawHeading } from './heading';

const words = home.clippings;
const MAX_LISTED = 8;

/** Notes of the web clipper that can become sources. */
export function drawClippings(el: HTMLElement, controller: WikiController): void {
  el.empty();
  const files = listClippings(controller);
  if (files.length === 0) return;
  drawHeading(el, words.title, files.length);
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  drawLimited(list, files, MAX_LISTED, (file) => {
    const row = list.createEl('li', { cls: 'living-wiki-item' });
    const open = { text: file.basename, cls: 'living-wiki-name clickable-icon', key: `clip ${file.path}` };
    addButton(row, open, () => controller.attempt(() => controller.navigator.openNote(file.path)));
    const add = { icon: 'plus', cls: 'clickable-icon', label: words.addOne(file.basename), key: `keep ${file.path}` };
    addButton(row, add, () => keep(controller, [file]));
  });
  const all = { text: words.addAll(files.length), key: 'clippings' };
  addButton(el.createDiv({ cls: 'living-wiki-row' }), all, () => keep(controller, files));
}

function keep(controller: WikiController, files: readonly TFile[]): void {
  const sources = files.map((file) => ({
    name: file.name,
    bytes: async () => new Uint8Array(await controller.app.vault.readBinary(file)),
  }));
  controller.attempt(() => controller.addSources(sources));
}
