/**
 * ledger: what a page says and on what each statement rests. Reads footnotes that name a source, quotes in the older form, and
 * compares two versions of a page statement by statement.
 */
export { citedQuotes } from './cited-quotes';
export { compareLedgers, isSaidBy, stayingClaims, type ClaimPair, type LedgerComparison } from './compare';
export { isPersonal, prepareLedger, readLedger, supportKey, wordKey, type Claim, type Ledger } from './ledger';
export { describePlace, parseNote, renderNote, unescapeMarkdown, type PageNote, type SourceNote } from './note';
export { labelStem, labelVariant } from './label';
export { SETTLED_TITLES } from './settled-titles';
export { findQuotes, type PageQuote } from './quote-line';
