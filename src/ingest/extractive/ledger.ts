import type { Run } from '../../base';
import { throwIfCancelled } from '../../base';
import type { PageIndex } from '../../search';
import type { Snapshot, Source } from '../../wiki';
import { quotesIn, type WrittenQuote } from './quote';
import type { Term } from './terms';
import { stem, unspaced, wordsOf } from './words';

/** That an earlier source speaks of a term, as the wiki itself shows it. */
export interface Sighting {
  readonly source: Source;
  /** What it said; `null` when a page only names the term. */
  readonly quote: WrittenQuote | null;
  /** How often it named the term, as far as its summary says. */
  readonly mentions: number;
}

const pagesLooked = 12;

/**
 * What the wiki's earlier sources said of a term. There is no hidden ledger: the quotations on the pages, each with its
 * source, are the record. A summary lists names that have no page, each with a quotation, so that a later source which
 * names them too finds them here.
 */
export class Ledger {
  readonly #texts = new Map<string, string | null>();

  constructor(
    private readonly snapshot: Snapshot,
    private readonly index: PageIndex,
    private readonly run: Run,
  ) {}

  /**
   * One sighting for each earlier source, in the order of the source ids.
   *
   * @param current path of the source that is being read; it is not an earlier one
   */
  async sightings(term: Pick<Term, 'name' | 'aliases'>, current: string): Promise<readonly Sighting[]> {
    const names = [term.name, ...term.aliases];
    const bySource = new Map<string, Sighting>();
    for (const hit of this.index.search(term.name, { loose: false, limit: pagesLooked })) {
      throwIfCancelled(this.run);
      const page = this.snapshot.pages.get(hit.path);
      if (page === undefined || page.schema === null || page.sources.length === 0) continue;
      const text = await this.#text(hit.path);
      if (text === null || !names.some((name) => speaksOf(text, name))) continue;
      let quoted = false;
      for (const quote of quotesIn(text)) {
        const spoken = quote.speaker ?? '';
        if (!names.some((name) => speaksOf(quote.shown, name) || speaksOf(spoken, name))) continue;
        const source = this.snapshot.source(quote.sourceId);
        if (source === undefined || source.path === current) continue;
        quoted = true;
        const mentions = mentionsBeside(text, quote);
        const known = bySource.get(source.id);
        // The quotation listed under the term's own name says more of it than one that merely holds it.
        const better = known === undefined || known.quote === null || (mentions > 0 && known.mentions === 0);
        if (better) bySource.set(source.id, { source, quote, mentions });
      }
      if (quoted || page.kind !== 'summary') continue;
      const source = this.snapshot.source(page.sources[0] ?? '');
      if (source !== undefined && source.path !== current && !bySource.has(source.id)) {
        bySource.set(source.id, { source, quote: null, mentions: 0 });
      }
    }
    return [...bySource.values()].sort((a, b) => (a.source.id < b.source.id ? -1 : 1));
  }

  async #text(path: string): Promise<string | null> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = await this.snapshot.text(path);
    this.#texts.set(path, text);
    return text;
  }
}

/** `- Kansas (7 times): "…"` tells how often the source named it. */
function mentionsBeside(text: string, quote: WrittenQuote): number {
  const end = text.indexOf(quote.markdown, quote.start);
  const count = / \((\d{1,6}) times?\)/.exec(text.slice(quote.start, end < 0 ? quote.start : end))?.[1];
  return count === undefined ? 0 : Number(count);
}

/** Whether a text uses the name, as a whole word or words and, for a name with a capital, written so. */
export function speaksOf(text: string, name: string): boolean {
  if (unspaced.test(name)) return text.includes(name);
  const wanted = wordsOf(name);
  const [first] = wanted;
  if (first === undefined) return false;
  const proper = /\p{Lu}/u.test(name.slice(1)) || wanted.length === 1;
  if (!text.toLowerCase().includes(first.key.slice(0, Math.max(3, first.key.length - 2)))) return false;
  const words = wordsOf(text);
  return words.some((_, at) =>
    wanted.every((part, offset) => {
      const word = words[at + offset];
      if (word === undefined || stem(word.key) !== stem(part.key)) return false;
      return !proper || offset > 0 || part.shape === 'lower' || word.shape !== 'lower';
    }),
  );
}
