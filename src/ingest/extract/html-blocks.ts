import type { MarkupEvents, PassageKind } from '../types';
import { labelledRow, plainRow } from './draft';
import { tidy } from './words';

/** Which part of a page a block stands in. */
export type Zone = 'body' | 'main' | 'article' | 'chrome';

/** One block of an HTML page, in reading order. */
export interface HtmlBlock {
  readonly kind: PassageKind;
  readonly text: string;
  readonly level: number;
  /** Where its first words stand in the file, in UTF-16 units. */
  readonly offset: number;
  readonly zone: Zone;
}

/** What an HTML file says of itself. */
export interface HtmlFacts {
  title: string | null;
  date: string | null;
  language: string | null;
  pictures: boolean;
  articles: number;
  readonly linkTexts: string[];
}

const SKIPPED = new Set(
  'script style template noscript svg iframe frame object embed audio video canvas map select button textarea input datalist dialog rp'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const NAMES = new Set(['a', 'code', 'dfn', 'kbd', 'samp', 'tt']);
const CHROME_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menu', 'menubar', 'toolbar']);
/** The first of these that a page has counts. */
const DATE_NAMES = [
  'article:published_time',
  'citation_publication_date',
  'citation_date',
  'datepublished',
  'dcterms.created',
  'dcterms.issued',
  'dcterms.date',
  'dc.date',
  'dc.date.issued',
  'dc.date.created',
  'pubdate',
  'publishdate',
  'publication_date',
  'date',
  'article:modified_time',
  'last-modified',
  'dcterms.modified',
];

interface Frame {
  readonly name: string;
  readonly skip: boolean;
  readonly zone: Zone;
  readonly kind: PassageKind;
  readonly level: number;
  /** Where the text of an element whose text is a name began in the buffer; -1 for others. */
  readonly nameFrom: number;
}

interface Table {
  header: string[] | null;
  cells: { blocks: HtmlBlock[]; isHeader: boolean }[];
}

/**
 * Turns the events of the parser into blocks. Boilerplate is marked, not dropped, since only the whole page tells which
 * part is the main one.
 */
export class HtmlBlocks {
  readonly facts: HtmlFacts = { title: null, date: null, language: null, pictures: false, articles: 0, linkTexts: [] };
  readonly blocks: HtmlBlock[] = [];
  private readonly frames: Frame[] = [];
  private readonly tables: Table[] = [];
  /** The innermost open table cell, or the page. */
  private readonly sinks: HtmlBlock[][] = [this.blocks];
  private readonly dates = new Map<string, string>();
  private buffer: string[] = [];
  private buffered = 0;
  private offset = -1;
  private breaks = 0;
  private titleText: string | null = null;

  readonly events: MarkupEvents = {
    open: (name, attributes) => this.open(name, attributes),
    text: (text, offset) => this.text(text, offset),
    close: (name) => this.close(name),
  };

  /** Call once after the last event. */
  finish(): void {
    this.flush();
    this.facts.date = DATE_NAMES.map((name) => this.dates.get(name)).find((date) => date !== undefined) ?? null;
  }

  private get top(): Frame {
    return this.frames.at(-1) ?? { name: '', skip: false, zone: 'body', kind: 'paragraph', level: 0, nameFrom: -1 };
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    const parent = this.top;
    if (BLOCKS.has(name)) this.flush();
    const skip = parent.skip || SKIPPED.has(name) || isHidden(attributes) || name === 'head';
    const frame: Frame = {
      name,
      skip,
      zone: zoneOf(name, attributes, parent.zone),
      kind: kindOf(name, parent.kind),
      level: /^h[1-6]$/u.test(name) ? Number(name[1]) : parent.level,
      nameFrom: NAMES.has(name) && !skip && (name !== 'a' || attributes.href !== undefined) ? this.buffered : -1,
    };
    this.frames.push(frame);
    if (name === 'html' || (name === 'body' && this.facts.language === null)) {
      this.facts.language = attributes.lang ?? attributes['xml:lang'] ?? this.facts.language;
    }
    if (name === 'meta') this.meta(attributes);
    if (name === 'title' && this.facts.title === null && !this.frames.some((open) => open.name === 'svg'))
      this.titleText = '';
    if (skip) return;
    if (name === 'img' && frame.zone !== 'chrome') this.facts.pictures = true;
    if (name === 'article') this.facts.articles += 1;
    if (name === 'br') this.lineBreak();
    if (name === 'table') this.tables.push({ header: null, cells: [] });
    const table = this.tables.at(-1);
    if (table === undefined) return;
    if (name === 'tr') table.cells = [];
    if (name === 'td' || name === 'th') {
      const span = Math.min(100, Math.max(1, Number.parseInt(attributes.colspan ?? '1', 10) || 1));
      for (let i = 1; i < span; i += 1) table.cells.push({ blocks: [], isHeader: name === 'th' });
      table.cells.push({ blocks: [], isHeader: name === 'th' });
      // The cell's text belongs to the first of the columns that it spans.
      const cell = table.cells[table.cells.length - span];
      this.sinks.push(cell?.blocks ?? []);
    }
  }

  private text(data: string, offset: number): void {
    if (this.titleText !== null) this.titleText += data;
    const frame = this.top;
    if (frame.skip || data === '') return;
    if (this.offset < 0) {
      const first = data.search(/\S/u);
      if (first < 0 && frame.kind !== 'code') return;
      if (first >= 0) this.offset = offset + first;
    }
    if (/\S/u.test(data)) this.breaks = 0;
    this.buffer.push(data);
    this.buffered += 1;
  }

  private close(name: string): void {
    const frame = this.frames.pop();
    if (frame === undefined) return;
    if (name === 'title' && this.titleText !== null) {
      this.facts.title = tidy(this.titleText) || null;
      this.titleText = null;
    }
    if (frame.skip) return;
    if (frame.nameFrom >= 0 && frame.zone !== 'chrome' && frame.nameFrom < this.buffered) {
      this.facts.linkTexts.push(this.buffer.slice(frame.nameFrom).join(''));
    }
    if (!BLOCKS.has(name)) return;
    this.flush(frame);
    const table = this.tables.at(-1);
    if (table === undefined) return;
    if (name === 'td' || name === 'th') {
      if (this.sinks.length > 1) this.sinks.pop();
    } else if (name === 'tr') this.row(table, frame.zone);
    else if (name === 'table') {
      if (table.cells.length > 0) this.row(table, frame.zone);
      this.tables.pop();
    }
  }

  /** One break is a space; two in a row end a paragraph, as old pages write it. */
  private lineBreak(): void {
    this.breaks += 1;
    if (this.breaks >= 2 && this.top.kind !== 'code') this.flush();
    else if (this.offset >= 0) {
      this.buffer.push('\n');
      this.buffered += 1;
    }
  }

  private flush(frame: Frame = this.top): void {
    const { offset } = this;
    const text = this.buffer.join('');
    this.buffer = [];
    this.buffered = 0;
    this.offset = -1;
    this.breaks = 0;
    if (offset < 0) return;
    const { kind, level, zone } = frame;
    this.sinks.at(-1)?.push({ kind, text, level, offset, zone });
  }

  private row(table: Table, zone: Zone): void {
    const { cells } = table;
    table.cells = [];
    const sink = this.sinks.at(-1);
    const first = cells.find((cell) => cell.blocks.length > 0)?.blocks[0];
    if (first === undefined || sink === undefined) return;
    const texts = cells.map((cell) => cell.blocks.map((block) => tidy(block.text)).join(' '));
    const filled = cells.filter((cell) => cell.blocks.length > 0);
    const row = (text: string): void => void sink.push({ kind: 'table', text, level: 0, offset: first.offset, zone });
    if (filled.length > 1 && cells.every((cell) => cell.isHeader || cell.blocks.length === 0)) {
      table.header = texts;
      row(plainRow(texts));
    } else if (table.header !== null) row(labelledRow(table.header, texts));
    else if (filled.length === 1 || cells.some((cell) => cell.blocks.some(isLayout) || cell.blocks.length > 3)) {
      for (const cell of cells) for (const block of cell.blocks) sink.push(block);
    } else if (cells[0]?.isHeader === true && filled.length === 2) row(labelledRow([texts[0] ?? ''], texts.slice(1)));
    else row(plainRow(texts));
  }

  private meta(attributes: Readonly<Record<string, string>>): void {
    const name = (attributes.name ?? attributes.property ?? attributes.itemprop ?? '').toLowerCase();
    const content = attributes.content;
    if (content === undefined) return;
    if (DATE_NAMES.includes(name) && !this.dates.has(name)) this.dates.set(name, content);
    if (name === 'og:title') this.facts.title ??= tidy(content) || null;
  }
}

function isLayout(block: HtmlBlock): boolean {
  return block.kind === 'heading' || block.kind === 'table' || block.kind === 'code' || block.text.length > 1_000;
}

function kindOf(name: string, inherited: PassageKind): PassageKind {
  if (/^h[1-6]$/u.test(name)) return 'heading';
  if (name === 'pre' || name === 'listing' || name === 'xmp') return 'code';
  if (name === 'blockquote') return 'quote';
  if (name === 'li' || name === 'dt' || name === 'dd') return inherited === 'quote' ? 'quote' : 'list';
  if (name === 'table') return 'paragraph';
  return inherited;
}

function zoneOf(name: string, attributes: Readonly<Record<string, string>>, inherited: Zone): Zone {
  const role = attributes.role?.toLowerCase() ?? '';
  if (inherited === 'chrome' || name === 'nav' || CHROME_ROLES.has(role)) return 'chrome';
  if (name === 'footer' && inherited === 'body') return 'chrome';
  if (name === 'main' || role === 'main') return 'main';
  if (name === 'article' && inherited === 'body') return 'article';
  return inherited;
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    attributes.hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(attributes.style ?? '')
  );
}
