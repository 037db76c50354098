import { trust as words } from '../locale';
import { type WikiWarning } from './types';

/** Says that rules wait for an approval, until a person gave it or does not want to be told. */
export class RulesWarning {
  /** How many files wait. */
  files = 0;
  readonly #open: () => unknown;
  #dismissed = '';

  /** @param open the approval */
  constructor(open: () => unknown) {
    this.#open = open;
  }

  /** More files that wait are told again. */
  get #key(): string {
    return `rules ${this.files}`;
  }

  get shown(): readonly WikiWarning[] {
    if (this.files === 0 || this.#dismissed === this.#key) return [];
    const action = { text: words.review, run: this.#open };
    return [{ key: this.#key, title: words.waiting(this.files), message: words.waitingText, action }];
  }

  dismiss(key: string): void {
    if (key === this.#key) this.#dismissed = key;
  }
}
