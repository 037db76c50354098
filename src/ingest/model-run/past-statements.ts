import { settleFootnotes } from '../../change';
import { applySplices, eolOf, scanText } from '../../markdown';
import { type Claim, HISTORY_HEADING, isHistory, pastPrefix } from '../../wiki';
import { readLayout } from '../extractive/insertion-point';
import { type PageAccount } from './account';
import { hasVariant } from './marks';
import { type DraftSplice } from './draft-splice';
import { type PageDraft } from './page-draft';
import { type PageView } from './page-view';

/** A draft that keeps under "History" what a newer source ended, and what it keeps. */
interface KeptHistory {
  readonly draft: PageDraft;
  readonly kept: readonly Claim[];
}

/**
 * Moves the sentences that a newer source ended to "History", with their dates, or to what tells how it went on, instead of dropping them.
 * Nothing is lost then, so that the change of the rest of the page need not wait for a person.
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
  const history = new HistoryWriter(view.text, tieRemovals(draft.splices, kept));
  for (const claim of kept) {
    const { sentence, isDated, prefix } = wordsOf(claim, view.text, dateOf);
    const by = isDated ? (ended.get(claim.start) ?? null) : null;
    if (!history.tellBefore(by, sentence, tieOf(claim))) history.add(`- ${prefix}${sentence}`, tieOf(claim));
  }
  const { splices } = history;
  const footnotes = splices.flatMap((splice) => splice.footnotes);
  const after = settleFootnotes(view.text, applySplices(view.text, splices), [{ footnotes }]);
  return { draft: { ...draft, splices, after }, kept };
}

const tieOf = ({ start }: Claim): string => String(start);

/** What was moved once is not moved again, and a row makes no sentence. */
function isMovable(claim: Claim): boolean {
  return claim.kind === 'sentence' && !isHistory(claim);
}

/** A sentence that says itself of when it is needs no date. */
function wordsOf(
  { start, end, text, notes, heading }: Claim,
  page: string,
  dateOf: (id: string) => string | null,
): { readonly sentence: string; readonly isDated: boolean; readonly prefix: string } {
  // A sentence that rests on several sources was not said before the newest of them.
  const date = notes.map(({ sourceId }) => dateOf(sourceId)).reduce(laterOf, null);
  const isDated = /\b(?:as of|as at|until)\b/i.test(text) && (date === null || text.includes(date.slice(0, 4)));
  const own = page.slice(start, end).replace(/\s*\r?\n[ \t]*/g, ' ');
  const sentence = `${leadInto(page, start, text, heading)}${own}`;
  const hasYear =
    isDated ||
    (date !== null && new RegExp(`\\b(?:in|by|of|at|on)\\b[^.;:]{0,24}\\b${date.slice(0, 4)}\\b`, 'i').test(text));
  return { sentence, isDated, prefix: hasYear ? '' : pastPrefix(date) };
}

/** An item alone says too little: "Plans for 2010: Begin Lock 13 in March". What leads into a list is above it, or its heading does. */
function leadInto(page: string, start: number, text: string, heading: string | null): string {
  const lineStart = page.lastIndexOf('\n', start - 1) + 1;
  if (!ITEM.test(page.slice(lineStart, start))) return '';
  const above = page.slice(0, lineStart).trimEnd().split(/\r?\n/);
  const lead = above.findLast((line) => line.trim() !== '' && !ITEM.test(`${line} `.trimStart()));
  const words = (lead ?? '').replace(/\[\^[^\]\n]*\]/g, '').trim();
  if (/[:：]$/.test(words) && !/^[#>|]/.test(words)) return `${words} `;
  return heading === null || /[.!?。！？]$/.test(text.trim()) ? '' : `${heading}: `;
}

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

const laterOf = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b);

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

/** What removes a sentence and what says it elsewhere are accepted together. */
function tieRemovals(splices: readonly DraftSplice[], kept: readonly Claim[]): readonly DraftSplice[] {
  return splices.map((splice) => {
    const ties = kept.filter(({ start, end }) => start < splice.end && end > splice.start).map(tieOf);
    return ties.length === 0 ? splice : { ...splice, ties };
  });
}

/** Puts sentences into a page that is about to change, each in a replacement of its own where nothing else is replaced. */
class HistoryWriter {
  readonly #page: string;
  #splices: readonly DraftSplice[];
  /** The tie of what has the heading, without which no other item makes sense. */
  #first: string | null = null;

  constructor(page: string, splices: readonly DraftSplice[]) {
    this.#page = page;
    this.#splices = splices;
  }

  get splices(): readonly DraftSplice[] {
    return this.#splices;
  }

  /** Before the paragraph that tells what came after. @returns `false` if there is none */
  tellBefore(label: string | null, sentence: string, tie: string): boolean {
    const place = paragraphWith(this.#after(), label);
    if (place === null) return false;
    this.#insert(place, `${sentence} `, tie, null);
    return true;
  }

  add(item: string, tie: string): void {
    const after = this.#after();
    const eol = eolOf(this.#page);
    const layout = readLayout(after);
    const end = layout.endOf(HISTORY_HEADING);
    const at = end ?? layout.contentEnd;
    const heading = end === null ? `${eol}${eol}${'#'.repeat(layout.level)} ${HISTORY_HEADING}` : '';
    const isAfterItem = end !== null && /^[ \t]*[-*+] /.test(after.slice(after.lastIndexOf('\n', at - 1) + 1, at));
    this.#insert(at, `${heading}${isAfterItem ? eol : eol + eol}${item}`, tie, this.#first);
    if (end === null) this.#first = tie;
  }

  #after(): string {
    return applySplices(this.#page, this.#splices);
  }

  /** @param at offset in the text after the replacements */
  #insert(at: number, text: string, tie: string, behind: string | null): void {
    let shift = 0;
    let order = 0;
    for (const [index, splice] of this.#splices.entries()) {
      const start = splice.start + shift;
      const end = start + splice.text.length;
      if (at < start || (at === start && splice.end > splice.start)) break;
      if (at < end) {
        const changed = splice.text.slice(0, at - start) + text + splice.text.slice(at - start);
        const tied = { ...splice, text: changed, ties: [...(splice.ties ?? []), tie] };
        this.#splices = this.#splices.map((each, nth) => (nth === index ? tied : each));
        return;
      }
      shift = end - splice.end;
      order = index + 1;
    }
    const place = at - shift;
    const insertion = { start: place, end: place, text, marks: [], links: [], footnotes: [], ties: [tie] };
    const tied = behind === null ? insertion : { ...insertion, behind };
    this.#splices = [...this.#splices.slice(0, order), tied, ...this.#splices.slice(order)];
  }
}
