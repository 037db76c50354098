import { quietRun } from '../../base';
import type { Run } from '../../base';
import type { Evidence, FileEdit } from '../../change';
import type { Finding } from '../../lint';
import { everyHunk, planChange } from '../../proposal';
import type { Draft, Plan, Proposal } from '../../proposal';
import { parsePage } from '../../wiki';
import { applyProposal, undoneBy } from '../apply-proposal';
import type { Session } from '../session';
import { undecided } from '../undecided';
import type { Choice, ReviewCase } from './case';
import { OwnQuotes } from './own-words';
import type { ReviewOutcome } from './types';

/** The review of a proposal that waits. */
export class ProposalCase implements ReviewCase {
  readonly id: string;
  readonly #session: Session;
  readonly #quotes: OwnQuotes;
  #draft: Promise<Draft> | null = null;
  /** What lint finds in the wiki as it is. */
  #before: { readonly of: object; readonly findings: readonly Finding[] } | null = null;

  constructor(session: Session, id: string) {
    this.#session = session;
    this.id = id;
    this.#quotes = new OwnQuotes(session);
  }

  get ground(): object {
    return this.#session.snapshot;
  }

  /** Decided or not: a review that is open says what became of it. */
  proposal(): Promise<Proposal> {
    return this.#session.store.find(this.id);
  }

  draft(anew = false): Promise<Draft> {
    const { store, notices } = this.#session;
    if (anew || this.#draft === null) {
      this.#draft = store.drafts.read(this.id, (at) => {
        const message = `What was decided of proposal ${this.id} cannot be read and was set aside. Its review begins anew.`;
        notices.push({ code: 'living-wiki:state_broken', message, at });
      });
    }
    return this.#draft;
  }

  async keep(draft: Draft): Promise<void> {
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

  quotesIn(text: string, run: Run): Promise<readonly Evidence[]> {
    return this.#quotes.in(text, run);
  }

  async plan({ changeSet, accepted, whole }: Omit<Choice, 'decision'>, run: Run): Promise<Plan> {
    const { snapshot, lens, engine, host } = this.#session;
    const { clock } = host;
    if (this.#before?.of !== snapshot) {
      const { findings } = await engine.lint(snapshot, lens, { clock, run });
      this.#before = { of: snapshot, findings };
    }
    const before = this.#before.findings;
    const undoes = whole ? await undoneBy(this.#session, changeSet) : null;
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

  apply(choose: () => Promise<Choice>, run: Run): Promise<ReviewOutcome> {
    const session = this.#session;
    return session.exclusively(run, async (held) => {
      const proposal = await undecided(session.store, this.id);
      const { changeSet, accepted, whole, decision } = await choose();
      const { outcome } = await applyProposal(session, held, proposal, accepted, run, { changeSet, whole, decision });
      switch (outcome.kind) {
        case 'done':
          return { kind: 'applied', transaction: outcome.transaction, files: outcome.files };
        case 'nothing':
          await session.store.settle(proposal, 'applied', decision);
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
export async function rejectProposal(session: Session, id: string, reason: string): Promise<Proposal> {
  return session.exclusively(quietRun, async () => {
    const { store } = session;
    const proposal = await undecided(store, id);
    const { decisions } = await store.drafts.read(proposal.id);
    const said = Object.entries(decisions).flatMap(([hunk, own]) =>
      own.reason === undefined ? [] : [[hunk, own.reason]],
    );
    const reasons = said.length > 0 && { reasons: Object.fromEntries(said) as Record<string, string> };
    return store.settle(proposal, 'rejected', {
      rejectedHunks: [...everyHunk(proposal.changeSet)],
      reason,
      ...reasons,
    });
  });
}
