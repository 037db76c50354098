import { type App, type Modal } from 'obsidian';
import { approve, approveChange, isApproved } from '../settings/approval';
import { type Settings } from '../settings/types';

interface ApprovalDeps {
  settings(): Settings;
  openModal(modal: Modal): void;
  /** The user agreed. */
  onApproved(): void;
}

/** Whether the user of this device agreed to the model server that the vault's settings name. Nothing is sent before. */
export class ModelApproval {
  readonly #app: App;
  readonly #deps: ApprovalDeps;
  /** The question that is on the screen; there is one at a time. */
  #asked: Promise<boolean> | null = null;

  constructor(app: App, deps: ApprovalDeps) {
    this.#app = app;
    this.#deps = deps;
  }

  get isGiven(): boolean {
    return isApproved(this.#app, this.#deps.settings());
  }

  /** What the user changes on this device needs no question. */
  noteChange(before: Settings, after: Settings): void {
    approveChange(this.#app, before, after);
  }

  /** Asks, unless the user agreed already. @returns whether the server may be used */
  async ask(): Promise<boolean> {
    if (this.isGiven) return true;
    this.#asked ??= this.#confirm().finally(() => (this.#asked = null));
    return this.#asked;
  }

  async #confirm(): Promise<boolean> {
    const settings = this.#deps.settings();
    const { confirmModel } = await import('./confirm-model');
    const isAgreed = await confirmModel(this.#app, settings, (modal) => this.#deps.openModal(modal));
    // What was shown is what is agreed to, even if the file changed while the question was open.
    if (isAgreed) approve(this.#app, settings);
    if (isAgreed) this.#deps.onApproved();
    return isAgreed && this.isGiven;
  }
}
