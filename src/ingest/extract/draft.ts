import type { Run } from '../../base';
import type { Anchor } from '../../change';
import type { ExtractedText, Passage, PassageKind, SourceReaders } from '../types';
import { tidy, tidyBlock } from './words';

/** What a format's reader is given. */
export interface Reading extends SourceReaders {
  /** For messages only; nothing is opened. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly run: Run;
}

/** What a format's reader gathers. Everything but the identity of the source, which {@link ExtractedText} adds. */
export type Draft = Omit<ExtractedText, 'path' | 'hash'>;

type Format = ExtractedText['format'];

/** More names than this help nobody to tell what a source is about. */
const MAX_LINK_TEXTS = 5_000;

/** Gathers the passages of one source in reading order, and keeps track of the heading they stand under. */
export class Drafting {
  title: string | null = null;
  date: string | null = null;
  language: string | null = null;
  readonly passages: Passage[] = [];
  private readonly linkTexts = new Set<string>();
  private readonly notes = new Set<string>();
  private currentHeading: string | null = null;
  private extractedLine = 1;

  constructor(
    readonly format: Format,
    /** Give each passage its line in the extracted text: for formats whose files have no lines of their own. */
    private readonly countsLines = false,
  ) {}

  /** Adds a passage unless it is blank. Code keeps its line breaks; so does any passage when `verbatim` says so. */
  add(kind: PassageKind, text: string, anchor: Anchor, verbatim = kind === 'code'): void {
    const tidied = verbatim ? tidyBlock(text) : tidy(text);
    if (tidied.trim() === '') return;
    this.push({ kind, text: tidied, anchor: this.anchored(anchor, this.currentHeading) }, tidied);
  }

  /** Adds a heading. `level` is brought into 1 to 6. */
  heading(text: string, level: number, anchor: Anchor): void {
    const tidied = tidy(text);
    if (tidied === '') return;
    const bounded = Math.min(6, Math.max(1, Math.trunc(level) || 1));
    this.push({ kind: 'heading', text: tidied, anchor: this.anchored(anchor, null), level: bounded }, tidied);
    this.currentHeading = tidied;
  }

  /** Forgets the heading, where a new chapter begins without one. */
  forgetHeading(): void {
    this.currentHeading = null;
  }

  linkText(text: string): void {
    const tidied = tidy(text);
    if (tidied.length < 2 || tidied.length > 120 || this.linkTexts.size >= MAX_LINK_TEXTS) return;
    this.linkTexts.add(tidied);
  }

  note(sentence: string): void {
    this.notes.add(sentence);
  }

  /** The document's title, kept when it is not blank and none was kept before. */
  offerTitle(title: string | null | undefined): void {
    const tidied = tidy(title ?? '');
    if (tidied !== '') this.title ??= tidied;
  }

  finish(): Draft {
    const first = this.passages.find((passage) => passage.kind === 'heading');
    return {
      format: this.format,
      title: this.title ?? first?.text ?? null,
      date: this.date,
      language: this.language,
      passages: this.passages,
      linkTexts: [...this.linkTexts],
      notes: [...this.notes],
    };
  }

  private push(passage: Passage, text: string): void {
    this.passages.push(passage);
    if (this.countsLines) this.extractedLine += text.split('\n').length + 1;
  }

  private anchored(anchor: Anchor, heading: string | null): Anchor {
    const line = this.countsLines && anchor.line === undefined ? { line: this.extractedLine } : {};
    return { ...line, ...anchor, ...(heading === null ? {} : { heading }) };
  }
}

/** A row of a table under its header, as a sentence-like line that can be quoted: `Name: Ada; Born: 1815`. */
export function labelledRow(header: readonly string[], cells: readonly string[]): string {
  const parts: string[] = [];
  cells.forEach((cell, index) => {
    const value = tidy(cell);
    if (value === '') return;
    const label = tidy(header[index] ?? '').replace(/[:：]$/u, '');
    parts.push(label === '' || label === value ? value : `${label}: ${value}`);
  });
  return parts.join('; ');
}

/** A row without a header: `Ada | 1815`. */
export function plainRow(cells: readonly string[]): string {
  return cells
    .map(tidy)
    .filter((cell) => cell !== '')
    .join(' | ');
}
