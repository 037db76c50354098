import { silentRun, type Run } from '../base';
import { readHistory, type HistoryEntry, type Proposal } from '../proposal';
import { type SaveAnswer } from '../librarian';
import { ask, proposeAnswer, readPage, type AskOptions, type AskResult } from './ask';
import { ingest, type IngestRequest } from './ingest';
import { inaccessibleFiles } from './inaccessible-files';
import { allLenses, findLens } from './lenses';
import { lint, type LintRequest } from './lint';
import { explainLens, type LensExplanation } from './explain-lens';
import { proposeFix, proposeFixes, type FixRequest } from './propose-fixes';
import { proposeIgnore, type IgnoreRequest } from './propose-ignore';
import { lensPages, type LensPages } from './lens-pages';
import { searchPassages, type FoundPage } from './search-passages';
import { proposeUndo } from './propose-undo';
import { addQuestion, dropQuestion, openQuestions, type NewQuestion, type OpenQuestion } from './questions';
import { type ReviewSession } from './review/types';
import { type SearchRequest } from './search';
import { BackendReviewSession } from './review/review-session';
import { ProposalReviewBackend } from './review/proposal-backend';
import { sourceStates } from './source-state';
import { sourceView, type SourceView } from './source-view';
import { transactionDetails, type TransactionDetails } from './transaction-details';
import { WikiSession } from './wiki-session';
import {
  type Finding,
  type IngestResult,
  type LensSummary,
  type LintResult,
  type Notice,
  type WikiStatus,
  type WorkbenchHost,
} from './types';

/** One open wiki and what every host does with it. Operations run one at a time. */
export class Workbench {
  protected readonly session: WikiSession;
  readonly #desks = new Map<string, ReviewSession>();

  protected constructor(session: WikiSession) {
    this.session = session;
  }

  /**
   * Opens a wiki: recovers what a crash left, then reads it.
   * @throws WikiError `knowledge_workspace_invalid` when its manifest is not valid, `living-wiki:locked` when another
   * process is writing
   */
  static async open(host: WorkbenchHost, run: Run = silentRun): Promise<Workbench> {
    return new Workbench(await WikiSession.open(host, run));
  }

  /** The current picture of the wiki, for hosts that show it. */
  get snapshot(): WikiSession['snapshot'] {
    return this.session.snapshot;
  }

  async status(run: Run = silentRun): Promise<WikiStatus> {
    const { snapshot, lens, host, recovered, notices } = this.session;
    const { proposals } = await this.session.waitingProposals();
    const questions = await openQuestions(this.session, run);
    const states = await sourceStates(snapshot, run);
    const pathsIn = (state: string): string[] => states.filter((s) => s.state === state).map((s) => s.source.path);
    const unread: Notice[] = (await inaccessibleFiles(this.session, run)).map(({ path, reason }) => ({
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
      questions: questions.length,
      recovered,
      warnings: [...lens.warnings, ...notices, ...unread],
    };
  }

  ingest(request: IngestRequest, run: Run = silentRun): Promise<IngestResult> {
    return ingest(this.session, request, run);
  }

  /** The proposals that wait, in the order in which they apply. */
  async proposals(): Promise<readonly Proposal[]> {
    return (await this.session.waitingProposals()).proposals;
  }

  /** Every transaction, newest first. */
  history(): Promise<readonly HistoryEntry[]> {
    return readHistory(this.session.journal);
  }

  lint(request: LintRequest, run: Run = silentRun): Promise<LintResult> {
    return lint(this.session, request, run);
  }

  /** Every lens of the wiki, its own first; refused views say why, and last come those that cannot be read. */
  lenses(run: Run = silentRun): Promise<readonly LensSummary[]> {
    return allLenses(this.session, run);
  }

  /**
   * Answers a question from the wiki, with citations of what was read.
   * @throws ModelError; WikiError `living-wiki:model_not_configured`, `living-wiki:lens_missing`, `living-wiki:question_empty`
   */
  ask(question: string, options: AskOptions = {}, run: Run = silentRun): Promise<AskResult> {
    return ask(this.session, question, options, run);
  }

  /** Proposes an answer as a page. @throws WikiError `living-wiki:answer_uncited`, `living-wiki:kind_invalid` */
  saveAnswer(request: SaveAnswer, run: Run = silentRun): Promise<Proposal> {
    return proposeAnswer(this.session, request, run);
  }

  /** The questions that wait for a source that answers them, oldest first. */
  questions(run: Run = silentRun): Promise<readonly OpenQuestion[]> {
    return openQuestions(this.session, run);
  }

  /**
   * Keeps a question for the next ingest; one that is open with the same words stands for it.
   * @throws WikiError `living-wiki:question_empty`, `living-wiki:question_too_long`
   */
  addQuestion(question: NewQuestion, run: Run = silentRun): Promise<OpenQuestion> {
    return addQuestion(this.session, question, run);
  }

  /** Forgets a question. Nothing there is no error. */
  dropQuestion(id: string): Promise<void> {
    return dropQuestion(this.session, id);
  }

  /** A page, or a section of it, as text for a reader. @throws WikiError `living-wiki:page_missing` */
  readPage(request: Parameters<typeof readPage>[1], run: Run = silentRun): Promise<string> {
    return readPage(this.session, request, run);
  }

  /** A waiting proposal under review; the same desk each time. */
  review(id: string): ReviewSession {
    const known = this.#desks.get(id);
    if (known) return known;
    const desk = new BackendReviewSession(new ProposalReviewBackend(this.session, id));
    this.#desks.set(id, desk);
    return desk;
  }

  /** What a past transaction changed. @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable` */
  transactionDetails(id: string, run: Run = silentRun): Promise<TransactionDetails> {
    return transactionDetails(this.session, id, run);
  }

  /**
   * What takes a transaction back, as a proposal. Applied whole, it counts as its undo; applied in part, as an edit.
   * Later edits that stand in the way are conflicts of the review.
   * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`, `living-wiki:nothing_to_undo`
   */
  proposeUndo(id: string, run: Run = silentRun): Promise<Proposal> {
    return proposeUndo(this.session, id, run);
  }

  /** Safe fixes as one proposal; `null` where there is nothing to mend. */
  proposeFixes(request: FixRequest, run: Run = silentRun): Promise<Proposal | null> {
    return proposeFixes(this.session, request, run);
  }

  /** Mends one finding by one of its `suggestions`; `null` where that cannot be done. */
  proposeFix(finding: Finding, suggestion: string, lens?: string, run: Run = silentRun): Promise<Proposal | null> {
    return proposeFix(this.session, finding, suggestion, lens, run);
  }

  /** Proposes that the wiki's manifest keeps quiet about a finding; what waits already is taken along. */
  proposeIgnore(request: IgnoreRequest, run: Run = silentRun): Promise<Proposal> {
    return proposeIgnore(this.session, request, run);
  }

  /** One round of maintenance: a lint pass, logged, with its safe fixes as one proposal. A second round repeats nothing. */
  maintain(run: Run = silentRun): Promise<LintResult> {
    return this.lint({ fix: true, log: true, logUnchanged: false }, run);
  }

  /** Takes up what somebody changed. @param paths relative to the wiki's root; a folder stands for all in it */
  refresh(paths: readonly string[], run: Run = silentRun): Promise<void> {
    return this.session.refresh(paths, run);
  }

  /** To be told when a `KNOWLEDGE.md` anywhere in the vault came, went or changed. */
  invalidateLenses(): void {
    this.session.invalidateLenses();
  }

  /** The wiki through a lens. @throws WikiError `living-wiki:lens_missing`, and why the lens is refused */
  lensPages(name: string | undefined, run: Run = silentRun): Promise<LensPages> {
    return lensPages(this.session, name, run);
  }

  /** Where every value of a lens comes from; of refused lenses too. @throws WikiError `living-wiki:lens_missing` */
  explainLens(name: string | undefined, run: Run = silentRun): Promise<LensExplanation> {
    return findLens(this.session, name, run).then((lens) => explainLens(lens));
  }

  /** Pages with the passages that answer a query, best first. */
  searchPassages(request: SearchRequest, run: Run = silentRun): Promise<readonly FoundPage[]> {
    return searchPassages(this.session, request, run);
  }

  /**
   * A source as text with its places. @param path relative to the wiki's root @param quote looked up as the quote check does
   * @throws WikiError `source_not_found`, `living-wiki:source_…`
   */
  sourceText(path: string, quote?: string, run: Run = silentRun): Promise<SourceView> {
    return sourceView(this.session, path, quote, run);
  }

  /** Saves the caches, for the next start; a vault that cannot be written to is no reason to fail. */
  save(run: Run = silentRun): Promise<void> {
    return this.session.save(run);
  }

  /** Saves the caches and lets go of the journal. */
  close(run: Run = silentRun): Promise<void> {
    return this.session.close(run);
  }
}
