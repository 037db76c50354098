/**
 * search: BM25 over the title, aliases, headings, body and tags of a wiki's pages, in any script; names and links move the best.
 *
 * Promises: no I/O but the snapshot's own; an index brought up to date finds what a new one would find; a stored index is
 * never trusted beyond what proves each page's text; the lens decides what is in scope; ties go by path.
 */
export { createPageIndex, loadPageIndex } from './cached';
export { matchesIn, passagesOf } from './passages';
export type { Match, Passage } from './passages';
export { snippet } from './snippet';
export { fold, queryTerms, tokenise } from './tokenise';
export { isInScope } from './weigh';
export type { PageIndex, SearchHit, SearchOptions, ShardStore, Snippet } from './types';
