import { type ModelJob } from '../model/job';
import { type IngestEstimate } from '../types';

export interface ComposeRequest {
  /** Slugs, titles or paths of pages that are written anew; without it, those that have grown are, and then the overview pages. */
  readonly pages?: readonly string[];
  /** Of pages that are not named, those are written anew that got so many sources since they last were; 1 when absent. */
  readonly minNew?: number;
  /** Apply what is supported at once. */
  readonly apply?: boolean;
  /** Called before the model is asked. */
  readonly onEstimate?: (estimate: IngestEstimate) => unknown;
  /** The model with what an earlier part of the same run used of its limit. */
  readonly job?: ModelJob;
  /** Paths of pages that have just changed. */
  readonly touched?: ReadonlySet<string>;
}
