import { readBlocks } from './block-reader';
import { type Block, sourceOf } from './blocks';
import { CHAR_CODE } from './chars';
import { cellRanges } from './tables';
import { type Definitions } from './definitions';
import { type Destination, unescapeText } from './destination';
import { emphasisMarks } from './emphasis';
import { bodyStartOf } from './frontmatter';
import { type InlineSink, scanInline } from './inline';

/** A range of a source that a reader sees as another text, or not at all. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Nothing in `text` is markup. */
  readonly verbatim: boolean;
  /** It leaves a gap: "as shown [paper-1]." must not become "as shown ." */
  readonly gap: boolean;
}

/** HTML tags that separate the texts around them. */
const BREAKING_TAG = /^<\/?(?:br|p|div|li|t[dhr]|summary|details)\b/i;

/** Punctuation that directly follows a word. */
const ENDS_GAP = /^[.,;:!?)](?:[\s)]|$)/;

/** The place of a quotation in its source, as written after its citation. See docs/formats.md, "Quotations". */
const CITED_PLACE = /, (?:(?:line|page|chapter) \d{1,7}|at \d[\d:.]{3,14}|under “[^”\n]{1,200}”)/y;

const NO_DEFINITIONS: Definitions = new Map();

/** Hears what inline content contains besides its words. With a listener, formulas are kept as written. */
interface InlineListener {
  /** The text of a link or of a code span. */
  named(text: string): void;
  /** The target of `![[target]]` or `![](target)` as written; `null` for a reference. */
  embedded(target: string | null): void;
}

class ReplacementCollector implements InlineSink {
  readonly replacements: Replacement[] = [];

  readonly #source: string;
  readonly #base: number;
  readonly #citationStarts: ReadonlySet<number> | null;
  readonly #listener: InlineListener | null;

  constructor(
    source: string,
    base: number,
    citationStarts: ReadonlySet<number> | null,
    listener: InlineListener | null,
  ) {
    this.#source = source;
    this.#base = base;
    this.#citationStarts = citationStarts;
    this.#listener = listener;
  }

  wikilink(start: number, end: number, embed: boolean): void {
    const inner = this.#source.slice(start + 2, end - 2);
    const pipe = inner.indexOf('|');
    if (embed) {
      this.#replace(start - 1, end, '', true);
      this.#listener?.embedded(pipe === -1 ? inner : inner.slice(0, pipe));
      return;
    }
    const target = inner.replace(/^#\^?/, '').replace(/#\^[^#]*$/, '');
    const shown = pipe === -1 ? target.split('#').join(' > ').trim() : inner.slice(pipe + 1).trim();
    this.#replace(start, end, shown);
    this.#listener?.named(shown);
  }

  link(start: number, textEnd: number, end: number, embed: boolean, destination: Destination): void {
    this.#replaceLink(start, textEnd, end, embed, this.#source.slice(destination.start, destination.end));
  }

  reference(start: number, textEnd: number, end: number, embed: boolean): void {
    this.#replaceLink(start, textEnd, end, embed, null);
  }

  citation(start: number, end: number): void {
    const id = this.#source.slice(start, end);
    const cited =
      this.#citationStarts === null ? id.includes('-') || /\d/.test(id) : this.#citationStarts.has(start + this.#base);
    if (!cited) return;
    CITED_PLACE.lastIndex = end;
    this.#replace(start, end + (CITED_PLACE.exec(this.#source)?.[0].length ?? 0), '', true);
  }

  footnote(start: number, end: number): void {
    this.#replace(start, end, '', true);
  }

  tag(): void {
    // Kept as written.
  }

  verbatim(start: number, end: number, from: number, to: number): void {
    const inner = this.#source.slice(from, to);
    const isFormula = this.#source.charCodeAt(start) === CHAR_CODE.dollar;
    if (!isFormula) this.#listener?.named(inner);
    let text = inner.trim() === '' ? inner : inner.replace(/^ ([^]*) $/, '$1');
    if (isFormula && this.#listener !== null) text = this.#source.slice(start, end);
    this.replacements.push({ start, end, text, verbatim: true, gap: false });
  }

  hidden(start: number, end: number): void {
    const breaks = BREAKING_TAG.test(this.#source.slice(start, end));
    this.#replace(start, end, breaks ? ' ' : '', !breaks);
  }

  autolink(start: number, end: number): void {
    this.replacements.push({ start, end, text: this.#source.slice(start + 1, end - 1), verbatim: true, gap: false });
  }

  #replaceLink(start: number, textEnd: number, end: number, embed: boolean, target: string | null): void {
    if (embed) {
      this.#replace(start - 1, end, '', true);
      this.#listener?.embedded(target);
      return;
    }
    this.#replace(start, start + 1, '');
    this.#replace(textEnd, end, '');
    this.#listener?.named(inlineText(this.#source.slice(start + 1, textEnd)));
  }

  #replace(start: number, end: number, text: string, gap = false): void {
    this.replacements.push({ start, end, text, verbatim: false, gap });
  }
}

/**
 * The inline content of a block as a reader sees it, with white space collapsed.
 *
 * @param base where `source` starts in the whole text, in UTF-16 units
 * @param citationStarts where in the whole text the ids of citations start, which are left out; when absent, what looks like one
 */
export function inlineText(
  source: string,
  definitions: Definitions = NO_DEFINITIONS,
  base = 0,
  citationStarts: ReadonlySet<number> | null = null,
  listener: InlineListener | null = null,
): string {
  const cutter = new ReplacementCollector(source, base, citationStarts, listener);
  scanInline(source, definitions, cutter);
  const replacements = cutter.replacements.sort((a, b) => a.start - b.start || b.end - a.end);
  const textBetween = textReader(source, emphasisMarks(source, replacements));
  const parts: string[] = [];
  let done = 0;
  for (const cut of replacements) {
    // Skip what is inside something that was left out.
    if (cut.start < done) continue;
    parts.push(textBetween(done, cut.start), cut.text);
    done = cut.end;
    if (cut.gap && ENDS_GAP.test(source.slice(done, done + 2))) trimLast(parts);
  }
  parts.push(textBetween(done, source.length));
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** Removes the white space at the end of a text that is collected in parts, so that many trims cost no more than one. */
function trimLast(parts: string[]): void {
  for (let last = parts.pop(); last !== undefined; last = parts.pop()) {
    const kept = last.trimEnd();
    if (kept === '') continue;
    parts.push(kept);
    return;
  }
}

/** Returns a function that reads ranges of a source, in order, without the characters at `marks` and with escapes resolved. */
function textReader(source: string, marks: readonly number[]): (from: number, to: number) => string {
  let next = 0;
  return (from, to) => {
    let kept = '';
    let at = from;
    for (let mark = marks[next]; mark !== undefined && mark < to; mark = marks[++next]) {
      if (mark < at) continue;
      kept += source.slice(at, mark);
      at = mark + 1;
    }
    return unescapeText(kept + source.slice(at, Math.max(at, to)));
  };
}

/** {@link plainText} in two parts: what a text says, and the definitions of its footnotes. */
export function plainParts(markdown: string): { readonly prose: string; readonly footnotes: string } {
  const { blocks, definitions } = readBlocks(markdown, bodyStartOf(markdown));
  const prose: string[] = [];
  const footnotes: string[] = [];
  for (const block of blocks) {
    const line = blockText(markdown, block, definitions);
    if (line !== '') (block.isFootnote ? footnotes : prose).push(line);
  }
  return { prose: prose.join('\n'), footnotes: footnotes.join('\n') };
}

/**
 * A markdown text as a reader sees it: one line for each paragraph, heading and table row, and the text of code blocks,
 * without frontmatter, markup, comments, embeds, footnote marks and citations.
 */
export function plainText(markdown: string): string {
  const { blocks, definitions } = readBlocks(markdown, bodyStartOf(markdown));
  const lines: string[] = [];
  for (const block of blocks) {
    const line = blockText(markdown, block, definitions);
    if (line !== '') lines.push(line);
  }
  return lines.join('\n');
}

function blockText(text: string, block: Block, definitions: Definitions): string {
  if (block.kind === 'html' || block.kind === 'hidden' || block.isDelimiterRow) return '';
  if (block.kind === 'code') return codeText(text, block);
  const source = sourceOf(text, block);
  if (block.kind !== 'row') return inlineText(withoutBlockId(withoutCallout(source, block)), definitions);
  const cells = cellRanges(source).map(([from, to]) => inlineText(source.slice(from, to), definitions));
  return cells.filter((cell) => cell !== '').join(' ');
}

/** The content of a code block, without its fences. */
export function codeText(text: string, { lines }: Block): string {
  const content: string[] = [];
  for (let i = 0; i < lines.length; i += 2) content.push(text.slice(lines[i], lines[i + 1]));
  return content.join('\n');
}

/** `[!note]+ Title` at the start of a quote is a callout's marker; its title stays. */
function withoutCallout(source: string, block: Block): string {
  return block.quotes === 0 ? source : source.replace(/^\[![^\]\n]*\][+-]?[ \t]*/, '');
}

export function withoutBlockId(source: string): string {
  return source.includes('^') ? source.replace(/(?:^|[ \t]|\n[ \t]*)\^[A-Za-z0-9-]+[ \t]*$/, '') : source;
}
