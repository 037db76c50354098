/**
 * disputes: what the pages of a wiki say is disputed, what newer sources changed, and what is open; and the page that code makes of it. Reads
 * callouts about contradictions, and what was moved to "History".
 */
export {
  HISTORY_HEADING,
  isHistory,
  isPast,
  pastPrefix,
  readCallouts,
  statementKey,
  toOpposed,
  type ConflictCallout,
  type OpposedPair,
  type OpposedStatement,
} from './callouts';
export { composeDisputesPage, disputesPath } from './compose-page';
export { isDisputesFile, isDisputesPage } from './is-disputes-page';
export { closestStatement, OVERTAKEN_FACT, overtakenFact, type OvertakenStatement } from './overtaken';
export { isOpenHeading } from './open-questions';
