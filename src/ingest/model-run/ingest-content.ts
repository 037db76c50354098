import { type Page } from '../../wiki';
import { type Unit } from '../units';
import { type IngestPlan } from './planned-page';
import { type WrittenPage } from './read-written';
import { type WriteMaterial } from './write-material';

/** What the change of one source is built from. */
export interface IngestContent {
  readonly plan: IngestPlan;
  readonly units: readonly Unit[];
  readonly written: readonly WrittenPage[];
  /** Slug of the summary. */
  readonly summary: string;
  /** The summary of an earlier version of the source, or of this one when it is taken up again. */
  readonly before: Page | null;
  /** Whether an earlier ingest of the same content is taken up again. */
  readonly isContinued: boolean;
  /** Units for which no page was found. */
  readonly unplaced: readonly number[];
  readonly material: WriteMaterial;
}
