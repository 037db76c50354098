import { type App } from '../app';
import { strict } from '../strict';
import { setIcon } from './icons';
import { Scope } from './keymap';

/** d.ts `Modal`; https://docs.obsidian.md/Plugins/User+interface/Modals. */
export class Modal {
  app: App;
  scope: Scope;
  containerEl: HTMLElement;
  modalEl: HTMLElement;
  titleEl: HTMLElement;
  contentEl: HTMLElement;
  shouldRestoreSelection = true;
  #hostIsOpen = false;
  #hostBefore: HTMLElement | null = null;
  #hostOnClosed: (() => unknown) | null = null;

  constructor(app: App) {
    this.app = app;
    // Guess: keys of the app do nothing while a modal is open.
    this.scope = new Scope();
    this.scope.register([], 'Escape', () => {
      this.close();
      return false;
    });
    this.containerEl = createDiv('modal-container mod-dim');
    const shade = this.containerEl.createDiv('modal-bg');
    shade.addEventListener('click', () => this.close());
    this.modalEl = this.containerEl.createDiv({ cls: 'modal', attr: { role: 'dialog', 'aria-modal': 'true' } });
    const closer = this.modalEl.createEl('button', { cls: 'modal-close-button', attr: { 'aria-label': 'Close' } });
    setIcon(closer, 'x');
    closer.addEventListener('click', () => this.close());
    this.titleEl = this.modalEl.createDiv('modal-header').createDiv('modal-title');
    this.contentEl = this.modalEl.createDiv('modal-content');
  }

  open(): void {
    if (this.#hostIsOpen) return;
    this.#hostIsOpen = true;
    const doc = activeDocument;
    this.#hostBefore = doc.activeElement as HTMLElement | null;
    doc.body.append(this.containerEl);
    this.app.keymap.pushScope(this.scope);
    void this.onOpen();
    const title = this.titleEl.textContent;
    if (title !== '' && !this.modalEl.hasAttribute('aria-label')) this.modalEl.setAttribute('aria-label', title);
    if (!this.modalEl.contains(doc.activeElement)) {
      const first = this.modalEl.querySelector<HTMLElement>(
        '.modal-content :is(input, textarea, select, button, a[href], [tabindex="0"]), .modal-close-button',
      );
      first?.focus();
    }
    this.containerEl.addEventListener('keydown', this.#hostKeepFocus);
  }

  close(): void {
    if (!this.#hostIsOpen) return;
    this.#hostIsOpen = false;
    this.app.keymap.popScope(this.scope);
    this.containerEl.removeEventListener('keydown', this.#hostKeepFocus);
    this.containerEl.remove();
    this.onClose();
    this.#hostOnClosed?.();
    if (this.shouldRestoreSelection && this.#hostBefore?.isConnected === true) this.#hostBefore.focus();
  }

  onOpen(): Promise<void> | void {
    return undefined;
  }

  onClose(): void {
    return undefined;
  }

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  setContent(content: string | DocumentFragment): this {
    this.contentEl.setText(content);
    return this;
  }

  setCloseCallback(callback: () => unknown): this {
    this.#hostOnClosed = callback;
    return this;
  }

  /** Tab stays within. Guess. */
  readonly #hostKeepFocus = (evt: KeyboardEvent): void => {
    if (evt.key !== 'Tab') return;
    const all = [
      ...this.modalEl.querySelectorAll<HTMLElement>(
        'input, textarea, select, button, a[href], [tabindex]:not([tabindex="-1"])',
      ),
    ].filter((el) => el.offsetParent !== null && !(el as HTMLButtonElement).disabled);
    const [first, last] = [all[0], all.at(-1)];
    const { activeElement } = this.containerEl.ownerDocument;
    if (evt.shiftKey && activeElement === first) last?.focus();
    else if (!evt.shiftKey && activeElement === last) first?.focus();
    else return;
    evt.preventDefault();
  };
}
strict(Modal);
