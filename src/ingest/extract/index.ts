/**
 * extract: reads the bytes of a source, in any supported format, as text with anchors.
 *
 * Promises: the bytes decide the format, not the file's name; a source that cannot be read is a `WikiError` with a stable code
 * for that source alone; nothing is fetched, run or unpacked to disk; `limits.ts` bounds the cost, whatever a file claims;
 * passages come in reading order, and in a text file the anchor of a passage is the line of its first words.
 */
export { extract, fullText, tooLargeError, type ExtractInput } from './extract';
export { isChangeDate } from './document-date';
export { createPdfReader, type PdfDocument } from './pdf-reader';
