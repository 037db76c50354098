import { type Run } from '../../base';
import { type Anchor } from '../../change';
import {
  type ExtractedText,
  type SourcePassage,
  type PassageKind,
  type SourceFormat,
  type SourceReaders,
} from '../types';
import { labelledDate } from './document-date';
import { findLineStarts } from './line-starts';
import { normaliseText, normaliseBlock } from './text-utils';

/** The input of every format's reader. */
export interface ReaderInput extends SourceReaders {
  /** For messages only; readers open no files. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly run: Run;
}

/** The output of a format's reader: {@link ExtractedText} without the identity of the source. */
export type ExtractedContent = Omit<ExtractedText, 'path' | 'hash'>;

/** More names say nothing new about what a source is about. */
const MAX_LINK_TEXTS = 5_000;

/** Collects the passages of one source in reading order, and tracks the heading they are under. */
export class PassageBuilder {
  title: string | null = null;
  /** From metadata about the document: front matter, `<meta>`, the catalogue data of a book. */
  date: string | null = null;
  /** From the properties of its file, which programs set; counts only where the text gives no date. */
  fileDate: string | null = null;
  language: string | null = null;
  authors = '';
  readonly passages: SourcePassage[] = [];
  readonly #linkTexts = new Set<string>();
  readonly #notes = new Set<string>();
  #currentHeading: string | null = null;
  #nextLine = 1;
  readonly #countsLines: boolean;

  /** @param countsLines anchors passages to lines of the extracted text, for formats whose files have no lines */
  constructor(
    readonly format: SourceFormat,
    countsLines = false,
  ) {
    this.#countsLines = countsLines;
  }

  /** Adds a passage unless it is blank. @param verbatim keeps its line breaks */
  add(kind: PassageKind, text: string, anchor: Anchor, verbatim = kind === 'code'): void {
    const passage = verbatim ? normaliseBlock(text) : normaliseText(text);
    if (passage.trim() === '') return;
    this.#push({ kind, text: passage, anchor: this.#completeAnchor(anchor, this.#currentHeading) });
  }

  /**
   * Adds a passage whose lines are joined, unless it is blank.
   *
   * @param lines as the source has them
   * @param ordinal of an item of a numbered list: its number as written
   */
  addJoined(kind: PassageKind, text: string, lines: readonly string[], anchor: Anchor, ordinal = ''): void {
    const passage = normaliseText(text);
    if (passage.trim() === '') return;
    const place = this.#completeAnchor(anchor, this.#currentHeading);
    const lineStarts = findLineStarts(passage, lines);
    this.#push({
      kind,
      text: passage,
      anchor: place,
      ...(ordinal !== '' && { ordinal }),
      ...(lineStarts !== undefined && { lineStarts }),
    });
  }

  /** Adds a paragraph that is a heading in all but its markup. */
  addRunIn(text: string, anchor: Anchor): void {
    const passage = normaliseText(text);
    if (passage === '') return;
    const place = this.#completeAnchor(anchor, this.#currentHeading);
    this.#push({ kind: 'paragraph', text: passage, anchor: place, isRunIn: true });
  }

  /** Adds code as it is. @param language `''` if it is not known */
  addCode(code: string, language: string, anchor: Anchor): void {
    const text = normaliseBlock(code);
    if (text.trim() === '') return;
    const place = this.#completeAnchor(anchor, this.#currentHeading);
    this.#push({ kind: 'code', text, anchor: place, ...(language !== '' && { language }) });
  }

  /** Adds a heading. `level` is limited to 1 to 6. */
  addHeading(text: string, level: number, anchor: Anchor): void {
    const heading = normaliseText(text);
    if (heading === '') return;
    const bounded = Math.min(6, Math.max(1, Math.trunc(level) || 1));
    this.#push({ kind: 'heading', text: heading, anchor: this.#completeAnchor(anchor, null), level: bounded });
    this.#currentHeading = heading;
  }

  /** A new chapter without a heading is not under the heading of the chapter before. */
  forgetHeading(): void {
    this.#currentHeading = null;
  }

  addLinkText(text: string): void {
    const name = normaliseText(text);
    if (name.length < 2 || name.length > 120 || this.#linkTexts.size >= MAX_LINK_TEXTS) return;
    this.#linkTexts.add(name);
  }

  addNote(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** Sets the document's title, unless it is blank or the title is already set. */
  offerTitle(title: string | null | undefined): void {
    const offered = normaliseText(title ?? '');
    if (offered !== '') this.title ??= offered;
  }

  build(): ExtractedContent {
    return {
      format: this.format,
      title: this.title ?? this.#titleHeading()?.text ?? null,
      date: this.date ?? labelledDate(this.passages) ?? this.fileDate,
      ...(this.authors !== '' && { authors: this.authors }),
      language: this.language,
      passages: this.passages,
      linkTexts: [...this.#linkTexts],
      notes: [...this.#notes],
    };
  }

  /**
   * The heading over all others, or the one that the text begins with. One beside others of its level, after text, heads only a
   * part: "Contents", "Installation".
   */
  #titleHeading(): SourcePassage | undefined {
    // A key of JSON heads a part of the file; it is no title.
    const isTitle = (level?: number): boolean => this.format !== 'json' || level === 1;
    const headings = this.passages.filter(({ kind, level }) => kind === 'heading' && isTitle(level));
    const top = headings.reduce((least, { level = 1 }) => Math.min(least, level), 6);
    const highest = headings.filter(({ level = 1 }) => level === top);
    const [first] = headings;
    // The only heading of a plain text may be that of its footnotes.
    if (this.format === 'text' && first !== undefined && this.passages.indexOf(first) * 2 > this.passages.length)
      return undefined;
    if (first === undefined || this.format !== 'markdown' || (first === this.passages[0] && highest.length > 1))
      return first;
    // A heading of a higher level near the end heads an appendix.
    const [only] = highest.length === 1 ? highest.filter((heading) => headings.indexOf(heading) < 2) : [];
    return only ?? (first === this.passages[0] ? first : undefined);
  }

  #push(passage: SourcePassage): void {
    this.passages.push(passage);
    if (this.#countsLines) this.#nextLine += passage.text.split('\n').length + 1;
  }

  #completeAnchor(anchor: Anchor, heading: string | null): Anchor {
    const line = this.#countsLines && anchor.line === undefined ? { line: this.#nextLine } : {};
    return { ...line, ...anchor, ...(heading === null ? {} : { heading }) };
  }
}

/** A row of a table with the labels of its header, so that it can be quoted: `Name: Ada; Born: 1815`. */
export function labelledRow(header: readonly string[], cells: readonly string[]): string {
  const parts: string[] = [];
  cells.forEach((cell, index) => {
    const value = normaliseText(cell);
    if (value === '') return;
    const label = normaliseText(header[index] ?? '').replace(/[:：]$/u, '');
    parts.push(label === '' || label === value ? value : `${label}: ${value}`);
  });
  return parts.join('; ');
}

/** A row without a header: `Ada | 1815`. */
export function plainRow(cells: readonly string[]): string {
  return cells
    .map(normaliseText)
    .filter((cell) => cell !== '')
    .join(' | ');
}
