import { type FootnoteText } from '../change';
import { contentWords, createLineIndex, readStatements, type Splice } from '../markdown';
import {
  findQuotes,
  labelStem,
  labelVariant,
  parseNote,
  readLedger,
  renderNote,
  supportKey,
  type Claim,
  type PageQuote,
} from '../wiki';

/** What a footnote needs to know of its source. */
export interface QuoteSources {
  /** Decides whether places are lines, pages or chapters. */
  readonly formatOf: (sourceId: string) => string;
  /** Slug of the summary of a source; `null` if it has none. */
  readonly summaryOf: (sourceId: string) => string | null;
}

interface FootnoteSplice extends Splice {
  readonly footnotes: readonly FootnoteText[];
}

/** The heading of older pages, and the one that their quotes get. */
const OLD_HEADING = 'What the sources say';
const NEW_HEADING = 'Further details';
/** The share of a sentence's words that a quote must have to stand behind it. */
const MIN_SHARED_WORDS = 0.6;
/** On a page, such words would be the owner's: they stay in quotation marks. */
const FIRST_PERSON = /\b(?:I|me|my|mine|myself|we|us|our|ours|ich|mein|meine|wir|unser|unsere|je|moi|mon|nous|notre)\b/;

/** Quotes that a page shows in its text. Those in callouts wait for a person and are left alone. */
export function quotesInText(text: string): readonly PageQuote[] {
  const callouts = [...text.matchAll(/^ {0,3}> ?\[![^\n]*(?:\n {0,3}>[^\n]*)*/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return findQuotes(text).filter(({ start }) => !callouts.some((each) => start >= each.start && start < each.end));
}

/**
 * Turns the quotes in a page's text into footnotes: behind the sentence that cites their source in their words, else behind the quote
 * itself, which becomes a sentence of the page.
 *
 * @param keepsHeading whether something links to the section with the quotes
 */
export function quotesToFootnotes(
  text: string,
  sources: QuoteSources,
  keepsHeading: boolean,
): readonly FootnoteSplice[] {
  const quotes = quotesInText(text);
  const labels = new Labels(text, sources);
  const lines = new Set(quotes.map(({ start }) => start));
  const sentences = readLedger(text).claims.filter(
    ({ kind, start, citations }) =>
      kind !== 'code' && citations.length > 0 && !lines.has(text.lastIndexOf('\n', start - 1) + 1),
  );
  const behind = new Map<Claim, PageQuote[]>();
  const splices: FootnoteSplice[] = [];
  const marks = emptyQuoteLines(text, lines);
  // What only held two quotes apart is a blank line from here on.
  const spaced = marks.reduce(
    (all, { start, end }) => all.slice(0, start) + ' '.repeat(end - start) + all.slice(end),
    text,
  );
  for (const quote of quotes) {
    const sentence = sentences.find((each) => each.citations.includes(quote.sourceId) && says(quote.text, each.text));
    if (sentence === undefined) splices.push(labels.asSentence(text, quote));
    else {
      behind.set(sentence, [...(behind.get(sentence) ?? []), quote]);
      splices.push({ ...lineOf(spaced, quote.start), text: '', footnotes: [] });
    }
  }
  for (const mark of marks) {
    if (!splices.some(({ start, end }) => start <= mark.start && mark.end <= end))
      splices.push({ ...mark, text: '', footnotes: [] });
  }
  for (const [sentence, own] of behind) splices.push(...labels.behind(text, sentence, own));
  const isEmpty = splices.filter((splice) => splice.text !== '').length === behind.size;
  return [...splices, ...headingSplice(spaced, keepsHeading, isEmpty)].sort((a, b) => a.start - b.start);
}

/** The lines with nothing but `>` in block quotes of which every other line becomes a sentence. @param lines where those begin */
function emptyQuoteLines(text: string, lines: ReadonlySet<number>): readonly Pick<Splice, 'start' | 'end'>[] {
  return [...text.matchAll(/^ {0,3}>[^\n]*(?:\n {0,3}>[^\n]*)*/gm)].flatMap((block) => {
    const all = [...block[0].matchAll(/^[^\r\n]+/gm)].map(({ 0: line, index }) => {
      const start = block.index + index;
      return { start, end: start + line.length, isEmpty: /^ {0,3}>[ \t]*$/.test(line) };
    });
    return all.every(({ start, isEmpty }) => isEmpty || lines.has(start))
      ? all.flatMap(({ start, end, isEmpty }) => (isEmpty ? [{ start, end }] : []))
      : [];
  });
}

/** Whether a quote has most words of a sentence. */
function says(quote: string, sentence: string): boolean {
  const known = new Set(contentWords(quote));
  const words = contentWords(sentence.replace(/\[[^[\]\s]+\]/g, ''));
  return words.length > 0 && words.filter((word) => known.has(word)).length >= words.length * MIN_SHARED_WORDS;
}

/** A line with the blank line below it. */
function lineOf(text: string, start: number): Pick<Splice, 'start' | 'end'> {
  const [line = ''] = /^[^\n]*(?:\n(?:[ \t]*(?:\r?\n|$))?)?/.exec(text.slice(start)) ?? [];
  return { start, end: start + line.length };
}

function headingSplice(text: string, keepsHeading: boolean, isEmpty: boolean): readonly FootnoteSplice[] {
  const heading = new RegExp(`^(#{1,6} )${OLD_HEADING}[ \\t]*$`, 'm').exec(text);
  if (heading === null || keepsHeading) return [];
  const start = heading.index;
  const section = /^[^\n]*\n([^]*?)(?=^#{1,6} |^\[\^[^\s[\]]+\]:|(?![^]))/m.exec(text.slice(start))?.[1] ?? '';
  const hasOther = section.split('\n').some((line) => line.trim() !== '' && findQuotes(line).length === 0);
  if (isEmpty && !hasOther) return [{ ...lineOf(text, start), text: '', footnotes: [] }];
  if (new RegExp(`^#{1,6} ${NEW_HEADING}[ \\t]*$`, 'm').test(text)) return [];
  return [{ start, end: start + heading[0].length, text: `${heading[1] ?? ''}${NEW_HEADING}`, footnotes: [] }];
}

/** Labels that are free on a page; the same quote gets the same one. */
class Labels {
  readonly #bySupport = new Map<string, string>();
  readonly #taken = new Map<string, string>();
  readonly #sources: QuoteSources;

  constructor(text: string, sources: QuoteSources) {
    this.#sources = sources;
    for (const definition of readStatements(text).definitions) {
      const note = parseNote(definition);
      this.#taken.set(definition.label.toLowerCase(), definition.content);
      if (note !== null) this.#bySupport.set(supportKey(note.sourceId, note.quote), definition.label);
    }
  }

  /** The quote as a sentence of the page. Words of a person stay in quotation marks, after the name. */
  asSentence(text: string, quote: PageQuote): FootnoteSplice {
    const { start } = quote;
    const [line = ''] = /^[^\r\n]*/.exec(text.slice(start)) ?? [];
    const open = line.search(/["“]/);
    const body = /^["“](.+)["”] \[/.exec(line.slice(open))?.[1] ?? '';
    const lead = line.slice(0, open).replace(/^[ \t]*>[ \t]?/, '');
    const isPlain = /^[ \t]*(?:[-*] )?$/.test(lead);
    const stop = /[\p{L}\p{N})]$/u.test(body) ? '.' : '';
    const isPersonal = FIRST_PERSON.test(body);
    const words = isPlain && !isPersonal ? `${lead}${lead === '' ? inert(body) : body}${stop}` : `${lead}“${body}”`;
    const footnote = this.#noteFor(quote, body);
    return { start, end: start + line.length, text: `${words}[^${footnote.label}]`, footnotes: [footnote] };
  }

  /** The footnotes of quotes behind a sentence, in place of its citations. */
  behind(text: string, { start, end }: Claim, quotes: readonly PageQuote[]): readonly FootnoteSplice[] {
    const bySource = new Map<string, FootnoteText[]>();
    for (const quote of quotes) {
      const notes = bySource.get(quote.sourceId) ?? [];
      bySource.set(quote.sourceId, [...notes, this.#noteFor(quote, quote.markdown)]);
    }
    return [...bySource].flatMap(([id, footnotes]) => {
      const at = text.slice(start, end).indexOf(`[${id}]`);
      if (at < 0) return [];
      const from = /[ \t]*$/.exec(text.slice(start, start + at))?.[0].length ?? 0;
      const marks = [...new Set(footnotes.map(({ label }) => `[^${label}]`))].join('');
      return [{ start: start + at - from, end: start + at + id.length + 2, text: marks, footnotes }];
    });
  }

  #noteFor({ sourceId, text: quote, anchor, speaker }: PageQuote, raw: string): FootnoteText {
    const { formatOf, summaryOf } = this.#sources;
    const [cutBefore, cutAfter] = [/^["“]?… /.test(raw), / …["”]?(?: \[|$)/.test(raw)];
    const note = { sourceId, anchor, speaker, quote, cutBefore, cutAfter, summary: summaryOf(sourceId) };
    const content = renderNote(note, formatOf(sourceId));
    const key = supportKey(sourceId, quote);
    let label = this.#bySupport.get(key);
    if (label === undefined) {
      const first = `${labelStem(sourceId)}-${anchor.line ?? anchor.page ?? this.#taken.size + 1}`;
      label = first;
      for (let nth = 1; this.#taken.has(label.toLowerCase()); nth += 1) label = labelVariant(first, nth);
      this.#bySupport.set(key, label);
      this.#taken.set(label.toLowerCase(), content);
    }
    return { label, content };
  }
}

/** What would begin a block at the start of a line is escaped. */
function inert(body: string): string {
  return body.replace(/^([#>|~=+*-])/, '\\$1').replace(/^(\d{1,9})([.)])/, '$1\\$2');
}

/** The line of the first quote, counted from 1. */
export function firstLine(text: string, { start }: PageQuote): number {
  return createLineIndex(text).placeAt(start).line;
}
