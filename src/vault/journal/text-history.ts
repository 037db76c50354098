import { isWikiError, silentRun, type Run } from '../../base';
import { hashText } from '../text';
import { type Vault } from '../types';
import { type BothTexts, type TextBase } from './kept-texts';
import {
  type FileRecord,
  type KeptTexts,
  type ReadResult,
  type Side,
  type Texts,
  type TransactionHeader,
} from './records';
import { type JournalStore } from './store';

interface TextHistoryDeps {
  readonly vault: Vault;
  readonly store: JournalStore;
  /** The header of a transaction that is done; `null` if it cannot be read. */
  readonly headerOf: (id: string) => Promise<TransactionHeader | null>;
  readonly isOwn: (header: TransactionHeader) => boolean;
}

/** The newest transaction that wrote a file. */
interface LastWrite {
  readonly id: string;
  readonly hash: string;
}

/** The texts of the transactions that are done, each kept as what it changed in the text of an earlier one. */
export class TextHistory {
  readonly #deps: TextHistoryDeps;
  readonly #lastWrites = new Map<string, LastWrite>();
  readonly #noted = new Set<string>();

  constructor(deps: TextHistoryDeps) {
    this.#deps = deps;
  }

  /** Takes note of what is done. @param ids oldest first */
  async note(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.#noted.has(id)) continue;
      const header = await this.#deps.headerOf(id);
      if (header !== null) this.add(header);
    }
  }

  /** Takes note of the newest transaction. */
  add(header: TransactionHeader): void {
    this.#noted.add(header.id);
    if (!this.#deps.isOwn(header)) return;
    for (const file of header.files) {
      if (file.op === 'rename') this.#lastWrites.delete(file.from);
      if (file.after === null) this.#lastWrites.delete(file.path);
      else this.#lastWrites.set(file.path, { id: header.id, hash: file.after });
    }
  }

  /** What to keep of the texts of a new transaction. Call it after {@link note}. */
  async keep(header: TransactionHeader, before: Texts, after: Texts): Promise<KeptTexts> {
    const { keepTexts } = await import('./kept-texts');
    const bases: (TextBase | null)[] = [];
    for (const file of header.files) bases.push(await this.#baseOf(file));
    return keepTexts(header, before, after, bases);
  }

  /**
   * Keeps whole what a transaction takes from the texts of others that are to be removed. Of a text that cannot be read any more nothing
   * can be kept.
   */
  async detach(header: TransactionHeader, removed: ReadonlySet<string>): Promise<void> {
    const { store } = this.#deps;
    const kept = await store.kept(header);
    if (kept.state !== 'good') return;
    const needs = kept.value.files.some((file) => 'base' in file && removed.has(file.base));
    if (!needs) return;
    const read = new Map<string, KeptTexts | null>([[header.id, kept.value]]);
    const files: KeptTexts['files'] = [];
    for (const [at, each] of kept.value.files.entries()) {
      const file = header.files[at];
      const both =
        file !== undefined && 'base' in each && removed.has(each.base) ? await this.#textsOf(header, file, read) : null;
      const isWhole = file !== undefined && both !== null && fits(file, both) && both.before !== null;
      files.push(isWhole ? { text: both.before, edits: each.edits } : each);
    }
    await store.rewriteKept({ ...kept.value, files });
  }

  /** The texts of these transactions are no longer kept. */
  forget(removed: ReadonlySet<string>): void {
    for (const [path, { id }] of this.#lastWrites) if (removed.has(id)) this.#lastWrites.delete(path);
  }

  async #baseOf(file: FileRecord): Promise<TextBase | null> {
    const path = oldPath(file);
    const last = this.#lastWrites.get(path);
    if (last?.hash !== file.before) return null;
    const found = await this.#find(last.id, path);
    if (found === null) return null;
    const { sizeOfEdits } = await import('./text-edits');
    const { kept } = found;
    return { id: last.id, weight: 'base' in kept ? kept.weight : sizeOfEdits(kept.edits) };
  }

  /**
   * Both texts of each file, each checked against its hash in the header.
   * @param isWanted by path; all files when absent
   * @returns `null` for a file whose texts are lost or damaged or not wanted
   */
  async read(
    header: TransactionHeader,
    run: Run,
    isWanted: (path: string) => boolean = () => true,
  ): Promise<readonly (BothTexts | null)[]> {
    const kept = await this.#deps.store.kept(header);
    if (kept.state === 'missing') return this.#readSides(header, run, isWanted);
    const read = new Map<string, KeptTexts | null>([[header.id, kept.state === 'good' ? kept.value : null]]);
    const texts: (BothTexts | null)[] = [];
    for (const file of header.files) {
      const both = isWanted(file.path) ? await this.#textsOf(header, file, read) : null;
      texts.push(both !== null && fits(file, both) ? both : null);
      await run.yieldToHost();
    }
    return texts;
  }

  /** The texts of one side of a transaction, whether it runs or is done. */
  async side(header: TransactionHeader, side: Side): Promise<ReadResult<Texts>> {
    const found = await this.#deps.store.texts(header, side);
    if (found.state !== 'missing' || (await this.#deps.store.kept(header)).state === 'missing') return found;
    const texts: (string | null)[] = [];
    for (const both of await this.read(header, silentRun)) {
      if (both === null) return { state: 'broken' };
      texts.push(both[side]);
    }
    return { state: 'good', value: texts };
  }

  /** The texts as older versions kept them. */
  async #readSides(
    header: TransactionHeader,
    run: Run,
    isWanted: (path: string) => boolean,
  ): Promise<readonly (BothTexts | null)[]> {
    const before = await this.#deps.store.texts(header, 'before');
    await run.yieldToHost();
    const after = await this.#deps.store.texts(header, 'after');
    await run.yieldToHost();
    if (before.state !== 'good' || after.state !== 'good') return header.files.map(() => null);
    return header.files.map((file, i) =>
      isWanted(file.path) ? { before: before.value[i] ?? null, after: after.value[i] ?? null } : null,
    );
  }

  async #textsOf(
    header: TransactionHeader,
    file: FileRecord,
    read: Map<string, KeptTexts | null>,
  ): Promise<BothTexts | null> {
    const { bothTexts, textsBehind } = await import('./kept-texts');
    const kept = read.get(header.id)?.files[header.files.indexOf(file)];
    if (kept === undefined) return null;
    if ('text' in kept) return bothTexts(file, kept, null);
    // The newest text of a file is usually in the file.
    const current = file.after === null ? null : await this.#currentText(file.path);
    const behind = current === null ? null : textsBehind(file, kept, current);
    if (behind !== null && fits(file, behind)) return behind;
    return bothTexts(file, kept, await this.#textLeftBy(kept.base, oldPath(file), read));
  }

  /** The text that a transaction left in a file, from the last whole text on. */
  async #textLeftBy(id: string, path: string, read: Map<string, KeptTexts | null>): Promise<string | null> {
    const { bothTexts } = await import('./kept-texts');
    const steps: FoundText[] = [];
    for (let next: string | null = id; next !== null;) {
      const found: FoundText | null = await this.#find(next, path, read);
      if (found === null) return null;
      steps.push(found);
      path = oldPath(found.file);
      next = 'base' in found.kept ? found.kept.base : null;
    }
    let text: string | null = null;
    for (const { file, kept } of steps.reverse()) text = bothTexts(file, kept, text)?.after ?? null;
    return text;
  }

  async #find(id: string, path: string, read = new Map<string, KeptTexts | null>()): Promise<FoundText | null> {
    const { store, headerOf } = this.#deps;
    const header = await headerOf(id);
    if (header === null) return null;
    let texts = read.get(id);
    if (texts === undefined) {
      const kept = await store.kept(header);
      texts = kept.state === 'good' ? kept.value : null;
      read.set(id, texts);
    }
    const at = header.files.findIndex((file) => file.path === path);
    const file = header.files[at];
    const kept = texts?.files[at];
    return file === undefined || kept === undefined ? null : { file, kept };
  }

  async #currentText(path: string): Promise<string | null> {
    const { vault } = this.#deps;
    try {
      return (await vault.stat(path))?.kind === 'file' ? await vault.readText(path) : null;
    } catch (error) {
      if (isWikiError(error)) return null;
      throw error;
    }
  }
}

interface FoundText {
  readonly file: FileRecord;
  readonly kept: KeptTexts['files'][number];
}

/** The path of a file before its transaction. */
function oldPath(file: FileRecord): string {
  return file.op === 'rename' ? file.from : file.path;
}

function fits(file: FileRecord, { before, after }: BothTexts): boolean {
  return hashOrNull(before) === file.before && hashOrNull(after) === file.after;
}

function hashOrNull(text: string | null): string | null {
  return text === null ? null : hashText(text);
}
