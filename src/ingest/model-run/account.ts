import { compareText, once } from '../../base';
import { type DroppedStatement } from '../../change';
import { compareLedgers, readLedger, wordKey, type Claim, type LedgerComparison } from '../../wiki';
import { SaidSentences } from '../extractive/repeats';
import { type RawDrop, type RawWrittenPage } from './answer-schemas';
import { type MarkTable } from './marks';
import { problemOf, type PageProblem } from './page-problem';
import { type PageView } from './page-view';

/** A statement that a page no longer makes, with the reason that the model gave and code checked. */
export interface AccountedDrop extends DroppedStatement {
  /** Where it stood. Offsets in the page before the change, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Whether the reason is one that holds. */
  readonly isNamed: boolean;
  /** The reason as given, if it holds. */
  readonly given: RawDrop['reason'] | null;
  /** The label of the unit that ends it, if one does. */
  readonly by: string | null;
  /** The slug of the page that is said to say it; `null` for none. */
  readonly page: string | null;
}

/** What a reviewer should look at. */
interface AccountWarning {
  readonly code: 'lost_details' | 'no_source' | 'marks_of_next';
  /** The new sentence that it is about, as far as it is shown. */
  readonly sentence: string;
  /** One sentence for the reviewer. */
  readonly text: string;
}

/** What became of the statements of a page. */
export interface PageAccount {
  readonly kept: number;
  readonly reworded: number;
  readonly moved: readonly { readonly text: string; readonly to: string }[];
  readonly added: number;
  readonly dropped: readonly AccountedDrop[];
  /** What a reviewer should look at first. */
  readonly warnings: readonly AccountWarning[];
  readonly errors: readonly PageProblem[];
}

/** What an account needs to know to check a reason. */
export interface AccountContext {
  readonly marks: MarkTable;
  /** ISO day of a source; `null` if unknown. */
  readonly dateOf: (sourceId: string) => string | null;
  /** Whether a page of this slug says it: it cites the passage, or has the words. */
  readonly saysElsewhere: (slug: string, claim: Claim) => boolean;
}

const MAX_SHOWN = 160;
const SAYS_THE_SAME = 'Another sentence says the same.';

/** Compares a page with what it would become. Every statement that is gone is named, with its reason or as an error. */
export function accountFor(
  view: PageView,
  after: string,
  written: RawWrittenPage,
  context: AccountContext,
): PageAccount {
  const ledger = readLedger(after);
  const comparison = compareLedgers(view.ledger, ledger, (claim) => view.ownClaims.has(claim));
  const errors: PageProblem[] = [];
  const said = once(() => new SaidSentences(ledger.claims.filter(({ support }) => support.length > 0)));
  const dropped = comparison.dropped.map(
    (claim) => stillSaid(claim, written.dropped, said, context) ?? nameDrop(claim, written.dropped, context, errors),
  );
  const ownDropped = comparison.ownDropped.filter((claim) => view.ownClaims.has(claim));
  for (const claim of ownDropped)
    errors.push(
      problemOf(
        'own_sentence_missing',
        `A sentence of the owner is missing: ${ownMark(claim, view)} "${clipped(claim)}".`,
      ),
    );
  return {
    kept: comparison.kept.length,
    reworded: comparison.reworded.length,
    moved: comparison.moved.map(({ before, after: now }) => ({ text: clipped(before), to: now.heading ?? '' })),
    added: comparison.added.length,
    dropped: [
      ...dropped,
      ...ownDropped.map(({ text, start, end }) => ({
        text,
        reason: null,
        start,
        end,
        isNamed: false,
        given: null,
        by: null,
        page: null,
      })),
    ].sort((a, b) => a.start - b.start || compareText(a.text, b.text)),
    warnings: warningsOf(comparison),
    errors,
  };
}

/** A warning for each sentence that only introduces others: no unit says it by itself. */
export function introductionWarnings(sentences: readonly string[]): readonly AccountWarning[] {
  return sentences.map((text) => {
    const sentence = text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`;
    return { code: 'marks_of_next', sentence, text: `Without a mark of its own: "${sentence}"` };
  });
}

/** The account of a page that is new. @param text with the definitions of its footnotes */
export function accountForNew(text: string): PageAccount {
  const { claims } = readLedger(text);
  const unmarked = claims.filter(isUnmarked);
  return {
    kept: 0,
    reworded: 0,
    moved: [],
    added: claims.length - unmarked.length,
    dropped: [],
    warnings: unmarked.map(withoutSource),
    errors: [],
  };
}

function withoutSource(claim: Claim): AccountWarning {
  const sentence = clipped(claim);
  return { code: 'no_source', sentence, text: `Without a source: "${sentence}"` };
}

function warningsOf({ weakened, added }: LedgerComparison): readonly AccountWarning[] {
  return [
    ...weakened.map(({ before, after }) => {
      const sentence = clipped(after);
      const text = `Lost details: "${clipped(before)}" is now "${sentence}"`;
      return { code: 'lost_details' as const, sentence, text };
    }),
    ...added.filter(isUnmarked).map(withoutSource),
  ];
}

function isUnmarked({ support, kind, text }: Claim): boolean {
  return support.length === 0 && kind !== 'code' && !/^see also\b/i.test(text) && !text.trim().endsWith(':');
}

function marksFor({ notes, citations }: Claim, { marks }: AccountContext): ReadonlySet<string> {
  return new Set([...notes.map((note) => marks.forNote(note)), ...citations.map((id) => marks.forSource(id))]);
}

const findDrops = (marks: ReadonlySet<string>, drops: readonly RawDrop[]): readonly RawDrop[] =>
  drops.filter(({ mark }) => marks.has(bareMark(mark)));

/** A sentence that stays with another mark need not be listed: asked for its mark, a model would write the sentence twice. */
function stillSaid(
  claim: Claim,
  drops: readonly RawDrop[],
  said: () => SaidSentences<Claim>,
  context: AccountContext,
): AccountedDrop | null {
  const { kind, text, start, end } = claim;
  if (kind !== 'sentence' || findDrops(marksFor(claim, context), drops).length > 0) return null;
  if (said().find(text) === null) return null;
  const named = { isNamed: true, given: 'duplicate_of', by: null, page: null } as const;
  return { text, reason: SAYS_THE_SAME, start, end, ...named };
}

function nameDrop(
  claim: Claim,
  drops: readonly RawDrop[],
  context: AccountContext,
  errors: PageProblem[],
): AccountedDrop {
  const marks = marksFor(claim, context);
  // Several statements may have one mark: of the reasons given for it, the one that holds for this statement counts.
  const given = findDrops(marks, drops);
  const drop = given.find((each) => reasonOf(each, claim, context) !== null) ?? given[0];
  const reason = drop === undefined ? null : reasonOf(drop, claim, context);
  const shown = [...marks].map((mark) => `{${mark}}`).join('');
  const place = { keys: [claim.key], statements: [claim.text] };
  if (drop === undefined)
    errors.push(
      problemOf('dropped_unnamed', `"${clipped(claim)}" ${shown} is gone and not listed in \`dropped\`.`, place),
    );
  else if (reason === null) {
    const text = `\`dropped\` gives a reason for ${shown} that does not hold: ${drop.reason} ${drop.by.slice(0, 60)}.`;
    errors.push(problemOf('dropped_for_no_reason', text, place));
  }
  const { text, start, end } = claim;
  if (drop === undefined || reason === null)
    return { text, reason, start, end, isNamed: false, given: null, by: null, page: null };
  const target = context.marks.get(bareMark(drop.by));
  const page = target === undefined && drop.by !== '' ? slugIn(drop.by) : null;
  return { text, reason, start, end, isNamed: true, given: drop.reason, by: target?.label ?? null, page };
}

const slugIn = (by: string): string => bareMark(by).split('#')[0] ?? '';

/** The name of a mark, in whatever brackets a model gave it. */
export const bareMark = (mark: string): string => mark.replace(/[{}[\]\s!?]/g, '');

/** The reason in words; `null` if code finds that it does not hold. */
function reasonOf({ reason, by }: RawDrop, claim: Claim, context: AccountContext): string | null {
  const name = bareMark(by);
  switch (reason) {
    case 'superseded_by': {
      const newer = context.marks.get(name);
      if (newer === undefined) return null;
      const date = newer.unit?.date ?? context.dateOf(newer.sourceId);
      const dates = claim.notes.map(({ sourceId }) => context.dateOf(sourceId));
      const isNewer = dates.every((old) => old === null || date === null || old <= date);
      return isNewer ? `A newer source says otherwise: "${(newer.note?.quote ?? '').slice(0, MAX_SHOWN)}"` : null;
    }
    case 'duplicate_of':
      return context.marks.get(name) === undefined && !context.saysElsewhere(name, claim) ? null : SAYS_THE_SAME;
    case 'moved_to':
      return context.saysElsewhere(slugIn(by), claim) ? `"${name}" says it now.` : null;
    case 'wrong':
      return 'The model considers it wrong.';
  }
}

function ownMark(claim: Claim, view: PageView): string {
  for (const [id, exact] of view.own) if (wordKey(exact).includes(claim.key)) return `{${id}}`;
  return '';
}

export function clipped({ text }: Claim): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN - 1)}…`;
}
