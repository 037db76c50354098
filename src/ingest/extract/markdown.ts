import { cellRanges, codeText, inlineText, readBlocksInSteps, readFrontmatter } from '../../markdown';
import type { Block, Definitions } from '../../markdown';
import type { PassageKind } from '../types';
import { Drafting, labelledRow } from './draft';
import type { Draft, Reading } from './draft';
import { pause } from './pause';
import { isoDate, joinAllLines, LineCounter } from './words';

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp[34]|m4a|wav|ogg|flac|webm|mov|mkv|3gp|pdf)(?:$|[?#|\s])/iu;

/**
 * Markdown in Obsidian's dialect. Frontmatter gives title, date and language and is no passage; callouts are quotes,
 * each list item and each table row is a passage, code stays as it is, comments are left out.
 * Every anchor is the line of the file on which the passage's first words stand.
 * Source: CommonMark 0.31 and GFM 0.29 blocks; Obsidian help, "Obsidian Flavored Markdown".
 */
export async function readMarkdown(text: string, reading: Reading): Promise<Draft> {
  const draft = new Drafting('markdown');
  const frontmatter = readFrontmatter(text);
  const { data } = frontmatter;
  for (const problem of frontmatter.problems) {
    draft.note(`The frontmatter could not be read (line ${problem.line}): ${problem.message}`);
  }
  if (typeof data.title === 'string') draft.offerTitle(data.title);
  draft.date =
    ['date', 'published', 'published_at', 'captured_at', 'created', 'updated']
      .map((key) => dateOf(data[key]))
      .find(Boolean) ?? null;
  const language = data.lang ?? data.language;
  if (typeof language === 'string' && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/iu.test(language)) draft.language = language;
  // The reader of notes knows two line ends; with the third made one of them, every offset stays.
  const note = text.replace(/\r(?!\n)/gu, '\n');
  const steps = readBlocksInSteps(note, frontmatter.bodyStart);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await pause(reading.run);
  const { blocks, definitions } = step.value;
  const writer = new PassageWriter(note, blocks, definitions, draft);
  for (let at = 0; at < blocks.length; at += 1) {
    if (at % 500 === 499) await pause(reading.run);
    writer.write(at);
  }
  return draft.finish();
}

function dateOf(value: unknown): string | null {
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    const iso = value.toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
  }
  return isoDate(value);
}

const ITEM = /^[-*+][ \t]+(?:\[[^\]]\][ \t]+)?/u;
const EMPTY_TASK = /^\[[^\]]\]$/u;
const CALLOUT = /^\[![\w-]{1,40}(?:\|[^\]]{0,80})?\][+-]?[ \t]*/u;

/** No `[id]` of a source is a citation of ours. */
const NO_CITATIONS: ReadonlySet<number> = new Set();

class PassageWriter {
  private readonly counter: LineCounter;
  /** What the columns of the open table are called, and where that stands. */
  private labels: readonly string[] = [];
  private head = 0;
  private readonly listener = {
    named: (text: string): void => this.draft.linkText(text),
    embedded: (target: string | null): void => {
      if (target === null || PICTURE.test(target)) this.draft.note('Pictures and other embedded files were left out.');
      else this.draft.linkText(target);
    },
  };

  constructor(
    private readonly text: string,
    private readonly blocks: readonly Block[],
    private readonly definitions: Definitions,
    private readonly draft: Drafting,
  ) {
    this.counter = new LineCounter(text);
  }

  write(at: number): void {
    const block = this.blocks[at];
    if (block === undefined) return;
    if (block.kind === 'row') this.row(block, at);
    else if (block.kind === 'code') this.code(codeText(this.text, block), block.lines[0] ?? block.start);
    else if (block.kind === 'hidden') this.formula(block);
    else this.prose(block);
  }

  private prose({ kind, lines, start, level, quotes, items }: Block): void {
    const texts = this.linesOf(lines);
    if (kind === 'heading') {
      this.draft.heading(this.plain(texts), level, this.anchor(start));
      return;
    }
    if (kind === 'html' && /^<(?:script|style)\b/iu.test(texts[0] ?? '')) return;
    const passage: PassageKind = quotes > 0 ? 'quote' : items > 0 ? 'list' : 'paragraph';
    const parts = this.partsOf(texts, quotes > 0);
    parts.forEach((from, at) => {
      const told = texts.slice(from, parts[at + 1]);
      const first = told[0] ?? '';
      const isItem = from > 0 && ITEM.test(first);
      const mark = isItem ? ITEM : quotes > 0 ? CALLOUT : items > 0 ? EMPTY_TASK : null;
      if (mark !== null) told[0] = first.replace(mark, '');
      const anchor = this.anchor(from === 0 ? start : (lines[from * 2] ?? start));
      this.draft.add(isItem && passage === 'paragraph' ? 'list' : passage, this.plain(told), anchor);
    });
  }

  /**
   * On which of a paragraph's lines a passage begins. A callout's title stands for itself, and so does a first line with
   * nothing but a comment, a tag or a picture on it; what is indented too far to be a list was still meant as one.
   */
  private partsOf(lines: readonly string[], quoted: boolean): number[] {
    const parts = [0];
    if (lines[0]?.startsWith('<!--') === true) return parts;
    for (let at = 1; at < lines.length; at += 1) {
      const above = lines[at - 1] ?? '';
      const isNew = ITEM.test(lines[at] ?? '') || (parts.at(-1) === at - 1 && this.isAlone(above, quoted && at === 1));
      if (isNew) parts.push(at);
    }
    return parts;
  }

  private isAlone(line: string, quoted: boolean): boolean {
    return (quoted && CALLOUT.test(line)) || (/^[<%!]/u.test(line) && this.plain([line]) === '');
  }

  /** A row under the row that names the columns; a table of that row alone is a passage as well. */
  private row({ lines, start, rule }: Block, at: number): void {
    if (rule) {
      if (!this.isRow(at + 1)) this.draft.add('table', this.labels.join(' | '), this.anchor(this.head));
      return;
    }
    const [line = ''] = this.linesOf(lines);
    const cells = cellRanges(line).map(([from, to]) => this.plain([line.slice(from, to)]));
    if (this.isRule(at + 1)) {
      this.labels = cells;
      this.head = start;
    } else this.draft.add('table', labelledRow(this.labels, cells), this.anchor(start));
  }

  private isRule(at: number): boolean {
    return this.blocks[at]?.rule === true;
  }

  /** Whether a row stands here that is not the first of another table. */
  private isRow(at: number): boolean {
    return this.blocks[at]?.kind === 'row' && !this.isRule(at + 1);
  }

  /** The text of `$$ $$`; a comment is left out. */
  private formula({ start, end }: Block): void {
    if (this.text.startsWith('$$', start)) this.code(this.text.slice(start + 2, end - 2), start + 2);
  }

  private code(code: string, start: number): void {
    const blank = /^\s*/u.exec(this.text.slice(start))?.[0].length ?? 0;
    this.draft.add('code', code, this.anchor(start + blank));
  }

  private linesOf(lines: Block['lines']): string[] {
    const texts: string[] = [];
    for (let i = 0; i < lines.length; i += 2) texts.push(this.text.slice(lines[i], lines[i + 1]).trim());
    return texts;
  }

  private plain(lines: readonly string[]): string {
    const source = joinAllLines(lines.map((line) => line.replace(/\\$/u, '')));
    return inlineText(source, this.definitions, 0, NO_CITATIONS, this.listener).replace(
      /(?:^| )\^[A-Za-z0-9-]{1,64}$/u,
      '',
    );
  }

  private anchor(offset: number): { line: number } {
    return { line: this.counter.lineAt(offset) };
  }
}
