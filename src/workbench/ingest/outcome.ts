import { asWikiError, plural, type WikiError } from '../../base';
import { isLimitReached, type ModelJob, stopsIngest } from '../model/job';
import { type IngestEstimate, type IngestResult, type ProposalResult } from '../types';
import { type StepOutcome } from './request';

/** What has become of the sources of one run so far. */
export class IngestOutcome {
  readonly #job: ModelJob | null;
  readonly #proposals: ProposalResult[] = [];
  readonly #skipped: { path: string; reason: string }[] = [];
  readonly #failed: { path: string; code: WikiError['code']; message: string; remedy: string | null }[] = [];
  readonly #unreadable = new Set<string>();
  /** How many proposals there were when the step began. */
  #before = 0;
  /** Why the last source failed. */
  #error: WikiError | null = null;
  /** Why the model is not asked any more. */
  #stopped: WikiError | null = null;

  constructor(job: ModelJob | null) {
    this.#job = job;
  }

  propose(proposal: ProposalResult): void {
    this.#proposals.push(proposal);
  }

  skip(path: string, reason: string): void {
    this.#skipped.push({ path, reason });
  }

  fail(path: string, { code, message, remedy }: WikiError): void {
    this.#failed.push({ path, code, message, remedy: remedy ?? null });
  }

  /** A limit that is reached skips the source; anything else is its failure. @throws WikiError `living-wiki:cancelled` */
  async recordFailure(path: string, error: unknown): Promise<void> {
    const failure = asWikiError(error, 'living-wiki:ingest_failed', { path });
    if (failure.code === 'living-wiki:cancelled') throw error;
    this.#error = failure;
    await this.#job?.recordFailure(failure);
    const isUnreadable =
      failure.code.startsWith('living-wiki:source_') || failure.code === 'living-wiki:signature_invalid';
    if (isUnreadable) this.#unreadable.add(path);
    if (this.#job && stopsIngest(failure)) this.#stopped = failure;
    if (this.#job && isLimitReached(failure)) this.skip(path, failure.message);
    else this.fail(path, failure);
  }

  /** Whether the file could not be read, so that a copy of it has to be tried. */
  isUnreadable(path: string): boolean {
    return this.#unreadable.has(path);
  }

  /** Forgets what was said of a source, so that it can be run again. */
  forget(path: string): void {
    this.#stopped = null;
    for (const list of [this.#failed, this.#skipped]) {
      const at = list.findIndex((each) => each.path === path);
      if (at >= 0) list.splice(at, 1);
    }
  }

  /** Why the model is not asked any more. A proposal that already waits can be applied all the same. */
  stopReason(isReady: boolean): string | null {
    if (!this.#stopped || isReady) return null;
    return isLimitReached(this.#stopped) ? this.#stopped.message : `Not tried. ${this.#stopped.message}`;
  }

  beginStep(): void {
    this.#before = this.#proposals.length;
    this.#error = null;
  }

  /** What became of the source that was begun last. */
  ofStep(): StepOutcome {
    return {
      proposal: this.#proposals[this.#before] ?? null,
      error: this.#error,
      isStopped: this.#stopped !== null,
    };
  }

  hasProposal(id: string): boolean {
    return this.#proposals.some((proposal) => proposal.id === id);
  }

  /** `2 proposals were applied, 1 proposal waits for review.`; empty when nothing came of any source. */
  inWords(): string {
    const applied = this.#proposals.filter((proposal) => proposal.applied).length;
    const waiting = this.#proposals.length - applied;
    const parts = [
      ...(applied > 0 ? [`${plural(applied, 'proposal')} ${applied === 1 ? 'was' : 'were'} applied`] : []),
      ...(waiting > 0 ? [`${plural(waiting, 'proposal')} ${waiting === 1 ? 'waits' : 'wait'} for review`] : []),
      ...(this.#failed.length > 0 ? [`${plural(this.#failed.length, 'source')} failed`] : []),
    ];
    return parts.length === 0 ? '' : `${parts.join(', ')}.`;
  }

  sortSkipped(place: (path: string) => number): void {
    this.#skipped.sort((a, b) => place(a.path) - place(b.path));
  }

  result(lens: string, estimate: IngestEstimate | null): IngestResult {
    const stopped = this.#stopped;
    return {
      lens,
      proposals: this.#proposals,
      skipped: this.#skipped,
      failed: this.#failed,
      estimate,
      cost: this.#job?.totalCost() ?? null,
      stopped: stopped && { code: stopped.code, message: stopped.message, remedy: stopped.remedy ?? null },
    };
  }
}
