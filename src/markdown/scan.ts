import { readBlocks } from './block-reader';
import { type Block, footnoteMarkOf, sourceOf } from './blocks';
import { type Destination, percentDecode, unescapeText } from './destination';
import { bodyStartOf } from './frontmatter';
import { type InlineSink, scanInline } from './inline';
import { lineOf, lineStarts } from './lines';
import { inlineText } from './plain-text';
import { type Citation, type FootnoteMark, type Heading, type TextLink, type TextScan } from './types';

const SCHEME = /^(?:[A-Za-z][A-Za-z\d+.-]+:|\/\/)/;
/** At the end of a block, after a blank or on a line of its own. */
const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]+)[ \t]*$/;

/**
 * Finds the links, headings, block ids, citations, footnotes and tags of a body in one pass. Skips code, HTML, formulas and
 * comments. Links and citations are sorted by `start`.
 *
 * @param text a whole file
 * @param bodyStart where the body begins, in UTF-16 units; found when absent
 */
export function scanText(text: string, bodyStart: number = bodyStartOf(text)): TextScan {
  const { blocks, definitions } = readBlocks(text, bodyStart);
  const collector = new ScanCollector(text);
  for (const block of blocks) {
    if (block.isFootnote) collector.enterFootnote(block);
    if (block.kind === 'code' || block.kind === 'html' || block.kind === 'hidden' || block.isDelimiterRow) continue;
    const source = sourceOf(text, block);
    collector.enter(block, source);
    scanInline(source, definitions, collector);
  }
  return collector.result();
}

class ScanCollector implements InlineSink {
  readonly #links: TextLink[] = [];
  readonly #headings: Heading[] = [];
  readonly #blockIds = new Set<string>();
  readonly #citations: Citation[] = [];
  readonly #tags: string[] = [];
  readonly #references: FootnoteMark[] = [];
  readonly #footnotes: FootnoteMark[] = [];
  readonly #starts: readonly number[];
  #base = 0;
  #source = '';

  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#starts = lineStarts(text);
  }

  enter(block: Block, source: string): void {
    this.#base = block.lines[0] ?? 0;
    this.#source = source;
    if (block.kind === 'heading' && block.quotes === 0) this.#headings.push(this.#heading(block, source));
    if (source.includes('^')) {
      const id = BLOCK_ID.exec(source)?.[1];
      if (id !== undefined) this.#blockIds.add(id);
    }
  }

  /** A block of a definition: its first one, or one that makes it longer. */
  enterFootnote(block: Block): void {
    const mark = footnoteMarkOf(this.#text, block);
    const last = this.#footnotes.at(-1);
    if (mark !== null) this.#footnotes.push(this.#markAt(mark.label, mark.start, block.end));
    else if (last !== undefined) this.#footnotes.splice(-1, 1, { ...last, end: block.end });
  }

  result(): TextScan {
    this.#links.sort((a, b) => a.start - b.start);
    this.#citations.sort((a, b) => a.start - b.start);
    this.#references.sort((a, b) => a.start - b.start);
    return {
      links: outsideImages(this.#links),
      headings: this.#headings,
      blockIds: [...this.#blockIds],
      citations: outsideLinks(this.#citations, this.#links),
      tags: this.#tags,
      footnoteReferences: this.#references,
      footnotes: this.#footnotes,
    };
  }

  wikilink(start: number, end: number, embed: boolean): void {
    const source = this.#source;
    const pipe = source.indexOf('|', start);
    const written = pipe === -1 || pipe >= end ? null : source.slice(pipe + 1, end - 2);
    // In a table the bar is escaped, since a plain one would end the cell.
    let stop = written === null ? end - 2 : pipe;
    if (written !== null && source.charAt(stop - 1) === '\\') stop--;
    const hash = source.indexOf('#', start);
    const fragmentAt = hash === -1 || hash >= stop ? stop : hash;
    let from = start + 2;
    let to = fragmentAt;
    while (from < to && isInlineSpace(source.charAt(from))) from++;
    while (to > from && isInlineSpace(source.charAt(to - 1))) to--;
    const at = (embed ? start - 1 : start) + this.#base;
    const line = lineOf(this.#starts, at);
    // Written out in each method: a spread would cost more than the rest of the scan.
    this.#links.push({
      form: 'wikilink',
      embed,
      target: source.slice(from, to),
      fragment: source.slice(fragmentAt + 1, stop).trim() || null,
      text: written,
      external: false,
      start: at,
      end: end + this.#base,
      targetStart: from + this.#base,
      targetEnd: to + this.#base,
      line: line + 1,
      column: at - (this.#starts[line] ?? 0) + 1,
    });
  }

  link(start: number, textEnd: number, end: number, embed: boolean, destination: Destination): void {
    const range = { start: destination.start + this.#base, end: destination.end + this.#base };
    this.#addLink('markdown', start, textEnd, end, embed, range);
  }

  reference(start: number, textEnd: number, end: number, embed: boolean, definition: Destination): void {
    this.#addLink('reference', start, textEnd, end, embed, definition);
  }

  citation(start: number, end: number): void {
    const at = start + this.#base;
    const line = lineOf(this.#starts, at);
    this.#citations.push({
      id: this.#source.slice(start + 1, end - 1),
      start: at,
      end: end + this.#base,
      line: line + 1,
      column: at - (this.#starts[line] ?? 0) + 1,
    });
  }

  tag(start: number, end: number): void {
    this.#tags.push(this.#source.slice(start + 1, end));
  }

  footnote(start: number, end: number): void {
    const label = this.#source.slice(start + 2, end - 1);
    this.#references.push(this.#markAt(label, start + this.#base, end + this.#base));
  }

  verbatim(): void {
    // Contains no markup.
  }

  hidden(): void {
    // Contains no markup.
  }

  autolink(): void {
    // A bare address points outside the vault.
  }

  #markAt(label: string, start: number, end: number): FootnoteMark {
    const line = lineOf(this.#starts, start);
    return { label, start, end, line: line + 1, column: start - (this.#starts[line] ?? 0) + 1 };
  }

  #addLink(
    form: 'markdown' | 'reference',
    start: number,
    textEnd: number,
    end: number,
    embed: boolean,
    range: { readonly start: number; readonly end: number },
  ): void {
    const written = this.#text.slice(range.start, range.end);
    const hash = written.indexOf('#');
    const targetEnd = hash === -1 ? range.end : range.start + hash;
    const target = percentDecode(unescapeText(hash === -1 ? written : written.slice(0, hash)));
    const fragment = hash === -1 ? '' : percentDecode(unescapeText(written.slice(hash + 1)));
    const at = (embed ? start - 1 : start) + this.#base;
    const line = lineOf(this.#starts, at);
    this.#links.push({
      form,
      embed,
      target,
      fragment: fragment || null,
      text: this.#source.slice(start + 1, textEnd),
      external: SCHEME.test(target),
      start: at,
      end: end + this.#base,
      targetStart: range.start,
      targetEnd,
      line: line + 1,
      column: at - (this.#starts[line] ?? 0) + 1,
    });
  }

  #heading(block: Block, source: string): Heading {
    const raw = source.replace(/\s+/g, ' ').trim();
    const text = inlineText(raw).replace(BLOCK_ID, '').trim();
    const { level, start, end } = block;
    const heading = { level, text, start, end, line: lineOf(this.#starts, start) + 1 };
    return raw === text ? heading : { ...heading, raw };
  }
}

/** Without links in the text of an image, which is plain text. */
function outsideImages(links: readonly TextLink[]): readonly TextLink[] {
  let covered = 0;
  return links.filter(({ start, end, embed, form }) => {
    if (start < covered) return false;
    if (embed && form !== 'wikilink') covered = end;
    return true;
  });
}

/** Without citations in the text of a link. Both lists are sorted by `start`. */
function outsideLinks(citations: readonly Citation[], links: readonly TextLink[]): readonly Citation[] {
  let next = 0;
  let covered = 0;
  return citations.filter(({ start }) => {
    for (let link = links[next]; link !== undefined && link.start < start; link = links[++next]) {
      covered = Math.max(covered, link.end);
    }
    return start >= covered;
  });
}

function isInlineSpace(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\u00a0';
}
