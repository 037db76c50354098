import { silentRun, type Run } from '../base';
import { type SaveAnswer } from '../librarian';
import { type JobEnd, type NewJob } from '../jobs';
import { readHistory, type HistoryEntry, type Proposal, type UndoOrder } from '../proposal';
import { type Snapshot } from '../wiki';
import { type AskOptions, type AskResult } from './ask/ask';
import { type ReadPageRequest } from './ask/read-page';
import { type Retention } from './compact';
import { type CoverageGrid } from './coverage/coverage-grid';
import { type SourceCoverage } from './coverage/source-coverage';
import { type WikiContradiction } from './contradictions/find-contradictions';
import { type SettledContradiction } from './contradictions/propose-settlement';
import { type NoteEvidence } from './evidence/evidence-of-note';
import { type PageEvidence } from './evidence/page-evidence';
import { type PageChange } from './evidence/page-history';
import { type PageRelations } from './evidence/page-relations';
import { type ComposeResult } from './hubs/compose';
import { type ComposeRequest } from './hubs/compose-request';
import { type ChangePlanRequest } from './ingest/change-plan';
import { type IngestRequest } from './ingest/request';
import { type WikiJobs } from './jobs/wiki-jobs';
import { type LensExplanation } from './lens/explain-lens';
import { type LensPages } from './lens/lens-pages';
import { allLenses, findLens } from './lens/lenses';
import { lint, type LintRequest } from './lint';
import { type SkillScheduler } from './automation/scheduler';
import { type SkillPreview } from './maintenance/preview';
import { type MaintainRequest } from './maintenance/request';
import { type RunReport } from './maintenance/run-report';
import { type UsageReport } from './model/usage-report';
import { type PackLibrary } from './packs/pack-library';
import { followWrites, packLibraryOf, publisherOf } from './packs/session-packs';
import { type ExportRequest, type ExportResult, type WikiPublisher } from './packs/publisher';
import { type RemoveExpiredRequest } from './remove-expired';
import { type RetentionReport } from './retention';
import { type WikiQuery } from './queries/read-query';
import { type QueryResult } from './queries/run-query';
import { recordLateDecisions } from './proposals/reconcile';
import { type FixRequest } from './proposals/propose-fixes';
import { type IgnoreRequest } from './proposals/propose-ignore';
import { type TransactionDetails } from './proposals/transaction-details';
import { addQuestion, dropQuestion, openQuestions, type NewQuestion, type OpenQuestion } from './questions';
import { LazyReviewSession } from './review/lazy-review-session';
import { type ReviewSession } from './review/types';
import { type SearchRequest } from './search/find-pages';
import { type FoundPage } from './search/search-passages';
import { type SearchSourcesRequest } from './search/search-sources';
import { type SourceCounts, type SourceSearchResult } from './search/source-search-types';
import { type FootnotePlace } from './sources/page-footnote';
import { type RehashSlice } from './sources/rehash';
import { type SourceView } from './sources/source-view';
import { status } from './status';
import { type WikiTimeline } from './timeline';
import { confirmChanges, unconfirmedChanges, type UnconfirmedChange } from './trust/confirmation';
import {
  type DeletedPage,
  type Finding,
  type IngestResult,
  type LensSummary,
  type LintResult,
  type Notice,
  type UndoResult,
  type WikiStatus,
  type WorkbenchHost,
} from './types';
import { WikiSession } from './wiki-session';

/**
 * One open wiki and every operation on it. Operations that write run one at a time.
 *
 * Opening and linting are loaded with this module. Every other operation is a module that is loaded when it is first used,
 * so that a host starts without the code for models, extraction and search.
 */
export class Workbench {
  readonly #session: WikiSession;
  readonly #reviews = new Map<string, ReviewSession>();
  #jobs: WikiJobs | null = null;
  #scheduler: SkillScheduler | null = null;

  private constructor(session: WikiSession) {
    this.#session = session;
  }

  /**
   * Opens a wiki: recovers what a crash left, then reads it.
   * @throws WikiError `knowledge_workspace_invalid` when its manifest is not valid, `living-wiki:locked` when another
   * process is writing
   */
  static async open(host: WorkbenchHost, run: Run = silentRun): Promise<Workbench> {
    const session = await WikiSession.open(host, run);
    followWrites(session);
    await recordLateDecisions(session, run);
    return new Workbench(session);
  }

  /** What a workbench works on, for the operations of this room that are functions. */
  static sessionOf(workbench: Workbench): WikiSession {
    return workbench.#session;
  }

  /** The wiki as it is now, for hosts that show it. */
  get snapshot(): Snapshot {
    return this.#session.snapshot;
  }

  /** What was found when the wiki was opened: what recovery did, and what came from elsewhere. */
  get openingNotices(): readonly Notice[] {
    return [...this.#session.recovered, ...this.#session.notices];
  }

  status(run: Run = silentRun): Promise<WikiStatus> {
    return status(this.#session, run);
  }

  /** Reads changed files again. @param paths relative to the wiki's root; a folder stands for everything in it */
  refresh(paths: readonly string[], run: Run = silentRun): Promise<void> {
    return this.#session.refresh(paths, run);
  }

  /** Compares the contents of some ingested sources with what is known of them. Call it again with `next`. */
  async rehashSources(after: string | null, run: Run = silentRun): Promise<RehashSlice> {
    const { rehashSources } = await import('./sources/rehash');
    return rehashSources(this.#session, after, run);
  }

  /** Call it when a `KNOWLEDGE.md` anywhere in the vault was created, changed or removed. */
  invalidateLenses(): void {
    this.#session.invalidateLenses();
  }

  /** Saves the caches for the next start. A vault that is read-only is no error. */
  save(run: Run = silentRun): Promise<void> {
    return this.#session.save(run);
  }

  /** Saves the caches and releases the journal. */
  close(run: Run = silentRun): Promise<void> {
    return this.#session.close(run);
  }

  // Sources

  async ingest(request: IngestRequest, run: Run = silentRun): Promise<IngestResult> {
    const { ingestAsJobs } = await import('./jobs/ingest-jobs');
    return ingestAsJobs(this.#session, request, run);
  }

  /** The queue of long work; `null` where the host has none. */
  async jobs(): Promise<WikiJobs | null> {
    const queue = await this.#session.jobs();
    if (queue === null) return null;
    const { WikiJobs: Jobs } = await import('./jobs/wiki-jobs');
    return (this.#jobs ??= new Jobs(this.#session, queue));
  }

  /**
   * A source as text, and where a quote is in it. @param path relative to the wiki's root
   * @throws WikiError `source_not_found`, `living-wiki:source_…`
   */
  async sourceText(path: string, quote?: string, run: Run = silentRun): Promise<SourceView> {
    const { sourceView } = await import('./sources/source-view');
    return sourceView(this.#session, path, quote, run);
  }

  /**
   * What the wiki uses of a source that a model read, and every unit that it does not; `null` if this device does not know. Of a waiting
   * proposal, what that would use.
   * @param source path or id @throws WikiError `source_not_found`
   */
  async coverage(source: string, run: Run = silentRun): Promise<SourceCoverage | null> {
    const { sourceCoverage } = await import('./coverage/source-coverage');
    return sourceCoverage(this.#session, source, run);
  }

  /** Which pages rest on which sources. The first call reads every page; later ones only what changed. */
  async coverageGrid(run: Run = silentRun): Promise<CoverageGrid> {
    const { coverageGrid } = await import('./coverage/coverage-grid');
    return coverageGrid(this.#session, run);
  }

  /** Where a footnote of a page leads to; see {@link pageFootnote}. @param page its path, relative to the wiki's root */
  async footnote(page: string, shown: string): Promise<FootnotePlace | null> {
    const { pageFootnote } = await import('./sources/page-footnote');
    return pageFootnote(this.#session, page, shown);
  }

  /**
   * On what each paragraph of a page rests.
   * @param text of the page as it is in an editor; as it is on disk when absent
   * @param unfounded what {@link unfoundedNotes} found
   */
  async pageEvidence(
    page: string,
    text?: string,
    run: Run = silentRun,
    unfounded: ReadonlySet<string> = new Set(),
  ): Promise<PageEvidence> {
    const { evidenceOfPage } = await import('./evidence/evidence-of-page');
    return evidenceOfPage(this.#session, page, text, unfounded, run);
  }

  /**
   * Labels of the footnotes of a page whose quote is not in its source, or whose source is gone. It may read each of the sources.
   * @param text of the page as it is in an editor; as it is on disk when absent
   */
  async unfoundedNotes(page: string, text?: string, run: Run = silentRun): Promise<ReadonlySet<string>> {
    const { unfoundedNotes } = await import('./evidence/unfounded-notes');
    return unfoundedNotes(this.#session, page, text, run);
  }

  /**
   * Proposes a file of Obsidian's Bases that shows the wiki as a lens does; `null` if it is there.
   * @throws WikiError `living-wiki:lens_missing`
   */
  async proposeBase(lens?: string, run: Run = silentRun): Promise<Proposal | null> {
    const { proposeBase } = await import('./lens/lens-base');
    return proposeBase(this.#session, lens, run);
  }

  /** Every change of a page, the newest first. */
  async pageHistory(page: string): Promise<readonly PageChange[]> {
    const { pageHistory } = await import('./evidence/page-history');
    return pageHistory(this.#session, page);
  }

  /** What links to a page or source and rests on it; `null` for any other file. */
  async pageRelations(path: string, run: Run = silentRun): Promise<PageRelations | null> {
    const { pageRelations } = await import('./evidence/page-relations');
    return pageRelations(this.#session, path, run);
  }

  /** Answers a query of a note. @throws WikiError `living-wiki:lens_missing`, `source_not_found` */
  async query(query: WikiQuery, run: Run = silentRun): Promise<QueryResult> {
    const { runQuery } = await import('./queries/run-query');
    return runQuery(this.#session, query, run);
  }

  /** What is behind the number of a footnote; `null` if it names no source. @param label without `^` */
  async noteEvidence(page: string, label: string, text?: string, run: Run = silentRun): Promise<NoteEvidence | null> {
    const { evidenceOfNote } = await import('./evidence/evidence-of-note');
    return evidenceOfNote(this.#session, page, label, text, run);
  }

  /**
   * Changes the plan of a waiting proposal, and reads its source again. The new proposal replaces the waiting one.
   * @throws WikiError `living-wiki:proposal_decided`, `living-wiki:plan_missing`, `living-wiki:plan_change_invalid`
   */
  async changePlan(id: string, request: ChangePlanRequest, run: Run = silentRun): Promise<IngestResult> {
    const { changePlan } = await import('./ingest/change-plan');
    return changePlan(this.#session, id, request, run);
  }

  /**
   * Has the model write pages anew that grew source by source, or those that are named, then the pages that connect the wiki (overview,
   * timeline, tables), from what its pages say already.
   * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:rules_not_approved`, `living-wiki:page_missing`
   */
  async compose(request: ComposeRequest = {}, run: Run = silentRun): Promise<ComposeResult> {
    const { composeAsJob } = await import('./jobs/compose-jobs');
    return composeAsJob(this.#session, request, run);
  }

  /** Answers whether a page that was deleted by hand may be made again; see `WikiStatus.deleted`. */
  async answerDeletion(page: DeletedPage, isNever: boolean, run: Run = silentRun): Promise<void> {
    const { decideDeletion } = await import('./deleted-pages');
    return decideDeletion(this.#session, page, isNever, run);
  }

  /**
   * The sources that the manifest no longer keeps, and what would lose its last source without them. Writes nothing.
   * @param chosen paths of some of them; all when absent @throws WikiError `living-wiki:source_not_expired`
   */
  async retentionReport(chosen?: readonly string[], run: Run = silentRun): Promise<RetentionReport> {
    const { retentionReport } = await import('./retention');
    return retentionReport(this.#session, chosen, run);
  }

  /**
   * Moves expired sources to the trash of the wiki, and returns where each is now.
   * @throws WikiError `living-wiki:source_not_expired`, `living-wiki:retention_changed`
   */
  async removeExpired(request: RemoveExpiredRequest, run: Run = silentRun): Promise<ReadonlyMap<string, string>> {
    const { removeExpired } = await import('./remove-expired');
    return removeExpired(this.#session, request, run);
  }

  /** Paths that sources in the trash of the wiki had. */
  async removedSources(): Promise<readonly string[]> {
    const { removedSources } = await import('./remove-expired');
    return removedSources(this.#session);
  }

  /** Moves sources from the trash back to where they were. @throws WikiError `source_not_found` */
  async restoreSources(paths: readonly string[], run: Run = silentRun): Promise<void> {
    const { restoreSources } = await import('./remove-expired');
    return restoreSources(this.#session, paths, run);
  }

  /** The knowledge packs that this wiki can use; `null` where the host has no place for them. */
  packs(): Promise<PackLibrary | null> {
    return packLibraryOf(this.#session);
  }

  /**
   * Publishes this wiki as a knowledge pack; `null` where the host has no place for packs.
   * @throws WikiError `living-wiki:lens_missing`, `living-wiki:pack_name_invalid`, `living-wiki:pack_exists`, `living-wiki:pack_not_writable`
   */
  async publishPack(request: ExportRequest, run: Run = silentRun): Promise<ExportResult | null> {
    const { exportAsJob } = await import('./jobs/export-jobs');
    return exportAsJob(this.#session, request, run);
  }

  /** What publishes this wiki as a knowledge pack; `null` where the host has no place for packs. */
  publisher(): Promise<WikiPublisher | null> {
    return publisherOf(this.#session);
  }

  // Proposals

  /** Proposals that wait for review, in the order in which they apply. */
  proposals(): Promise<readonly Proposal[]> {
    return this.#session.waitingProposals();
  }

  /** @throws WikiError `living-wiki:proposal_missing`, `living-wiki:proposal_ambiguous` */
  findProposal(id: string): Promise<Proposal> {
    return this.#session.store.find(id);
  }

  /** The review of a waiting proposal; the same object each time. */
  review(id: string): ReviewSession {
    const known = this.#reviews.get(id);
    if (known) return known;
    const review = new LazyReviewSession(id, async () => {
      const { reviewProposal } = await import('./review/proposal-backend');
      return reviewProposal(this.#session, id);
    });
    this.#reviews.set(id, review);
    return review;
  }

  /** Rejects a waiting proposal as a whole. @throws WikiError `living-wiki:proposal_decided` */
  async rejectProposal(id: string, reason: string): Promise<Proposal> {
    const { rejectProposal } = await import('./proposals/reject-proposal');
    return rejectProposal(this.#session, id, reason);
  }

  // History

  /** Every transaction, newest first. */
  history(): Promise<readonly HistoryEntry[]> {
    return readHistory(this.#session.journal);
  }

  /** When sources, changes and pages came, oldest first. */
  async timeline(run: Run = silentRun): Promise<WikiTimeline> {
    const { wikiTimeline } = await import('./timeline');
    return wikiTimeline(this.#session, run);
  }

  /** What a transaction changed. @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable` */
  async transactionDetails(id: string, run: Run = silentRun): Promise<TransactionDetails> {
    const { transactionDetails } = await import('./proposals/transaction-details');
    return transactionDetails(this.#session, id, run);
  }

  /**
   * What to undo, newest first, so that a transaction can be undone. Writes nothing.
   * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`
   */
  async undoOrder(id: string, run: Run = silentRun): Promise<UndoOrder> {
    const { undoOrder } = await import('./proposals/undo');
    return undoOrder(this.#session, id, run);
  }

  /**
   * How many files of each transaction cannot be undone as they are, once those before it in the list are undone. Writes nothing.
   * @param ids newest first
   * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`
   */
  async undoConflicts(ids: readonly string[], run: Run = silentRun): Promise<ReadonlyMap<string, number>> {
    const { undoConflicts } = await import('./proposals/undo-conflicts');
    return undoConflicts(this.#session, ids, run);
  }

  /**
   * Undoes a transaction and the later ones that build on it.
   * @param steps ids of {@link undoOrder} that the person has confirmed
   * @throws WikiError `living-wiki:undo_order_changed`, `living-wiki:undo_foreign`
   */
  async undoThrough(id: string, steps: readonly string[], run: Run = silentRun): Promise<readonly UndoResult[]> {
    const { undoThrough } = await import('./proposals/undo');
    return undoThrough(this.#session, id, steps, run);
  }

  /** Says which old changes will lose their undo, and removes it a week later. Call it now and then. `null` when nothing is due. */
  async applyRetention(retention?: Retention, run: Run = silentRun): Promise<Notice | null> {
    const { applyRetention } = await import('./compact');
    return applyRetention(this.#session, retention, run);
  }

  /**
   * Proposes to undo a transaction. Applied whole, the proposal counts as its undo; applied in part, as an edit.
   * Later edits in the same place are conflicts of the review.
   * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`, `living-wiki:nothing_to_undo`
   */
  async proposeUndo(id: string, run: Run = silentRun): Promise<Proposal> {
    const { proposeUndo } = await import('./proposals/propose-undo');
    return proposeUndo(this.#session, id, run);
  }

  // Lint

  async lint(request: LintRequest, run: Run = silentRun): Promise<LintResult> {
    if (request.fix !== true || this.#session.host.jobs === undefined) return lint(this.#session, request, run);
    const { fixJob } = await import('./jobs/kinds');
    const { apply = false, lens } = request;
    return this.#lintAsJob(fixJob({ apply, ...(lens !== undefined && { lens }) }), request, run);
  }

  /**
   * Runs a skill on an overlay of the wiki; what it would change is a proposal, and its report is kept.
   * @throws WikiError `living-wiki:skill_missing`, `living-wiki:skill_invalid`, `living-wiki:skill_unconfirmed`,
   *   `living-wiki:maintenance_limit`; ModelError
   */
  async runSkill(request: MaintainRequest, run: Run = silentRun): Promise<RunReport> {
    const { maintainAsJob } = await import('./jobs/skill-jobs');
    return maintainAsJob(this.#session, request, run);
  }

  /** The skills that can be run, with what each finds to do. @param vaultSkills also those that are kept for coding agents */
  async skills(vaultSkills?: boolean, run: Run = silentRun): Promise<readonly SkillPreview[]> {
    const { previewSkills } = await import('./maintenance/preview');
    return previewSkills(this.#session, vaultSkills, run);
  }

  /** The skills that can be run on this device. */
  async skillNames(): Promise<readonly { readonly name: string; readonly title: string }[]> {
    const { findSkills } = await import('./maintenance/find-skills');
    const { skills } = await findSkills(this.#session, this.#session.host.automation?.().vaultSkills ?? false);
    return skills.map(({ skill: { name, title } }) => ({ name, title }));
  }

  /** What queues skills when their time has come; `null` where the host has no queue. */
  async scheduler(): Promise<SkillScheduler | null> {
    const queue = await this.#session.jobs();
    if (queue === null) return null;
    const { SkillScheduler: Scheduler } = await import('./automation/scheduler');
    return (this.#scheduler ??= new Scheduler(this.#session, queue));
  }

  /** Reports of skills, newest first. @param limit at most so many */
  async runReports(limit: number): Promise<readonly RunReport[]> {
    const { runReports } = await import('./maintenance/maintain');
    return runReports(this.#session, limit);
  }

  async #lintAsJob(job: NewJob, request: LintRequest, run: Run): Promise<LintResult> {
    const { endOfLint, runAsJob } = await import('./jobs/run-as-job');
    const work = async (within: Run): Promise<{ result: LintResult; end: JobEnd }> => {
      const result = await lint(this.#session, request, within);
      return { result, end: endOfLint(result) };
    };
    return runAsJob(this.#session, job, work, run);
  }

  /** Safe fixes as one proposal; `null` when there is nothing to fix. */
  async proposeFixes(request: FixRequest, run: Run = silentRun): Promise<Proposal | null> {
    const { proposeFixes } = await import('./proposals/propose-fixes');
    return proposeFixes(this.#session, request, run);
  }

  /** Fixes one finding with one of its `suggestions`; `null` when that cannot be done. */
  async proposeFix(
    finding: Finding,
    suggestion: string,
    lens?: string,
    run: Run = silentRun,
  ): Promise<Proposal | null> {
    const { proposeFix } = await import('./proposals/propose-fixes');
    return proposeFix(this.#session, finding, suggestion, lens, run);
  }

  /** Proposes that the manifest ignores a finding, together with the ignored findings that already wait. */
  async proposeIgnore(request: IgnoreRequest, run: Run = silentRun): Promise<Proposal> {
    const { proposeIgnore } = await import('./proposals/propose-ignore');
    return proposeIgnore(this.#session, request, run);
  }

  /** Contradictions that pages declare and that wait for a person. */
  async contradictions(run: Run = silentRun): Promise<readonly WikiContradiction[]> {
    const { listContradictions } = await import('./contradictions/propose-settlement');
    return listContradictions(this.#session, run);
  }

  /**
   * Proposes how the pages read once a contradiction is settled. `null` if a waiting proposal does all of it.
   * @param name its id, its number in the list from 1, or the beginning of its id
   * @throws WikiError `living-wiki:contradiction_missing`, `living-wiki:contradiction_unclear`
   */
  async proposeSettlement(name: string, settled: SettledContradiction, run: Run = silentRun): Promise<Proposal | null> {
    const { proposeSettlement } = await import('./contradictions/propose-settlement');
    return proposeSettlement(this.#session, name, settled, run);
  }

  // Trust

  /**
   * The files that steer a model and that nobody approved as they are on this device, the worst first.
   * @param vaultSkills also the skills that are kept in the vault for coding agents; `as-used`: if they may be run on this device
   */
  async unconfirmedChanges(
    run: Run = silentRun,
    vaultSkills: boolean | 'as-used' = false,
  ): Promise<readonly UnconfirmedChange[]> {
    const { host } = this.#session;
    const isAsked = vaultSkills === 'as-used' ? (host.automation?.().vaultSkills ?? false) : vaultSkills;
    return unconfirmedChanges(this.#session, await this.#session.lenses(run), isAsked);
  }

  /**
   * Approves such changes as they were shown.
   * @throws WikiError `living-wiki:trust_unavailable`, `living-wiki:hidden_text`, `living-wiki:approver_refused`,
   *   `living-wiki:edited_meanwhile`
   */
  confirmChanges(changes: readonly UnconfirmedChange[], run: Run = silentRun): Promise<void> {
    return confirmChanges(this.#session, changes, run);
  }

  // Lenses

  /** Every lens: the wiki's own, its views with the reason for those that are refused, and last those that are unreadable. */
  lenses(run: Run = silentRun): Promise<readonly LensSummary[]> {
    return allLenses(this.#session, run);
  }

  /** The pages that a lens shows. @throws WikiError `living-wiki:lens_missing`, or the reason for which the lens is refused */
  async lensPages(name: string | undefined, run: Run = silentRun): Promise<LensPages> {
    const { lensPages } = await import('./lens/lens-pages');
    return lensPages(this.#session, name, run);
  }

  /** Where every value of a lens comes from, also for refused lenses. @throws WikiError `living-wiki:lens_missing` */
  async explainLens(name: string | undefined, run: Run = silentRun): Promise<LensExplanation> {
    const { explainLens } = await import('./lens/explain-lens');
    return explainLens(await findLens(this.#session, name, run));
  }

  // Search and questions

  /** Pages with the passages that answer a query, best first. */
  async searchPassages(request: SearchRequest, run: Run = silentRun): Promise<readonly FoundPage[]> {
    const { searchPassages } = await import('./search/search-passages');
    return searchPassages(this.#session, request, run);
  }

  /** What the sources say, also those that no page rests on yet. */
  async searchSources(request: SearchSourcesRequest, run: Run = silentRun): Promise<SourceSearchResult> {
    const { searchSources } = await import('./search/search-sources');
    return searchSources(this.#session, request, run);
  }

  /** Brings the index of the sources to what they are now. What is indexed stays when it is cancelled. */
  async indexSources(run: Run = silentRun): Promise<void> {
    await this.#session.sourceSearch?.update(run);
  }

  /** How many sources can be searched now, and how many cannot; `null` where the host searches no sources. */
  async sourceCounts(run: Run = silentRun): Promise<SourceCounts | null> {
    return (await this.#session.sourceSearch?.counts(run)) ?? null;
  }

  /**
   * Answers a question from the wiki, and cites what it read.
   * @throws ModelError; WikiError `living-wiki:model_not_configured`, `living-wiki:lens_missing`, `living-wiki:question_empty`
   */
  async ask(question: string, options: AskOptions = {}, run: Run = silentRun): Promise<AskResult> {
    const { draft, conversation, by } = options;
    // In a conversation somebody waits, and may read while it is written: it does not wait for its turn in the queue.
    if (draft !== undefined && conversation === undefined && by !== 'passages' && this.#session.host.model) {
      const { draftAsJob } = await import('./jobs/draft-jobs');
      return draftAsJob(this.#session, question, options, run);
    }
    const { ask } = await import('./ask/ask');
    return ask(this.#session, question, options, run);
  }

  /** Proposes an answer as a page. @throws WikiError `living-wiki:answer_uncited`, `living-wiki:kind_invalid` */
  async saveAnswer(request: SaveAnswer, run: Run = silentRun): Promise<Proposal> {
    const { saveAnswer } = await import('./ask/save-answer');
    return saveAnswer(this.#session, request, run);
  }

  /** A page, or a section of it, as text for a reader. @throws WikiError `living-wiki:page_missing` */
  async readPage(request: ReadPageRequest, run: Run = silentRun): Promise<string> {
    const { readPage } = await import('./ask/read-page');
    return readPage(this.#session, request, run);
  }

  /** Questions that no source has answered yet, oldest first. */
  questions(run: Run = silentRun): Promise<readonly OpenQuestion[]> {
    return openQuestions(this.#session, run);
  }

  /**
   * Keeps a question for the next ingest. An open question with the same words is returned instead.
   * @throws WikiError `living-wiki:question_empty`, `living-wiki:question_too_long`
   */
  addQuestion(question: NewQuestion, run: Run = silentRun): Promise<OpenQuestion> {
    return addQuestion(this.#session, question, run);
  }

  /** Removes a question. A question that does not exist is no error. */
  dropQuestion(id: string): Promise<void> {
    return dropQuestion(this.#session, id);
  }

  /** What language models used in this wiki. @param days how many, today (in UTC) included */
  async usage(days: number): Promise<UsageReport> {
    const { reportUsage } = await import('./model/usage-report');
    return reportUsage(this.#session, days);
  }
}
