import { compareText, throwIfCancelled, type YieldBudget } from '../../base';
import { type PageIndex } from '../../search';
import { sourceDate, type Snapshot, type Source } from '../../wiki';
import { type CurateRequest } from '../types';
import { findSummary } from './summary-page';
import { type CitedSource } from './context';
import { parseSource, type ParsedSource } from './parse-source';
import { isRedLink } from './red-links';
import { extractTerms, type Term } from './terms';
import { findMentions } from './term-definitions';
import { withTopics } from './title-nouns';
import { termKey } from './name-groups';
import { stem, UNSPACED_SCRIPT, tokenize } from './tokenizer';

/** An earlier source that names something. */
interface EarlierSource {
  readonly source: Source;
  readonly cited: CitedSource;
  /** ISO day; `null` if unknown. */
  readonly date: string | null;
  readonly parsed: ParsedSource;
  /** What it says of the name. */
  readonly term: Term;
}

/** What the wiki knows about a name that has no page. */
export interface EarlierNaming {
  readonly sources: readonly EarlierSource[];
  /** Sources that name it and could not be read again. */
  readonly unread: readonly Source[];
  /** Whether a page links to it. */
  readonly isWanted: boolean;
}

/** An earlier source that was read again. */
interface ReadSource {
  readonly cited: CitedSource;
  readonly date: string | null;
  readonly parsed: ParsedSource;
}

interface ReadTerms extends ReadSource {
  readonly terms: ReadonlyMap<string, Term>;
}

/** Pages looked at for one name, and sources read again for one name. */
const MAX_PAGES = 24;
const MAX_SOURCES = 4;
/** What is read again for one source: as many sources, or characters. */
const MAX_READ = 8;
const MAX_LENGTH = 400_000;

/**
 * Finds what earlier sources say about a name that only now gets a page. Summaries list such names, so the index finds them; the
 * sources themselves are then read again.
 */
export class EarlierSources {
  readonly #snapshot: Snapshot;
  readonly #index: PageIndex;
  readonly #readText: CurateRequest['readSource'];
  readonly #budget: YieldBudget;
  readonly #summaryLinks: boolean;
  readonly #read = new Map<string, ReadSource | null>();
  readonly #terms = new Map<string, ReadTerms | null>();
  #length = 0;
  readonly #texts = new Map<string, string | null>();

  constructor({ snapshot, index, readSource }: CurateRequest, summaryLinks: boolean, budget: YieldBudget) {
    this.#snapshot = snapshot;
    this.#index = index;
    this.#readText = readSource;
    this.#summaryLinks = summaryLinks;
    this.#budget = budget;
  }

  /** @param current path of the source being read, which is not an earlier one */
  async find(term: Term, current: string): Promise<EarlierNaming> {
    // The capital of a noun is that of a title.
    const names = term.isCommonNoun ? [term.name.toLowerCase()] : [term.name, ...term.aliases];
    const keys = new Set(names.map(termKey));
    const found = new Map<string, Source>();
    const isWanted = names.some((name) => isRedLink(name, this.#snapshot));
    for (const path of this.#index.pagesWithAll(term.name, MAX_PAGES)) {
      throwIfCancelled(this.#budget.run);
      const page = this.#snapshot.pages.get(path);
      if (page === undefined) continue;
      if (page.kind !== 'summary') continue;
      const text = await this.#text(path);
      const source = this.#snapshot.source(page.sources[0] ?? '');
      if (text === null || source === undefined || source.path === current) continue;
      if (names.some((name) => usesName(text, name))) found.set(source.path, source);
    }
    const sources: EarlierSource[] = [];
    const unread: Source[] = [];
    const isTitled = ({ title }: Source): boolean => names.some((name) => usesName(title, name));
    const inOrder = [...found.values()].sort(
      (a, b) => Number(isTitled(b)) - Number(isTitled(a)) || compareText(a.id, b.id),
    );
    for (const source of inOrder.slice(0, MAX_SOURCES)) {
      const read = await this.#again(source);
      const own =
        read === null
          ? undefined
          : ([...keys].flatMap((key) => read.terms.get(key) ?? [])[0] ?? asNamed(term, names, read));
      if (read === null) unread.push(source);
      else if (own !== undefined) sources.push({ source, ...read, term: own });
    }
    return { sources, unread, isWanted };
  }

  async #again(source: Source): Promise<ReadTerms | null> {
    const known = this.#terms.get(source.path);
    if (known !== undefined) return known;
    const read = await this.read(source);
    const terms = new Map<string, Term>();
    if (read !== null)
      for (const term of withTopics(await extractTerms(read.parsed, this.#budget), read.parsed))
        for (const name of [term.name, ...term.aliases]) if (!terms.has(termKey(name))) terms.set(termKey(name), term);
    const found = read === null ? null : { ...read, terms };
    this.#terms.set(source.path, found);
    return found;
  }

  /** Reads an earlier source, once; `null` if it cannot be read, or too much was read already. */
  async read(source: Source): Promise<ReadSource | null> {
    const known = this.#read.get(source.path);
    if (known !== undefined) return known;
    const text = this.#read.size >= MAX_READ ? null : ((await this.#readText?.(source)) ?? null);
    const length = text?.passages.reduce((sum, passage) => sum + passage.text.length, 0) ?? 0;
    let read: ReadSource | null = null;
    if (text !== null && this.#length + length <= MAX_LENGTH) {
      this.#length += length;
      const parsed = await parseSource(text, this.#budget);
      const date = sourceDate(source, text.date)?.slice(0, 10) ?? null;
      read = { cited: this.cite(source, text), date, parsed };
    }
    this.#read.set(source.path, read);
    return read;
  }

  /** An earlier source as footnotes cite it. */
  cite(source: Source, { hash, format }: Pick<CitedSource, 'hash' | 'format'>): CitedSource {
    const summary = this.#summaryLinks ? (findSummary(source, this.#snapshot)?.slug ?? null) : null;
    return { source, hash, format, summary };
  }

  async #text(path: string): Promise<string | null> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = await this.#snapshot.text(path);
    this.#texts.set(path, text);
    return text;
  }
}

/** A phrase that only the later source defines or shows to be a name, as an earlier one uses it. */
function asNamed(term: Term, names: readonly string[], { parsed }: ReadSource): Term | undefined {
  const mentions = names.flatMap((name) => (name.includes(' ') ? findMentions(name, parsed) : []));
  return mentions.length === 0 ? undefined : { ...term, mentions, definitions: [], isMain: false };
}

/** Whether a text uses the name as whole words and, for a proper name, with its capital. */
function usesName(text: string, name: string): boolean {
  if (UNSPACED_SCRIPT.test(name)) return text.includes(name);
  const wanted = tokenize(name);
  const [first] = wanted;
  if (first === undefined) return false;
  const proper = /\p{Lu}/u.test(name.slice(1)) || wanted.length === 1;
  if (!text.toLowerCase().includes(first.key.slice(0, Math.max(3, first.key.length - 2)))) return false;
  const words = tokenize(text);
  return words.some((_, at) =>
    wanted.every((part, offset) => {
      const word = words[at + offset];
      if (word === undefined || stem(word.key) !== stem(part.key)) return false;
      return !proper || offset > 0 || part.shape === 'lower' || word.shape !== 'lower';
    }),
  );
}
