import { quietRun } from '../base';
import type { Run } from '../base';
import { readHistory } from '../proposal';
import type { HistoryEntry, Proposal } from '../proposal';
import type { SaveAnswer } from '../librarian';
import { ask, proposeAnswer, readPage } from './ask';
import type { AskOptions, AskResult } from './ask';
import { ingest } from './ingest';
import type { IngestRequest } from './ingest';
import { leftOut } from './left-out';
import { allLenses, findLens } from './lenses';
import { lint } from './lint';
import type { LintRequest } from './lint';
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
import { addQuestion, dropQuestion, openQuestions } from './questions';
import type { NewQuestion, OpenQuestion } from './questions';
import type { ReviewDesk } from './review/types';
import type { SearchRequest } from './search';
import { Desk } from './review/desk';
import { ProposalCase } from './review/proposal-case';
import { sourceStates } from './source-state';
import { sourceView } from './source-view';
import type { SourceView } from './source-view';
import { transactionDetails } from './transaction-details';
import type { TransactionDetails } from './transaction-details';
import { Session } from './session';
import type { Finding, IngestResult, LensSummary, LintResult, Notice, WikiStatus, WorkbenchHost } from './types';

/** One open wiki and what every host does with it. Operations run one at a time. */
export class Workbench {
  protected readonly session: Session;
  readonly #desks = new Map<string, ReviewDesk>();

  protected constructor(session: Session) {
    this.session = session;
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
    return this.session.snapshot;
  }

  async status(run: Run = quietRun): Promise<WikiStatus> {
    const { snapshot, lens, host, recovered, notices } = this.session;
    const { proposals } = await this.session.waiting();
    const questions = await openQuestions(this.session, run);
    const states = await sourceStates(snapshot, run);
    const pathsIn = (state: string): string[] => states.filter((s) => s.state === state).map((s) => s.source.path);
    const unread: Notice[] = (await leftOut(this.session, run)).map(({ path, reason }) => ({
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

  ingest(request: IngestRequest, run: Run = quietRun): Promise<IngestResult> {
    return ingest(this.session, request, run);
  }

  /** The proposals that wait, in the order in which they apply. */
  async proposals(): Promise<readonly Proposal[]> {
    return (await this.session.waiting()).proposals;
  }

  /** Every transaction, newest first. */
  history(): Promise<readonly HistoryEntry[]> {
    return readHistory(this.session.journal);
  }

  lint(request: LintRequest, run: Run = quietRun): Promise<LintResult> {
    return lint(this.session, request, run);
  }

  /** Every lens of the wiki, its own first; refused views say why, and last come those that cannot be read. */
  lenses(run: Run = quietRun): Promise<readonly LensSummary[]> {
    return allLenses(this.session, run);
  }

  /**
   * Answers a question from the wiki, with citations of what was read.
   * @throws ModelError; WikiError `living-wiki:model_not_configured`, `living-wiki:lens_missing`, `living-wiki:question_empty`
   */
  ask(question: string, options: AskOptions = {}, run: Run = quietRun): Promise<AskResult> {
    return ask(this.session, question, options, run);
  }

  /** Proposes an answer as a page. @throws WikiError `living-wiki:answer_uncited`, `living-wiki:kind_invalid` */
  saveAnswer(request: SaveAnswer, run: Run = quietRun): Promise<Proposal> {
    return proposeAnswer(this.session, request, run);
  }

  /** The questions that wait for a source that answers them, oldest first. */
  questions(run: Run = quietRun): Promise<readonly OpenQuestion[]> {
    return openQuestions(this.session, run);
  }

  /**
   * Keeps a question for the next ingest; one that is open with the same words stands for it.
   * @throws WikiError `living-wiki:question_empty`, `living-wiki:question_too_long`
   */
  addQuestion(question: NewQuestion, run: Run = quietRun): Promise<OpenQuestion> {
    return addQuestion(this.session, question, run);
  }

  /** Forgets a question. Nothing there is no error. */
  dropQuestion(id: string): Promise<void> {
    return dropQuestion(this.session, id);
  }

  /** A page, or a section of it, as text for a reader. @throws WikiError `living-wiki:page_missing` */
  readPage(request: Parameters<typeof readPage>[1], run: Run = quietRun): Promise<string> {
    return readPage(this.session, request, run);
  }

  /** A waiting proposal under review; the same desk each time. */
  review(id: string): ReviewDesk {
    const known = this.#desks.get(id);
    if (known) return known;
    const desk = new Desk(new ProposalCase(this.session, id));
    this.#desks.set(id, desk);
    return desk;
  }

  /** What a past transaction changed. @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable` */
  transaction(id: string, run: Run = quietRun): Promise<TransactionDetails> {
    return transactionDetails(this.session, id, run);
  }

  /**
   * What takes a transaction back, as a proposal. Applied whole, it counts as its undo; applied in part, as an edit.
   * Later edits that stand in the way are conflicts of the review.
   * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`, `living-wiki:nothing_to_undo`
   */
  proposeUndo(id: string, run: Run = quietRun): Promise<Proposal> {
    return proposeUndo(this.session, id, run);
  }

  /** Safe fixes as one proposal; `null` where there is nothing to mend. */
  proposeFixes(request: FixRequest, run: Run = quietRun): Promise<Proposal | null> {
    return proposeFixes(this.session, request, run);
  }

  /** Mends one finding by one of its `suggestions`; `null` where that cannot be done. */
  proposeFix(finding: Finding, suggestion: string, lens?: string, run: Run = quietRun): Promise<Proposal | null> {
    return proposeFix(this.session, finding, suggestion, lens, run);
  }

  /** Proposes that the wiki's manifest keeps quiet about a finding; what waits already is taken along. */
  proposeIgnore(request: IgnoreRequest, run: Run = quietRun): Promise<Proposal> {
    return proposeIgnore(this.session, request, run);
  }

  /** One round of maintenance: a lint pass, logged, with its safe fixes as one proposal. A second round repeats nothing. */
  maintain(run: Run = quietRun): Promise<LintResult> {
    return this.lint({ fix: true, log: true, again: false }, run);
  }

  /** Takes up what somebody changed. @param paths relative to the wiki's root; a folder stands for all in it */
  refresh(paths: readonly string[], run: Run = quietRun): Promise<void> {
    return this.session.refresh(paths, run);
  }

  /** To be told when a `KNOWLEDGE.md` anywhere in the vault came, went or changed. */
  refreshLenses(): void {
    this.session.forgetLenses();
  }

  /** The wiki through a lens. @throws WikiError `living-wiki:lens_missing`, and why the lens is refused */
  lensPages(name: string | undefined, run: Run = quietRun): Promise<LensPages> {
    return lensPages(this.session, name, run);
  }

  /** Where every value of a lens comes from; of refused lenses too. @throws WikiError `living-wiki:lens_missing` */
  explainAll(name: string | undefined, run: Run = quietRun): Promise<LensExplanation> {
    return findLens(this.session, name, run).then((lens) => explainLens(lens));
  }

  /** Pages with the passages that answer a query, best first. */
  searchPassages(request: SearchRequest, run: Run = quietRun): Promise<readonly FoundPage[]> {
    return searchPassages(this.session, request, run);
  }

  /**
   * A source as text with its places. @param path relative to the wiki's root @param quote looked up as the quote check does
   * @throws WikiError `source_not_found`, `living-wiki:source_…`
   */
  sourceText(path: string, quote?: string, run: Run = quietRun): Promise<SourceView> {
    return sourceView(this.session, path, quote, run);
  }

  /** Saves the caches, for the next start; a vault that cannot be written to is no reason to fail. */
  save(run: Run = quietRun): Promise<void> {
    return this.session.save(run);
  }

  /** Saves the caches and lets go of the journal. */
  close(run: Run = quietRun): Promise<void> {
    return this.session.close(run);
  }
}
