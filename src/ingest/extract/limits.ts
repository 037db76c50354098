/**
 * How much one source may cost. A source beyond a limit is refused as a whole (`living-wiki:source_too_large`) or, where
 * the comment says so, cut with a note. The limits hold while data is read, whatever a file's own headers claim.
 */

/** Bytes of a text file (Markdown, text, HTML, CSV, JSON, subtitles): some 5,000 printed pages. */
export const MAX_TEXT_BYTES = 32 * 1024 * 1024;

/** Bytes of a file that is mostly pictures and packing (PDF, DOCX, EPUB). */
export const MAX_DOCUMENT_BYTES = 192 * 1024 * 1024;

/** Files inside one archive (DOCX, EPUB). */
export const MAX_ARCHIVE_ENTRIES = 10_000;

/** Bytes of one unpacked file of an archive. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/** Bytes of everything that is unpacked from one archive. */
export const MAX_ARCHIVE_BYTES = 192 * 1024 * 1024;

/**
 * How many times its packed size a file of an archive may unpack to, once it is past {@link RATIO_FREE_BYTES}. Repetitive
 * XML reaches about 100; a bomb about 1,000.
 */
export const MAX_ARCHIVE_RATIO = 250;

/** Bytes that unpack freely, since a small file harms nobody whatever its ratio. */
export const RATIO_FREE_BYTES = 8 * 1024 * 1024;

/** Open elements or brackets inside each other in HTML, XML and JSON. */
export const MAX_DEPTH = 4_000;

/** Rows of a table or records of a JSON file that are read; the rest is left out with a note. */
export const MAX_ROWS = 50_000;

/** Columns of a CSV row that are read; the rest is left out with a note. */
export const MAX_COLUMNS = 500;

/** Pages of a PDF. */
export const MAX_PDF_PAGES = 5_000;

/** Chapters of an EPUB that are read; the rest is left out with a note. */
export const MAX_CHAPTERS = 2_000;
