import { browser as words } from '../../locale/en/browser';
import { setIcon } from './icons';
import { keymap, Scope } from './scope';

const FOCUSABLE = 'input, textarea, select, button, summary, a[href], [tabindex]:not([tabindex="-1"])';

/** A dialog over the page. The focus stays in it and goes back to where it was. */
export class Modal {
  readonly app: unknown;
  readonly scope = new Scope();
  readonly containerEl = createDiv('modal-container');
  readonly modalEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly contentEl: HTMLElement;
  #isOpen = false;
  #before: Element | null = null;
  #onClosed: () => unknown = () => undefined;

  constructor(app: unknown) {
    this.app = app;
    this.scope.register([], 'Escape', () => {
      this.close();
      return false;
    });
    this.containerEl.createDiv('modal-bg').addEventListener('click', () => this.close());
    this.modalEl = this.containerEl.createDiv({ cls: 'modal', attr: { role: 'dialog', 'aria-modal': 'true' } });
    const attr = { type: 'button', 'aria-label': words.close };
    const closer = this.modalEl.createEl('button', { cls: 'modal-close-button clickable-icon', attr });
    setIcon(closer, 'x');
    closer.addEventListener('click', () => this.close());
    this.titleEl = this.modalEl.createEl('h2', 'modal-title');
    this.contentEl = this.modalEl.createDiv('modal-content');
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#before = window.document.activeElement;
    window.document.body.append(this.containerEl);
    keymap.push(this.scope);
    void this.onOpen();
    this.modalEl.setAttribute('aria-label', this.titleEl.textContent);
    if (!this.modalEl.contains(window.document.activeElement)) {
      (this.contentEl.querySelector<HTMLElement>(FOCUSABLE) ?? this.#focusable[0])?.focus();
    }
    this.containerEl.addEventListener('keydown', (event) => this.#keepFocus(event));
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    keymap.pop(this.scope);
    this.containerEl.remove();
    this.onClose();
    this.#onClosed();
    if (this.#before instanceof HTMLElement && this.#before.isConnected) this.#before.focus();
  }

  onOpen(): Promise<void> | void {
    return undefined;
  }

  onClose(): void {
    return undefined;
  }

  setTitle(title: string): this {
    this.titleEl.textContent = title;
    return this;
  }

  setCloseCallback(callback: () => unknown): this {
    this.#onClosed = callback;
    return this;
  }

  get #focusable(): readonly HTMLElement[] {
    return [...this.modalEl.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (el) => el.offsetParent !== null && !el.matches(':disabled'),
    );
  }

  #keepFocus(event: KeyboardEvent): void {
    if (event.key !== 'Tab') return;
    const all = this.#focusable;
    const { activeElement } = window.document;
    const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
    if (activeElement !== from) return;
    event.preventDefault();
    to?.focus();
  }
}

/** A button that closes its dialog. */
class ConfirmationButton {
  readonly buttonEl: HTMLButtonElement;
  #onClick: () => unknown = () => undefined;

  constructor(parent: HTMLElement, close: () => void) {
    this.buttonEl = parent.createEl('button', { attr: { type: 'button' } });
    this.buttonEl.addEventListener('click', () => {
      this.#onClick();
      close();
    });
  }

  setButtonText(text: string): this {
    this.buttonEl.textContent = text;
    return this;
  }

  setCta(): this {
    this.buttonEl.classList.add('mod-cta');
    return this;
  }

  onClick(onClick: () => unknown): this {
    this.#onClick = onClick;
    return this;
  }
}

/** A question with buttons for its answers. */
export class ConfirmationModal extends Modal {
  readonly #buttons = this.modalEl.createDiv('modal-button-container');

  addButton(draw: (button: ConfirmationButton) => unknown): this {
    draw(new ConfirmationButton(this.#buttons, () => this.close()));
    return this;
  }

  addCancelButton(text: string): this {
    return this.addButton((button) => button.setButtonText(text));
  }
}
