/**
 * search: BM25 over the title, aliases, headings, body and tags of a wiki's pages, in any script; names and links move the best,
 * and what they mean, where somebody gives vectors of it.
 *
 * Promises: no I/O but the snapshot's own; an index brought up to date finds what a new one would find; a stored index is
 * never trusted beyond what proves each page's text; the lens decides what is in scope; ties go by path.
 */
export { createPageIndex, loadPageIndex } from './cached';
export { fuse, MEANT, meantPassage, meantText } from './fuse';
export { matchesIn, passagesOf } from './passages';
export type { Match, Passage } from './passages';
export { snippet } from './snippet';
export { fold, queryTerms, tokenise } from './tokenise';
export { cosine, createVectorCache, directionOf } from './vectors';
export type { Direction, VectorCache } from './vectors';
export { isInScope } from './weigh';
export type { PageIndex, SearchHit, SearchOptions, ShardStore, Snippet } from './types';
