import type { ReviewDesk, ReviewPreview } from '../../workbench';
import type { Desk } from '../desk/types';

/** How long choices must rest before what follows from them is worked out. In milliseconds. */
const REST = 250;

/** Works out what follows from the choices, once they rest; a newer choice ends the work on an older one. */
export class Preview {
  readonly #win: Window;
  readonly #reviewDesk: ReviewDesk;
  readonly #desk: Desk;
  readonly #done: (preview: ReviewPreview | null) => void;
  #last: ReviewPreview | null = null;
  #timer = 0;
  #running = new AbortController();

  constructor(win: Window, reviewDesk: ReviewDesk, desk: Desk, done: (preview: ReviewPreview | null) => void) {
    this.#win = win;
    this.#reviewDesk = reviewDesk;
    this.#desk = desk;
    this.#done = done;
  }

  /** The newest that is known; it may be about earlier choices. */
  get last(): ReviewPreview | null {
    return this.#last;
  }

  ask(): void {
    this.stop();
    const { signal } = (this.#running = new AbortController());
    this.#done(null);
    this.#timer = this.#win.setTimeout(() => void this.#work(signal), REST);
  }

  stop(): void {
    this.#win.clearTimeout(this.#timer);
    this.#running.abort();
  }

  async #work(signal: AbortSignal): Promise<void> {
    try {
      const preview = await this.#reviewDesk.preview(this.#desk.quietly(signal));
      if (signal.aborted) return;
      this.#last = preview;
      this.#done(preview);
    } catch (error) {
      if (!signal.aborted) this.#desk.show(error);
    }
  }
}
