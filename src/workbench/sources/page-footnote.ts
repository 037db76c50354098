import { readLedger, wordKey, type Anchor } from '../../wiki';
import { type WikiSession } from '../wiki-session';

/** Where a footnote leads to. */
export interface FootnotePlace {
  /** Path of the source, relative to the wiki's root. */
  readonly source: string;
  readonly anchor: Anchor;
  /** `undefined` for a footnote without a quote. */
  readonly quote?: string;
}

/**
 * The place in a source that a footnote of a page names.
 * @param shown the footnote as a reader sees it
 * @returns `null` if the page has no such footnote, or its source is gone
 */
export async function pageFootnote(
  { snapshot }: WikiSession,
  page: string,
  shown: string,
): Promise<FootnotePlace | null> {
  const text = await snapshot.text(page);
  if (text === null) return null;
  const words = wordKey(shown);
  for (const { sourceId, quote, anchor } of readLedger(text).notes.values()) {
    const source = snapshot.source(sourceId)?.path;
    const isShown = shown.trimStart().startsWith(`[${sourceId}]`) && words.includes(wordKey(quote ?? ''));
    if (source === undefined || !isShown) continue;
    return { source, anchor, ...(quote !== null && { quote }) };
  }
  return null;
}
