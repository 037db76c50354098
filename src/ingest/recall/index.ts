/**
 * recall: which pages of a wiki a source may affect, and why.
 *
 * Promises: one pass over the source's text, however many pages there are; a token budget bounds the result; every page says
 * why it was recalled; the same wiki and source give the same pages in the same order.
 */
export { nameTable, prepareNameTable } from './name-table-cache';
export { type NamedPage } from './page-names';
export { NameTable, type NameMatch } from './name-table';
export { countPageMentions, recall, type RecalledPage } from './recall';
