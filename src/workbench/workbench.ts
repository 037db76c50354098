import { isoTime, quietRun } from '../base';
import type { Run } from '../base';
import { exportPatch, renderEdit } from '../change';
import { readHistory } from '../proposal';
import type { HistoryEntry, Proposal } from '../proposal';
import type { Lens } from '../workspace';
import type { SaveAnswer } from '../librarian';
import { ask, proposeAnswer, readPage } from './ask';
import type { AskOptions, AskResult } from './ask';
import { acceptanceOf } from './accept';
import type { ApplyProposalRequest } from './accept';
import { describeProposal, sourceOf } from './describe';
import { applyProposal } from './apply-proposal';
import { ingest } from './ingest';
import type { IngestRequest } from './ingest';
import { leftOut } from './left-out';
import { allLenses, describeLens, explainField, findLens, summariseLens } from './lenses';
import type { FieldExplanation, LensDetails } from './lenses';
import { lint } from './lint';
import type { LintRequest } from './lint';
import { stateOf } from './model/stores';
import { reportUsage, UsageBook } from './model/usage';
import type { UsageReport } from './model/usage';
import { explainLens } from './explain-lens';
import type { LensExplanation } from './explain-lens';
import { proposeFix, proposeFixes } from './fixes';
import type { FixRequest } from './fixes';
import { proposeIgnore } from './ignore';
import type { IgnoreRequest } from './ignore';
import { lensPages } from './lens-pages';
import type { LensPages } from './lens-pages';
import { searchPassages } from './passages';
import type { FoundPage } from './passages';
import { proposeUndo } from './propose-undo';
import type { ReviewDesk } from './review/types';
import { search } from './search';
import type { SearchRequest } from './search';
import { Desk } from './review/desk';
import { ProposalCase, rejectProposal } from './review/proposal-case';
import { sourceStates } from './source-state';
import { sourceView } from './source-view';
import type { SourceView } from './source-view';
import { transactionDetails } from './transaction-details';
import type { TransactionDetails } from './transaction-details';
import { Session } from './session';
import type {
  Finding,
  IngestedProposal,
  IngestResult,
  LensSummary,
  LintResult,
  Notice,
  SearchResult,
  UndoResult,
  VerifyResult,
  WikiStatus,
  WorkbenchHost,
} from './types';
import { undecided } from './undecided';
import { undo } from './undo';
import { verify } from './verify';

/** One open wiki and every operation of the product on it. Operations run one at a time. */
export class Workbench {
  readonly #session: Session;
  readonly #desks = new Map<string, ReviewDesk>();

  private constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Opens a wiki: recovers what a crash left, then reads it.
   * @throws WikiError `knowledge_workspace_invalid` when its manifest is not valid, `living-wiki:locked` when another
   * process is writing
   */
  static async open(host: WorkbenchHost, run: Run = quietRun): Promise<Workbench> {
    return new Workbench(await Session.open(host, run));
  }

  /** The current picture of the wiki, for hosts that show it. */
  get snapshot(): Session['snapshot'] {
    return this.#session.snapshot;
  }

  async status(run: Run = quietRun): Promise<WikiStatus> {
    const { snapshot, lens, host, recovered, notices } = this.#session;
    const { proposals } = await this.#session.waiting();
    const states = await sourceStates(snapshot, run);
    const pathsIn = (state: string): string[] => states.filter((s) => s.state === state).map((s) => s.source.path);
    const unread: Notice[] = (await leftOut(this.#session, run)).map(({ path, reason }) => ({
      code: 'living-wiki:path_refused',
      message: reason,
      at: path,
    }));
    const { name, title, version } = lens.effective;
    return {
      wiki: { root: host.root, name, title, version },
      pages: snapshot.pages.size,
      sources: {
        total: states.length,
        ingested: states.length - pathsIn('pending').length - pathsIn('changed').length,
        pending: pathsIn('pending'),
        changed: pathsIn('changed'),
      },
      proposals: proposals.map(({ id, changeSet }) => ({ id, title: changeSet.title, files: changeSet.files.length })),
      recovered,
      warnings: [...lens.warnings, ...notices, ...unread],
    };
  }

  ingest(request: IngestRequest, run: Run = quietRun): Promise<IngestResult> {
    return ingest(this.#session, request, run);
  }

  /** The proposals that wait, in the order in which they apply. */
  async proposals(): Promise<readonly Proposal[]> {
    return (await this.#session.waiting()).proposals;
  }

  /** @throws WikiError `living-wiki:proposal_missing`, `living-wiki:proposal_ambiguous` */
  proposal(id: string): Promise<Proposal> {
    return this.#session.store.find(id);
  }

  /** A proposal's page changes as a unified diff that `git apply` takes, relative to the wiki's root. */
  patch(proposal: Proposal): string {
    return exportPatch(
      proposal.changeSet.files.map((edit) => ({
        path: edit.to ?? edit.path,
        ...(edit.to !== undefined && { from: edit.path }),
        before: edit.kind === 'created' ? null : edit.base,
        after: renderEdit(edit),
      })),
    );
  }

  /**
   * Applies a waiting proposal, or the part of it that is named.
   * @throws WikiError `living-wiki:proposal_decided`, `living-wiki:proposal_file_missing`,
   * `living-wiki:proposal_hunk_missing`
   */
  apply(id: string, request: ApplyProposalRequest = {}, run: Run = quietRun): Promise<IngestedProposal> {
    return this.#session.exclusively(run, async (held) => {
      const proposal = await undecided(this.#session.store, id);
      const { accepted, ...why } = acceptanceOf(proposal, request);
      const applied = await applyProposal(this.#session, held, proposal, accepted, run, why);
      return describeProposal(applied, sourceOf(proposal));
    });
  }

  /** Rejects a waiting proposal as a whole. @throws WikiError `living-wiki:proposal_decided` */
  reject(id: string, reason: string): Promise<Proposal> {
    return rejectProposal(this.#session, id, reason);
  }

  /** Every transaction, newest first. */
  history(): Promise<readonly HistoryEntry[]> {
    return readHistory(this.#session.journal);
  }

  /** Takes back a transaction; the newest change that still stands when none is named. */
  undo(id: string | undefined, run: Run = quietRun): Promise<UndoResult> {
    return this.#session.exclusively(run, (held) => undo(this.#session, held, id, run));
  }

  lint(request: LintRequest, run: Run = quietRun): Promise<LintResult> {
    return lint(this.#session, request, run);
  }

  async lenses(run: Run = quietRun): Promise<readonly LensSummary[]> {
    return (await allLenses(this.#session, run)).map(summariseLens);
  }

  async lens(name: string | undefined, run: Run = quietRun): Promise<LensDetails> {
    return describeLens(await this.#lens(name, run));
  }

  /** @throws WikiError `living-wiki:field_missing` */
  async explain(name: string | undefined, field: string, run: Run = quietRun): Promise<FieldExplanation> {
    return explainField(await this.#lens(name, run), field);
  }

  #lens(name: string | undefined, run: Run): Promise<Lens> {
    return findLens(this.#session, name, run);
  }

  search(request: SearchRequest, run: Run = quietRun): Promise<{ readonly results: readonly SearchResult[] }> {
    return search(this.#session, request, run);
  }

  /**
   * Answers a question from the wiki, with citations of what was read.
   * @throws ModelError; WikiError `living-wiki:model_not_configured`, `living-wiki:lens_missing`, `living-wiki:question_empty`
   */
  ask(question: string, options: AskOptions = {}, run: Run = quietRun): Promise<AskResult> {
    return ask(this.#session, question, options, run);
  }

  /** Proposes an answer as a page. @throws WikiError `living-wiki:answer_uncited`, `living-wiki:kind_invalid` */
  saveAnswer(request: SaveAnswer, run: Run = quietRun): Promise<Proposal> {
    return proposeAnswer(this.#session, request, run);
  }

  /** A page, or a section of it, as text for a reader. @throws WikiError `living-wiki:page_missing` */
  readPage(request: Parameters<typeof readPage>[1], run: Run = quietRun): Promise<string> {
    return readPage(this.#session, request, run);
  }

  /** Checks that the wiki on disk is what its log, index and provenance say it is, quotes included. */
  verify(run: Run = quietRun): Promise<VerifyResult> {
    return verify(this.#session, run);
  }

  /** A waiting proposal under review; the same desk each time. */
  review(id: string): ReviewDesk {
    const known = this.#desks.get(id);
    if (known) return known;
    const desk = new Desk(new ProposalCase(this.#session, id));
    this.#desks.set(id, desk);
    return desk;
  }

  /** What a past transaction changed. @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable` */
  transaction(id: string, run: Run = quietRun): Promise<TransactionDetails> {
    return transactionDetails(this.#session, id, run);
  }

  /**
   * What takes a transaction back, as a proposal. Applied whole, it counts as its undo; applied in part, as an edit.
   * Later edits that stand in the way are conflicts of the review.
   * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`, `living-wiki:nothing_to_undo`
   */
  proposeUndo(id: string, run: Run = quietRun): Promise<Proposal> {
    return proposeUndo(this.#session, id, run);
  }

  /** Safe fixes as one proposal; `null` where there is nothing to mend. */
  proposeFixes(request: FixRequest, run: Run = quietRun): Promise<Proposal | null> {
    return proposeFixes(this.#session, request, run);
  }

  /** Mends one finding by one of its `suggestions`; `null` where that cannot be done. */
  proposeFix(finding: Finding, suggestion: string, lens?: string, run: Run = quietRun): Promise<Proposal | null> {
    return proposeFix(this.#session, finding, suggestion, lens, run);
  }

  /** Proposes that the wiki's manifest keeps quiet about a finding; what waits already is taken along. */
  proposeIgnore(request: IgnoreRequest, run: Run = quietRun): Promise<Proposal> {
    return proposeIgnore(this.#session, request, run);
  }

  /** One round of maintenance: a lint pass, logged, with its safe fixes as one proposal. A second round repeats nothing. */
  maintain(run: Run = quietRun): Promise<LintResult> {
    return this.lint({ fix: true, log: true, again: false }, run);
  }

  /** Takes up what somebody changed. @param paths relative to the wiki's root; a folder stands for all in it */
  refresh(paths: readonly string[], run: Run = quietRun): Promise<void> {
    return this.#session.refresh(paths, run);
  }

  /** To be told when a `KNOWLEDGE.md` anywhere in the vault came, went or changed. */
  refreshLenses(): void {
    this.#session.forgetLenses();
  }

  /** The wiki through a lens. @throws WikiError `living-wiki:lens_missing`, and why the lens is refused */
  lensPages(name: string | undefined, run: Run = quietRun): Promise<LensPages> {
    return lensPages(this.#session, name, run);
  }

  /** Where every value of a lens comes from; of refused lenses too. @throws WikiError `living-wiki:lens_missing` */
  explainAll(name: string | undefined, run: Run = quietRun): Promise<LensExplanation> {
    return this.#lens(name, run).then((lens) => explainLens(lens));
  }

  /** Pages with the passages that answer a query, best first. */
  searchPassages(request: SearchRequest, run: Run = quietRun): Promise<readonly FoundPage[]> {
    return searchPassages(this.#session, request, run);
  }

  /**
   * A source as text with its places. @param path relative to the wiki's root @param quote looked up as the quote check does
   * @throws WikiError `source_not_found`, `living-wiki:source_…`
   */
  sourceText(path: string, quote?: string, run: Run = quietRun): Promise<SourceView> {
    return sourceView(this.#session, path, quote, run);
  }

  /** What language models have used in this wiki. @param days so many, today (in UTC) included */
  usage(days: number): Promise<UsageReport> {
    const { vault, host } = this.#session;
    const from = isoTime(host.clock.now() - (Math.min(days, 36_500) - 1) * 86_400_000).slice(0, 10);
    return reportUsage(new UsageBook(stateOf(vault), ''), from, days);
  }

  /** Saves the caches, for the next start; a vault that cannot be written to is no reason to fail. */
  save(run: Run = quietRun): Promise<void> {
    return this.#session.save(run);
  }

  /** Saves the caches and lets go of the journal. */
  close(run: Run = quietRun): Promise<void> {
    return this.#session.close(run);
  }
}
