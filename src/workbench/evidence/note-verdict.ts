import { type QuoteContext } from './quote-context';

/** What the quote check says now. `cited`: the note gives no quote; `unread`: the source cannot be read as text. */
export type NoteVerdict = 'exact' | 'found' | 'missing' | 'cited' | 'unread' | 'gone';

/** @param context where the quote is; `null` where it is not in the source */
export function verdictOf(
  isThere: boolean,
  isUnread: boolean,
  quote: string | null,
  context: Pick<QuoteContext, 'quote'> | null,
): NoteVerdict {
  if (!isThere) return 'gone';
  if (isUnread) return 'unread';
  if (quote === null) return 'cited';
  if (context === null) return 'missing';
  return context.quote === quote.replace(/\s+/g, ' ').trim() ? 'exact' : 'found';
}

/** Whether a sentence with this verdict needs a person. */
export const isUnfounded = (verdict: NoteVerdict): boolean => verdict === 'missing' || verdict === 'gone';
