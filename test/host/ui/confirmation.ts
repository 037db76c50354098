import { type App } from '../app';
import { reportUncaught } from '../events';
import { ButtonComponent } from './components';
import { Modal } from './modal';

/** d.ts `ConfirmationButton`: "Clicking the button closes the modal […]; return a truthy value […] to keep the modal open". */
export class ConfirmationButton extends ButtonComponent {
  hostIsFirst = false;

  readonly #hostModal: Modal;

  constructor(containerEl: HTMLElement, hostModal: Modal) {
    super(containerEl);
    this.#hostModal = hostModal;
    this.buttonEl.addEventListener('click', (evt) => {
      void (async () => {
        const keepsOpen = await this.#hostHandler?.(evt);
        if (!keepsOpen) this.#hostModal.close();
      })().catch(reportUncaught);
    });
  }

  #hostHandler: ((evt: MouseEvent) => unknown) | null = null;

  override onClick(handler: (evt: MouseEvent) => unknown): this {
    this.#hostHandler = handler;
    return this;
  }

  setInitialFocus(): this {
    this.hostIsFirst = true;
    return this;
  }

  setSecondary(): this {
    return this.setClass('mod-secondary');
  }

  setCancel(): this {
    return this.setClass('mod-cancel');
  }
}

/** d.ts `ConfirmationModal`. */
export class ConfirmationModal extends Modal {
  buttonContainerEl: HTMLElement;
  readonly #hostButtons: ConfirmationButton[] = [];

  constructor(app: App) {
    super(app);
    this.modalEl.addClass('mod-confirmation');
    this.buttonContainerEl = this.modalEl.createDiv('modal-button-container');
  }

  override open(): void {
    super.open();
    this.#hostButtons
      .filter(({ hostIsFirst }) => hostIsFirst)
      .at(-1)
      ?.buttonEl.focus();
  }

  addClass(cls: string): this {
    this.modalEl.addClass(cls);
    return this;
  }

  addCheckbox(label: string, cb: (value: boolean) => unknown): this {
    const el = this.contentEl.createEl('label', 'mod-checkbox');
    const input = el.createEl('input', { type: 'checkbox' });
    el.appendText(label);
    input.addEventListener('change', () => cb(input.checked));
    return this;
  }

  addButton(cb: (btn: ConfirmationButton) => unknown): this {
    const button = new ConfirmationButton(this.buttonContainerEl, this);
    this.#hostButtons.push(button);
    cb(button);
    return this;
  }

  addCancelButton(text = 'Cancel'): this {
    return this.addButton((button) => button.setButtonText(text).setCancel());
  }
}
