import { isWikiError } from '../base';
import { readPacked, unsealed, unsealedLong, withSeal, withSealLong, writePacked, type Vault } from '../vault';
import { type WorkbenchHost } from './types';

/** Bytes. No file that is kept so is longer. */
const MAX_SIZE = 50_000_000;
/** UTF-16 units from which the host's own cryptography is worth its start. */
const LONG = 20_000;

/**
 * Working files that this device computes and later believes, sealed with its secret: caches and kept texts. What another
 * device wrote, or anybody changed, counts as missing. A device without a secret keeps none.
 */
export class SealedFiles {
  readonly #vault: Vault;
  readonly #secret: () => string | null;

  /** @param vault in which the paths are; a file that is moved within it loses its seal */
  constructor(vault: Vault, { device }: Pick<WorkbenchHost, 'device'>) {
    this.#vault = vault;
    this.#secret = () => device?.secret() ?? null;
  }

  /** `null` for a file that is missing, unreadable, too large, or not as this device wrote it. */
  async read(path: string): Promise<string | null> {
    const secret = this.#secret();
    if (secret === null) return null;
    try {
      const stat = await this.#vault.stat(path);
      if (stat === null || stat.size > MAX_SIZE) return null;
      const text = await readPacked(this.#vault, path);
      if (text === null) return null;
      return await (text.length < LONG ? unsealed(path, text, secret) : unsealedLong(path, text, secret));
    } catch (error) {
      if (isWikiError(error)) return null;
      throw error;
    }
  }

  /** @throws what the vault throws */
  async write(path: string, text: string): Promise<void> {
    const secret = this.#secret();
    if (secret === null) return;
    const sealed = text.length < LONG ? withSeal(path, text, secret) : await withSealLong(path, text, secret);
    await writePacked(this.#vault, path, sealed);
  }
}
