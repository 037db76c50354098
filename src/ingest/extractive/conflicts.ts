import { type Comparison as AnyComparison, type Conflict as AnyConflict } from '../contradictions';
import { type PageSentence } from './page-sentences';
import { type Sentence } from './parse-source';

/** A statement of a page that the source contradicts. */
export type PageConflict = AnyConflict<PageSentence, Sentence>;
export type PageComparison = AnyComparison<PageSentence, Sentence>;
