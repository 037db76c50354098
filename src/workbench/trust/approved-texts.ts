import * as z from 'zod/mini';
import { isWikiError, parseForeignJson } from '../../base';
import { hashText, STATE_FOLDER, type Hash, type Vault } from '../../vault';

const FILE = `${STATE_FOLDER}/approved-texts.json`;
const VERSION = 1;
/** UTF-16 units of a text that is kept, and of all of them. */
const MAX_TEXT_LENGTH = 200_000;
const MAX_LENGTH = 4_000_000;
/** Texts that other devices of the wiki may still need. */
const MAX_OTHERS = 200;

const SHAPE = z.lazy(() => z.object({ version: z.literal(VERSION), texts: z.record(z.string(), z.string()) }));

/**
 * Texts that were approved, by their hash, so that a later change can be told in words. They are in the wiki and approve nothing: a
 * text counts only if it has the hash that this device keeps outside.
 */
export class ApprovedTexts {
  readonly #vault: Vault;

  /** @param vault scoped to the wiki's root */
  constructor(vault: Vault) {
    this.#vault = vault;
  }

  async read(): Promise<ReadonlyMap<Hash, string>> {
    const { texts } = await this.#load();
    return new Map([...texts].filter(([hash, text]) => hashText(text) === hash));
  }

  /** Keeps these texts beside those of other devices. A vault that cannot be written is no error: the texts are a convenience. */
  async keep(own: ReadonlyMap<Hash, string>): Promise<void> {
    const { texts, file } = await this.#load();
    const kept = new Map([...own].filter(([, text]) => text.length <= MAX_TEXT_LENGTH));
    const others = [...texts].filter(([hash]) => !kept.has(hash)).slice(-MAX_OTHERS);
    const next = new Map<string, string>();
    let length = 0;
    // The own ones first, so that they stay at the limit.
    for (const [hash, text] of [...kept, ...others.reverse()]) {
      length += text.length;
      if (length <= MAX_LENGTH) next.set(hash, text);
    }
    if (next.size === texts.size && [...next.keys()].every((hash) => texts.has(hash))) return;
    const content = { version: VERSION, texts: Object.fromEntries([...next].reverse()) };
    try {
      await this.#vault.write(FILE, `${JSON.stringify(content, null, 1)}\n`, {
        expected: file === null ? null : hashText(file),
      });
    } catch (error) {
      if (!isWikiError(error)) throw error;
    }
  }

  async #load(): Promise<{ readonly texts: ReadonlyMap<Hash, string>; readonly file: string | null }> {
    let file: string | null = null;
    try {
      if ((await this.#vault.stat(FILE)) === null) return { texts: new Map(), file };
      file = await this.#vault.readText(FILE);
      if (file.length > 2 * MAX_LENGTH) return { texts: new Map(), file };
      return { texts: new Map(Object.entries(z.parse(SHAPE, parseForeignJson(file)).texts)), file };
    } catch {
      return { texts: new Map(), file };
    }
  }
}
