import * as z from 'zod/mini';
import { isWikiError } from '../base';
import { type Vault } from '../vault';
import { keyPath } from './layout';
import { JOB_ID } from './record';

const stored = z.lazy(() => z.strictObject({ version: z.literal(1), id: z.string().check(z.regex(JOB_ID)) }));
/** Bytes. */
const MAX_SIZE = 1000;

/** Which job has a key. A hint that is checked against the job itself, so a forged one does nothing. */
export class JobKeys {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  async get(key: string): Promise<string | null> {
    const path = keyPath(key);
    try {
      const stat = await this.#vault.stat(path);
      if (stat === null || stat.size > MAX_SIZE) return null;
      const read = stored.safeParse(JSON.parse(await this.#vault.readText(path)));
      return read.success ? read.data.id : null;
    } catch (error) {
      if (error instanceof SyntaxError || isWikiError(error)) return null;
      throw error;
    }
  }

  async set(key: string, id: string): Promise<void> {
    await this.#vault.write(keyPath(key), `${JSON.stringify({ version: 1, id })}\n`);
  }

  /** Frees a key, unless another job has it by now. */
  async remove(key: string, id: string): Promise<void> {
    if ((await this.get(key)) === id) await this.#vault.remove(keyPath(key));
  }
}
