import { type ReviewPreview, type ReviewSession } from '../../workbench';
import { type WikiController } from '../controller';

/** How long decisions must rest before the preview is computed. Milliseconds. */
const DELAY = 250;

/** Computes what applying would result in, after a pause in decisions. A new decision cancels an older computation. */
export class PreviewLoader {
  readonly #win: Window;
  readonly #session: ReviewSession;
  readonly #controller: WikiController;
  readonly #onPreview: (preview: ReviewPreview | null) => void;
  #last: ReviewPreview | null = null;
  #timer = 0;
  #running = new AbortController();

  /** @param onPreview gets `null` when a computation is requested, and its result later */
  constructor(
    win: Window,
    session: ReviewSession,
    controller: WikiController,
    onPreview: (preview: ReviewPreview | null) => void,
  ) {
    this.#win = win;
    this.#session = session;
    this.#controller = controller;
    this.#onPreview = onPreview;
  }

  /** The latest preview. It may be about earlier decisions. */
  get last(): ReviewPreview | null {
    return this.#last;
  }

  request(): void {
    this.stop();
    const { signal } = (this.#running = new AbortController());
    this.#onPreview(null);
    this.#timer = this.#win.setTimeout(() => void this.#load(signal), DELAY);
  }

  stop(): void {
    this.#win.clearTimeout(this.#timer);
    this.#running.abort();
  }

  async #load(signal: AbortSignal): Promise<void> {
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
