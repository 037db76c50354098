/**
 * extractive: the built-in curator. Quotes what a source says, files it under the names it speaks of, links, and flags
 * figures that disagree; without a model and without a network.
 *
 * Promises: every sentence it writes about a subject is a quotation with its place; everything else are fixed words, titles
 * and names. Text of a source cannot make a link, a tag or a heading of its own. Deterministic; a source is quoted once.
 */
export { EXTRACTIVE_CURATOR } from './curator';
export { findQuotes, type PageQuote } from './quote';
