import { type Amount, type StatedDate } from '../../../base';
import { type PlacedSubject } from './subject';

export type FactValue =
  | { readonly kind: 'amount'; readonly amount: Amount }
  | { readonly kind: 'date'; readonly date: StatedDate; readonly isAbout: boolean }
  | { readonly kind: 'state'; readonly side: string }
  | { readonly kind: 'holder'; readonly name: string };

/** What a sentence says of a subject. */
export interface Fact<Sentence> {
  /** Facts with different keys are never compared: `date opened`, `length height`. */
  readonly key: string;
  /** For readers: `opened`, `height`, `number of rooms`, `chair`. */
  readonly attribute: string;
  readonly subject: PlacedSubject;
  readonly value: FactValue;
  /** What measures it: `have`, `need`; `''` for being and having. */
  readonly verb: string;
  /** Other amounts, seasons and weekdays that it holds for. */
  readonly conditions: ReadonlySet<string>;
  /** Years that the sentence gives beside the value. */
  readonly years: readonly number[];
  readonly isPast: boolean;
  /** "Since", "now", "was raised to": it says that it was different once. */
  readonly isDated: boolean;
  /** Whether it stays as it is. */
  readonly isLasting: boolean;
  readonly sentence: Sentence;
}
