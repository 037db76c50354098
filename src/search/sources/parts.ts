import { checksum } from '../checksum';
import { type ShardStore } from '../types';

/** UTF-16 units of one file: read whole, and looked through within a few milliseconds. */
const PART_LENGTH = 128_000;

/** UTF-16 units of files that are kept in memory, those that were used last. */
const KEPT_LENGTH = 6_000_000;

/** A file of terms that is missing, or damaged. */
export class PartLost extends Error {}

/** Names a file by what is in it, so that a damaged one is noticed. */
const partName = (kind: string, text: string): string => `${kind}-${checksum(text)}.txt`;

/** Writes rows in order, as lines of files of about the same size. */
export class PartWriter {
  readonly #store: ShardStore;
  readonly #kind: string;
  readonly #parts: { readonly first: string; readonly name: string }[] = [];
  #rows: string[] = [];
  #length = 0;

  constructor(store: ShardStore, kind: string) {
    this.#store = store;
    this.#kind = kind;
  }

  /** @param row without a line break */
  async add(row: string): Promise<void> {
    this.#rows.push(row);
    this.#length += row.length;
    if (this.#length >= PART_LENGTH) await this.#flush();
  }

  /** @returns the files, each with the beginning of its first row up to a tab */
  async finish(): Promise<readonly { readonly first: string; readonly name: string }[]> {
    if (this.#rows.length > 0) await this.#flush();
    return this.#parts;
  }

  async #flush(): Promise<void> {
    const text = `\n${this.#rows.join('\n')}\n`;
    const first = this.#rows[0]?.split('\t', 1)[0] ?? '';
    const name = partName(this.#kind, text);
    this.#rows = [];
    this.#length = 0;
    await this.#store.write(name, text);
    this.#parts.push({ first, name });
  }
}

/** Reads files when they are asked for, and keeps those that were used last. */
export class PartReader {
  readonly #store: ShardStore;
  readonly #kept = new Map<string, string>();
  #length = 0;

  constructor(store: ShardStore) {
    this.#store = store;
  }

  /** @throws {@link PartLost} */
  async read(name: string): Promise<string> {
    const known = this.#kept.get(name);
    if (known !== undefined) {
      this.#kept.delete(name);
      this.#kept.set(name, known);
      return known;
    }
    const text = await this.readOnce(name);
    this.#kept.set(name, text);
    this.#length += text.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#length <= KEPT_LENGTH || oldest === name) break;
      this.#kept.delete(oldest);
      this.#length -= length;
    }
    return text;
  }

  /** Reads a file that is not asked for again soon. @throws {@link PartLost} */
  async readOnce(name: string): Promise<string> {
    const text = await this.#store.read(name);
    if (text === null || name !== partName(name.split('-', 1)[0] ?? '', text)) throw new PartLost(name);
    return text;
  }

  clear(): void {
    this.#kept.clear();
    this.#length = 0;
  }
}
