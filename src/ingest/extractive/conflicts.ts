import { type ChangedValue, type Comparison as AnyComparison, type Conflict as AnyConflict } from '../contradictions';
import { type CitedSource } from './context';
import { type PageSentence } from './page-sentences';
import { type Sentence } from './parse-source';

/** What an earlier source says and no page does. */
interface EarlierStatement {
  readonly sentence: Sentence;
  readonly cited: CitedSource;
  /** ISO day; `null` if unknown. */
  readonly date: string | null;
}

/** A statement of a page, or of an earlier source. */
type KnownStatement = PageSentence & { readonly earlier?: EarlierStatement };

/** A statement of a page, or of an earlier source, that the source contradicts. */
export type PageConflict = AnyConflict<KnownStatement, Sentence>;
export type PageComparison = AnyComparison<KnownStatement, Sentence>;
/** A statement of a page to which the source gives another value for another year. */
export type ChangedStatement = ChangedValue<KnownStatement, Sentence>;
