import { Component } from 'obsidian';
import { type WikiController } from '../controller';
import { app as words } from '../locale';
import { addButton, iconSpan } from './elements';

/** What a person should know about the wiki, above the rest of a view, until it is dismissed. It covers nothing. */
export class WarningBanner extends Component {
  readonly #el: HTMLElement;
  readonly #controller: WikiController;

  constructor(parent: HTMLElement, controller: WikiController) {
    super();
    this.#controller = controller;
    this.#el = parent.createDiv({ cls: 'living-wiki-banners' });
  }

  override onload(): void {
    for (const event of ['state', 'proposals'] as const) this.register(this.#controller.on(event, () => this.#draw()));
    this.#draw();
  }

  override onunload(): void {
    this.#el.remove();
  }

  #draw(): void {
    const { warnings } = this.#controller;
    const keys = warnings.map(({ key }) => key).join('\n');
    if (this.#el.dataset.keys === keys) return;
    this.#el.dataset.keys = keys;
    this.#el.empty();
    for (const { key, title, message } of warnings) {
      const banner = this.#el.createDiv({ cls: 'living-wiki-banner', attr: { role: 'status' } });
      iconSpan(banner, 'shield-alert');
      const details = banner.createEl('details');
      details.createEl('summary', { text: title });
      details.createDiv({ text: message });
      const label = `${words.warnings.dismiss}: ${title}`;
      addButton(banner, { icon: 'x', cls: 'clickable-icon', label }, () => this.#controller.dismissWarning(key));
    }
  }
}
