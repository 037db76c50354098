import { memoryProposalOf, memoryReviewId, type Proposal } from '../../workbench';
import { type WikiController } from '../controller';
import { nextInQueue, queuePlace } from './view-model/reading';

type QueuedProposal = Pick<Proposal, 'id' | 'changeSet'>;

/** The proposals that wait in the order in which they apply, and how many were decided since the view was opened: one sitting. */
export class ReviewQueue {
  readonly #controller: WikiController;
  readonly #onChange: () => void;
  readonly #decided = new Set<string>();
  #waiting: readonly QueuedProposal[] | null = null;

  constructor(controller: WikiController, onChange: () => void) {
    this.#controller = controller;
    this.#onChange = onChange;
  }

  /** `[]` until they were read. */
  get waiting(): readonly QueuedProposal[] {
    return this.#waiting ?? [];
  }

  /** The proposals that change a page. */
  changing(path: string): readonly QueuedProposal[] {
    return this.waiting.filter(({ changeSet }) => changeSet.files.some((file) => (file.to ?? file.path) === path));
  }

  /** `null` until they were read. */
  placeOf(id: string): { readonly at: number; readonly total: number } | null {
    return this.#waiting === null ? null : queuePlace(this.#decided.size, this.#ids, id);
  }

  /** Reads them again: the list of the controller may be a moment old. @param like the proposal that is reviewed */
  async update(like: string): Promise<void> {
    const waiting = await waitingLike(this.#controller, like);
    const known = this.#ids;
    const now = new Set(waiting.map(({ id }) => id));
    for (const id of known) if (!now.has(id)) this.#decided.add(id);
    for (const id of now) this.#decided.delete(id);
    const isSame = this.#waiting !== null && known.length === waiting.length && known.every((id) => now.has(id));
    this.#waiting = waiting;
    if (!isSame) this.#onChange();
  }

  /** The proposal that is reviewed after this one, as they are stored now. */
  async nextAfter(id: string): Promise<string | null> {
    const ids = this.#ids;
    await this.update(id);
    const next = nextInQueue(
      ids.includes(id) ? ids.filter((one) => one === id || this.#ids.includes(one)) : this.#ids,
      id,
    );
    return next ?? nextInQueue(this.#ids, id);
  }

  get #ids(): readonly string[] {
    return this.waiting.map(({ id }) => id);
  }
}

/** What waits for a review in the same place: the harvests of the memory, or the proposals of the wiki. */
async function waitingLike({ state, memory }: WikiController, id: string): Promise<readonly QueuedProposal[]> {
  if (memoryProposalOf(id) !== null) {
    return memory.proposals.map(({ id: own, changeSet }) => ({ id: memoryReviewId(own), changeSet }));
  }
  return state.kind === 'ready' ? state.workbench.proposals() : [];
}
