import type { Hash } from '../../vault';

/** More of them are never under way at once; older ones are forgotten. */
const MOST = 4_000;

/**
 * What we wrote ourselves, by path: the hash of what the file holds since, or `null` where it is gone. An event that
 * finds just that is the echo of our own writing, however late it comes.
 */
export class OwnWrites {
  readonly #written = new Map<string, Hash | null>();

  note(path: string, hash: Hash | null): void {
    this.#written.delete(path);
    this.#written.set(path, hash);
    for (const [oldest] of this.#written) {
      if (this.#written.size <= MOST) break;
      this.#written.delete(oldest);
    }
  }

  /** What we left at a path; `undefined` where we did not write. */
  at(path: string): Hash | null | undefined {
    return this.#written.get(path);
  }

  forget(path: string): void {
    this.#written.delete(path);
  }
}
