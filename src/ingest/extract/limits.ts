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
 * Words of a text file, and of one file of a book: about 5,000 printed pages. Characters are no measure: a text of words of one
 * letter has five times as many for its size, and each costs memory. The rest is left out with a note, as for the next two.
 */
export const MAX_WORDS = 2_000_000;

/** Ends of sentences of such a text: twice as many as prose of {@link MAX_WORDS} has. */
export const MAX_SENTENCES = 250_000;

/** Lines of such a text. */
export const MAX_LINES = 500_000;

/**
 * Blocks of a Markdown or HTML text, such as paragraphs and list items: more than prose of {@link MAX_TEXT_BYTES} has. The rest is left
 * out with a note.
 */
export const MAX_BLOCKS = 300_000;

export const CUT_BLOCKS = `Only the first ${MAX_BLOCKS} paragraphs, items and rows were read.`;

/** Rows of a table or records of a JSON file. The rest is left out with a note. */
export const MAX_ROWS = 50_000;

/** Values of a JSON file, those within others included. A file with more is rejected. */
export const MAX_VALUES = 1_000_000;

/** Columns of a row of a table, in CSV or HTML. The rest is left out with a note. */
export const MAX_COLUMNS = 500;

export const CUT_COLUMNS = `Rows with more than ${MAX_COLUMNS} columns were cut after that column.`;

/** Pages of a PDF. */
export const MAX_PDF_PAGES = 5_000;

/** Chapters of an EPUB. The rest is left out with a note. */
export const MAX_CHAPTERS = 2_000;
