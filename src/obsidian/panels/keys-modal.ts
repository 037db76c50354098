import { Modal, type App } from 'obsidian';
import { panels as words } from '../locale';

/** The keyboard shortcuts of a view. */
export class KeysModal extends Modal {
  readonly #keys: Readonly<Record<string, string>>;

  constructor(app: App, keys: Readonly<Record<string, string>>) {
    super(app);
    this.#keys = keys;
  }

  override onOpen(): void {
    this.setTitle(words.keys);
    const list = this.contentEl.createEl('dl', { cls: 'living-wiki-keys' });
    for (const [key, text] of Object.entries(this.#keys)) {
      const term = list.createEl('dt');
      for (const one of key.split(' ')) term.createEl('kbd', { text: one });
      list.createEl('dd', { text });
    }
  }
}
