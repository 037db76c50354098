import { checkpoint } from '../../base';
import {
  cellRanges,
  codeText,
  inertLanguage,
  inlineText,
  readBlocksInSteps,
  readFrontmatter,
  type Block,
  type Definitions,
} from '../../markdown';
import { DATE_FIELDS } from '../../wiki';
import { type PassageKind } from '../types';
import { CUT_BLOCKS, MAX_BLOCKS } from './limits';
import { parseDate } from './document-date';
import { PassageBuilder, labelledRow, type ExtractedContent, type ReaderInput } from './passage-builder';
import { joinAllLines, LineCounter } from './text-utils';

const MEDIA_FILE = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp[34]|m4a|wav|ogg|flac|webm|mov|mkv|3gp|pdf)(?:$|[?#|\s])/iu;

/**
 * Obsidian's Markdown. Frontmatter gives title, date and language and is not a passage; callouts are quotes, each list item
 * and each table row is a passage, code stays as it is, comments are left out.
 * Every anchor is the line of the passage's first words.
 * Source: CommonMark 0.31 and GFM 0.29 blocks; Obsidian help, "Obsidian Flavored Markdown".
 */
export async function readMarkdown(text: string, input: ReaderInput): Promise<ExtractedContent> {
  const builder = new PassageBuilder('markdown');
  const frontmatter = readFrontmatter(text);
  const { data } = frontmatter;
  for (const problem of frontmatter.problems) {
    builder.addNote(`The frontmatter could not be read (line ${problem.line}): ${problem.message}`);
  }
  if (typeof data.title === 'string') builder.offerTitle(data.title);
  builder.date = DATE_FIELDS.map((key) => dateOf(data[key])).find(Boolean) ?? null;
  const language = data.lang ?? data.language;
  if (typeof language === 'string' && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/iu.test(language)) builder.language = language;
  builder.authors = authorsIn(data);
  addThreadFields(text.slice(0, frontmatter.bodyStart), data, builder);
  // The block reader knows LF and CRLF only. Replacing a lone CR by LF keeps every offset.
  const note = text.replace(/\r(?!\n)/gu, '\n');
  let count = 0;
  const steps = readBlocksInSteps(note, frontmatter.bodyStart, () => (count += 1) >= MAX_BLOCKS);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await checkpoint(input.run);
  const { blocks, definitions } = step.value;
  if (count >= MAX_BLOCKS) builder.addNote(CUT_BLOCKS);
  const writer = new MarkdownPassageWriter(note, blocks, definitions, builder);
  for (let at = 0; at < blocks.length; at += 1) {
    if (at % 500 === 499) await checkpoint(input.run);
    writer.write(at);
  }
  return builder.build();
}

const AUTHOR_FIELDS = ['author', 'authors', 'creator', 'creators'] as const;
/** In UTF-16 units. */
const MAX_AUTHORS_LENGTH = 160;

/** `Ida Lund`, `[Ida Lund, "[[Nora Pell]]"]` or `[{ name: Ida Lund }]` as one line. */
function authorsIn(data: Readonly<Record<string, unknown>>): string {
  const names = AUTHOR_FIELDS.flatMap((field) => [data[field]].flat()).flatMap((value: unknown) => {
    const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
    return typeof name === 'string'
      ? name
          .replace(/^\[\[(?:[^\]|]*\|)?|\]\]$/gu, '')
          .replace(/\s+/gu, ' ')
          .trim()
      : [];
  });
  return [...new Set(names)]
    .filter((name) => name !== '')
    .join(', ')
    .slice(0, MAX_AUTHORS_LENGTH);
}

const THREAD_STATE = /^(?:open|opened|closed|merged)$/iu;
const THREAD_FIELD =
  /^(?:number|iid|id|issue|pull|pr|discussion|state|status|author|user|(?:created|opened|closed|merged)(?:_at)?):[ \t]*[^\s"'[{].*$/u;

/** Who opened an issue and what became of it, where an export gives that in the frontmatter: the text below does not tell. */
function addThreadFields(text: string, data: Readonly<Record<string, unknown>>, builder: PassageBuilder): void {
  const state = data.state ?? data.status;
  const isNumbered = [data.number, data.iid, data.id, data.issue, data.pull, data.pr, data.discussion].some(
    (id) => typeof id === 'number',
  );
  if (typeof state !== 'string' || !THREAD_STATE.test(state) || !isNumbered) return;
  for (const [at, line] of text.split(/\r?\n|\r/u).entries())
    if (THREAD_FIELD.test(line)) builder.add('row', line.trim(), { line: at + 1 });
}

function dateOf(value: unknown): string | null {
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    const iso = value.toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
  }
  return parseDate(value);
}

const LIST_ITEM = /^[-*+][ \t]+(?:\[[^\]]\][ \t]+)?/u;
/** `**What happened?**` alone, but not a sentence in bold. */
const RUN_IN = /^(\*\*|__)(?=\S)(?:(?!\1)[^\n]){1,80}[^\s.!,;]\1$/u;
/** `**What went wrong.** The mixture of parts.` A name before a colon is a speaker. */
const RUN_IN_START = /^((\*\*|__)(?=\S)(?:(?!\2)[^\n]){1,80}[.?!]\2)[ \t]+(?=\S)/u;
const EMPTY_TASK = /^\[[^\]]\]$/u;
const CALLOUT = /^\[![\w-]{1,40}(?:\|[^\]]{0,80})?\][+-]?[ \t]*/u;

/** An `[id]` in a source is not a citation of this wiki. */
const NO_CITATIONS: ReadonlySet<number> = new Set();

/** The kind of a block's passages, and the marker to remove from their first line. */
function passageOf(quotes: number, items: number): { readonly passageKind: PassageKind; readonly marker: RegExp | '' } {
  if (quotes > 0) return { passageKind: 'quote', marker: CALLOUT };
  return items > 0 ? { passageKind: 'list', marker: EMPTY_TASK } : { passageKind: 'paragraph', marker: '' };
}

/** Code, an escaped character, or what is struck out, with the space before a stop that follows. */
const STRUCK_OUT =
  /``[^]*?``|`[^`]*`|\\[^]|(?:[ \t]+(?=~~[^~\n]*~~[.,;:!?)]))?~~(?=[^\s~])(?:[^`~]|~(?!~)|`[^`\n]*`)*?~~(?!~)/gu;

/** What its author took back is not said. */
function withoutStruckOut(source: string): string {
  if (!source.includes('~~')) return source;
  return source.replace(STRUCK_OUT, (found) => (/^[ \t]*~~[^]*\S~~$/u.test(found) ? '' : found));
}

class MarkdownPassageWriter {
  readonly #counter: LineCounter;
  /** The column labels of the current table, and where they are. */
  #labels: readonly string[] = [];
  #headerStart = 0;
  readonly #listener = {
    named: (text: string): void => this.#builder.addLinkText(text),
    embedded: (target: string | null): void => {
      if (target === null || MEDIA_FILE.test(target))
        this.#builder.addNote('Pictures and other embedded files were left out.');
      else this.#builder.addLinkText(target);
    },
  };

  readonly #text: string;
  readonly #blocks: readonly Block[];
  readonly #definitions: Definitions;
  readonly #builder: PassageBuilder;

  constructor(text: string, blocks: readonly Block[], definitions: Definitions, builder: PassageBuilder) {
    this.#text = text;
    this.#blocks = blocks;
    this.#definitions = definitions;
    this.#builder = builder;
    this.#counter = new LineCounter(text);
  }

  write(at: number): void {
    const block = this.#blocks[at];
    if (block === undefined) return;
    if (block.kind === 'row') this.#addRow(block, at);
    else if (block.kind === 'code') this.#addCode(codeText(this.#text, block), block.lines[0] ?? block.start);
    else if (block.kind === 'hidden') this.#addFormula(block);
    else this.#addProse(block);
  }

  #addProse({ kind, lines, start, level, quotes, items }: Block): void {
    const texts = this.#linesOf(lines);
    if (kind === 'heading') {
      this.#builder.addHeading(this.#toPlainText(texts), level, this.#anchor(start));
      return;
    }
    if (kind === 'html' && /^<(?:script|style)\b/iu.test(texts[0] ?? '')) return;
    const { passageKind, marker } = passageOf(quotes, items);
    if (passageKind === 'paragraph' && texts.length === 1 && RUN_IN.test(texts[0] ?? '')) {
      this.#builder.addRunIn(this.#toPlainText(texts), this.#anchor(start));
      return;
    }
    const [runIn, heading = ''] = (passageKind === 'paragraph' ? RUN_IN_START.exec(texts[0] ?? '') : null) ?? [];
    if (runIn !== undefined) {
      this.#builder.addRunIn(this.#toPlainText([heading]), this.#anchor(start));
      texts[0] = (texts[0] ?? '').slice(runIn.length);
    }
    const starts = this.#passageStarts(texts, quotes > 0);
    starts.forEach((from, at) => {
      const passageLines = texts.slice(from, starts[at + 1]);
      const first = passageLines[0] ?? '';
      const isItem = from > 0 && LIST_ITEM.test(first);
      passageLines[0] =
        (from === 0 && items > 0 ? this.#checkboxBefore(lines[0] ?? start) : '') +
        first.replace(isItem ? LIST_ITEM : marker, '');
      const anchor = this.#anchor(from === 0 ? start : (lines[from * 2] ?? start));
      const kindOfPart = isItem && passageKind === 'paragraph' ? 'list' : passageKind;
      const words = this.#toPlainText(passageLines);
      const ordinal = kindOfPart === 'list' && from === 0 ? this.#ordinalBefore(lines[0] ?? start) : '';
      this.#builder.addJoined(kindOfPart, words, passageLines, anchor, ordinal);
    });
  }

  /** The number in front of an item: a later item may be about "step 3". */
  #ordinalBefore(offset: number): string {
    const lineStart = this.#text.lastIndexOf('\n', offset - 1) + 1;
    return /(\d{1,9})[.)][ \t]+(?:\[[^\]\n]\][ \t]+)?$/u.exec(this.#text.slice(lineStart, offset))?.[1] ?? '';
  }

  /** `[ ] ` or `[x] ` in front of a task: "I have tested it" that is not ticked says the opposite. */
  #checkboxBefore(offset: number): string {
    const box = /\[[^\]\n]\][ \t]+$/u.exec(this.#text.slice(Math.max(0, offset - 12), offset))?.[0];
    return box === undefined ? '' : `\\${box.trim()} `;
  }

  /**
   * The lines of a paragraph on which passages begin. The title of a callout is a passage, and so is a first line that has
   * only a comment, a tag or a picture. Items that are indented too far to be a list are still items.
   */
  #passageStarts(lines: readonly string[], isQuoted: boolean): number[] {
    const starts = [0];
    if (lines[0]?.startsWith('<!--') === true) return starts;
    for (let at = 1; at < lines.length; at += 1) {
      const above = lines[at - 1] ?? '';
      const isNew =
        LIST_ITEM.test(lines[at] ?? '') ||
        (starts.at(-1) === at - 1 && this.#isSeparatePassage(above, isQuoted && at === 1));
      if (isNew) starts.push(at);
    }
    return starts;
  }

  #isSeparatePassage(line: string, isQuoted: boolean): boolean {
    return (isQuoted && CALLOUT.test(line)) || (/^[<%!]/u.test(line) && this.#toPlainText([line]) === '');
  }

  /** A row under the header; a table that has only a header is a passage too. */
  #addRow({ lines, start, isDelimiterRow }: Block, at: number): void {
    if (isDelimiterRow) {
      if (!this.#isDataRow(at + 1))
        this.#builder.add('table', this.#labels.join(' | '), this.#anchor(this.#headerStart));
      return;
    }
    const [line = ''] = this.#linesOf(lines);
    const cells = cellRanges(line).map(([from, to]) => this.#toPlainText([line.slice(from, to)]));
    if (this.#isDelimiterRow(at + 1)) {
      this.#labels = cells;
      this.#headerStart = start;
    } else this.#builder.add('table', labelledRow(this.#labels, cells), this.#anchor(start));
  }

  #isDelimiterRow(at: number): boolean {
    return this.#blocks[at]?.isDelimiterRow === true;
  }

  /** Whether this is a row, but not the header of the next table. */
  #isDataRow(at: number): boolean {
    return this.#blocks[at]?.kind === 'row' && !this.#isDelimiterRow(at + 1);
  }

  /** The text of `$$ $$`; a comment is left out. */
  #addFormula({ start, end }: Block): void {
    if (this.#text.startsWith('$$', start)) this.#addCode(this.#text.slice(start + 2, end - 2), start + 2);
  }

  #addCode(code: string, start: number): void {
    const blank = /^\s*/u.exec(this.#text.slice(start))?.[0].length ?? 0;
    const info = /^[ \t>]*(?:`{3,}|~{3,})([^\n`]*)/u.exec(
      this.#text.slice(this.#text.lastIndexOf('\n', start - 2) + 1, start + blank),
    );
    this.#builder.addCode(code, inertLanguage(info?.[1] ?? ''), this.#anchor(start + blank));
  }

  #linesOf(lines: Block['lines']): string[] {
    const texts: string[] = [];
    for (let i = 0; i < lines.length; i += 2) texts.push(this.#text.slice(lines[i], lines[i + 1]).trim());
    return texts;
  }

  #toPlainText(lines: readonly string[]): string {
    const source = joinAllLines(lines.map((line) => line.replace(/\\$/u, '')));
    return inlineText(withoutStruckOut(source), this.#definitions, 0, NO_CITATIONS, this.#listener).replace(
      /(?:^| )\^[A-Za-z0-9-]{1,64}$/u,
      '',
    );
  }

  #anchor(offset: number): { line: number } {
    return { line: this.#counter.lineAt(offset) };
  }
}
