import { settleFootnotes } from '../../change';
import { applySplices, eolOf, scanText } from '../../markdown';
import { type Claim } from '../../wiki';
import { HISTORY_HEADING, pastPrefix } from '../contradictions';
import { readLayout } from '../extractive/insertion-point';
import { type PageAccount } from './account';
import { hasVariant } from './marks';
import { type DraftSplice, type PageDraft } from './page-draft';
import { type PageView } from './page-view';

/** A draft that keeps under "History" what a newer source ended, and what it keeps. */
export interface KeptHistory {
  readonly draft: PageDraft;
  readonly kept: readonly Claim[];
}

/**
 * Moves the sentences that a newer source ended to "History", with their dates, or to what tells how it went on, instead of dropping them. Nothing is lost then, so
 * that the change of the rest of the page need not wait for a person.
 *
 * @returns `null` if there are none
 */
export function keepHistory(
  view: PageView,
  draft: PageDraft,
  { dropped }: PageAccount,
  dateOf: (sourceId: string) => string | null,
): KeptHistory | null {
  const ended = new Map(dropped.flatMap((drop) => (drop.given === 'superseded_by' ? [[drop.start, drop.by]] : [])));
  const kept = view.ledger.claims.filter((claim) => ended.has(claim.start) && isMovable(claim));
  if (kept.length === 0) return null;
  const tied = tieRemovals(draft, kept);
  const items: string[] = [];
  let splices = tied.splices;
  for (const claim of kept) {
    const { sentence, isDated, prefix } = wordsOf(claim, view.text, dateOf);
    const after = applySplices(view.text, splices);
    const place = isDated ? paragraphWith(after, ended.get(claim.start) ?? null) : null;
    if (place === null) items.push(`- ${prefix}${sentence}`);
    else splices = insertAt(splices, place, `${sentence} `);
  }
  if (items.length > 0) splices = withHistory(view.text, splices, items);
  const text = applySplices(view.text, splices);
  const footnotes = splices.flatMap((splice) => splice.footnotes);
  return { draft: { ...draft, splices, after: settleFootnotes(view.text, text, [{ footnotes }]) }, kept };
}

/** What was moved once is not moved again, and a row makes no sentence. */
function isMovable({ kind, heading }: Claim): boolean {
  return kind === 'sentence' && !isHistory(heading);
}

const isHistory = (heading: string | null): boolean => heading?.trim().toLowerCase() === HISTORY_HEADING.toLowerCase();

/** A sentence that says itself of when it is needs no date. */
function wordsOf(
  { start, end, text, notes }: Claim,
  page: string,
  dateOf: (id: string) => string | null,
): { readonly sentence: string; readonly isDated: boolean; readonly prefix: string } {
  const [note] = notes;
  const date = note === undefined ? null : dateOf(note.sourceId);
  const isDated = /\b(?:as of|as at|until)\b/i.test(text) && (date === null || text.includes(date.slice(0, 4)));
  const sentence = page.slice(start, end).replace(/\s*\r?\n[ \t]*/g, ' ');
  return { sentence, isDated, prefix: isDated ? '' : pastPrefix(date) };
}

/**
 * Where the paragraph begins that tells what came after: "As of 1797 the result was not known. The envoys were not received." `null` if
 * only the first paragraph tells it, which is about what holds now, or a list or table does.
 */
function paragraphWith(text: string, label: string | null): number | null {
  if (label === null) return null;
  const { headings } = scanText(text);
  const first = headings.find(({ level }) => level > 1)?.start ?? text.length;
  for (const { index, 0: block } of text.slice(first).matchAll(/\S[^]*?(?=\r?\n[ \t]*\r?\n|\s*$)/g)) {
    const isProse = !/^(?:[#|>~`]|[-*+] |\d+[.)] |\[\^)/.test(block);
    const labels = [...block.matchAll(/\[\^([^\s[\]]+)\]/g)].map(([, each]) => each ?? '');
    if (isProse && hasVariant(labels, label)) return first + index;
  }
  return null;
}

/** What removes a sentence and what says it under "History" are accepted together. */
function tieRemovals(draft: PageDraft, kept: readonly Claim[]): PageDraft {
  const isRemoved = (splice: DraftSplice): boolean =>
    kept.some(({ start, end }) => start < splice.end && end > splice.start);
  return { ...draft, splices: draft.splices.map((each) => (isRemoved(each) ? { ...each, isTied: true } : each)) };
}

function withHistory(page: string, splices: readonly DraftSplice[], items: readonly string[]): readonly DraftSplice[] {
  const after = applySplices(page, splices);
  const eol = eolOf(page);
  const layout = readLayout(after);
  const end = layout.endOf(HISTORY_HEADING);
  const at = end ?? layout.contentEnd;
  const heading = end === null ? `${eol}${eol}${'#'.repeat(layout.level)} ${HISTORY_HEADING}` : '';
  const isAfterItem = end !== null && /^[ \t]*[-*+] /.test(after.slice(after.lastIndexOf('\n', at - 1) + 1, at));
  const added = `${heading}${isAfterItem ? eol : eol + eol}${items.join(eol)}`;
  return insertAt(splices, at, added);
}

/** @param at offset in the text after the replacements */
function insertAt(splices: readonly DraftSplice[], at: number, added: string): readonly DraftSplice[] {
  let shift = 0;
  for (const [index, splice] of splices.entries()) {
    const start = splice.start + shift;
    const end = start + splice.text.length;
    if (at < start) break;
    if (at <= end) {
      const text = splice.text.slice(0, at - start) + added + splice.text.slice(at - start);
      return splices.map((each, nth) => (nth === index ? { ...each, text, isTied: true } : each));
    }
    shift = end - splice.end;
  }
  const place = at - shift;
  const insertion = { start: place, end: place, text: added, marks: [], links: [], footnotes: [], isTied: true };
  return [...splices, insertion].sort((a, b) => a.start - b.start || a.end - b.end);
}
