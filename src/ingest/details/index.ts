/**
 * details: what a page leaves out as its text is written anew. Code finds the statements that a new text does not tell, and keeps them, word
 * for word and with their footnotes, on the summaries of their sources.
 *
 * Promises: every statement stands somewhere after a change; a page and what is kept of it are accepted or rejected together.
 */
export { leftOut, type LeftOut, type Telling } from './left-out';
export { keptElsewhere, readSummaries, type Summaries } from './summaries';
export { dropsOf, summaryEdits, tieTogether, type LeavingPage, type OwnedEdit } from './summary-edits';
