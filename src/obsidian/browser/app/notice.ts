const USUAL_DURATION = 6_000;

/** A short message above the page. A click hides it, and it waits for a pointer that rests on it. */
export class Notice {
  readonly messageEl: HTMLElement;
  readonly #el: HTMLElement;

  constructor(message: string, duration = USUAL_DURATION) {
    this.#el = createDiv({ cls: 'notice' });
    this.messageEl = this.#el.createDiv({ cls: 'notice-message', text: message });
    this.#el.addEventListener('click', () => this.hide());
    // The region is there before its first message, or screen readers would not read that.
    window.document.querySelector('.notice-container')?.append(this.#el);
    const hide = (): void => {
      if (this.#el.matches(':hover')) window.setTimeout(hide, USUAL_DURATION);
      else this.hide();
    };
    if (duration > 0) window.setTimeout(hide, duration);
  }

  hide(): void {
    this.#el.remove();
  }
}
