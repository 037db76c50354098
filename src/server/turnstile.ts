import { TooMany } from './http/errors';

/** Lets only so many through at the same time. */
export class Turnstile {
  readonly #most: number;
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns the function that gives the place back @throws TooMany */
  take(): () => void {
    if (this.#inside >= this.#most) throw new TooMany();
    this.#inside += 1;
    let isGiven = false;
    return () => {
      if (!isGiven) this.#inside -= 1;
      isGiven = true;
    };
  }
}
