import { type Hash, type VaultEvent } from '../../vault';

/** More of them are never under way at once; older ones are forgotten. */
const MAX_TRACKED = 4_000;

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
      if (this.#written.size <= MAX_TRACKED) break;
      this.#written.delete(oldest);
    }
  }

  forget(path: string): void {
    this.#written.delete(path);
  }

  /** Whether we did this ourselves. @param hashAt of what a file holds; rejects where there is none */
  async isEcho(event: VaultEvent, hashAt: (path: string) => Promise<Hash>): Promise<boolean> {
    if (event.kind === 'renamed' && this.#written.get(event.from) !== null) return false;
    const expected = this.#written.get(event.path);
    if (expected === undefined) return false;
    if (event.kind === 'removed') return expected === null;
    if (expected === null) return false;
    try {
      if ((await hashAt(event.path)) === expected) return true;
    } catch {
      // Gone or changed since: somebody else's doing.
    }
    this.forget(event.path);
    return false;
  }
}
