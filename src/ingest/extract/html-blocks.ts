import { type MarkupEvents, type PassageKind } from '../types';
import { labelledRow, plainRow } from './passage-builder';
import { normaliseText } from './text-utils';

/** Which part of a page a block stands in. */
export type PageZone = 'body' | 'main' | 'article' | 'chrome';

/** One block of an HTML page, in reading order. */
export interface HtmlBlock {
  readonly kind: PassageKind;
  readonly text: string;
  readonly level: number;
  /** Where its first words stand in the file, in UTF-16 units. */
  readonly offset: number;
  readonly zone: PageZone;
}

/** What an HTML file says of itself. */
export interface HtmlMetadata {
  title: string | null;
  date: string | null;
  language: string | null;
  hasPictures: boolean;
  articleCount: number;
  readonly linkTexts: string[];
}

const SKIPPED_ELEMENTS = new Set(
  'script style template noscript svg iframe frame object embed audio video canvas map select button textarea input datalist dialog rp'.split(
    ' ',
  ),
);
const BLOCK_ELEMENTS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const NAME_ELEMENTS = new Set(['a', 'code', 'dfn', 'kbd', 'samp', 'tt']);
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

interface OpenElement {
  readonly name: string;
  readonly skip: boolean;
  readonly zone: PageZone;
  readonly kind: PassageKind;
  readonly level: number;
  /** Where the text of an element whose text is a name began in the buffer; -1 for others. */
  readonly nameStart: number;
}

interface OpenTable {
  header: string[] | null;
  cells: { blocks: HtmlBlock[]; isHeader: boolean }[];
}

/**
 * Turns the events of the parser into blocks. Boilerplate is marked, not dropped, since only the whole page tells which
 * part is the main one.
 */
export class HtmlBlockReader {
  readonly metadata: HtmlMetadata = {
    title: null,
    date: null,
    language: null,
    hasPictures: false,
    articleCount: 0,
    linkTexts: [],
  };
  readonly blocks: HtmlBlock[] = [];
  readonly #openElements: OpenElement[] = [];
  readonly #tables: OpenTable[] = [];
  /** The innermost open table cell, or the page. */
  readonly #sinks: HtmlBlock[][] = [this.blocks];
  readonly #dates = new Map<string, string>();
  #buffer: string[] = [];
  #pieceCount = 0;
  #offset = -1;
  #breaks = 0;
  #titleText: string | null = null;

  readonly events: MarkupEvents = {
    open: (name, attributes) => this.#open(name, attributes),
    text: (text, offset) => this.#text(text, offset),
    close: (name) => this.#close(name),
  };

  /** Call once after the last event. */
  finish(): void {
    this.#flush();
    this.metadata.date = DATE_NAMES.map((name) => this.#dates.get(name)).find((date) => date !== undefined) ?? null;
  }

  get #top(): OpenElement {
    return (
      this.#openElements.at(-1) ?? { name: '', skip: false, zone: 'body', kind: 'paragraph', level: 0, nameStart: -1 }
    );
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    const parent = this.#top;
    if (BLOCK_ELEMENTS.has(name)) this.#flush();
    const skip = parent.skip || SKIPPED_ELEMENTS.has(name) || isHidden(attributes) || name === 'head';
    const frame: OpenElement = {
      name,
      skip,
      zone: zoneOf(name, attributes, parent.zone),
      kind: kindOf(name, parent.kind),
      level: /^h[1-6]$/u.test(name) ? Number(name[1]) : parent.level,
      nameStart:
        NAME_ELEMENTS.has(name) && !skip && (name !== 'a' || attributes.href !== undefined) ? this.#pieceCount : -1,
    };
    this.#openElements.push(frame);
    if (name === 'html' || (name === 'body' && this.metadata.language === null)) {
      this.metadata.language = attributes.lang ?? attributes['xml:lang'] ?? this.metadata.language;
    }
    if (name === 'meta') this.#readMeta(attributes);
    if (name === 'title' && this.metadata.title === null && !this.#openElements.some((open) => open.name === 'svg'))
      this.#titleText = '';
    if (skip) return;
    if (name === 'img' && frame.zone !== 'chrome') this.metadata.hasPictures = true;
    if (name === 'article') this.metadata.articleCount += 1;
    if (name === 'br') this.#addLineBreak();
    if (name === 'table') this.#tables.push({ header: null, cells: [] });
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (name === 'tr') table.cells = [];
    if (name === 'td' || name === 'th') {
      const span = Math.min(100, Math.max(1, Number.parseInt(attributes.colspan ?? '1', 10) || 1));
      for (let i = 1; i < span; i += 1) table.cells.push({ blocks: [], isHeader: name === 'th' });
      table.cells.push({ blocks: [], isHeader: name === 'th' });
      // The cell's text belongs to the first of the columns that it spans.
      const cell = table.cells[table.cells.length - span];
      this.#sinks.push(cell?.blocks ?? []);
    }
  }

  #text(data: string, offset: number): void {
    if (this.#titleText !== null) this.#titleText += data;
    const frame = this.#top;
    if (frame.skip || data === '') return;
    if (this.#offset < 0) {
      const first = data.search(/\S/u);
      if (first < 0 && frame.kind !== 'code') return;
      if (first >= 0) this.#offset = offset + first;
    }
    if (/\S/u.test(data)) this.#breaks = 0;
    this.#buffer.push(data);
    this.#pieceCount += 1;
  }

  #close(name: string): void {
    const frame = this.#openElements.pop();
    if (frame === undefined) return;
    if (name === 'title' && this.#titleText !== null) {
      this.metadata.title = normaliseText(this.#titleText) || null;
      this.#titleText = null;
    }
    if (frame.skip) return;
    if (frame.nameStart >= 0 && frame.zone !== 'chrome' && frame.nameStart < this.#pieceCount) {
      this.metadata.linkTexts.push(this.#buffer.slice(frame.nameStart).join(''));
    }
    if (!BLOCK_ELEMENTS.has(name)) return;
    this.#flush(frame);
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (name === 'td' || name === 'th') {
      if (this.#sinks.length > 1) this.#sinks.pop();
    } else if (name === 'tr') this.#addRow(table, frame.zone);
    else if (name === 'table') {
      if (table.cells.length > 0) this.#addRow(table, frame.zone);
      this.#tables.pop();
    }
  }

  /** One break is a space; two in a row end a paragraph, as old pages write it. */
  #addLineBreak(): void {
    this.#breaks += 1;
    if (this.#breaks >= 2 && this.#top.kind !== 'code') this.#flush();
    else if (this.#offset >= 0) {
      this.#buffer.push('\n');
      this.#pieceCount += 1;
    }
  }

  #flush(frame: OpenElement = this.#top): void {
    const offset = this.#offset;
    const text = this.#buffer.join('');
    this.#buffer = [];
    this.#pieceCount = 0;
    this.#offset = -1;
    this.#breaks = 0;
    if (offset < 0) return;
    const { kind, level, zone } = frame;
    this.#sinks.at(-1)?.push({ kind, text, level, offset, zone });
  }

  #addRow(table: OpenTable, zone: PageZone): void {
    const { cells } = table;
    table.cells = [];
    const sink = this.#sinks.at(-1);
    const first = cells.find((cell) => cell.blocks.length > 0)?.blocks[0];
    if (first === undefined || sink === undefined) return;
    const texts = cells.map((cell) => cell.blocks.map((block) => normaliseText(block.text)).join(' '));
    const filled = cells.filter((cell) => cell.blocks.length > 0);
    const addRow = (text: string): void =>
      void sink.push({ kind: 'table', text, level: 0, offset: first.offset, zone });
    if (filled.length > 1 && cells.every((cell) => cell.isHeader || cell.blocks.length === 0)) {
      table.header = texts;
      addRow(plainRow(texts));
    } else if (table.header !== null) addRow(labelledRow(table.header, texts));
    else if (filled.length === 1 || cells.some((cell) => cell.blocks.some(isLayoutBlock) || cell.blocks.length > 3)) {
      for (const cell of cells) for (const block of cell.blocks) sink.push(block);
    } else if (cells[0]?.isHeader === true && filled.length === 2)
      addRow(labelledRow([texts[0] ?? ''], texts.slice(1)));
    else addRow(plainRow(texts));
  }

  #readMeta(attributes: Readonly<Record<string, string>>): void {
    const name = (attributes.name ?? attributes.property ?? attributes.itemprop ?? '').toLowerCase();
    const content = attributes.content;
    if (content === undefined) return;
    if (DATE_NAMES.includes(name) && !this.#dates.has(name)) this.#dates.set(name, content);
    if (name === 'og:title') this.metadata.title ??= normaliseText(content) || null;
  }
}

function isLayoutBlock(block: HtmlBlock): boolean {
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

function zoneOf(name: string, attributes: Readonly<Record<string, string>>, inherited: PageZone): PageZone {
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
