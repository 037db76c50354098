import { Notice } from 'obsidian';
import { review as words } from '../locale';

/** Protects what the user types in a form of the screen: an edit or a reason. */
export class UnsavedFormGuard {
  readonly #main: HTMLElement;
  readonly #announce: (text: string) => void;

  constructor(main: HTMLElement, announce: (text: string) => void) {
    this.#main = main;
    this.#announce = announce;
  }

  get isOpen(): boolean {
    return this.#main.querySelector('form') !== null;
  }

  /** @returns whether there is unsaved text; if so, focuses it and asks to save or cancel it */
  blocks(): boolean {
    const fields = this.#main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form :is(input, textarea)');
    const field = [...fields].find(({ value, defaultValue }) => value !== defaultValue);
    if (!field) return false;
    field.focus();
    new Notice(words.announce.unsaved);
    this.#announce(words.announce.unsaved);
    return true;
  }
}
