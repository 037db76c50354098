import { settleFootnotes } from '../../change';
import { type Claim, HISTORY_HEADING, readLedger } from '../../wiki';
import { formatUnitRanges } from '../units';
import {
  accountFor,
  accountForNew,
  clipped,
  introductionWarnings,
  type AccountContext,
  type PageAccount,
} from './account';
import { type RawWrittenPage } from './answer-schemas';
import { type DraftContext } from './draft-context';
import { type DraftText } from './draft-text';
import { draftNewPage, draftPage, type PageDraft } from './page-draft';
import { problemOf, type PageProblem } from './page-problem';
import { type PageView } from './page-view';
import { keepHistory } from './past-statements';
import { type PlannedPage } from './planned-page';
import { type WriteMaterial } from './write-material';

/** A page that the model wrote. */
export interface WrittenPage {
  readonly planned: PlannedPage;
  readonly written: RawWrittenPage;
  readonly account: PageAccount;
  /** Of a page that exists; else `null`. */
  readonly change: { readonly view: PageView; readonly draft: PageDraft } | null;
  /** Of a new page; else `null`. */
  readonly content: DraftText | null;
  /** Numbers of the units that its text cites. */
  readonly cited: ReadonlySet<number>;
  /** What is left of the errors after the repairs. */
  readonly errors: readonly PageProblem[];
}

/** Checks what the model wrote for a page: its marks, its account, and the units that it should use. */
export function readWritten(
  planned: PlannedPage,
  written: RawWrittenPage,
  material: Pick<WriteMaterial, 'views' | 'draftContext' | 'accountContext'>,
): WrittenPage {
  const view = material.views.get(planned.slug);
  const context = material.draftContext(planned.slug);
  const read =
    view === undefined
      ? readNew(planned, written, context)
      : readChange(planned, written, view, context, material.accountContext);
  return { ...read, errors: [...unreadErrors(written), ...read.errors] };
}

function unreadErrors({ unread }: RawWrittenPage): readonly PageProblem[] {
  return unread.map((line) =>
    problemOf('unread_line', `This line and what is below it mean nothing and are left out: "${line.slice(0, 80)}".`),
  );
}

function readNew(planned: PlannedPage, written: RawWrittenPage, context: DraftContext): WrittenPage {
  // A new page has nothing to edit: its edits are its text.
  const markdown =
    written.markdown.trim() === '' ? written.edits.map((edit) => edit.markdown).join('\n\n') : written.markdown;
  const { draft, problems } = draftNewPage({ markdown }, context);
  const cited = citedUnits(draft.marks);
  const errors = [...problems, ...uncitedError(planned, cited)];
  const account = accountForNew(settleFootnotes('', draft.text, [draft]));
  const warnings = [...account.warnings, ...introductionWarnings(draft.introductions)];
  return { planned, written, account: { ...account, warnings }, change: null, content: draft, cited, errors };
}

function readChange(
  planned: PlannedPage,
  written: RawWrittenPage,
  view: PageView,
  context: DraftContext,
  accountContext: AccountContext,
): WrittenPage {
  const listed = withEnded(planned, written, view, accountContext);
  const { draft, account } = withHistory(draftPage(written, view, context), listed, view, accountContext);
  const cited = citedUnits(draft.splices.flatMap(({ marks }) => marks));
  const errors = [...draft.problems, ...account.errors, ...uncitedError(planned, cited)];
  const warnings = [...account.warnings, ...introductionWarnings(draft.introductions)];
  return { planned, written, account: { ...account, warnings }, change: { view, draft }, content: null, cited, errors };
}

/** What the plan says is ended need not be listed again where the page does not say it any more. */
function withEnded(
  { ended }: PlannedPage,
  written: RawWrittenPage,
  { ledger }: PageView,
  { marks }: AccountContext,
): RawWrittenPage {
  const listed = new Set(written.dropped.map(({ mark }) => mark.replace(/[{}\s!?]/g, '')));
  const added = ended.flatMap(({ key, units }) => {
    const own = ledger.claims.find((claim) => claim.key === key)?.notes.map((note) => marks.forNote(note)) ?? [];
    const [mark] = own;
    const [by] = units;
    if (mark === undefined || by === undefined || own.some((each) => listed.has(each))) return [];
    return [{ mark, reason: 'superseded_by' as const, by: `1.${by}` }];
  });
  return added.length === 0 ? written : { ...written, dropped: [...written.dropped, ...added] };
}

/** The draft and its account, with what a newer source ended under "History". */
function withHistory(
  draft: PageDraft,
  written: RawWrittenPage,
  view: PageView,
  context: AccountContext,
): { readonly draft: PageDraft; readonly account: PageAccount } {
  const account = accountFor(view, draft.after, written, context);
  const history = keepHistory(view, draft, account, context.dateOf);
  if (history === null) return { draft, account };
  const settled = accountFor(view, history.draft.after, written, context);
  const isListed = (text: string): boolean => settled.moved.some((move) => move.text === text);
  const dated = history.kept.map(clipped).filter((text) => !isListed(text));
  const moved = dated.map((text) => ({ text, to: HISTORY_HEADING }));
  // With its date a sentence counts as one in other words.
  const reworded = Math.max(0, settled.reworded - moved.length);
  return { draft: history.draft, account: { ...settled, reworded, moved: [...settled.moved, ...moved] } };
}

function citedUnits(marks: DraftText['marks']): ReadonlySet<number> {
  return new Set(marks.flatMap(({ unit }) => unit?.number ?? []));
}

function uncitedError({ units }: PlannedPage, cited: ReadonlySet<number>): readonly PageProblem[] {
  return units.length === 0 || units.some((number) => cited.has(number))
    ? []
    : [
        problemOf('none_cited', `The page cites none of its planned units: ${formatUnitRanges(units, 1)}.`, {
          units,
        }),
      ];
}

/** Whether a text says what a claim said: it cites the same passage, or has the same words. */
export function saysClaim(text: string, claim: Claim): boolean {
  const { claims } = readLedger(text);
  return claims.some(({ key, support }) => key === claim.key || support.some((each) => claim.support.includes(each)));
}

/** The whole text of a page with its footnotes: without their definitions a new page would rest on nothing. */
export function textOf({ change, content }: WrittenPage): string {
  return change?.draft.after ?? (content === null ? '' : settleFootnotes('', content.text, [content]));
}
