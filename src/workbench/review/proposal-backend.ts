import { silentRun, type Run } from '../../base';
import { type Evidence, type FileEdit, type HandEdits } from '../../change';
import { type Finding } from '../../lint';
import { planChange, type ChangePlan, type DraftProblem, type Proposal, type ReviewDraft } from '../../proposal';
import { parsePage } from '../../wiki';
import { applyProposal } from '../proposals/apply-proposal';
import { rejectProposal } from '../proposals/reject-proposal';
import { undoneTransaction } from '../proposals/undone-transaction';
import { waitingProposal } from '../proposals/waiting-proposal';
import { recheckProposal } from '../proposals/recheck-proposal';
import { type Notice } from '../types';
import { type WikiSession } from '../wiki-session';
import { type ReviewBackend, type ReviewSelection, type WriteSelection } from './backend';
import { EditedQuotes } from './edited-quotes';
import { withSettlements } from './settled-files';
import { createReviewSession } from './review-session';
import { type ReviewOutcome, type ReviewSession } from './types';

/** The review of a proposal that waits. */
export function reviewProposal(session: WikiSession, id: string): ReviewSession {
  return createReviewSession(new ProposalReviewBackend(session, id));
}

function draftNotice(problem: DraftProblem, id: string, at: string): Notice {
  if (problem === 'broken') {
    const message = `The decisions on proposal ${id} are unreadable and were set aside. Its review starts over.`;
    return { code: 'living-wiki:state_broken', message, at };
  }
  const message = `This device did not make the decisions on proposal ${id}. Rejected changes stay rejected. Decide on the others again.`;
  return { code: 'living-wiki:state_foreign', message, at };
}

class ProposalReviewBackend implements ReviewBackend {
  readonly id: string;
  readonly #session: WikiSession;
  readonly #quotes: EditedQuotes;
  /** Lint findings in the wiki as it is. */
  #before: { readonly of: object; readonly findings: readonly Finding[] } | null = null;

  constructor(session: WikiSession, id: string) {
    this.#session = session;
    this.id = id;
    this.#quotes = new EditedQuotes(session);
  }

  get basis(): object {
    return this.#session.snapshot;
  }

  /** Also when it is decided, so that an open review can show what became of it. */
  async proposal(): Promise<Proposal> {
    return recheckProposal(this.#session, await this.#session.store.find(this.id), silentRun);
  }

  async readDraft(): Promise<ReviewDraft> {
    const { store, notices } = this.#session;
    return store.drafts.read(await store.find(this.id), (problem, at) => {
      const notice = draftNotice(problem, this.id, at);
      if (!notices.some((known) => known.code === notice.code && known.at === at)) notices.push(notice);
    });
  }

  async saveDraft(draft: ReviewDraft): Promise<void> {
    const { store } = this.#session;
    await store.drafts.write(await store.find(this.id), draft);
  }

  textOf(path: string): Promise<string | null> {
    return this.#session.snapshot.text(path);
  }

  /** Found by its slug, which a page keeps when it is renamed in the app. */
  movedTo({ path, base }: FileEdit): string | null {
    const { schema, slug } = parsePage(path, base);
    const [only, ...rivals] = this.#session.snapshot.pagesBySlug(slug).filter((page) => page.schema !== null);
    return schema === null || only === undefined || rivals.length > 0 ? null : only.path;
  }

  checkQuotes(text: string, run: Run): Promise<readonly Evidence[]> {
    return this.#quotes.check(text, run);
  }

  async plan(selection: ReviewSelection, run: Run): Promise<ChangePlan> {
    const { snapshot, lens, engine, host } = this.#session;
    const { changeSet, accepted, whole } = withSettlements(selection, snapshot);
    const { clock } = host;
    if (this.#before?.of !== snapshot) {
      const { findings } = await engine.lint(snapshot, lens, { clock, run });
      this.#before = { of: snapshot, findings };
    }
    const before = this.#before.findings;
    const undoes = whole ? await undoneTransaction(this.#session, changeSet) : null;
    const handEdits = (paths: readonly string[]): Promise<HandEdits> => this.#session.handEdits(paths, run);
    const change = { snapshot, lens, engine, changeSet, accepted, clock, run, before, handEdits };
    return planChange({ ...change, ...(undoes && { undoes }) });
  }

  apply(work: (write: WriteSelection) => Promise<ReviewOutcome>, run: Run): Promise<ReviewOutcome> {
    const session = this.#session;
    return session.exclusively(run, async (writer) => {
      const proposal = await waitingProposal(session.store, this.id);
      return work(async (selection, decision) => {
        const { changeSet, accepted, whole } = withSettlements(selection, session.snapshot);
        const options = { changeSet, whole, decision: { ...decision, isReviewed: true } };
        const { outcome } = await applyProposal(session, writer, proposal, accepted, run, options);
        switch (outcome.kind) {
          case 'done':
            return { kind: 'applied', transaction: outcome.transaction, files: outcome.files };
          case 'nothing':
            await session.store.recordDecision(proposal, 'applied', decision);
            return { kind: 'applied', transaction: null, files: [] };
          case 'conflict':
            return { kind: 'conflict', conflicts: outcome.conflicts };
          case 'blocked':
            return { kind: 'blocked', checks: outcome.checks };
        }
      });
    });
  }

  async reject(reason: string): Promise<void> {
    await rejectProposal(this.#session, this.id, reason);
  }
}
