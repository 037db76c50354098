import { type FootnoteText, type SpliceSpec } from '../../change';
import { type MarkTarget } from './marks';

/** A replacement on a page, with the units that its text rests on. */
export interface DraftSplice extends Pick<SpliceSpec, 'start' | 'end' | 'text'> {
  readonly marks: readonly MarkTarget[];
  readonly links: readonly string[];
  readonly footnotes: readonly FootnoteText[];
  /** It moves sentences together with the others that have one of these, so that none is lost or said twice. */
  readonly ties?: readonly string[];
  /** The tie of what has to stand before it. */
  readonly behind?: string;
}
