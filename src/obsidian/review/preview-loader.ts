import { type ReviewSession, type ReviewPreview } from '../../workbench';
import { type WikiController } from '../controller';

/** How long choices must rest before what follows from them is worked out. In milliseconds. */
const DELAY = 250;

/** Works out what follows from the choices, once they rest; a newer choice ends the work on an older one. */
export class PreviewLoader {
  readonly #win: Window;
  readonly #session: ReviewSession;
  readonly #controller: WikiController;
  readonly #onPreview: (preview: ReviewPreview | null) => void;
  #last: ReviewPreview | null = null;
  #timer = 0;
  #running = new AbortController();

  constructor(
    win: Window,
    session: ReviewSession,
    controller: WikiController,
    done: (preview: ReviewPreview | null) => void,
  ) {
    this.#win = win;
    this.#session = session;
    this.#controller = controller;
    this.#onPreview = done;
  }

  /** The newest that is known; it may be about earlier choices. */
  get last(): ReviewPreview | null {
    return this.#last;
  }

  request(): void {
    this.stop();
    const { signal } = (this.#running = new AbortController());
    this.#onPreview(null);
    this.#timer = this.#win.setTimeout(() => void this.#work(signal), DELAY);
  }

  stop(): void {
    this.#win.clearTimeout(this.#timer);
    this.#running.abort();
  }

  async #work(signal: AbortSignal): Promise<void> {
    try {
      const preview = await this.#session.preview(this.#controller.backgroundRun(signal));
      if (signal.aborted) return;
      this.#last = preview;
      this.#onPreview(preview);
    } catch (error) {
      if (!signal.aborted) this.#controller.showError(error);
    }
  }
}
