/**
 * contradictions: finds by code what two sentences about one subject give differently: numbers with their units, dates, counts, states and
 * holders of offices. Both curators use it. It reads sentences alone, in the order in which they come, and writes nothing.
 *
 * Promises: conservative, so that what it reports is worth a person's look; what changes over the years is a change and no contradiction.
 */
export {
  compareStatements,
  findValuesInContext,
  type ChangedValue,
  type Comparison,
  type Conflict,
  type KnownSentence,
  type NewSentence,
} from './compare-statements';
export { resolveByPolicy, type ConflictPolicy, type Resolution } from './policy';
export { findDates, type StatedDate } from './dates';
export { parseNumber } from './numbers';
