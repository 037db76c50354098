/**
 * wiki: what lies on disk, as one picture of it: pages in both forms, the links between them, sources, the index, the log and the
 * provenance manifest. Here alone it is decided what a slug is, what a link points to, what counts as a page and how each
 * generated file is written.
 *
 * Promises: reads, and writes nothing but its own cache. A snapshot never changes; the next one costs what changed. Whatever the input, a
 * page parses: what is wrong with it is among its problems. A cache is never trusted beyond what the files bear out.
 */
export { saveSnapshotCache } from './cache';
export { prerenderIndex, renderIndex, readIndex, type IndexInput } from './index-file';
export { appendLog, readLog, renderLogEntry } from './log-file';
export { linkName, mentionedNames, namesForPage } from './names';
export { uniqueSlug, newPageSchema, pathForNewPage, renderNewPage, type NewPage } from './new-page';
export { parsePage } from './page';
export {
  INDEX_FILE,
  isPagePath,
  LOG_FILE,
  MANIFEST_FILE,
  PLAIN_LANGUAGE_FILE,
  PROVENANCE_FILE,
  SCHEMA_FILE,
  STATE_FOLDER,
} from './paths';
export { readProvenance, renderProvenance } from './provenance';
export { findWikis, readSnapshot, type ReadOptions } from './read';
export { isSlug, slugify } from './slug';
export { pagesMentioning } from './snapshot';
export { sourceReference, sourceDate } from './source';
export {
  type Backlink,
  type IndexLine,
  type LogEntry,
  type ParsedLogEntry,
  type Page,
  type PageProblem,
  type PageSchema,
  type Provenance,
  type Resolution,
  type Snapshot,
  type Source,
} from './types';
