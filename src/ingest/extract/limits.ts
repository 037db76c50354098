/**
 * How much one source may cost. A source beyond a limit is rejected (`living-wiki:source_too_large`) or, where the comment
 * says so, cut with a note. The limits are checked while data is read, whatever the headers of a file claim.
 */

/** Bytes of a text file (Markdown, text, HTML, CSV, JSON, subtitles): about 5,000 printed pages. */
export const MAX_TEXT_BYTES = 32 * 1024 * 1024;

/** Files inside one archive (DOCX, EPUB). */
export const MAX_ARCHIVE_ENTRIES = 10_000;

/** Bytes of one unpacked file of an archive. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/** Bytes of all files that are unpacked from one archive. */
export const MAX_ARCHIVE_BYTES = 192 * 1024 * 1024;

/**
 * Most unpacked bytes per packed byte, for a file of an archive above {@link RATIO_FREE_BYTES}. Repetitive XML reaches
 * about 100; a zip bomb about 1,000.
 */
export const MAX_ARCHIVE_RATIO = 250;

/** Below this size the ratio does not matter: a small file does no harm. */
export const RATIO_FREE_BYTES = 8 * 1024 * 1024;

/** Nesting of elements or brackets in HTML, XML and JSON. */
export const MAX_DEPTH = 4_000;

/**
 * Blocks of a Markdown text, such as paragraphs and list items: more than prose of {@link MAX_TEXT_BYTES} has. The rest is left
 * out with a note.
 */
export const MAX_BLOCKS = 300_000;

/** Rows of a table or records of a JSON file. The rest is left out with a note. */
export const MAX_ROWS = 50_000;

/** Columns of a CSV row. The rest is left out with a note. */
export const MAX_COLUMNS = 500;

/** Pages of a PDF. */
export const MAX_PDF_PAGES = 5_000;

/** Chapters of an EPUB. The rest is left out with a note. */
export const MAX_CHAPTERS = 2_000;
