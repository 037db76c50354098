import { Modal } from 'obsidian';
import { type WikiController } from '../controller';
import { home as words } from '../locale';
import { SetUpForm } from './set-up-form';

/** Asks for template, name and purpose of a new wiki, and creates it. */
export class CreateModal extends Modal {
  readonly #controller: WikiController;

  constructor(controller: WikiController) {
    super(controller.app);
    this.#controller = controller;
  }

  override onOpen(): void {
    this.setTitle(words.first.title);
    new SetUpForm(this.contentEl, this.#controller, () => this.close()).focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
