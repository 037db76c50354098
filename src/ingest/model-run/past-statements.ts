import { stem } from '../../base';
import { settleFootnotes } from '../../change';
import { applySplices, contentWords, eolOf, readStatements, scanText } from '../../markdown';
import { type Claim, HISTORY_HEADING, isHistory, pastPrefix } from '../../wiki';
import { readLayout } from '../extractive/insertion-point';
import { type PageAccount } from './account';
import { hasVariant } from './marks';
import { type DraftSplice } from './draft-splice';
import { type PageDraft } from './page-draft';
import { withFigures } from './number-words';
import { type PageView } from './page-view';
import { denies } from './topic-sentence';
import { findUnsupportedDetails } from './unsupported-details';

/** A draft that keeps under "History" what a newer source ended, and what it keeps. */
interface KeptHistory {
  readonly draft: PageDraft;
  readonly kept: readonly Claim[];
}

/**
 * Moves the sentences that a newer source ended to "History", with their dates, or to what tells how it went on, instead of dropping them.
 * Nothing is lost then, so that the change of the rest of the page need not wait for a person. What the new text tells again with the newer
 * mark stays there with both marks.
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
  const movable = view.ledger.claims.filter((claim) => ended.has(claim.start) && isMovable(claim));
  if (movable.length === 0) return null;
  const history = new HistoryWriter(view.text, tieRemovals(draft.splices, movable));
  const isTold = (claim: Claim): boolean =>
    history.markTelling(
      claim,
      ended.get(claim.start) ?? null,
      marksIn(view.text.slice(claim.start, claim.end)),
      tieOf(claim),
    );
  const kept = movable.filter((claim) => !isTold(claim));
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

const marksIn = (sentence: string): string => (sentence.match(/\[\^[^\s[\]]+\]/g) ?? []).join('');

/** Shorter statements say something else with one other word: "The lock is closed." */
const TOLD = { words: 5, share: 0.75 } as const;
/** What something is: "was closed", "is still open". Group 1 is the state. */
const STATE = /\b(?:is|are|was|were|be|been|remains?|remained)\s+(?:(?:also|now|still|yet)\s+)?(\p{L}+)/giu;

/** Whether a sentence tells a statement again: with its figures and names, and most of its words. */
function tellsAgain(sentence: string, { text }: Claim): boolean {
  if (denies(sentence) !== denies(text)) return false;
  const figures = withFigures(text);
  if (findUnsupportedDetails(`${text} ${figures}`, [sentence, withFigures(sentence)]).length > 0) return false;
  const said = new Set(contentWords(sentence).map(stem));
  const words = [...new Set(contentWords(text).map(stem))];
  const shared = words.filter((word) => said.has(word)).length;
  const states = [...text.matchAll(STATE)].flatMap(([, state = '']) => contentWords(state).map(stem));
  return states.every((state) => said.has(state)) && shared >= Math.max(TOLD.words, words.length * TOLD.share);
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

  /**
   * Gives the sentence of the newer mark that tells a statement again the marks of that one, so that nothing of it has to go to "History".
   * @returns `false` if there is none
   */
  markTelling(claim: Claim, label: string | null, marks: string, tie: string): boolean {
    if (label === null || marks === '') return false;
    const after = this.#after();
    for (const { kind, text, start, end, heading, footnotes } of readStatements(after).statements) {
      const newer = footnotes.find((each) => hasVariant([each], label));
      if (newer === undefined || kind !== 'sentence' || isHistory({ heading }) || !tellsAgain(text, claim)) continue;
      const at = after.indexOf(`[^${newer}]`, start);
      if (at < 0 || at >= end) continue;
      // Before the newer mark, so that both are accepted together.
      this.#insert(at, marks, tie, null);
      return true;
    }
    return false;
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
