import { Component, MarkdownRenderer, Modal, type App } from 'obsidian';
import { inertMarkdown, readFrontmatter } from '../../workbench';

/** A page of the wiki as it is, to read. */
export class PageModal extends Modal {
  readonly #path: string;
  readonly #text: string;
  readonly #owner = new Component();

  constructor(app: App, path: string, text: string) {
    super(app);
    this.#path = path;
    this.#text = text;
  }

  override async onOpen(): Promise<void> {
    this.setTitle(this.#path);
    this.modalEl.addClass('living-wiki-source');
    this.#owner.load();
    const attr = { tabindex: 0, role: 'region', 'aria-label': this.#path, dir: 'auto' };
    const box = this.contentEl.createDiv({ cls: 'markdown-rendered', attr });
    const body = this.#text.slice(readFrontmatter(this.#text).bodyStart);
    await MarkdownRenderer.render(this.app, inertMarkdown(body, { asPage: true }), box, this.#path, this.#owner);
    box.focus({ preventScroll: true });
  }

  override onClose(): void {
    this.#owner.unload();
    this.contentEl.empty();
  }
}
