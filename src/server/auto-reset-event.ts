import { nodeTimer } from '../node';

/** Wakes one waiter; set without one, it wakes the next. */
export class AutoResetEvent {
  #isSet = false;
  #wake = new AbortController();

  set(): void {
    this.#isSet = true;
    this.#wake.abort();
  }

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#isSet) {
      this.#wake = new AbortController();
      await nodeTimer.sleep(milliseconds, AbortSignal.any([signal, this.#wake.signal]));
    }
    this.#isSet = false;
  }
}
