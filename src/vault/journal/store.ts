import type * as z from 'zod/mini';
import { compareText, isWikiError, type Run } from '../../base';
import { listKinds } from '../list-kinds';
import { readPacked, writePacked } from '../packed-files';
import { baseName } from '../paths';
import { hashText } from '../text';
import { type FileStat, type Hash, type Vault } from '../types';
import { timeOfId } from './ids';
import { type JournalSigner } from './seal';
import { checkWritablePath } from './writable-path';
import {
  headerSchema,
  keptTextsSchema,
  parseRecord,
  printRecord,
  RECORD_VERSION,
  textsSchema,
  type ReadResult,
  type TransactionHeader,
  sideHash,
  type Side,
  type KeptTexts,
  type Texts,
} from './records';

/** The folder of a wiki's private state, relative to its root. */
export const STATE_FOLDER = '.wiki';
/**
 * Where an adapter keeps a file that it is still writing. Whatever is here when the journal is opened was left by an
 * interrupted write and is removed.
 */
export const SCRATCH_FOLDER = `${STATE_FOLDER}/tmp`;

/** Where the journal keeps its files: a folder with one was a wiki. */
export const JOURNAL_FOLDER = `${STATE_FOLDER}/journal`;
const FOREIGN_ENDING = /\.foreign-\d+$/;
const FOREIGN_HEADER = /^\d{8}T\d{9}Z-[a-z0-9]+\.json\.foreign-\d+$/;
const ID_PATTERN = /^\d{8}T\d{9}Z-[a-z0-9]+$/;
/** Bytes of a header, and of the texts of one side. Larger ones are none that this program wrote. */
const MAX_SIZE = { header: 50_000_000, texts: 500_000_000 };

/** `open`: running, to be finished; `back`: being rolled back; `done`. */
type Stage = 'open' | 'back' | 'done';

/** How the file of a header ends; the first is written, the others are read. */
const HEADER_ENDINGS = {
  open: ['.json'],
  back: ['.json'],
  done: ['.json.z', '.json'],
} as const satisfies Record<Stage, readonly [string, ...string[]]>;

/**
 * The journal's files:
 *
 * - `open/ID.before.json`, `open/ID.after.json`, then `open/ID.json`: one that is running; it counts once the last exists
 * - `back/ID.json`: one that is being rolled back; its texts stay in `open/`
 * - `texts/ID.json.z`, then `done/ID.json.z`: one that is done; older versions kept `done/ID.json`, and `texts/ID.json.gz` or
 *   `texts/ID.before.json` and `texts/ID.after.json`
 * - `*.broken-N`: a record that cannot be read; `*.foreign-N`: an unfinished one that another machine began
 * - `unwritten/ID/…`: texts that were not written because the file had been edited
 */
export class JournalStore {
  readonly #vault: Vault;
  readonly #seal: JournalSigner;

  constructor(vault: Vault, seal: JournalSigner) {
    this.#vault = vault;
    this.#seal = seal;
  }

  /** Ids of the transactions of a stage, oldest first. */
  async ids(stage: Stage): Promise<string[]> {
    const names = await this.#names(`${JOURNAL_FOLDER}/${stage}`);
    const ids = HEADER_ENDINGS[stage].flatMap((ending) => withoutEnding(names, ending).filter(isId));
    return [...new Set(ids)].sort(compareText);
  }

  /** Writes the journal of a transaction. From now on it can be finished or rolled back, whatever happens. */
  async begin(header: TransactionHeader, before: Texts, after: Texts, run: Run): Promise<void> {
    const { id } = header;
    const write = (path: string, record: Parameters<typeof printRecord>[0]): Promise<void> =>
      this.#vault.write(path, printRecord(record), { durable: true });
    await write(this.#textsPath('open', id, 'before'), { version: RECORD_VERSION, id, texts: before });
    await run.yieldToHost();
    await write(this.#textsPath('open', id, 'after'), { version: RECORD_VERSION, id, texts: after });
    await run.yieldToHost();
    await write(this.#headerPath('open', id), header);
  }

  async header(stage: Stage, id: string): Promise<ReadResult<TransactionHeader>> {
    for (const ending of HEADER_ENDINGS[stage]) {
      const found = await this.#read(`${JOURNAL_FOLDER}/${stage}/${id}${ending}`, headerSchema, MAX_SIZE.header);
      if (found.state === 'missing') continue;
      return found.state === 'good' && !isValidHeader(found.value, id) ? { state: 'broken' } : found;
    }
    return { state: 'missing' };
  }

  /** The texts of one side, each checked against its hash in the header. */
  async texts(header: TransactionHeader, side: Side): Promise<ReadResult<Texts>> {
    for (const folder of ['open', 'texts'] as const) {
      const found = await this.#read(this.#textsPath(folder, header.id, side), textsSchema, MAX_SIZE.texts);
      if (found.state === 'missing') continue;
      if (found.state === 'broken') return found;
      const { id, texts } = found.value;
      const isWhole =
        id === header.id &&
        texts.length === header.files.length &&
        header.files.every((file, i) => matchesHash(texts[i] ?? null, sideHash(file, side)));
      return isWhole ? { state: 'good', value: texts } : { state: 'broken' };
    }
    return { state: 'missing' };
  }

  /**
   * From now on the transaction can only be rolled back. Its new texts are removed first: without them no program can
   * finish it, and a full disk needs their space.
   */
  async markForRollback(id: string): Promise<void> {
    await this.#drop(this.#textsPath('open', id, 'after'));
    await this.#drop(this.#textsPath('texts', id, 'after'));
    await this.#move(this.#headerPath('open', id), this.#headerPath('back', id), true);
  }

  /** Marks a transaction as done, and keeps its texts for undo. */
  async finish(header: TransactionHeader, kept: KeptTexts): Promise<void> {
    const { id } = header;
    await this.#keep(kept);
    await this.#drop(this.#textsPath('open', id, 'after'));
    await this.#drop(this.#textsPath('open', id, 'before'), true);
    await this.#writeDone(header);
    await this.#drop(this.#headerPath('open', id), true);
  }

  #writeDone(header: TransactionHeader): Promise<void> {
    return writePacked(this.#vault, this.#headerPath('done', header.id), JSON.stringify(header), { durable: true });
  }

  /** {@link finish} for a transaction of which only a part was done; `header` describes that part. */
  async finishPart(header: TransactionHeader, kept: KeptTexts): Promise<void> {
    await this.#keep(kept);
    await this.#writeDone(this.#seal.sign(header));
    await this.removeOpen(header.id);
  }

  async #keep(kept: KeptTexts): Promise<void> {
    await writePacked(this.#vault, this.#keptPaths(kept.id)[0], JSON.stringify(kept), { durable: true });
  }

  /** What is kept of the texts of a transaction. */
  async kept(header: TransactionHeader): Promise<ReadResult<KeptTexts>> {
    const [path, stat] = await this.#keptFile(header.id);
    if (stat === null) return { state: 'missing' };
    if (stat.size > MAX_SIZE.texts) return { state: 'broken' };
    const text = await readPacked(this.#vault, path);
    const found = text === null ? ({ state: 'broken' } as const) : parseRecord(keptTextsSchema, text);
    if (found.state !== 'good') return found;
    const { id, files } = found.value;
    // Ids sort by time, so what is based on earlier ones has an end.
    const isWhole =
      id === header.id &&
      files.length === header.files.length &&
      files.every((file) => !('base' in file) || file.base < id);
    return isWhole ? found : { state: 'broken' };
  }

  /** Keeps other records of the texts of a transaction that is done. */
  rewriteKept(kept: KeptTexts): Promise<void> {
    return this.#keep(kept);
  }

  /** Bytes that are kept of the texts of each transaction that is done. */
  async keptSizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for (const { path, kind, size } of await this.#vault.list(`${JOURNAL_FOLDER}/texts`)) {
      const id = baseName(path).split('.')[0] ?? '';
      if (kind === 'file' && isId(id)) sizes.set(id, (sizes.get(id) ?? 0) + size);
    }
    return sizes;
  }

  /** Removes what is kept of the texts of a transaction that is done. Its header stays. */
  async removeKept(id: string): Promise<void> {
    for (const path of this.#keptPaths(id)) await this.#drop(path);
    for (const side of ['before', 'after'] as const) await this.#drop(this.#textsPath('texts', id, side));
  }

  /** Removes the records of a running transaction: it is done, or all files are as they were. */
  async removeOpen(id: string): Promise<void> {
    await this.#drop(this.#textsPath('open', id, 'after'));
    await this.#drop(this.#textsPath('open', id, 'before'));
    for (const stage of ['open', 'back'] as const) await this.#drop(this.#headerPath(stage, id), true);
  }

  /** {@link removeOpen} for a transaction that left no trace. */
  async discard(id: string): Promise<void> {
    await this.#drop(this.#textsPath('texts', id, 'after'));
    await this.#drop(this.#textsPath('texts', id, 'before'));
    for (const path of this.#keptPaths(id)) await this.#drop(path);
    // On a host that writes a file in place, a crash may leave a part of it.
    await this.#drop(this.#headerPath('done', id));
    await this.removeOpen(id);
  }

  /** Whether a transaction is done: its header is there and whole. */
  async isDone(id: string): Promise<boolean> {
    return (await this.header('done', id)).state === 'good';
  }

  /** Moves the records of a transaction aside as they are. @returns the new path of the header */
  async setAside(stage: Stage, id: string, ending: 'broken' | 'foreign' = 'broken'): Promise<string> {
    const sides = ['before', 'after'] as const;
    const folder = stage === 'done' ? 'texts' : 'open';
    for (const side of sides) await this.#setFileAside(this.#textsPath(folder, id, side), ending);
    if (stage === 'done') for (const path of this.#keptPaths(id)) await this.#setFileAside(path, ending);
    let aside = '';
    for (const name of HEADER_ENDINGS[stage]) {
      const path = `${JOURNAL_FOLDER}/${stage}/${id}${name}`;
      if (aside === '' || (await this.#vault.stat(path)) !== null) aside = await this.#setFileAside(path, ending);
    }
    return aside;
  }

  /** The unfinished transactions of other machines that were set aside. */
  async foreign(): Promise<{ readonly path: string; readonly header: TransactionHeader }[]> {
    const found: { path: string; header: TransactionHeader }[] = [];
    for (const stage of ['back', 'open'] as const) {
      for (const entry of await this.#vault.list(`${JOURNAL_FOLDER}/${stage}`)) {
        if (entry.kind !== 'file' || !FOREIGN_HEADER.test(baseName(entry.path))) continue;
        const read = await this.#read(entry.path, headerSchema, MAX_SIZE.header);
        if (read.state === 'good') found.push({ path: entry.path, header: read.value });
      }
    }
    return found;
  }

  /**
   * Puts a record that another machine set aside back in its place. Its texts are checked when they are read.
   * @param path of the header, see {@link foreign}
   */
  async takeBack(path: string): Promise<void> {
    const aside = FOREIGN_ENDING.exec(path)?.[0] ?? '';
    const header = path.slice(0, -aside.length);
    const texts = header.replace(/\/(?:open|back)\/([^/]+)\.json$/, '/open/$1');
    for (const side of ['before', 'after'] as const) {
      const name = `${texts}.${side}.json`;
      if ((await this.#vault.stat(name)) === null) await this.#move(name + aside, name, false);
    }
    if ((await this.#vault.stat(header)) === null) await this.#move(path, header, true);
  }

  /** Keeps a text that could not be written, for the user to compare. @returns its path */
  async keepUnwritten(id: string, index: number, path: string, text: string): Promise<string> {
    // The number keeps files of the same name in different folders apart.
    const kept = `${JOURNAL_FOLDER}/unwritten/${id}/${index + 1}-${lastCharacters(baseName(path))}`;
    await this.#vault.write(kept, text, { durable: true });
    return kept;
  }

  /** Files that an interrupted write left: unfinished ones, and texts whose header was never written. */
  async leftovers(): Promise<string[]> {
    const scratch = (await this.#vault.list(SCRATCH_FOLDER)).filter((entry) => entry.kind === 'file');
    const headers = new Set([...(await this.ids('open')), ...(await this.ids('back'))]);
    const open = await this.#names(`${JOURNAL_FOLDER}/open`);
    const texts: string[] = [];
    for (const side of ['before', 'after'] as const) {
      for (const id of withoutEnding(open, `.${side}.json`)) {
        if (isId(id) && !headers.has(id)) texts.push(this.#textsPath('open', id, side));
      }
    }
    return [...scratch.map((entry) => entry.path), ...texts];
  }

  async removeLeftover(path: string): Promise<void> {
    await this.#drop(path);
  }

  #headerPath(stage: Stage, id: string): string {
    return `${JOURNAL_FOLDER}/${stage}/${id}${HEADER_ENDINGS[stage][0]}`;
  }

  #textsPath(folder: 'open' | 'texts', id: string, side: Side): string {
    return `${JOURNAL_FOLDER}/${folder}/${id}.${side}.json`;
  }

  /** The file that is written, then the one that earlier versions wrote. */
  #keptPaths(id: string): readonly [string, string] {
    return [`${JOURNAL_FOLDER}/texts/${id}.json.z`, `${JOURNAL_FOLDER}/texts/${id}.json.gz`];
  }

  async #keptFile(id: string): Promise<readonly [path: string, stat: FileStat | null]> {
    const [path, former] = this.#keptPaths(id);
    const stat = await this.#vault.stat(path);
    return stat === null ? [former, await this.#vault.stat(former)] : [path, stat];
  }

  async #names(folder: string): Promise<readonly string[]> {
    return (await listKinds(this.#vault, folder)).flatMap(({ kind, path }) =>
      kind === 'file' ? [baseName(path)] : [],
    );
  }

  async #read<T>(path: string, schema: z.ZodMiniType<T>, maxSize: number): Promise<ReadResult<T>> {
    let text: string | null;
    try {
      if (((await this.#vault.stat(path))?.size ?? 0) > maxSize) return { state: 'broken' };
      text = await (path.endsWith('.z') ? readPacked(this.#vault, path) : this.#vault.readText(path));
    } catch (error) {
      if (isWikiError(error) && error.code === 'living-wiki:file_missing') return { state: 'missing' };
      if (isWikiError(error) && error.code === 'living-wiki:not_utf8') return { state: 'broken' };
      throw error;
    }
    return text === null ? { state: 'broken' } : parseRecord(schema, text);
  }

  async #drop(path: string, durable = false): Promise<void> {
    if ((await this.#vault.stat(path)) !== null) await this.#vault.remove(path, { durable });
  }

  /** Moves a file, unless it was already moved. */
  async #move(from: string, to: string, durable: boolean): Promise<void> {
    if ((await this.#vault.stat(from)) === null) return;
    // On a host that renames by copying, a crash leaves both, and the copy may be incomplete.
    await this.#drop(to);
    await this.#vault.rename(from, to, { durable });
  }

  async #setFileAside(path: string, ending: string): Promise<string> {
    if ((await this.#vault.stat(path)) === null) return path;
    for (let n = 1; ; n++) {
      const aside = `${path}.${ending}-${n}`;
      if ((await this.#vault.stat(aside)) !== null) continue;
      await this.#vault.rename(path, aside);
      return aside;
    }
  }
}

/** Whether it is an id that was given: with a date, so that ids sort by time. */
const withoutEnding = (names: readonly string[], ending: string): readonly string[] =>
  names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []));

function isId(name: string): boolean {
  return ID_PATTERN.test(name) && timeOfId(name) > 0;
}

/** Whether a header is that of `id` and names only files that a transaction may write: it may be forged. */
function isValidHeader(header: TransactionHeader, id: string): boolean {
  const named = header.files.flatMap((file) => (file.op === 'rename' ? [file.from, file.path] : [file.path]));
  try {
    for (const path of [...named, ...header.folders, ...header.emptied]) checkWritablePath(path);
    return header.id === id;
  } catch {
    return false;
  }
}

function matchesHash(text: string | null, hash: Hash | null): boolean {
  return text === null || hash === null ? text === hash : hashText(text) === hash;
}

/** Keeps the name short enough for a number in front, in any script. */
function lastCharacters(name: string): string {
  return Array.from(name).slice(-48).join('');
}
