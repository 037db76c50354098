/**
 * extractive: the built-in curator. It quotes a source, files the quotations under the names in it, adds links, and flags
 * figures that disagree. It needs no model and no network.
 *
 * Promises: every sentence about a subject is a quotation with its place; everything else is fixed text, titles and names.
 * Text of a source cannot create a link, a tag or a heading. The same input gives the same bytes. A source is quoted once.
 */
export { EXTRACTIVE_CURATOR } from './curator';
