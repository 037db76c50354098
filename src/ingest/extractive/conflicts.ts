import { type ChangedValue, type Comparison as AnyComparison, type Conflict as AnyConflict } from '../contradictions';
import { type PageSentence } from './page-sentences';
import { type Sentence } from './parse-source';

/** A statement of a page that the source contradicts. */
export type PageConflict = AnyConflict<PageSentence, Sentence>;
export type PageComparison = AnyComparison<PageSentence, Sentence>;
/** A statement of a page to which the source gives another value for another year. */
export type ChangedStatement = ChangedValue<PageSentence, Sentence>;
