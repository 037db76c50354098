import { wordKey } from '../src/wiki';
import { type ReadPage, type ReadSource, type WikiReading } from './reading';
import { type Place } from './types';

/** A citation with the sentence that it supports. */
export interface Citation {
  readonly page: string;
  readonly sentence: string;
  readonly sourceId: string;
  readonly quote: string;
  readonly place: string;
  /** Whether its words are in the source, in their order. */
  readonly isReal: boolean;
}

export interface CitationScore {
  readonly total: number;
  readonly real: number;
  readonly wrong: readonly Citation[];
  /** Footnote marks without a note. */
  readonly unknownMarks: readonly Place[];
  /** Footnotes that nothing refers to. */
  readonly unusedNotes: readonly Place[];
  readonly quotesOutsideFootnotes: number;
  readonly sentences: number;
  readonly supported: number;
  readonly all: readonly Citation[];
}

export function measureCitations(wiki: WikiReading, sources: ReadonlyMap<string, ReadSource>): CitationScore {
  const all = wiki.pages.flatMap((page) => citationsOf(page, wiki, sources));
  const articles = wiki.pages.filter(({ isSummary }) => !isSummary).flatMap(({ claims }) => claims);
  const marks = wiki.pages.map((page) => marksOf(page));
  return {
    total: all.length,
    real: all.filter(({ isReal }) => isReal).length,
    wrong: all.filter(({ isReal }) => !isReal),
    unknownMarks: marks.flatMap(({ unknown }) => unknown),
    unusedNotes: marks.flatMap(({ unused }) => unused),
    quotesOutsideFootnotes: wiki.pages.reduce((sum, { quotes }) => sum + quotes.length, 0),
    sentences: articles.length,
    supported: articles.filter(({ support }) => support.length > 0).length,
    all,
  };
}

function citationsOf(
  { page, ledger, quotes }: ReadPage,
  { snapshot }: WikiReading,
  sources: ReadonlyMap<string, ReadSource>,
): readonly Citation[] {
  const isReal = (sourceId: string, quote: string): boolean => {
    const source = sources.get(snapshot.source(sourceId)?.path.replace(/^sources\//, '') ?? '');
    const key = wordKey(quote);
    return source !== undefined && key !== '' && source.key.includes(` ${key} `);
  };
  const footnotes = ledger.claims.flatMap(({ text, notes }) =>
    notes.flatMap(({ sourceId, quote, anchor }) =>
      quote === null
        ? []
        : [
            {
              page: page.path,
              sentence: text,
              sourceId,
              quote,
              place: placeOf(anchor),
              isReal: isReal(sourceId, quote),
            },
          ],
    ),
  );
  const inline = quotes.map(({ sourceId, text, anchor }) => ({
    page: page.path,
    sentence: text,
    sourceId,
    quote: text,
    place: placeOf(anchor),
    isReal: isReal(sourceId, text),
  }));
  return [...footnotes, ...inline];
}

function placeOf(anchor: object): string {
  return Object.entries(anchor)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}

function marksOf({ page, text, ledger }: ReadPage): {
  readonly unknown: readonly Place[];
  readonly unused: readonly Place[];
} {
  const used = new Set(ledger.claims.flatMap(({ footnotes }) => footnotes));
  const defined = new Set([...text.matchAll(/^\[\^([^\s\]]+)\]:/gm)].map(([, label = '']) => label));
  const place = (label: string): Place => ({ page: page.path, text: label });
  return {
    unknown: [...used].filter((label) => !defined.has(label)).map(place),
    unused: [...defined].filter((label) => !used.has(label)).map(place),
  };
}

export interface Coverage {
  readonly source: string;
  readonly units: number;
  /** Units whose words a citation has, anywhere in the wiki. */
  readonly cited: number;
}

/** Fewer words of a unit do not show that it was cited. */
const MIN_QUOTE_WORDS = 4;

export function measureCoverage(
  sources: readonly ReadSource[],
  citations: readonly Citation[],
  { snapshot }: WikiReading,
): readonly Coverage[] {
  return sources.map(({ file, units }) => {
    const id = snapshot.source(`sources/${file}`)?.id;
    const keys = citations.filter(({ sourceId }) => sourceId === id).map(({ quote }) => ` ${wordKey(quote)} `);
    const quotes = [...new Set(keys)];
    const isCited = (unit: string): boolean => {
      const key = ` ${wordKey(unit)} `;
      return quotes.some(
        (quote) => quote.includes(key) || (key.includes(quote) && quote.trim().split(' ').length >= MIN_QUOTE_WORDS),
      );
    };
    return { source: file, units: units.length, cited: units.filter(isCited).length };
  });
}
