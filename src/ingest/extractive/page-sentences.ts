import { readLedger, findQuotes, type Claim, type PageQuote, type Snapshot, type Source } from '../../wiki';

/** A sentence on a page. */
export interface PageSentence {
  readonly text: string;
  /** `null` for a sentence of the page that cites no source. */
  readonly source: Source | null;
  /** The sentence that it continues, if any. */
  readonly before: string | null;
  /** Where it ends on the page; `null` for one that is not on a page yet. */
  readonly end: number | null;
}

/**
 * Reads the statements of a page, each once for every source that says it: by its footnotes, or by its quotations in the older form.
 *
 * @param current path of the source being read; its own statements are left out
 */
export function readPageSentences(text: string, snapshot: Snapshot, current: string): readonly PageSentence[] {
  const found: PageSentence[] = [];
  let before: string | null = null;
  let line = 0;
  let previous: PageQuote | null = null;
  const { claims } = readLedger(text);
  const byLine = citedByLine(claims);
  // By the beginning of its line.
  const quotes = new Map(findQuotes(text).map((each) => [each.start, each]));
  for (const claim of claims) {
    if (claim.kind === 'code') continue;
    const quote = quotes.get(text.lastIndexOf('\n', claim.start - 1) + 1);
    const said = quote?.text ?? claim.text.replace(/^[^“”:]{1,60}: “(.*)”$/u, '$1');
    const ids = [
      ...claim.notes.map(({ sourceId }) => sourceId),
      ...claim.citations,
      ...(quote === undefined ? [] : [quote.sourceId]),
    ];
    const sources = [
      ...new Set((ids.length > 0 ? ids : (byLine.get(claim.line) ?? [])).flatMap((id) => snapshot.source(id) ?? [])),
    ];
    const isContinued =
      quote === undefined ? claim.line === line : previous !== null && continuesQuote(previous, quote);
    const continued = isContinued ? before : null;
    for (const source of sources.length === 0 ? [null] : sources) {
      if (source?.path !== current) found.push({ text: said, source, before: continued, end: claim.end });
    }
    before = said;
    line = claim.line;
    previous = quote ?? null;
  }
  return found;
}

/** Whether two quotations come from one place of one source. */
function continuesQuote(before: PageQuote, quote: PageQuote): boolean {
  const { line } = quote.anchor;
  return before.sourceId === quote.sourceId && line !== undefined && before.anchor.line === line;
}

/** A citation at the end of a line of several sentences stands for all of them, unless the line cites several sources. */
function citedByLine(claims: readonly Claim[]): ReadonlyMap<number, readonly string[]> {
  const cited = new Map<number, string[]>();
  for (const { line, citations } of claims) cited.set(line, [...(cited.get(line) ?? []), ...citations]);
  return new Map([...cited].filter(([, ids]) => ids.length === 1));
}
