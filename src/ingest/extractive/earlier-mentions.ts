import { throwIfCancelled, type Run } from '../../base';
import { type PageIndex } from '../../search';
import { findQuotes, type PageQuote, type Snapshot, type Source } from '../../wiki';
import { type Term } from './terms';
import { stem, UNSPACED_SCRIPT, tokenize } from './tokenizer';

/** An earlier source that mentions a term, as the wiki shows it. */
export interface EarlierMention {
  readonly source: Source;
  /** What the source said; `null` when a page only names the term. */
  readonly quote: PageQuote | null;
  /** How often the source named the term, as its summary says; 0 when it does not say. */
  readonly mentions: number;
}

const MAX_PAGES = 12;

/**
 * Finds what earlier sources said about a term. The record is the wiki itself: the quotations on its pages, each with its
 * source. A summary lists names without a page, each with a quotation, so that they are found when a later source names
 * them too.
 */
export class EarlierMentions {
  readonly #texts = new Map<string, string | null>();

  readonly #snapshot: Snapshot;
  readonly #index: PageIndex;
  readonly #run: Run;

  constructor(snapshot: Snapshot, index: PageIndex, run: Run) {
    this.#snapshot = snapshot;
    this.#index = index;
    this.#run = run;
  }

  /**
   * Returns one mention per earlier source, ordered by source id.
   *
   * @param current path of the source being read, which is not an earlier one
   */
  async find(term: Pick<Term, 'name' | 'aliases'>, current: string): Promise<readonly EarlierMention[]> {
    const names = [term.name, ...term.aliases];
    const bySource = new Map<string, EarlierMention>();
    for (const hit of this.#index.search(term.name, { loose: false, limit: MAX_PAGES })) {
      throwIfCancelled(this.#run);
      const page = this.#snapshot.pages.get(hit.path);
      if (page === undefined || page.schema === null || page.sources.length === 0) continue;
      const text = await this.#text(hit.path);
      if (text === null || !names.some((name) => usesName(text, name))) continue;
      let quoted = false;
      for (const quote of findQuotes(text)) {
        const speaker = quote.speaker ?? '';
        if (!names.some((name) => usesName(quote.text, name) || usesName(speaker, name))) continue;
        const source = this.#snapshot.source(quote.sourceId);
        if (source === undefined || source.path === current) continue;
        quoted = true;
        const mentions = readMentionCount(text, quote);
        const known = bySource.get(source.id);
        // A quotation listed under the term's own name says more about it than one that only contains it.
        const better = known === undefined || known.quote === null || (mentions > 0 && known.mentions === 0);
        if (better) bySource.set(source.id, { source, quote, mentions });
      }
      if (quoted || page.kind !== 'summary') continue;
      const source = this.#snapshot.source(page.sources[0] ?? '');
      if (source !== undefined && source.path !== current && !bySource.has(source.id)) {
        bySource.set(source.id, { source, quote: null, mentions: 0 });
      }
    }
    return [...bySource.values()].sort((a, b) => (a.source.id < b.source.id ? -1 : 1));
  }

  async #text(path: string): Promise<string | null> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = await this.#snapshot.text(path);
    this.#texts.set(path, text);
    return text;
  }
}

/** Reads how often a source named a term from a line such as `- Kansas (7 times): "…"`. */
function readMentionCount(text: string, quote: PageQuote): number {
  const end = text.indexOf(quote.markdown, quote.start);
  const count = / \((\d{1,6}) times?\)/.exec(text.slice(quote.start, end < 0 ? quote.start : end))?.[1];
  return count === undefined ? 0 : Number(count);
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
