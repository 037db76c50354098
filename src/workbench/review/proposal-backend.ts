import { silentRun, type Run } from '../../base';
import { type Evidence, type FileEdit } from '../../change';
import { type Finding } from '../../lint';
import { allHunkIds, planChange, type ReviewDraft, type ChangePlan, type Proposal } from '../../proposal';
import { parsePage } from '../../wiki';
import { applyProposal, undoneTransaction } from '../apply-proposal';
import { type WikiSession } from '../wiki-session';
import { waitingProposal } from '../waiting-proposal';
import { type ReviewSelection, type ReviewBackend } from './backend';
import { EditedQuotes } from './edited-text';
import { type ReviewOutcome } from './types';

/** The review of a proposal that waits. */
export class ProposalReviewBackend implements ReviewBackend {
  readonly id: string;
  readonly #session: WikiSession;
  readonly #quotes: EditedQuotes;
  #draft: Promise<ReviewDraft> | null = null;
  /** What lint finds in the wiki as it is. */
  #before: { readonly of: object; readonly findings: readonly Finding[] } | null = null;

  constructor(session: WikiSession, id: string) {
    this.#session = session;
    this.id = id;
    this.#quotes = new EditedQuotes(session);
  }

  get basis(): object {
    return this.#session.snapshot;
  }

  /** Decided or not: a review that is open says what became of it. */
  proposal(): Promise<Proposal> {
    return this.#session.store.find(this.id);
  }

  readDraft(anew = false): Promise<ReviewDraft> {
    const { store, notices } = this.#session;
    if (anew || this.#draft === null) {
      this.#draft = store.drafts.read(this.id, (at) => {
        const message = `What was decided of proposal ${this.id} cannot be read and was set aside. Its review begins anew.`;
        notices.push({ code: 'living-wiki:state_broken', message, at });
      });
    }
    return this.#draft;
  }

  async saveDraft(draft: ReviewDraft): Promise<void> {
    await this.#session.store.drafts.write(this.id, draft);
    this.#draft = Promise.resolve(draft);
  }

  textOf(path: string): Promise<string | null> {
    return this.#session.snapshot.text(path);
  }

  /** By its slug, which stays with a page that is renamed in the app. */
  movedTo({ path, base }: FileEdit): string | null {
    const { schema, slug } = parsePage(path, base);
    const [only, ...rivals] = this.#session.snapshot.pagesBySlug(slug).filter((page) => page.schema !== null);
    return schema === null || only === undefined || rivals.length > 0 ? null : only.path;
  }

  checkQuotes(text: string, run: Run): Promise<readonly Evidence[]> {
    return this.#quotes.check(text, run);
  }

  async plan({ changeSet, accepted, whole }: Omit<ReviewSelection, 'decision'>, run: Run): Promise<ChangePlan> {
    const { snapshot, lens, engine, host } = this.#session;
    const { clock } = host;
    if (this.#before?.of !== snapshot) {
      const { findings } = await engine.lint(snapshot, lens, { clock, run });
      this.#before = { of: snapshot, findings };
    }
    const before = this.#before.findings;
    const undoes = whole ? await undoneTransaction(this.#session, changeSet) : null;
    return planChange({
      snapshot,
      lens,
      engine,
      changeSet,
      accepted,
      clock,
      run,
      before,
      ...(undoes && { undoes }),
    });
  }

  apply(choose: () => Promise<ReviewSelection>, run: Run): Promise<ReviewOutcome> {
    const session = this.#session;
    return session.exclusively(run, async (writer) => {
      const proposal = await waitingProposal(session.store, this.id);
      const { changeSet, accepted, whole, decision } = await choose();
      const { outcome } = await applyProposal(session, writer, proposal, accepted, run, { changeSet, whole, decision });
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
  }

  async reject(reason: string): Promise<void> {
    await rejectProposal(this.#session, this.id, reason);
  }
}

/** Rejects a proposal as a whole; what was said of single hunks is kept. */
export async function rejectProposal(session: WikiSession, id: string, reason: string): Promise<Proposal> {
  return session.exclusively(silentRun, async () => {
    const { store } = session;
    const proposal = await waitingProposal(store, id);
    const { decisions } = await store.drafts.read(proposal.id);
    const said = Object.entries(decisions).flatMap(([hunk, own]) =>
      own.reason === undefined ? [] : [[hunk, own.reason]],
    );
    const reasons = said.length > 0 && { reasons: Object.fromEntries(said) as Record<string, string> };
    return store.recordDecision(proposal, 'rejected', {
      rejectedHunks: [...allHunkIds(proposal.changeSet)],
      reason,
      ...reasons,
    });
  });
}
