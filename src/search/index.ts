/**
 * search: MiniSearch over the title, aliases, headings, body and tags of a wiki's pages, in any script; names, links and, with
 * embeddings, meaning rank the best again.
 *
 * Promises: no I/O but the snapshot's own; an index brought up to date finds what a new one would find; a stored index is
 * never trusted beyond what proves each page's text; the lens decides what is in scope; ties go by path.
 */
export { definesAsked } from './asked-definition';
export { isInScope } from './boost';
export { fuse, MEANT, meantPassage, meantText } from './fuse';
export { keywordFilter, keywordWorth } from './keywords';
export { createPageIndex, loadPageIndex, openPageIndex } from './page-index';
export { type Match, matchesIn, type Passage, passagesOf } from './passages';
export { describeSourceUse, inContext } from './sources/describe-use';
export { SourceIndex, type SourceText } from './sources/source-index';
export { adjacency, wordScore, type SourceWord } from './sources/source-words';
export { isProperty, statementWeight, statementWords } from './statement-weight';
export { fold, queryTerms, tokenise } from './tokenise';
export { missingWords, TextRanker } from './text-ranker';
export { type OpenPageIndex, type PageIndex, type SearchHit, type SearchOptions, type ShardStore } from './types';
export { cosine, createVectorCache, type Direction, directionOf, type VectorCache } from './vectors';
export { irregularForms } from './irregular-forms';
export { formsOf } from './word-forms';
