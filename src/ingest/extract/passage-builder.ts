import { type Run } from '../../base';
import { type Anchor } from '../../change';
import { type ExtractedText, type Passage, type PassageKind, type SourceReaders } from '../types';
import { normaliseText, normaliseBlock } from './text-utils';

/** What a format's reader is given. */
export interface ReaderInput extends SourceReaders {
  /** For messages only; nothing is opened. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly run: Run;
}

/** What a format's reader gathers. Everything but the identity of the source, which {@link ExtractedText} adds. */
export type ExtractedContent = Omit<ExtractedText, 'path' | 'hash'>;

type SourceFormat = ExtractedText['format'];

/** More names than this help nobody to tell what a source is about. */
const MAX_LINK_TEXTS = 5_000;

/** Gathers the passages of one source in reading order, and keeps track of the heading they stand under. */
export class PassageBuilder {
  title: string | null = null;
  date: string | null = null;
  language: string | null = null;
  readonly passages: Passage[] = [];
  readonly #linkTexts = new Set<string>();
  readonly #notes = new Set<string>();
  #currentHeading: string | null = null;
  #nextLine = 1;

  readonly #countsLines: boolean;

  constructor(
    readonly format: SourceFormat,
    /** Give each passage its line in the extracted text: for formats whose files have no lines of their own. */
    countsLines: boolean = false,
  ) {
    this.#countsLines = countsLines;
  }

  /** Adds a passage unless it is blank. Code keeps its line breaks; so does any passage when `verbatim` says so. */
  add(kind: PassageKind, text: string, anchor: Anchor, verbatim = kind === 'code'): void {
    const tidied = verbatim ? normaliseBlock(text) : normaliseText(text);
    if (tidied.trim() === '') return;
    this.#push({ kind, text: tidied, anchor: this.#completeAnchor(anchor, this.#currentHeading) }, tidied);
  }

  /** Adds a heading. `level` is brought into 1 to 6. */
  addHeading(text: string, level: number, anchor: Anchor): void {
    const tidied = normaliseText(text);
    if (tidied === '') return;
    const bounded = Math.min(6, Math.max(1, Math.trunc(level) || 1));
    this.#push({ kind: 'heading', text: tidied, anchor: this.#completeAnchor(anchor, null), level: bounded }, tidied);
    this.#currentHeading = tidied;
  }

  /** Forgets the heading, where a new chapter begins without one. */
  forgetHeading(): void {
    this.#currentHeading = null;
  }

  addLinkText(text: string): void {
    const tidied = normaliseText(text);
    if (tidied.length < 2 || tidied.length > 120 || this.#linkTexts.size >= MAX_LINK_TEXTS) return;
    this.#linkTexts.add(tidied);
  }

  addNote(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** The document's title, kept when it is not blank and none was kept before. */
  offerTitle(title: string | null | undefined): void {
    const tidied = normaliseText(title ?? '');
    if (tidied !== '') this.title ??= tidied;
  }

  build(): ExtractedContent {
    const first = this.passages.find((passage) => passage.kind === 'heading');
    return {
      format: this.format,
      title: this.title ?? first?.text ?? null,
      date: this.date,
      language: this.language,
      passages: this.passages,
      linkTexts: [...this.#linkTexts],
      notes: [...this.#notes],
    };
  }

  #push(passage: Passage, text: string): void {
    this.passages.push(passage);
    if (this.#countsLines) this.#nextLine += text.split('\n').length + 1;
  }

  #completeAnchor(anchor: Anchor, addHeading: string | null): Anchor {
    const line = this.#countsLines && anchor.line === undefined ? { line: this.#nextLine } : {};
    return { ...line, ...anchor, ...(addHeading === null ? {} : { heading: addHeading }) };
  }
}

/** A row of a table under its header, as a sentence-like line that can be quoted: `Name: Ada; Born: 1815`. */
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
