import { type Block as LeafBlock } from './blocks';
import { readBlocks } from './block-reader';
import { scanInline, type InlineSink } from './inline';
import { sourceOf } from './blocks';
import { printInline, type InlineContext, type Inventory } from './inert-inline';
import { type InertRules } from './inert-links';
import { readInertBlocks, type InertBlock } from './inert-blocks';

/**
 * Turns untrusted Markdown into Markdown that nothing runs, loads or follows: no HTML, embed, image, formula, comment,
 * query, template command or code block of a plugin, and no link but those that the rules allow.
 *
 * The text is read into a tree of what is allowed, with everything else as words, and printed. The result is parsed again: if
 * it holds anything that was not meant, all of it becomes a plain block of code.
 */
export function inertMarkdown(text: string, rules: InertRules = {}): string {
  const source = text.replace(/\r\n?/g, '\n').replace(UNSAFE_CHARS, '');
  const inventory: Inventory = { links: 0, spans: 0, code: [] };
  const context = { rules, inventory, escapeDollar: source.indexOf('$') !== source.lastIndexOf('$') };
  const printed = new BlockPrinter(context).print(readInertBlocks(source, rules.asPage === true));
  return holdsOnly(printed, inventory) ? printed : fenced(source, 'text').join('\n');
}

/** One line of untrusted Markdown, made inert: links, citations, emphasis and code stay. */
export function inertLine(text: string, rules: InertRules = {}): string {
  const source = text.replace(UNSAFE_CHARS, '').replace(/\s+/g, ' ').trim();
  const inventory: Inventory = { links: 0, spans: 0, code: [] };
  // Beside it may be another line with one, and two are a formula.
  const escapeDollar = true;
  const printed = escapeLineStart(printInline(source, { rules, inventory, escapeDollar }));
  return holdsOnly(printed, inventory) ? printed : escapeAll(source);
}

/** Controls, and marks that reorder or hide text. */
const UNSAFE_CHARS = new RegExp(String.raw`[\0-\x08\x0b-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]`, 'g');

/** Languages that no common plugin runs when it draws them. */
const LANGUAGES = new Set(
  'bash c cpp csharp css diff go haskell ini java javascript js json kotlin lua markdown md php python py r ruby rust sh sql swift text toml ts txt typescript xml yaml'.split(
    ' ',
  ),
);

/** The language of a code block where no plugin runs it; `''` for any other. @param info what follows the fence */
export function inertLanguage(info: string): string {
  const [word = ''] = info.trim().split(/[\s{,]/, 1);
  return LANGUAGES.has(word.toLowerCase()) ? word : '';
}

class BlockPrinter {
  readonly #context: InlineContext;

  constructor(context: InlineContext) {
    this.#context = context;
  }

  print(blocks: readonly InertBlock[]): string {
    return this.#lines(blocks).join('\n');
  }

  #lines(blocks: readonly InertBlock[]): readonly string[] {
    const lines: string[] = [];
    let before: InertBlock | null = null;
    for (const block of blocks) {
      const own = this.#block(block);
      if (own.length === 0) continue;
      if (before !== null && (block.isApart || !canFollow(before, block))) lines.push('');
      for (const line of own) lines.push(line);
      before = block;
    }
    return lines;
  }

  #block(block: InertBlock): readonly string[] {
    switch (block.kind) {
      case 'paragraph':
        return this.#paragraph(block.text);
      case 'heading':
        return [
          `${'#'.repeat(this.#level(block.level))} ${escapeHeadingEnd(this.#inline(block.text.replace(/\s+/g, ' ')))}`.trimEnd(),
        ];
      case 'rule':
        return ['***'];
      case 'code': {
        const language = block.info === '' || LANGUAGES.has(block.info.toLowerCase()) ? block.info : 'text';
        const lines = fenced(block.lines.join('\n'), language);
        this.#context.inventory.code.push(lines.slice(1, -1).join('\n'));
        return lines;
      }
      case 'table':
        return block.rows.map((row, index) =>
          index === 1
            ? `| ${row.join(' | ')} |`
            : `| ${row.map((cell) => printInline(cell, this.#context, true)).join(' | ')} |`,
        );
      case 'quote':
        return this.#quote(block);
      case 'footnote':
        return indented(this.#lines(block.blocks), `[^${block.id}]: `, '    ');
      case 'list':
        return block.items.flatMap(({ marker, task, blocks, isApart }, index) => [
          ...(isApart && index > 0 ? [''] : []),
          ...indented(this.#lines(blocks), `${marker} ${task}`, ' '.repeat(marker.length + 1)),
        ]);
    }
  }

  #quote({ callout, blocks }: Extract<InertBlock, { kind: 'quote' }>): readonly string[] {
    const lines = this.#lines(blocks);
    const head = callout === null ? [] : [`[!${callout.type}]${callout.fold} ${this.#inline(callout.title)}`.trimEnd()];
    // A callout's title ends with its line; a list or paragraph may follow at once.
    return [...head, ...lines].map((line) => (line === '' ? '>' : `> ${line}`));
  }

  /** The title of a page is not for a text in it. */
  #level(level: number): number {
    return this.#context.rules.asPage === true ? level : Math.max(2, level);
  }

  #inline(text: string): string {
    return printInline(text.trim(), this.#context);
  }

  #paragraph(text: string): readonly string[] {
    return printInline(text, this.#context).split('\n').map(escapeLineStart);
  }
}

/** Whether a block may follow another without a blank line, and stays the block that it is. */
function canFollow(before: InertBlock, block: InertBlock): boolean {
  if (before.kind === 'heading' || before.kind === 'rule' || before.kind === 'code') return block.kind !== 'footnote';
  if (before.kind === 'table' || before.kind === 'footnote') return false;
  if (block.kind === 'paragraph' || block.kind === 'table' || block.kind === 'rule' || block.kind === 'footnote')
    return false;
  if (block.kind !== 'list') return before.kind !== block.kind;
  const first = block.items[0];
  const startsWithText = first?.blocks[0]?.kind === 'paragraph';
  return startsWithText && before.kind !== 'list' && (/^[-*+]/.test(first.marker) || /^1[.)]/.test(first.marker));
}

/** Text at the start of a line that would start a block. */
const LINE_START =
  /^(?:[-+*](?=\s|$)|#{1,6}(?=\s|$)|>|~~~|=+\s*$|-+\s*$|\+\s*$|(?=([-_*]))(?:\1[ \t]*){3,}$|[|:](?=[\s|:-]*$)|-(?=[\s|:-]*$)|:{3})/;

function escapeLineStart(line: string): string {
  const text = line.trimStart();
  const number = /^(\d{1,9})([.)])(?=\s|$)/.exec(text);
  if (number !== null) return `${number[1] ?? ''}\\${text.slice((number[1] ?? '').length)}`;
  return LINE_START.test(text) ? `\\${text}` : text;
}

function escapeHeadingEnd(text: string): string {
  return text.replace(/(^|\s)(#+\s*)$/, '$1\\$2');
}

function escapeAll(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

function fenced(text: string, language: string): string[] {
  const safe = text.replace(/<(?=%)/g, '< ');
  let longest = 2;
  for (const run of safe.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  const mark = '`'.repeat(longest + 1);
  return [mark + language, ...safe.split('\n'), mark];
}

function indented(lines: readonly string[], first: string, further: string): string[] {
  if (lines.length === 0) return [first.trimEnd()];
  return lines.map((line, index) => {
    if (index === 0) return first + line;
    return line === '' ? '' : further + line;
  });
}

/** Counts what a text holds, for a comparison with what was meant. */
class Counter implements InlineSink {
  links = 0;
  spans = 0;
  live = 0;
  #source = '';

  read(source: string, definitions: Parameters<typeof scanInline>[1]): void {
    this.#source = source;
    scanInline(source, definitions, this);
  }

  wikilink(_start: number, _end: number, embed: boolean): void {
    if (embed) this.live += 1;
    else this.links += 1;
  }

  link(_start: number, _textEnd: number, _end: number, embed: boolean): void {
    this.wikilink(0, 0, embed);
  }

  reference(): void {
    this.live += 1;
  }

  citation(): void {
    // Names a source.
  }

  footnote(): void {
    // Leads to the same page.
  }

  tag(): void {
    // Leads to a search.
  }

  verbatim(start: number): void {
    if (this.#source.charAt(start) === '`') this.spans += 1;
    else this.live += 1;
  }

  hidden(): void {
    this.live += 1;
  }

  autolink(start: number): void {
    if (!/^<https?:/i.test(this.#source.slice(start, start + 8))) this.live += 1;
  }
}

function holdsOnly(printed: string, { links, spans, code }: Inventory): boolean {
  if (printed.includes('<%')) return false;
  const { blocks, definitions } = readBlocks(printed, 0);
  const counter = new Counter();
  const found: string[] = [];
  for (const block of blocks) {
    if (block.kind === 'html' || block.kind === 'hidden') return false;
    if (block.kind === 'code') found.push(codeOf(printed, block));
    else if (!block.isDelimiterRow) counter.read(sourceOf(printed, block), definitions);
  }
  return (
    definitions.size === 0 &&
    counter.live === 0 &&
    counter.links === links &&
    counter.spans === spans &&
    found.length === code.length &&
    found.every((each, index) => each === code[index])
  );
}

function codeOf(text: string, { lines }: LeafBlock): string {
  const found: string[] = [];
  for (let index = 0; index < lines.length; index += 2) found.push(text.slice(lines[index], lines[index + 1]));
  return found.join('\n');
}
