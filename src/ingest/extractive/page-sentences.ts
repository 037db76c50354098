import { plainText, splitSentences } from '../../markdown';
import { findQuotes, type PageQuote, type Snapshot, type Source } from '../../wiki';
import { findValues, type StatedValue } from './stated-values';

/** A sentence on a page. */
export interface PageSentence {
  readonly text: string;
  /** The quotation with its source, for a callout; `''` for the page's own words. */
  readonly markdown: string;
  /** `null` for a sentence of the page that cites no source. */
  readonly source: Source | null;
  /** The sentence that it continues, if any. */
  readonly before: string | null;
}

/**
 * Reads the statements of a page: its quotations, then the sentences of its own prose; each once for every source that says it.
 *
 * @param current path of the source being read; its own quotations are left out
 */
export function readPageSentences(text: string, snapshot: Snapshot, current: string): readonly PageSentence[] {
  const found: PageSentence[] = [];
  const seen = new Set<string>();
  const add = (sentence: PageSentence): void => {
    const key = `${sentence.source?.path ?? ''}\0${sentence.text}`;
    if (seen.has(key) || sentence.source?.path === current) return;
    seen.add(key);
    found.push(sentence);
  };
  let previous: PageQuote | null = null;
  for (const quote of findQuotes(text)) {
    const source = snapshot.source(quote.sourceId) ?? null;
    const before = previous !== null && continuesQuote(previous, quote) ? previous.text : null;
    add({ text: quote.text, markdown: quote.markdown, source, before });
    previous = quote;
  }
  const own = text
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n');
  const cited = citedSources(own, snapshot);
  for (const line of plainText(own).split('\n')) {
    let before: string | null = null;
    for (const { start, end } of splitSentences(line)) {
      const shown = line.slice(start, end);
      for (const source of cited.get(keyOf(shown)) ?? [null]) add({ text: shown, markdown: '', source, before });
      before = shown;
    }
  }
  return found;
}

/** Whether two quotations come from one place of one source. */
function continuesQuote(before: PageQuote, quote: PageQuote): boolean {
  const { line } = quote.anchor;
  return before.sourceId === quote.sourceId && line !== undefined && before.anchor.line === line;
}

/** The sources that sentences of the page's prose cite: those on a line that cites one, or is one sentence. By {@link keyOf}. */
function citedSources(text: string, snapshot: Snapshot): ReadonlyMap<string, readonly Source[]> {
  const cited = new Map<string, readonly Source[]>();
  for (const line of text.split('\n')) {
    const ids = [...line.matchAll(/\[([a-z0-9][a-z0-9-]{1,95})\]/g)].map((match) => match[1] ?? '');
    const sources = ids.flatMap((id) => snapshot.source(id) ?? []);
    if (sources.length === 0) continue;
    const plain = plainText(line.trim());
    const sentences = splitSentences(plain);
    if (ids.length > 1 && sentences.length > 1) continue;
    for (const { start, end } of sentences) {
      const key = keyOf(plain.slice(start, end));
      if (!cited.has(key)) cited.set(key, sources);
    }
  }
  return cited;
}

/** A sentence may continue on the next line, so its beginning stands for it. */
const keyOf = (sentence: string): string => sentence.slice(0, 40);

const LEADING_PRONOUN = /^(it|he|she|they)\s/i;

/**
 * Finds the values that a sentence states for a subject. `It was taken out in 1983` counts when the sentence before starts
 * with the subject.
 *
 * @param before the sentence that it continues
 */
export function findValuesInContext(
  sentence: string,
  before: string | null,
  names: readonly string[],
): readonly StatedValue[] {
  const leading = LEADING_PRONOUN.exec(sentence)?.[1];
  if (leading === undefined || before === null || !startsWithName(before, names)) return findValues(sentence, names);
  return findValues(sentence, [...names, leading]);
}

function startsWithName(sentence: string, names: readonly string[]): boolean {
  const text = sentence.toLowerCase().replace(/^(?:the|an?)\s/, '');
  return names.some((name) => {
    const key = name.toLowerCase().replace(/^(?:the|an?)\s/, '');
    return text.startsWith(key) && !/^[\p{L}\p{N}-]/u.test(text.slice(key.length));
  });
}

const DEFINITE_PART =
  /^The ((?:\p{Ll}[\p{L}-]*\s){1,3}?)(?:is|are|was|were|has|had|stands?|stood|measures?|weighs?|rises?|holds?|dates?|reaches|covers?)\s/u;

/** The definite thing that a sentence is about: `tower` of `The tower is 31 metres tall`; `null` if there is none. */
export function findPart(sentence: string): string | null {
  return DEFINITE_PART.exec(sentence)?.[1]?.trim() ?? null;
}
