/**
 * extract: text with anchors out of the bytes of a source, whatever its format.
 *
 * Promises: what the bytes are counts, not the file's name; a source that cannot be read is a `WikiError` with a stable code
 * for that source alone; nothing is fetched, run or unpacked to disk; cost is bounded by `limits.ts`, not by what a file claims;
 * passages come in reading order, and the anchor of a text file's passage is the line on which its first words stand.
 */
export { extract, fullText, type ExtractInput } from './extract';
export { supportedFormats } from './file-type';
export { createPdfReader, type PdfDocument } from './pdf-reader';
export {
  MAX_ARCHIVE_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_ARCHIVE_RATIO,
  MAX_CHAPTERS,
  MAX_COLUMNS,
  MAX_DEPTH,
  MAX_DOCUMENT_BYTES,
  MAX_ENTRY_BYTES,
  MAX_PDF_PAGES,
  MAX_ROWS,
  MAX_TEXT_BYTES,
  RATIO_FREE_BYTES,
} from './limits';
