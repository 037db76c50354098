import { type MarkupEvents, type PassageKind } from '../types';
import {
  BLOCK_ELEMENTS,
  isHidden,
  kindOf,
  NAME_ELEMENTS,
  SKIPPED_ELEMENTS,
  zoneOf,
  type PageZone,
} from './html-elements';
import { HtmlDates } from './html-dates';
import { MAX_BLOCKS, MAX_COLUMNS } from './limits';
import { labelledRow, plainRow } from './passage-builder';
import { normaliseText } from './text-utils';

/** One block of an HTML page, in reading order. */
export interface HtmlBlock {
  readonly kind: PassageKind;
  readonly text: string;
  readonly level: number;
  /** Of its first words in the file, in UTF-16 units. */
  readonly offset: number;
  readonly zone: PageZone;
}

/** What an HTML file says about itself. */
export interface HtmlMetadata {
  title: string | null;
  date: string | null;
  language: string | null;
  hasPictures: boolean;
  articleCount: number;
  /** The page has more blocks than are read. */
  isCut: boolean;
  /** A row has more columns than are read. */
  hasCutRows: boolean;
  readonly linkTexts: string[];
}

interface OpenElement {
  readonly name: string;
  readonly skip: boolean;
  readonly zone: PageZone;
  readonly kind: PassageKind;
  readonly level: number;
  /** Where the text of the element begins in the buffer, if it is a name; else -1. */
  readonly nameStart: number;
}

interface OpenTable {
  header: string[] | null;
  cells: { blocks: HtmlBlock[]; isHeader: boolean }[];
}

/** A name that is spread over more pieces of text is none. Elements may be nested, and each asks for its text. */
const MAX_NAME_PIECES = 40;

/**
 * Turns the events of the parser into blocks. Boilerplate is marked, not dropped: only the whole page shows which part is
 * the main one.
 */
export class HtmlBlockReader {
  readonly metadata: HtmlMetadata = {
    title: null,
    date: null,
    language: null,
    hasPictures: false,
    articleCount: 0,
    isCut: false,
    hasCutRows: false,
    linkTexts: [],
  };
  readonly blocks: HtmlBlock[] = [];
  readonly #openElements: OpenElement[] = [];
  readonly #tables: OpenTable[] = [];
  /** The innermost open table cell, or the page. */
  readonly #sinks: HtmlBlock[][] = [this.blocks];
  readonly #dates = new HtmlDates();
  #buffer: string[] = [];
  #pieceCount = 0;
  #blockCount = 0;
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
    // The line that dates a page is often in its footer, which is not part of the main content.
    this.metadata.date = this.#dates.dateOf(this.blocks);
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
    const element: OpenElement = {
      name,
      skip,
      zone: zoneOf(name, attributes, parent.zone),
      kind: kindOf(name, parent.kind),
      level: /^h[1-6]$/u.test(name) ? Number(name[1]) : parent.level,
      nameStart:
        (NAME_ELEMENTS.has(name) || name === 'time') && !skip && (name !== 'a' || attributes.href !== undefined)
          ? this.#pieceCount
          : -1,
    };
    this.#openElements.push(element);
    if (name === 'html' || (name === 'body' && this.metadata.language === null)) {
      this.metadata.language = attributes.lang ?? attributes['xml:lang'] ?? this.metadata.language;
    }
    if (name === 'meta') this.#readMeta(attributes);
    if (name === 'time' && attributes.datetime !== undefined) {
      this.#dates.addNamed((attributes.itemprop ?? '').toLowerCase(), attributes.datetime);
      this.#dates.addTime(attributes.datetime);
    }
    if (name === 'title' && this.metadata.title === null && !this.#openElements.some((open) => open.name === 'svg'))
      this.#titleText = '';
    if (skip) return;
    if (name === 'img' && element.zone !== 'chrome') this.metadata.hasPictures = true;
    if (name === 'article') this.metadata.articleCount += 1;
    if (name === 'br') this.#addLineBreak();
    if (name === 'table') this.#tables.push({ header: null, cells: [] });
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (name === 'tr') table.cells = [];
    if (name === 'td' || name === 'th') this.#openCell(table, name === 'th', attributes.colspan ?? '1');
  }

  #openCell({ cells }: OpenTable, isHeader: boolean, colspan: string): void {
    const wanted = Math.min(100, Math.max(1, Number.parseInt(colspan, 10) || 1));
    const span = Math.min(wanted, MAX_COLUMNS - cells.length);
    if (span < wanted) this.metadata.hasCutRows = true;
    for (let i = 0; i < span; i += 1) cells.push({ blocks: [], isHeader });
    // The text belongs to the first of the spanned columns.
    const cell = span === 0 ? undefined : cells[cells.length - span];
    this.#sinks.push(cell?.blocks ?? []);
  }

  #text(data: string, offset: number): void {
    if (this.#titleText !== null) this.#titleText += data;
    const element = this.#top;
    if (element.skip || data === '') return;
    if (this.#offset < 0) {
      const first = data.search(/\S/u);
      if (first < 0 && element.kind !== 'code') return;
      if (first >= 0) this.#offset = offset + first;
    }
    if (/\S/u.test(data)) this.#breaks = 0;
    this.#buffer.push(data);
    this.#pieceCount += 1;
  }

  #close(name: string): void {
    const element = this.#openElements.pop();
    if (element === undefined) return;
    if (name === 'title' && this.#titleText !== null) {
      this.metadata.title = normaliseText(this.#titleText) || null;
      this.#titleText = null;
    }
    if (element.skip) return;
    if (element.nameStart >= 0 && element.nameStart < this.#pieceCount) {
      const text = this.#buffer.slice(element.nameStart, element.nameStart + MAX_NAME_PIECES).join('');
      if (name === 'time') this.#dates.addTime(text);
      else if (element.zone !== 'chrome') this.metadata.linkTexts.push(text);
    }
    if (!BLOCK_ELEMENTS.has(name)) return;
    this.#flush(element);
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (name === 'td' || name === 'th') {
      if (this.#sinks.length > 1) this.#sinks.pop();
    } else if (name === 'tr') this.#addRow(table, element.zone);
    else if (name === 'table') {
      if (table.cells.length > 0) this.#addRow(table, element.zone);
      this.#tables.pop();
    }
  }

  /** One break is a space; two in a row end a paragraph, as in old pages. */
  #addLineBreak(): void {
    this.#breaks += 1;
    if (this.#breaks >= 2 && this.#top.kind !== 'code') this.#flush();
    else if (this.#offset >= 0) {
      this.#buffer.push('\n');
      this.#pieceCount += 1;
    }
  }

  #flush(element: OpenElement = this.#top): void {
    const offset = this.#offset;
    const text = this.#buffer.join('');
    this.#buffer = [];
    this.#pieceCount = 0;
    this.#offset = -1;
    this.#breaks = 0;
    this.#dates.endBlock(text);
    if (offset < 0) return;
    this.#blockCount += 1;
    if (this.#blockCount > MAX_BLOCKS) {
      this.metadata.isCut = true;
      return;
    }
    const { kind, level, zone } = element;
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
    const addText = (text: string): void =>
      void sink.push({ kind: 'table', text, level: 0, offset: first.offset, zone });
    if (filled.length > 1 && cells.every((cell) => cell.isHeader || cell.blocks.length === 0)) {
      table.header = texts;
      addText(plainRow(texts));
    } else if (table.header !== null) addText(labelledRow(table.header, texts));
    else if (filled.length === 1 || cells.some((cell) => cell.blocks.some(isLayoutBlock) || cell.blocks.length > 3)) {
      for (const cell of cells) for (const block of cell.blocks) sink.push(block);
    } else if (cells[0]?.isHeader === true && filled.length === 2)
      addText(labelledRow([texts[0] ?? ''], texts.slice(1)));
    else addText(plainRow(texts));
  }

  #readMeta(attributes: Readonly<Record<string, string>>): void {
    const name = (attributes.name ?? attributes.property ?? attributes.itemprop ?? '').toLowerCase();
    const content = attributes.content;
    if (content === undefined) return;
    this.#dates.addNamed(name, content);
    if (name === 'og:title') this.metadata.title ??= normaliseText(content) || null;
  }
}

function isLayoutBlock(block: HtmlBlock): boolean {
  return block.kind === 'heading' || block.kind === 'table' || block.kind === 'code' || block.text.length > 1_000;
}
