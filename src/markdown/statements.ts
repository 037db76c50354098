import { readBlocks, readBlocksInSteps } from './block-reader';
import { type Block, footnoteMarkOf, sourceOf } from './blocks';
import { type Definitions } from './definitions';
import { type Destination } from './destination';
import { bodyStartOf } from './frontmatter';
import { type InlineSink, scanInline } from './inline';
import { createLineIndex } from './lines';
import { codeText, inlineText, withoutBlockId } from './plain-text';
import { hasEndedBefore, splitSentences } from './sentences';
import { cellRanges } from './tables';
import { type LineIndex, type TextRange } from './types';

/** A sentence, a table row, a quoted paragraph or a code block of a body, with the footnotes and citations that follow it. */
export interface Statement extends TextRange {
  readonly kind: 'sentence' | 'row' | 'quote' | 'code';
  /** As a reader sees it, on one line, without footnote marks and citations. Code is kept as written. */
  readonly text: string;
  /** The nearest heading above, as plain text; `null` before the first. */
  readonly heading: string | null;
  /** Labels of its footnotes, without `^`, in order. Those of code are in the paragraph below it. */
  readonly footnotes: readonly string[];
  /** Ids that it cites as `[source-id]`, in order. */
  readonly citations: readonly string[];
  /** Counted from 1. */
  readonly line: number;
}

/** `[^label]: content`. The range covers the first paragraph of the definition, marker included. */
export interface FootnoteDefinition extends TextRange {
  readonly label: string;
  /** The Markdown of its first paragraph. */
  readonly content: string;
  /** Counted from 1. */
  readonly line: number;
}

/** What a body says, in reading order. */
interface Statements {
  readonly statements: readonly Statement[];
  readonly definitions: readonly FootnoteDefinition[];
}

const MARKS_AT_END = /(?:\[\^[^\s[\]]+\])+$/;
/** More marks in a row are not looked past. In UTF-16 units. */
const MAX_MARKS_LENGTH = 600;
const CALLOUT_LINE = /^\[![^\]\n]*\][^\n]*/;

/** The checks of one change read the same pages many times, so what was read last is kept. */
const MAX_KEPT = 24;
/** UTF-16 units. A longer text is read each time, not to hold much memory. */
const MAX_KEPT_LENGTH = 200_000;
/** The one used last comes last. */
const kept = new Map<string, Statements>();

/** Reads what a page says, sentence by sentence. Headings, table heads, comments and HTML say nothing. */
export function readStatements(text: string): Statements {
  if (text.length > MAX_KEPT_LENGTH) return parseStatements(text);
  const statements = kept.get(text) ?? parseStatements(text);
  kept.delete(text);
  kept.set(text, statements);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return statements;
}

function parseStatements(text: string): Statements {
  const { blocks, definitions } = readBlocks(text, bodyStartOf(text));
  const steps = new StatementReader(text, blocks, definitions).read();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** {@link readStatements} for a long text: yields now and then, so that the caller can let others run. */
export function* readStatementsInSteps(text: string): Generator<undefined, Statements> {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const { blocks, definitions } = yield* readBlocksInSteps(text, bodyStartOf(text));
  yield;
  const found = yield* new StatementReader(text, blocks, definitions).read();
  if (text.length <= MAX_KEPT_LENGTH) kept.set(text, found);
  return found;
}

/** UTF-16 units of blocks that are read in one step. */
const STEP_LENGTH = 6_000;

class StatementReader {
  readonly #statements: Statement[] = [];
  readonly #footnotes: FootnoteDefinition[] = [];
  #heading: string | null = null;
  readonly #text: string;
  readonly #blocks: readonly Block[];
  readonly #definitions: Definitions;
  readonly #lines: LineIndex;

  constructor(text: string, blocks: readonly Block[], definitions: Definitions) {
    this.#text = text;
    this.#blocks = blocks;
    this.#definitions = definitions;
    this.#lines = createLineIndex(text);
  }

  *read(): Generator<undefined, Statements> {
    let length = 0;
    for (const [at, block] of this.#blocks.entries()) {
      length += block.end - block.start;
      if (length > STEP_LENGTH) {
        length = 0;
        yield;
      }
      if (block.kind === 'heading') {
        this.#heading = inlineText(withoutBlockId(sourceOf(this.#text, block)), this.#definitions);
      } else if (block.kind === 'code') {
        this.#add('code', block, codeText(this.#text, block), [], []);
      } else if (block.kind === 'row') {
        if (!block.isDelimiterRow && this.#blocks[at + 1]?.isDelimiterRow !== true) this.#readRow(block);
      } else if (block.kind === 'paragraph' && !this.#readDefinition(block)) {
        this.#readParagraph(block);
      }
    }
    return { statements: this.#statements, definitions: this.#footnotes };
  }

  #readDefinition(block: Block): boolean {
    const mark = footnoteMarkOf(this.#text, block);
    if (mark === null) return false;
    const { line } = this.#lines.placeAt(mark.start);
    this.#footnotes.push({ ...mark, content: sourceOf(this.#text, block).trimEnd(), end: block.end, line });
    return true;
  }

  #readRow(block: Block): void {
    const source = sourceOf(this.#text, block);
    const marks = new MarkCollector(source, this.#definitions);
    const cells = cellRanges(source).map(([from, to]) => inlineText(source.slice(from, to), this.#definitions));
    const row = cells.filter((cell) => cell !== '').join(' | ');
    this.#add('row', block, row, marks.footnotes, marks.citations);
  }

  #readParagraph(block: Block): void {
    let source = withoutBlockId(sourceOf(this.#text, block));
    // The title line of a callout is no sentence. Blanks keep the offsets.
    if (block.quotes > 0) source = source.replace(CALLOUT_LINE, (line) => ' '.repeat(line.length));
    const base = block.lines[0] ?? block.start;
    const marks = new MarkCollector(source, this.#definitions);
    if (marks.masked.trim() === '') {
      this.#supportCode(base, marks);
      return;
    }
    const range = (from: TextRange): TextRange => ({ start: base + from.start, end: base + from.end });
    if (block.quotes > 0 && marks.citations.length > 0) {
      const whole = { start: source.search(/\S|$/), end: source.trimEnd().length };
      this.#add('quote', range(whole), this.#plain(source, whole), marks.footnotes, marks.citations);
      return;
    }
    const sentences = splitSentences(marks.masked);
    for (const [at, sentence] of sentences.entries()) {
      const own = marks.takeBefore(sentences[at + 1]?.start ?? source.length);
      const whole = { start: sentence.start, end: Math.max(sentence.end, ...own.map(({ end }) => end)) };
      const plain = this.#plain(source, whole);
      if (plain === '' && own.length === 0) continue;
      this.#add('sentence', range(whole), plain, labels(own, 'footnote'), labels(own, 'citation'));
    }
  }

  /** Marks alone in a paragraph belong to the code right above, which cannot hold any. */
  #supportCode(start: number, { footnotes, citations }: MarkCollector): void {
    const code = this.#statements.at(-1);
    if (code?.kind !== 'code' || this.#text.slice(code.end, start).trim() !== '') return;
    const supported = { footnotes: [...code.footnotes, ...footnotes], citations: [...code.citations, ...citations] };
    this.#statements.splice(-1, 1, { ...code, ...supported });
  }

  #plain(source: string, { start, end }: TextRange): string {
    return inlineText(source.slice(start, end), this.#definitions);
  }

  #add(
    kind: Statement['kind'],
    { start, end }: TextRange,
    text: string,
    footnotes: readonly string[],
    citations: readonly string[],
  ): void {
    const { line } = this.#lines.placeAt(start);
    this.#statements.push({ kind, text, heading: this.#heading, footnotes, citations, start, end, line });
  }
}

interface Mark extends TextRange {
  readonly kind: 'footnote' | 'citation';
  readonly label: string;
}

function labels(marks: readonly Mark[], kind: Mark['kind']): readonly string[] {
  return marks.flatMap((mark) => (mark.kind === kind ? [mark.label] : []));
}

/** Finds the marks of a block, and masks what could look like the end of a sentence: marks, links, code, formulas. */
class MarkCollector implements InlineSink {
  readonly #marks: Mark[] = [];
  #taken = 0;
  readonly #source: string;
  readonly #masks: { readonly start: number; readonly end: number; readonly fill: string }[] = [];

  constructor(source: string, definitions: Definitions) {
    this.#source = source;
    scanInline(source, definitions, this);
    this.#marks.sort((a, b) => a.start - b.start);
  }

  get footnotes(): readonly string[] {
    return labels(this.#marks, 'footnote');
  }

  get citations(): readonly string[] {
    return labels(this.#marks, 'citation');
  }

  /** The source with the same offsets. */
  get masked(): string {
    let result = '';
    for (const { start, end, fill } of [...this.#masks].sort((a, b) => a.start - b.start)) {
      if (start < result.length) continue;
      result += this.#source.slice(result.length, start) + fill.repeat(end - start);
    }
    return result + this.#source.slice(result.length);
  }

  /** The marks before an offset that were not taken yet. */
  takeBefore(offset: number): readonly Mark[] {
    const from = this.#taken;
    while ((this.#marks[this.#taken]?.start ?? offset) < offset) this.#taken += 1;
    return this.#marks.slice(from, this.#taken);
  }

  wikilink(start: number, end: number): void {
    const inner = this.#source.slice(start + 2, end - 2);
    this.#mask(start, end, inner.slice(inner.indexOf('|') + 1));
  }

  link(start: number, textEnd: number, end: number, _embed: boolean, _destination: Destination): void {
    this.#mask(textEnd, end, this.#source.slice(start + 1, textEnd));
  }

  reference(start: number, textEnd: number, end: number): void {
    this.#mask(textEnd, end, this.#source.slice(start + 1, textEnd));
  }

  citation(start: number, end: number): void {
    this.#marks.push({ kind: 'citation', label: this.#source.slice(start + 1, end - 1), start, end });
    this.#masks.push({ start, end, fill: ' ' });
  }

  footnote(start: number, end: number): void {
    this.#marks.push({ kind: 'footnote', label: this.#source.slice(start + 2, end - 1), start, end });
    // A mark behind the stop ends the sentence, even where the next begins with a small letter, such as a name in code.
    const before = this.#source.slice(Math.max(0, start - MAX_MARKS_LENGTH), start).replace(MARKS_AT_END, '');
    const ends = /^\s/.test(this.#source.slice(end, end + 1)) && hasEndedBefore(before, before.length);
    this.#masks.push({ start, end, fill: ends ? '\n' : ' ' });
  }

  tag(): void {
    // A tag is a word.
  }

  verbatim(start: number, end: number, from: number, to: number): void {
    this.#mask(start, end, this.#source.slice(from, to));
  }

  hidden(start: number, end: number): void {
    this.#masks.push({ start, end, fill: ' ' });
  }

  autolink(start: number, end: number): void {
    this.#mask(start, end, this.#source.slice(start + 1, end - 1));
  }

  /** Masks a range by letters of the case with which its text begins, because a small letter continues a sentence. */
  #mask(start: number, end: number, shown: string): void {
    this.#masks.push({ start, end, fill: /^\W*\p{Ll}/u.test(shown) ? 'x' : 'X' });
  }
}
