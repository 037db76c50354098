import { Component } from 'obsidian';
import { type WikiController } from '../controller';
import { app as words } from '../locale';
import { addBreakable, addButton, iconSpan } from './elements';

/** The banners of each controller that are open. */
const OPEN = new WeakMap<WikiController, Set<WarningBanner>>();

/**
 * What a person should know about the wiki, above the rest of a view, until it is dismissed. It covers nothing, and is not repeated
 * in a view beside another that shows it.
 */
export class WarningBanner extends Component {
  readonly #el: HTMLElement;
  readonly #controller: WikiController;

  constructor(parent: HTMLElement, controller: WikiController) {
    super();
    this.#controller = controller;
    this.#el = parent.createDiv({ cls: 'living-wiki-banners' });
  }

  override onload(): void {
    const open = OPEN.get(this.#controller) ?? new Set();
    OPEN.set(this.#controller, open.add(this));
    for (const event of ['state', 'proposals', 'settings'] as const)
      this.register(this.#controller.on(event, () => this.#draw()));
    this.#draw();
  }

  override onunload(): void {
    OPEN.get(this.#controller)?.delete(this);
    this.#el.remove();
  }

  #isSeen(): boolean {
    return this.#el.childElementCount > 0 && this.#el.isShown();
  }

  #draw(): void {
    const isRepeated = [...(OPEN.get(this.#controller) ?? [])].some((other) => other !== this && other.#isSeen());
    const warnings = isRepeated ? [] : this.#controller.warnings;
    const keys = warnings.map(({ key }) => key).join('\n');
    if (this.#el.dataset.keys === keys) return;
    this.#el.dataset.keys = keys;
    this.#el.empty();
    for (const { key, title, message, action, isOpen = false } of warnings) {
      const banner = this.#el.createDiv({ cls: 'living-wiki-banner', attr: { role: 'status' } });
      iconSpan(banner, 'shield-alert');
      const details = banner.createEl('details');
      details.open = isOpen;
      details.createEl('summary', { text: title });
      addBreakable(details.createDiv(), message);
      if (action !== undefined)
        addButton(banner, { text: action.text, cls: 'living-wiki-small-button' }, () =>
          this.#controller.attempt(() => action.run()),
        );
      const label = `${words.warnings.dismiss}: ${title}`;
      addButton(banner, { icon: 'x', cls: 'clickable-icon', label }, () => this.#controller.dismissWarning(key));
    }
  }
}
