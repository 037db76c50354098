import { isWikiError, parseForeignJson } from '../base';
import { readPacked, writePacked } from './packed-files';
import { baseName } from './paths';
import { hashText } from './text';
import { type Hash, type Vault } from './types';

const ENDING = '.json.z';
const VERSION = 1;
/** Bytes of a file. A larger one is none that this program made. */
const MAX_SIZE = 50_000_000;
/** A text is kept whole at the latest after so many that are kept as changes of another. */
const MAX_STEPS = 200;
/** UTF-16 units of texts that are held whole: texts that build on each other are asked for one after the other. */
const MAX_HELD = 4_000_000;

/** Replacements in another text: place, UTF-16 units that go, what comes. */
type Edit = readonly [at: number, removed: number, inserted: string];

/** A text as it is kept: whole, or as what changed from another one. */
type Kept =
  | { readonly text: string }
  | {
      readonly from: Hash;
      readonly edits: readonly Edit[];
      /** How much was changed since the last whole text, in UTF-16 units. */
      readonly weight: number;
      /** Texts since the last whole one. */
      readonly steps: number;
    };

/**
 * Texts under their SHA-256 in a folder of their own, each once. One that resembles another is kept as the difference, so the versions of a
 * page that grows take as much as what was added. A file that does not give the text of its name counts as missing.
 */
export class TextBlobs {
  readonly #vault: Vault;
  readonly #folder: string;
  /** What was read or written, also of files that {@link keepOnly} removed: objects in memory may still need them. */
  readonly #known = new Map<Hash, Kept>();
  /** The texts that were asked for last. */
  readonly #held = new Map<Hash, string>();
  #heldLength = 0;

  /** @param folder relative to the vault */
  constructor(vault: Vault, folder: string) {
    this.#vault = vault;
    this.#folder = folder;
  }

  /**
   * Keeps a text.
   * @param near hash of a kept text that resembles it
   * @throws what the vault throws
   */
  async put(text: string, near: Hash | null): Promise<Hash> {
    const hash = hashText(text);
    if (await this.#isOnDisk(hash)) {
      // Only what was read is known to be whole.
      if (await this.load(hash)) return hash;
    }
    const base = near !== null && near !== hash && (await this.#isOnDisk(near)) ? near : null;
    const kept = base === null ? { text } : await this.#difference(base, text);
    await writePacked(this.#vault, this.#path(hash), JSON.stringify({ version: VERSION, ...kept }), { durable: true });
    this.#known.set(hash, kept);
    this.#hold(hash, text);
    return hash;
  }

  /** Reads a text and what it builds on, so that {@link text} gives it. @returns whether it is there and as its name says */
  async load(hash: Hash): Promise<boolean> {
    if (this.#held.has(hash)) return true;
    if (!this.#known.has(hash) && !(await this.#read(hash))) return false;
    const text = this.#build(hash);
    if (text === null || hashText(text) !== hash) {
      this.#known.delete(hash);
      return false;
    }
    this.#hold(hash, text);
    return true;
  }

  /** Takes a text that was found elsewhere, so that {@link text} gives it. */
  take(text: string): void {
    const hash = hashText(text);
    if (!this.#known.has(hash)) this.#known.set(hash, { text });
    this.#hold(hash, text);
  }

  /** A text that was loaded, or put; `null` for any other. */
  text(hash: Hash): string | null {
    const held = this.#held.get(hash);
    if (held !== undefined) return held;
    const text = this.#build(hash);
    if (text !== null) this.#hold(hash, text);
    return text;
  }

  /**
   * Removes all texts but these and those that they build on. Call it while nobody else writes.
   * @returns how many were removed
   */
  async keepOnly(hashes: Iterable<Hash>): Promise<number> {
    const files = (await this.#vault.list(this.#folder)).filter(({ kind }) => kind === 'file');
    if (files.length === 0) return 0;
    const needed = new Set<Hash>();
    for (const hash of hashes) {
      for (let at: Hash | null = hash; at !== null && !needed.has(at);) {
        needed.add(at);
        if (!this.#known.has(at)) await this.#read(at);
        const kept = this.#known.get(at);
        at = kept !== undefined && 'from' in kept ? kept.from : null;
      }
    }
    let removed = 0;
    for (const { path } of files) {
      if (needed.has(baseName(path).slice(0, -ENDING.length))) continue;
      await this.#vault.remove(path);
      removed += 1;
    }
    return removed;
  }

  async #difference(from: Hash, text: string): Promise<Kept> {
    if (!(await this.load(from))) return { text };
    const near = this.#known.get(from);
    const before = this.text(from);
    if (near === undefined || before === null) return { text };
    const { editsBetween } = await import('./journal/text-edits');
    const edits = editsBetween(before, text).map(([at, removed, inserted]): Edit => [at, removed.length, inserted]);
    const size = edits.reduce((sum, [, removed, inserted]) => sum + removed + inserted.length, 0);
    const [weight, steps] = 'from' in near ? [near.weight + size, near.steps + 1] : [size, 1];
    return weight > text.length || steps > MAX_STEPS ? { text } : { from, edits, weight, steps };
  }

  /** Reads a file and those that it builds on. @returns whether all are there */
  async #read(hash: Hash): Promise<boolean> {
    const path: Hash[] = [];
    for (let at = hash; !this.#known.has(at);) {
      const kept = path.length > MAX_STEPS || path.includes(at) ? null : await this.#readFile(at);
      if (kept === null) {
        for (const read of path) this.#known.delete(read);
        return false;
      }
      path.push(at);
      this.#known.set(at, kept);
      if ('text' in kept) break;
      at = kept.from;
    }
    return true;
  }

  async #readFile(hash: Hash): Promise<Kept | null> {
    const path = this.#path(hash);
    try {
      const stat = await this.#vault.stat(path);
      if (stat?.kind !== 'file' || stat.size > MAX_SIZE) return null;
      const text = await readPacked(this.#vault, path);
      return text === null ? null : keptIn(text);
    } catch (error) {
      if (isWikiError(error)) return null;
      throw error;
    }
  }

  /** A text from the last one that is held or kept whole; `null` when something of it is missing or does not fit. */
  #build(hash: Hash): string | null {
    const steps: (readonly Edit[])[] = [];
    let text: string | null = null;
    for (let at = hash; text === null;) {
      const kept = this.#known.get(at);
      const held = this.#held.get(at);
      if (held !== undefined) text = held;
      else if (kept === undefined || steps.length > MAX_STEPS) return null;
      else if ('text' in kept) text = kept.text;
      else {
        steps.push(kept.edits);
        at = kept.from;
      }
    }
    for (const edits of steps.reverse()) {
      text = applied(text, edits);
      if (text === null) return null;
    }
    return text;
  }

  #hold(hash: Hash, text: string): void {
    this.#heldLength += text.length - (this.#held.get(hash)?.length ?? 0);
    this.#held.delete(hash);
    this.#held.set(hash, text);
    for (const [old, { length }] of this.#held) {
      if (this.#heldLength <= MAX_HELD || old === hash) break;
      this.#held.delete(old);
      this.#heldLength -= length;
    }
  }

  async #isOnDisk(hash: Hash): Promise<boolean> {
    return (await this.#vault.stat(this.#path(hash))) !== null;
  }

  #path(hash: Hash): string {
    return `${this.#folder}/${hash}${ENDING}`;
  }
}

/** `null` when the edits do not fit the text. */
function applied(text: string, edits: readonly Edit[]): string | null {
  const pieces: string[] = [];
  let done = 0;
  for (const [at, removed, inserted] of edits) {
    if (at < done || at + removed > text.length) return null;
    pieces.push(text.slice(done, at), inserted);
    done = at + removed;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

/** `null` for what {@link TextBlobs.put} does not write. */
function keptIn(json: string): Kept | null {
  let value: unknown;
  try {
    value = parseForeignJson(json);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== VERSION) return null;
  if ('text' in value) return typeof value.text === 'string' ? { text: value.text } : null;
  const { from, edits, weight, steps } = value as Record<string, unknown>;
  if (typeof from !== 'string' || !/^[0-9a-f]{64}$/.test(from) || !isCount(weight) || !isCount(steps)) return null;
  return Array.isArray(edits) && edits.every(isEdit) ? { from, edits, weight, steps } : null;
}

function isEdit(edit: unknown): edit is Edit {
  if (!Array.isArray(edit) || edit.length !== 3) return false;
  const [at, removed, inserted] = edit as readonly unknown[];
  return isCount(at) && isCount(removed) && typeof inserted === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
