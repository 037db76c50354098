import { current } from '../current';
import { later } from '../debounce';
import { hasDocument, strict, withoutDocument } from '../strict';

/** d.ts `Notice`. Guess: shown for five seconds unless told otherwise; a click hides it. */
export class Notice {
  containerEl!: HTMLElement;
  messageEl!: HTMLElement;
  noticeEl!: HTMLElement;
  #hostTimer: ReturnType<typeof setTimeout> | null = null;
  readonly #hostApp = current().app;

  constructor(message: string | DocumentFragment, duration = 5_000) {
    current().app.hostState.notices.push(typeof message === 'string' ? message : message.textContent);
    if (!hasDocument()) {
      withoutDocument(this, 'containerEl', 'messageEl', 'noticeEl');
      return;
    }
    const { body } = activeDocument;
    const container =
      body.querySelector<HTMLElement>('.notice-container') ?? body.createDiv({ cls: 'notice-container' });
    this.containerEl = container.createDiv({ cls: 'notice', attr: { role: 'alert' } });
    this.noticeEl = this.containerEl;
    this.messageEl = this.containerEl.createDiv({ cls: 'notice-message', text: message });
    this.containerEl.addEventListener('click', () => this.hide());
    if (duration > 0) this.#hostTimer = later(() => this.hide(), duration);
    this.#hostApp.hostState.shownNotices.add(this);
  }

  setMessage(message: string | DocumentFragment): this {
    current().app.hostState.notices.push(typeof message === 'string' ? message : message.textContent);
    if (hasDocument()) this.messageEl.setText(message);
    return this;
  }

  hide(): void {
    if (this.#hostTimer !== null) clearTimeout(this.#hostTimer);
    this.#hostApp.hostState.shownNotices.delete(this);
    if (hasDocument()) this.containerEl.remove();
  }
}
strict(Notice);
