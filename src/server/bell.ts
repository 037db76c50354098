import { nodeTimer } from '../node';

/** Wakes one waiter; a ring without one is kept for the next. */
export class Bell {
  #isRung = false;
  #wake = new AbortController();

  ring(): void {
    this.#isRung = true;
    this.#wake.abort();
  }

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRung) {
      this.#wake = new AbortController();
      await nodeTimer.sleep(milliseconds, AbortSignal.any([signal, this.#wake.signal]));
    }
    this.#isRung = false;
  }
}
