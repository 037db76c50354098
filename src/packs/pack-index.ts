import { checkpoint, type Run } from '../base';
import { bodyStartOf, plainText, readFrontmatter, scanText } from '../markdown';
import { TextRanker } from '../search';
import { type Hash } from '../vault';
import { listPack, type PackFile, readPackFile, resourceKind } from './pack-files';
import { type Pack } from './types';

/** UTF-16 units of one pack that are indexed; the rest is found by the names of its files alone. */
const MAX_INDEXED = 40_000_000;

interface RankedFile {
  readonly path: string;
  readonly score: number;
}

/** Which files of a pack say what, so that only the best are read. Follows the files as they change; keeps no text. */
export class PackIndex {
  readonly #pack: Pack;
  /** Of files that facts are taken from. */
  readonly #facts = new TextRanker();
  /** Of `sources/`, indexed only where evidence is asked for. */
  readonly #evidence = new TextRanker();
  readonly #stamps = new Map<string, string>();
  #files: readonly PackFile[] = [];
  #isCut = false;
  #indexed = 0;

  constructor(pack: Pack) {
    this.#pack = pack;
  }

  get files(): readonly PackFile[] {
    return this.#files;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** @param withSources whether `sources/` is looked through as well */
  async update(withSources: boolean, run: Run): Promise<void> {
    const { files, isCut } = await listPack(this.#pack, run);
    this.#files = files;
    this.#isCut = isCut;
    const primary = this.#pack.item.metadata?.primaryDocument;
    const seen = new Set<string>();
    for (const { path, stamp } of files) {
      const kind = resourceKind(path, primary);
      if (kind === null || path.endsWith('.json') || (kind === 'evidence' && !withSources)) continue;
      seen.add(path);
      if (this.#stamps.get(path) === stamp) continue;
      await checkpoint(run);
      await this.#index(path, kind === 'evidence' ? this.#evidence : this.#facts);
      this.#stamps.set(path, stamp);
    }
    for (const path of this.#stamps.keys()) {
      if (seen.has(path) || (!withSources && path.startsWith('sources/'))) continue;
      this.#facts.remove(path);
      this.#evidence.remove(path);
      this.#stamps.delete(path);
    }
  }

  async #index(path: string, ranker: TextRanker): Promise<void> {
    ranker.remove(path);
    const read = this.#indexed < MAX_INDEXED ? await readPackFile(this.#pack, path) : null;
    const text = read?.text ?? '';
    this.#indexed += text.length;
    const start = bodyStartOf(text);
    const { title } = readFrontmatter(text.slice(0, start)).data;
    const headings = scanText(text, start).headings.map((heading) => heading.text);
    const words = path.replace(/\.[a-z]+$/i, '').replace(/[/_-]+/g, ' ');
    ranker.add({
      key: path,
      names: [typeof title === 'string' ? title : '', words, ...headings].join('\n'),
      text: plainText(text.slice(start)),
    });
  }

  /** The files that say most about a task, best first; each has some of its words. */
  rank(task: string, limit: number): readonly RankedFile[] {
    return this.#facts.rank(task, limit).map(({ key, score }) => ({ path: key, score }));
  }

  rankSources(task: string, limit: number): readonly RankedFile[] {
    return this.#evidence.rank(task, limit).map(({ key, score }) => ({ path: key, score }));
  }
}

/** Identifies a pack with its content, as far as it was found. */
export const packKey = ({
  item,
  hash,
}: {
  readonly item: { readonly location: string };
  readonly hash: Hash;
}): string => `${item.location} ${hash}`;
