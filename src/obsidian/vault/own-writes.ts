import { type Hash, type VaultEvent } from '../../vault';

/** The most writes to remember; older ones are forgotten. */
const MAX_TRACKED = 4_000;

/**
 * Our own writes, by path: the hash of the content, or `null` for a removed file. An event that finds exactly this content
 * is the echo of our write, however late it arrives.
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

  /** Whether an event is the echo of our own write. @param hashAt the hash of a file; rejects if there is none */
  async isEcho(event: VaultEvent, hashAt: (path: string) => Promise<Hash>): Promise<boolean> {
    if (event.kind === 'renamed' && this.#written.get(event.from) !== null) return false;
    const expected = this.#written.get(event.path);
    if (expected === undefined) return false;
    if (event.kind === 'removed') return expected === null;
    if (expected === null) return false;
    try {
      if ((await hashAt(event.path)) === expected) return true;
    } catch {
      // The file is gone or has changed since, so this is not our write.
    }
    this.forget(event.path);
    return false;
  }
}
