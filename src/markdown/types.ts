import { type JsonValue, type Place } from '../base';

/** A problem in a markdown text, reported and never thrown. Lines and columns count from 1. */
export interface MarkdownProblem extends Place {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The frontmatter of a text. Offsets count UTF-16 units from the start of the whole text. */
export interface Frontmatter {
  /** The parsed mapping: plain data, own keys only (`__proto__` is just a key). Empty when absent or broken. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether the text has a frontmatter block, valid or not. */
  readonly present: boolean;
  /** The YAML between the fences, fences excluded. */
  readonly yamlStart: number;
  readonly yamlEnd: number;
  /** Where the body begins: after the closing fence's line break, or after a byte-order mark when there is no block. */
  readonly bodyStart: number;
  /** Why `data` could not be read: a syntax error, a `---js` block, too many aliases, a list where a mapping is expected. */
  readonly problems: readonly MarkdownProblem[];
}

/**
 * One edit of the frontmatter. `path` names a key, or a key within keys. `add` appends to a list, which it creates if
 * needed, unless it has an equal item; `drop` removes equal items from a list.
 */
export type FrontmatterEdit =
  | { readonly op: 'set'; readonly path: readonly string[]; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: readonly string[] }
  | { readonly op: 'add'; readonly path: readonly string[]; readonly value: JsonValue }
  | { readonly op: 'drop'; readonly path: readonly string[]; readonly value: JsonValue };

/** A replacement of `[start, end)` in a text, offsets in UTF-16 units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A link as written. Code, HTML comments and `%% %%` contain no links. */
export interface TextLink {
  /** `[[a]]`, `[t](a.md)`, `[t][ref]` with its definition, `[t]: a.md` counted once at the use. */
  readonly form: 'wikilink' | 'markdown' | 'reference';
  /** `![[a]]` or `![t](a)`. */
  readonly embed: boolean;
  /** The target without its fragment; percent-decoded for markdown forms; `''` for `[[#Heading]]`. */
  readonly target: string;
  /** What follows `#`, without it: `Heading`, `Heading#Sub`, `^block`; percent-decoded for markdown forms; `null` when absent. */
  readonly fragment: string | null;
  /** The display text when one is written (`[[a|text]]`, `[text](a.md)`). */
  readonly text: string | null;
  /** Whether the target has a URL scheme (`https:`, `mailto:`), and so is outside the vault. */
  readonly external: boolean;
  /** The whole link, `!` included. Offsets count UTF-16 units from the start of the whole text. */
  readonly start: number;
  readonly end: number;
  /** The target as written, fragment excluded, so that a rename replaces exactly these characters. */
  readonly targetStart: number;
  readonly targetEnd: number;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** Plain text: markup and closing `#` removed. */
  readonly text: string;
  /** As written between the markers, where that differs from `text`; Obsidian compares fragments with this. */
  readonly raw?: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** A citation of a source by id in the AIP-10 way: `[source-id]`, in no link, code or comment. */
export interface Citation {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** `[^label]` in a text, or the whole definition `[^label]: …`. Offsets count UTF-16 units from the start of the whole text. */
export interface FootnoteMark extends TextRange {
  /** Without `^`. */
  readonly label: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** What one pass over a markdown text finds. */
export interface TextScan {
  readonly links: readonly TextLink[];
  readonly headings: readonly Heading[];
  /** `^id` at the end of a block, without the caret. */
  readonly blockIds: readonly string[];
  readonly citations: readonly Citation[];
  /** Inline `#tags` of the body, without `#`. */
  readonly tags: readonly string[];
  /** The references to footnotes in reading order, those in definitions included. */
  readonly footnoteReferences: readonly FootnoteMark[];
  /** The definitions of footnotes in reading order. */
  readonly footnotes: readonly FootnoteMark[];
}

/** Turns offsets into places. */
export interface LineIndex {
  /** @param offset UTF-16 units from the start of the text; clamped to it */
  placeAt(offset: number): { readonly line: number; readonly column: number };
}

/** A half-open range of a text, offsets in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The elements of a text, to find what an edit would remove. Every list is in reading order and keeps repetitions, so that
 * two structures can be compared as multisets.
 */
export interface TextStructure {
  /** `## Limits`: level and plain text, those in quotes included. */
  readonly headings: readonly string[];
  /** Decoded target with its fragment: `a#Heading`; an embed has a leading `!`. */
  readonly links: readonly string[];
  /** The lines of block quotes without `>`; no blank ones. */
  readonly quotes: readonly string[];
  /** The content of each fenced or indented code block. */
  readonly code: readonly string[];
  /** The trimmed text of each table cell that is not empty. */
  readonly tables: readonly string[];
  /** `[^id]` of each footnote reference and `[^id]:` of each definition. */
  readonly footnotes: readonly string[];
  /** The words of the body's plain text in lower case; Chinese, Japanese and Korean by character. */
  readonly words: readonly string[];
}
