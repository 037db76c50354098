import { cellRanges, isTableHead } from './tables';

/** A block that may stay in an untrusted text. What is none of these is a paragraph. */
export type InertBlock = (
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'code'; readonly info: string; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'quote'; readonly callout: Callout | null; readonly blocks: readonly InertBlock[] }
  | { readonly kind: 'footnote'; readonly id: string; readonly blocks: readonly InertBlock[] }
  | { readonly kind: 'list'; readonly items: readonly InertItem[] }
) & {
  /** A blank line precedes it. */
  readonly isApart: boolean;
};

interface Callout {
  readonly type: string;
  readonly fold: string;
  readonly title: string;
}

interface InertItem {
  readonly marker: string;
  readonly task: string;
  readonly blocks: readonly InertBlock[];
  readonly isApart: boolean;
}

/** Containers that would nest deeper are text. */
const MAX_DEPTH = 20;

const FENCE = /^( {0,3})(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const QUOTE = /^ {0,3}>/;
const RULE = /^ {0,3}([-_*])(?:[ \t]*\1){2,}[ \t]*$/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)/;
const FOOTNOTE = /^ {0,3}\[\^([\w-]{1,60})\]:[ \t]*/;
const CALLOUT = /^\[!([\w-]{1,40})\]([+-]?)(?:[ \t]+(.*))?$/;
const TASK = /^\[[ xX]\] (?=\S)/;

/** Reads a text into blocks. @param asPage reads callouts and footnotes too */
export function readInertBlocks(text: string, asPage: boolean): readonly InertBlock[] {
  return new InertReader(text.split('\n'), asPage, 0).read();
}

class InertReader {
  readonly #lines: readonly string[];
  readonly #asPage: boolean;
  readonly #depth: number;
  readonly #blocks: InertBlock[] = [];
  #at = 0;
  #isApart = false;
  /** The block read last took the blank line after it. */
  #endsBlank = false;

  constructor(lines: readonly string[], asPage: boolean, depth: number) {
    this.#lines = lines;
    this.#asPage = asPage;
    this.#depth = depth;
  }

  read(): readonly InertBlock[] {
    while (this.#at < this.#lines.length) {
      const line = this.#line(this.#at);
      if (line.trim() === '') {
        this.#isApart = true;
        this.#at += 1;
      } else {
        this.#endsBlank = false;
        this.#readBlock(line);
        this.#isApart = this.#endsBlank;
      }
    }
    return this.#blocks;
  }

  #line(at: number): string {
    return this.#lines[at] ?? '';
  }

  #readBlock(line: string): void {
    const isApart = this.#isApart;
    const canNest = this.#depth < MAX_DEPTH;
    const heading = HEADING.exec(line);
    if (FENCE.test(line)) this.#readFence(line);
    else if (heading !== null) {
      this.#at += 1;
      const text = (heading[2] ?? '').trim().replace(/(?:^|[ \t])#+$/, '');
      this.#blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text, isApart });
    } else if (RULE.test(line)) {
      this.#at += 1;
      this.#blocks.push({ kind: 'rule', isApart });
    } else if (canNest && QUOTE.test(line)) this.#readQuote();
    else if (canNest && ITEM.test(line)) this.#readList();
    else if (canNest && this.#asPage && FOOTNOTE.test(line)) this.#readFootnote();
    else if (isTableHead(line, this.#line(this.#at + 1))) this.#readTable();
    else if (/^(?: {4}| {0,3}\t)/.test(line)) this.#readIndented();
    else this.#readParagraph();
  }

  #readFence(line: string): void {
    const [, indent = '', ticks, tickInfo, tildes, tildeInfo] = FENCE.exec(line) ?? [];
    const mark = ticks ?? tildes ?? '```';
    const close = new RegExp(`^ {0,3}${mark.charAt(0)}{${Math.min(mark.length, 1000)},}[ \\t]*$`);
    const lines: string[] = [];
    const strip = new RegExp(`^ {0,${indent.length}}`);
    for (this.#at += 1; this.#at < this.#lines.length; this.#at += 1) {
      const own = this.#line(this.#at);
      if (close.test(own)) break;
      lines.push(own.replace(strip, ''));
    }
    this.#at += 1;
    const info = (tickInfo ?? tildeInfo ?? '').trim();
    this.#blocks.push({ kind: 'code', info, lines, isApart: this.#isApart });
  }

  #readIndented(): void {
    const lines: string[] = [];
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#line(this.#at);
      if (line.trim() !== '' && !/^(?: {4}| {0,3}\t)/.test(line)) break;
      lines.push(line.replace(/^(?: {4}| {0,3}\t)/, '').trimEnd());
    }
    const last = lines.findLastIndex((line) => line !== '');
    this.#at -= lines.length - last - 1;
    this.#blocks.push({ kind: 'code', info: '', lines: lines.slice(0, last + 1), isApart: this.#isApart });
  }

  /** Takes lines until one does not belong. A paragraph in a container goes on without its mark. */
  #take(own: (line: string) => string | null): readonly string[] {
    const taken: string[] = [];
    let isText = false;
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#line(this.#at);
      const inner = own(line);
      if (inner !== null) {
        taken.push(inner);
        isText = inner.trim() !== '';
      } else if (isText && line.trim() !== '' && !this.#startsBlock(this.#at)) taken.push(line.trimStart());
      else break;
    }
    return taken;
  }

  #readQuote(): void {
    const isApart = this.#isApart;
    const lines = this.#take((line) => (QUOTE.test(line) ? line.replace(/^ {0,3}> ?/, '') : null));
    const found = this.#asPage ? CALLOUT.exec(lines[0] ?? '') : null;
    const [, type = '', fold = '', title = ''] = found ?? [];
    const callout = found === null ? null : { type, fold, title };
    this.#blocks.push({
      kind: 'quote',
      callout,
      blocks: this.#inner(found === null ? lines : lines.slice(1)),
      isApart,
    });
  }

  #readList(): void {
    const isApart = this.#isApart;
    const items: InertItem[] = [];
    let gap = false;
    for (;;) {
      const match = RULE.test(this.#line(this.#at)) ? null : ITEM.exec(this.#line(this.#at));
      if (match === null || this.#at >= this.#lines.length) break;
      const item = this.#readItem(match);
      items.push({ ...item, isApart: gap });
      const from = this.#at;
      while (this.#at < this.#lines.length && this.#line(this.#at).trim() === '') this.#at += 1;
      gap = this.#at > from || item.endsBlank;
      if (this.#at < this.#lines.length && !ITEM.test(this.#line(this.#at)) && this.#at > from) this.#at = from;
    }
    this.#endsBlank = gap;
    this.#blocks.push({ kind: 'list', items, isApart });
  }

  #readItem([whole, indent = '', mark = '', gap = '']: RegExpExecArray): Omit<InertItem, 'isApart'> & {
    endsBlank: boolean;
  } {
    const width = indent.length + mark.length + (gap.length > 4 || gap === '' ? 1 : gap.replace(/\t/g, '  ').length);
    const first = this.#line(this.#at).slice(whole.length);
    let isFirst = true;
    const lines = this.#take((line) => {
      if (isFirst) {
        isFirst = false;
        return first;
      }
      const own = line.replace(/^\t/, '    ');
      if (own.trim() === '') return '';
      const space = own.length - own.trimStart().length;
      return space >= width ? own.slice(width) : null;
    });
    const task = TASK.exec(lines[0] ?? '')?.[0] ?? '';
    const marker = /^\d/.test(mark) ? mark : '-';
    const inner = task === '' ? lines : [(lines[0] ?? '').slice(task.length), ...lines.slice(1)];
    return { marker, task, blocks: this.#inner(inner), endsBlank: lines.at(-1)?.trim() === '' };
  }

  #readFootnote(): void {
    const isApart = this.#isApart;
    const id = FOOTNOTE.exec(this.#line(this.#at))?.[1] ?? '';
    let isFirst = true;
    const lines = this.#take((line) => {
      if (isFirst) {
        isFirst = false;
        return line.replace(FOOTNOTE, '');
      }
      if (line.trim() === '') return '';
      return /^(?: {4}|\t)/.test(line) ? line.replace(/^(?: {4}|\t)/, '') : null;
    });
    this.#blocks.push({ kind: 'footnote', id, blocks: this.#inner(lines), isApart });
    this.#endsBlank = lines.at(-1)?.trim() === '';
  }

  #readTable(): void {
    const isApart = this.#isApart;
    const cells = (line: string): string[] => cellRanges(line).map(([from, to]) => line.slice(from, to));
    const head = cells(this.#line(this.#at));
    const rows = [head, cells(this.#line(this.#at + 1))];
    for (this.#at += 2; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#line(this.#at);
      if (line.trim() === '' || this.#startsBlock(this.#at)) break;
      const row = cells(line).slice(0, head.length);
      rows.push([...row, ...head.slice(row.length).map(() => '')]);
    }
    this.#blocks.push({ kind: 'table', rows, isApart });
  }

  #readParagraph(): void {
    const isApart = this.#isApart;
    const lines: string[] = [];
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#line(this.#at);
      if (line.trim() === '') break;
      if (lines.length > 0) {
        const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1];
        if (underline !== undefined && this.#asPage) {
          this.#at += 1;
          const text = lines.join(' ');
          this.#blocks.push({ kind: 'heading', level: underline.startsWith('=') ? 1 : 2, text, isApart });
          return;
        }
        if (this.#startsBlock(this.#at)) break;
      }
      // Two spaces at the end break the line.
      lines.push(line.trim() + (/\S {2,}$/.test(line) ? '  ' : ''));
    }
    this.#blocks.push({ kind: 'paragraph', text: lines.join('\n').trimEnd(), isApart });
  }

  #startsBlock(at: number): boolean {
    const line = this.#line(at);
    if (FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line)) return true;
    if (this.#asPage && FOOTNOTE.test(line)) return true;
    return /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S/.test(line) || isTableHead(line, this.#line(at + 1));
  }

  #inner(lines: readonly string[]): readonly InertBlock[] {
    return new InertReader(lines, this.#asPage, this.#depth + 1).read();
  }
}
