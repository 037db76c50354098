import { type Run } from '../base';
import { findQuote, type QuotePlace } from '../change';
import { fullText, type ExtractedText } from '../ingest';
import { type WikiSession } from './wiki-session';
import { readSourceText } from './source-text';

/** A source as text, for a host that cannot open its format, and where a quote stands in it. */
export interface SourceView extends ExtractedText {
  /** `null` where no quote was asked for, or it is not there. */
  readonly place: QuoteLocation | null;
}

/** Offsets count UTF-16 units in the texts of the passages. */
export interface QuoteLocation {
  /** Index of the passage in which the quote begins. */
  readonly passage: number;
  readonly start: number;
  /** Index of the passage in which it ends, most often the same. */
  readonly lastPassage: number;
  readonly end: number;
}

/**
 * @param quote looked up as the quote check does
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
  const found = quote === undefined ? null : findQuote(fullText(text), quote);
  return { ...text, place: found && locateQuote(text, found) };
}

/** A stretch of the full text as a place in its passages. */
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

/** Between two passages of the full text stands an empty line. */
const SEPARATOR = 2;
