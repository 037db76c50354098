import { type Run, type WikiError } from '../../base';
import { type PlanWishes } from '../../ingest';
import { type ModelJob } from '../model/job';
import { type IngestEstimate, type IngestResult, type ProposalResult } from '../types';
import { type SourceChoice } from './select-sources';

export interface IngestRequest extends SourceChoice {
  /** The most sources to read in this run; the others stay new. */
  readonly limit?: number;
  /** Apply the new proposals, and waiting ones of these sources that this device made. */
  readonly apply?: boolean;
  /** Take up what an earlier ingest of the named sources left without a page. Asks the model. */
  readonly resume?: boolean;
  /** With `resume`, the units to take up, such as `3, 5-8`, also those that were left with a reason. */
  readonly units?: string;
  /** What a person wants of the plan of the named source. Its waiting proposal is replaced; absent, earlier wishes still count. */
  readonly wishes?: PlanWishes;
  /** Who reads the sources; by default the model, when the host has one. */
  readonly curator?: 'model' | 'extractive';
  /** The view through which the sources are read; the wiki's own lens when absent. What is written obeys the wiki either way. */
  readonly lens?: string;
  /** Called before the model is asked. A promise is awaited, so that a person can cancel. */
  readonly onEstimate?: (estimate: IngestEstimate) => unknown;
  /** Runs the steps, each once and one at a time; those that it does not run count as not done. In order when absent. */
  readonly schedule?: (steps: readonly IngestStep[], run: Run) => Promise<void>;
  /** Called when the run is cancelled, with what was done until then, before it fails. */
  readonly onCancelled?: (done: IngestResult) => void;
  /** Whether cancelling the run takes what is left of it out of the queue; otherwise it stays queued. Asked when it is cancelled. */
  readonly dropsCancelled?: () => boolean;
  /** When rules that are not approved stop it, its sources wait in the queue until a person has approved them. It fails all the same. */
  readonly queuesUnapproved?: boolean;
  /** Only queues the sources; approval is asked for when they are read. */
  readonly isQueuing?: boolean;
  /** The model with what an earlier part of the same run used of its limit. */
  readonly job?: ModelJob | null;
}

/** One source that is to be read. */
export interface IngestStep {
  readonly path: string;
  /** `null` for a file that is too large to be read. */
  readonly hash: string | null;
  readonly usesModel: boolean;
  /** @throws WikiError `living-wiki:cancelled`; any other failure is in the outcome */
  run(run: Run): Promise<StepOutcome>;
  /** Counts the source as skipped. */
  skip(reason: string): void;
  /** Forgets a failure, so that it can be run again. */
  retry(): void;
}

/** What became of a source. Neither a proposal nor an error: it was skipped. */
export interface StepOutcome {
  readonly proposal: ProposalResult | null;
  readonly error: WikiError | null;
  /** Whether the model is not asked any more in this run. */
  readonly isStopped: boolean;
}
