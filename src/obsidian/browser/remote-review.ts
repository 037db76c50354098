import { SerialQueue } from '../../base';
import {
  type ChangeConflict,
  type ConflictSide,
  type HunkDecision,
  type HunkDecisions,
  type Review,
  type ReviewOutcome,
  type ReviewPreview,
  type ReviewSession,
  type Run,
} from '../../workbench';
import { type Api } from './api';

type Checks = ReviewPreview['checks'];

interface PreviewAnswer extends Checks {
  readonly blocked: boolean;
  readonly conflicts: readonly ChangeConflict[];
  readonly texts: ReviewPreview['generated'];
}

type ApplyAnswer =
  Exclude<ReviewOutcome, { kind: 'blocked' }> | ({ readonly kind: 'blocked' } & Pick<Checks, 'guard' | 'introduced'>);

/** A review on the server. Changes are sent one after the other, in the order in which they were made. */
export class RemoteReview implements ReviewSession {
  readonly id: string;
  readonly #api: Api;
  readonly #path: string;
  readonly #queue = new SerialQueue();

  /** @param wiki path of the wiki in the API */
  constructor(api: Api, wiki: string, id: string) {
    this.id = id;
    this.#api = api;
    this.#path = `${wiki}/proposals/${encodeURIComponent(id)}`;
  }

  load(run: Run): Promise<Review> {
    return this.#queue.add(() => this.#api.get<Review>(`${this.#path}/review`, {}, run));
  }

  decide(changes: Readonly<Record<string, HunkDecision | null>>): Promise<HunkDecisions> {
    return this.#queue.add(async () => {
      const request = { decisions: changes };
      const { decisions } = await this.#api.post<{ decisions: HunkDecisions }>(`${this.#path}/decisions`, request);
      return decisions;
    });
  }

  async preview(run: Run): Promise<ReviewPreview> {
    const answer = await this.#api.get<PreviewAnswer>(`${this.#path}/preview`, { texts: 'yes' }, run);
    const { blocked, conflicts, texts, guard, introduced, fixed } = answer;
    return { blocked, conflicts, generated: texts, checks: { guard, introduced, fixed } };
  }

  async resolve(path: string, hunks: readonly string[], side: ConflictSide, text?: string): Promise<void> {
    const request = { path, hunks, side, ...(text !== undefined && { text }) };
    await this.#queue.add(() => this.#api.post(`${this.#path}/conflicts`, request));
  }

  async apply(): Promise<ReviewOutcome> {
    const done = await this.#queue.add(() => this.#api.post<ApplyAnswer>(`${this.#path}/apply`, {}));
    if (done.kind !== 'blocked') return done;
    return { kind: 'blocked', checks: { guard: done.guard, introduced: done.introduced, fixed: [] } };
  }

  reject(reason: string): Promise<ReviewOutcome> {
    return this.#queue.add(() => this.#api.post<ReviewOutcome>(`${this.#path}/reject`, { reason }));
  }
}
