/**
 * wiki: the files of a wiki as an immutable snapshot: pages, links, sources, the index, the log and the provenance manifest.
 * The only place that decides what a slug is, what a link points to, what counts as a page and how each generated file is
 * written.
 *
 * Promises: writes nothing but its own cache. A snapshot never changes, and the cost of the next one depends on what
 * changed. Every page parses, whatever its text; its errors are in `problems`. The cache is only trusted where the files
 * prove it right.
 */
export { saveSnapshotCache } from './cache';
export {
  closestStatement,
  composeDisputesPage,
  disputesPath,
  HISTORY_HEADING,
  isDisputesFile,
  isDisputesPage,
  isHistory,
  isPast,
  OVERTAKEN_FACT,
  overtakenFact,
  pastPrefix,
  readCallouts,
  statementKey,
  toOpposed,
  type ConflictCallout,
  type OpposedPair,
  type OpposedStatement,
  type OvertakenStatement,
} from './disputes';
export { bestRanked, findPage, findPages, NAME_RANKS, pagesWithAlias, type NameRank } from './find-page';
export { HUB_ROLES, hubRole, isOfRows, type HubRole } from './hub';
export { prerenderIndex, renderIndex, readIndex } from './index-file';
export { overviewParts } from './index-subjects';
export { appendLog, contradictionBullet, readContradictionBullet, readLog, renderLogEntry } from './log-file';
export {
  citedQuotes,
  compareLedgers,
  describePlace,
  findQuotes,
  isPersonal,
  parseNote,
  labelStem,
  labelVariant,
  prepareLedger,
  isSaidBy,
  readLedger,
  renderNote,
  stayingClaims,
  supportKey,
  unescapeMarkdown,
  wordKey,
  type Claim,
  type ClaimPair,
  type Ledger,
  type LedgerComparison,
  type PageNote,
  type PageQuote,
  type SourceNote,
  SETTLED_TITLES,
} from './ledger';
export { orderTimeline } from './timeline-order';
export { linkName, linkWords, mentionedNames, namesForPage, namesForSource, normaliseName } from './names';
export { aliasPath, uniqueSlug, newPageSchema, pathForNewPage, renderNewPage, type NewPage } from './new-page';
export { parsePage } from './page';
export { isWikiRoot } from './path-states';
export {
  guidePaths,
  INDEX_FILE,
  isPagePath,
  layoutOf,
  namedLayout,
  type Layout,
  LOG_FILE,
  PLAIN_LANGUAGE_FILE,
  PROVENANCE_FILE,
  SCHEMA_FILE,
} from './paths';
export { differentDigest, readProvenance, renderProvenance } from './provenance';
export { findWikis, marksWiki, readLayout, readSnapshot } from './read';
export { isSlug, slugify } from './slug';
export { isMentioned, pagesMentioning, resolutionContext } from './snapshot';
export { DATE_FIELDS, isSuperseded, MAX_SOURCE_BYTES, sourceReference, sourceDate, sourceStem } from './source';
export { compareDates, dateInFileName } from './time';
export {
  type Anchor,
  type LogEntry,
  type ParsedLogEntry,
  type Page,
  type PageProblem,
  type PageSchema,
  type Provenance,
  type ResolvedLink,
  type Snapshot,
  type RecordedSource,
  type Source,
} from './types';
