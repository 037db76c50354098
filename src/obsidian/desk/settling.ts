import type { Vault } from '../../vault';

/** A file that nobody touched for so long when it is first seen is whole. Milliseconds. */
const OLD_ENOUGH = 5_000;
/** A file that was the same for so long between two looks is whole. Milliseconds. */
export const QUIET = 1_500;

interface Look {
  readonly size: number;
  readonly mtime: number;
  readonly at: number;
}

/** Tells files that are still being copied or downloaded from those that are whole: their size and time stand still. */
export class Settling {
  readonly #looks = new Map<string, Look>();

  /**
   * @param now milliseconds since the epoch
   * @returns the paths whose files are whole; look again after {@link QUIET} when that is not all of them
   */
  async whole(vault: Vault, paths: readonly string[], now: number): Promise<readonly string[]> {
    const whole: string[] = [];
    for (const path of paths) {
      const stat = await vault.stat(path);
      if (stat === null) continue;
      const before = this.#looks.get(path);
      const isSame = before?.size === stat.size && before.mtime === stat.mtime;
      if (!isSame) this.#looks.set(path, { size: stat.size, mtime: stat.mtime, at: now });
      const stood = isSame && now - before.at >= QUIET;
      if (stood || now - stat.mtime >= OLD_ENOUGH) whole.push(path);
    }
    const asked = new Set(paths);
    for (const path of [...this.#looks.keys()]) if (!asked.has(path)) this.#looks.delete(path);
    return whole;
  }
}
