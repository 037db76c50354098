import { Notice } from 'obsidian';
import { review as words } from '../locale';

/** What somebody writes in a form of the screen: an edit, a reason. Nothing that would drop it is done before it is saved or cancelled. */
export class UnsavedFormGuard {
  readonly #main: HTMLElement;
  readonly #announce: (text: string) => void;

  constructor(main: HTMLElement, say: (text: string) => void) {
    this.#main = main;
    this.#announce = say;
  }

  get isOpen(): boolean {
    return this.#main.querySelector('form') !== null;
  }

  /** @returns whether words were typed that are not saved; then they are shown, and it is said what to do */
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
