/**
 * contradictions: finds by code what two sentences about one subject give differently: numbers with their units, dates, counts, states and
 * holders of offices; and what one source reports of two people or papers. Both curators use it. It also finds the two sides on a page, and
 * settles them there as a person decided. It writes nothing.
 *
 * Promises: conservative, so that what it reports is worth a person's look; what changes over the years is a change and no contradiction.
 */
export {
  compareStatements,
  yearOf,
  type ChangedValue,
  type Comparison,
  type Conflict,
  type NewSentence,
} from './compare-statements';
export { compareFacts, type DatedFacts } from './facts/compare-facts';
export { readFacts, type FactSentence } from './facts/read-facts';
export { contentOf } from './facts/subject';
export { findDifferentReports } from './reports';
export { resolveByPolicy, type ConflictPolicy } from './policy';
export { findOpposed, isSamePair, makesStatement, type OpposedSide } from './opposed';
export { findSaid, settlePage, type Settled } from './settle-page';
