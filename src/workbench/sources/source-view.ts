import { YieldBudget, type Run } from '../../base';
import { createQuoteFinder, type QuotePlace } from '../../change';
import { fullText, type ExtractedText } from '../../ingest';
import { type WikiSession } from '../wiki-session';
import { readSourceText } from './source-text';

/** A source as text, for a host that cannot open its format, and where a quote is in it. */
export interface SourceView extends ExtractedText {
  /** `null` when no quote was asked for, or it is not in the text. */
  readonly place: QuoteLocation | null;
}

/** Where a quote is. Offsets count UTF-16 units in the text of a passage. */
export interface QuoteLocation {
  /** Index of the passage in which the quote starts. */
  readonly passage: number;
  readonly start: number;
  /** Index of the passage in which it ends, usually the same. */
  readonly lastPassage: number;
  readonly end: number;
}

/**
 * @param quote found by the rules of the quote check
 * @throws WikiError `source_not_found`, `living-wiki:source_…`
 */
export async function sourceView(
  session: WikiSession,
  path: string,
  quote: string | undefined,
  run: Run,
): Promise<SourceView> {
  const hash = await session.snapshot.sourceHash(path);
  const text = await readSourceText(session, path, hash, run);
  await run.yieldToHost();
  const found =
    quote === undefined ? null : await createQuoteFinder(fullText(text)).findInTurns(quote, new YieldBudget(run));
  return { ...text, place: found && locateQuote(text, found) };
}

/** A range of the full text as a place in its passages. */
function locateQuote({ passages }: ExtractedText, { start, end }: QuotePlace): QuoteLocation | null {
  let first: { readonly passage: number; readonly start: number } | null = null;
  let at = 0;
  for (const [passage, { text }] of passages.entries()) {
    if (first === null && start < at + text.length) first = { passage, start: Math.max(0, start - at) };
    if (first !== null && end <= at + text.length + SEPARATOR) {
      return { ...first, lastPassage: passage, end: Math.min(text.length, end - at) };
    }
    at += text.length + SEPARATOR;
  }
  return null;
}

/** The full text has an empty line between two passages. */
const SEPARATOR = 2;
