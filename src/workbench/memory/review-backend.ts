import { silentRun, type Run } from '../../base';
import { type Evidence } from '../../change';
import { type ChangePlan, type Proposal, type ReviewDraft } from '../../proposal';
import { type ReviewBackend, type ReviewSelection, type WriteSelection } from '../review/backend';
import { createReviewSession } from '../review/review-session';
import { type ReviewOutcome, type ReviewSession } from '../review/types';
import { type Memory } from './memory';

/** How a host tells the review of a harvest from that of a wiki's proposal. */
const PREFIX = 'memory:';

export const memoryReviewId = (proposal: string): string => PREFIX + proposal;

/** The proposal of a memory that a review is of; `null` for other reviews. */
export function memoryProposalOf(review: string): string | null {
  return review.startsWith(PREFIX) ? review.slice(PREFIX.length) : null;
}

/** The review of what one conversation taught: each bullet is one change. */
export function reviewHarvest(memory: Memory, proposal: string): ReviewSession {
  return createReviewSession(new MemoryReviewBackend(memory, proposal));
}

const NO_CHECKS = { guard: [], introduced: [], fixed: [] };

class MemoryReviewBackend implements ReviewBackend {
  readonly id: string;
  readonly #memory: Memory;
  readonly #proposal: string;

  constructor(memory: Memory, proposal: string) {
    this.id = memoryReviewId(proposal);
    this.#memory = memory;
    this.#proposal = proposal;
  }

  /** Each time another: a person edits these files as they like. */
  get basis(): object {
    return {};
  }

  proposal(): Promise<Proposal> {
    return this.#memory.proposal(this.#proposal);
  }

  async readDraft(): Promise<ReviewDraft> {
    return this.#memory.store.drafts.read(await this.#memory.store.find(this.#proposal), () => undefined);
  }

  async saveDraft(draft: ReviewDraft): Promise<void> {
    await this.#memory.store.drafts.write(await this.#memory.store.find(this.#proposal), draft);
  }

  textOf(path: string): Promise<string | null> {
    return this.#memory.textOf(path);
  }

  checkQuotes(): Promise<readonly Evidence[]> {
    return Promise.resolve([]);
  }

  async plan({ changeSet, accepted }: ReviewSelection): Promise<Pick<ChangePlan, 'changes' | 'conflicts' | 'checks'>> {
    const proposal = await this.proposal();
    const edited = Object.fromEntries(
      changeSet.files.flatMap(({ hunks }) => hunks.map(({ id, text }) => [id, text] as const)),
    );
    const changes = await this.#memory.preview(proposal, accepted, { edited });
    return { changes, conflicts: [], checks: NO_CHECKS };
  }

  apply(work: (write: WriteSelection) => Promise<ReviewOutcome>, run: Run): Promise<ReviewOutcome> {
    return work(async ({ accepted }, decision) => {
      const proposal = await this.#memory.proposal(this.#proposal);
      const { transaction, files } = await this.#memory.apply(proposal, accepted, run, decision);
      return { kind: 'applied', transaction, files };
    });
  }

  async reject(reason: string): Promise<void> {
    const proposal = await this.#memory.proposal(this.#proposal);
    await this.#memory.reject(proposal, reason, silentRun);
  }
}
