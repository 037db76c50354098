import { TooManyRequests } from './http/errors';

/** Lets only so many through at the same time. */
export class ConcurrencyLimit {
  readonly #most: number;
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns the function that gives the place back @throws TooManyRequests */
  take(): () => void {
    if (this.#inside >= this.#most) throw new TooManyRequests();
    this.#inside += 1;
    let isGiven = false;
    return () => {
      if (!isGiven) this.#inside -= 1;
      isGiven = true;
    };
  }
}
