/**
 * evidence: on what the sentences of an open note rest: the card of a number, and the strip beside paragraphs, in reading view and
 * live preview.
 *
 * Promises: draws in pages of the open wiki only; computes once for each text of a note; changes no text; keeps nothing once it is unloaded.
 */
export { QueryBlock } from './query-block';
export { EvidenceOnPage } from './evidence-on-page';
