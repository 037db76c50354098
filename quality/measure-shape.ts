import { countWords } from '../src/markdown';
import { type WikiReading } from './reading';
import { type Place } from './types';

export interface Shape {
  readonly pages: number;
  readonly summaries: number;
  /** Footnotes left out. */
  readonly words: number;
  /** Sentences that pages other than summaries make more than once. */
  readonly repeated: readonly Place[];
  readonly oneSentence: readonly string[];
  readonly withoutInboundLinks: readonly string[];
  readonly brokenLinks: readonly Place[];
}

/** A shorter sentence may well stand on two pages. */
const MIN_REPEATED_WORDS = 6;

export function measureShape({ snapshot, pages }: WikiReading): Shape {
  const articles = pages.filter(({ isSummary }) => !isSummary);
  return {
    pages: articles.length,
    summaries: pages.length - articles.length,
    words: articles.reduce((sum, { claims }) => sum + countWords(claims.map(({ text }) => text).join('\n')), 0),
    repeated: findRepeated(articles),
    oneSentence: articles.filter(({ claims }) => claims.length <= 1).map(({ page }) => page.path),
    withoutInboundLinks: articles
      .filter(({ page }) => snapshot.backlinks(page.path).every(({ from }) => from.path === page.path))
      .map(({ page }) => page.path),
    brokenLinks: pages.flatMap(({ page, text }) =>
      page.links
        .filter((link) => {
          const target = snapshot.resolve(link, page.path);
          return target.kind === 'missing' || (target.kind === 'page' && !target.fragmentFound);
        })
        .map(({ start, end }) => ({ page: page.path, text: text.slice(start, end) })),
    ),
  };
}

function findRepeated(articles: WikiReading['pages']): readonly Place[] {
  const seen = new Set<string>();
  const repeated: Place[] = [];
  for (const { page, claims } of articles) {
    for (const { key, text, kind } of claims) {
      if (kind === 'code' || key.split(' ').length < MIN_REPEATED_WORDS) continue;
      if (seen.has(key)) repeated.push({ page: page.path, text });
      seen.add(key);
    }
  }
  return repeated;
}
