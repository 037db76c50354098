import { type MarkupEvents } from '../types';
import { labelledRow, plainRow, type PassageBuilder } from './passage-builder';
import { attribute, localName } from './package-parts';
import { normaliseText } from './text-utils';

export interface DocxStyles {
  /** 1 to 9 for a heading's style, else 0. */
  level(style: string): number;
  kind(style: string): 'paragraph' | 'list' | 'quote' | 'code';
}

interface OpenParagraph {
  text: string;
  style: string;
  outline: number;
  isListed: boolean;
  linkStart: number;
}

interface OpenTable {
  header: string[] | null;
  cells: string[][];
  isHeader: boolean;
}

/** Elements whose content is not text of the document or repeats it. */
const SKIPPED_ELEMENTS = new Set([
  'del',
  'moveFrom',
  'Fallback',
  'instrText',
  'delText',
  'delInstrText',
  'pPrChange',
  'rPrChange',
  'txbxContentFallback',
]);
/** Notes that draw a line and have no text. */
const SEPARATOR_NOTES = new Set(['separator', 'continuationSeparator', 'continuationNotice']);

/** Turns the events of a WordprocessingML part into passages. A text box comes before the paragraph that anchors it. */
export class DocxBodyReader {
  #skipDepth = 0;
  readonly #paragraphs: OpenParagraph[] = [];
  readonly #tables: OpenTable[] = [];
  readonly #cellDepths: number[] = [];
  #inText = false;

  readonly events: MarkupEvents = {
    open: (name, attributes) => this.#open(name, attributes),
    text: (text) => this.#text(text),
    close: (name) => this.#close(name),
  };

  readonly #builder: PassageBuilder;
  readonly #styles: DocxStyles;

  constructor(builder: PassageBuilder, styles: DocxStyles) {
    this.#builder = builder;
    this.#styles = styles;
  }

  /** Call once after the last event. */
  finish(): void {
    while (this.#paragraphs.length > 0) this.#endParagraph();
  }

  #open(qualified: string, attributes: Readonly<Record<string, string>>): void {
    const name = localName(qualified);
    const isSeparator =
      (name === 'footnote' || name === 'endnote') && SEPARATOR_NOTES.has(attribute(attributes, 'type') ?? '');
    if (this.#skipDepth > 0 || SKIPPED_ELEMENTS.has(name) || isSeparator) {
      this.#skipDepth += 1;
      return;
    }
    const value = attribute(attributes, 'val') ?? '';
    const paragraph = this.#paragraphs.at(-1);
    if (name === 'p') this.#paragraphs.push({ text: '', style: '', outline: 0, isListed: false, linkStart: -1 });
    else if (name === 't') this.#inText = true;
    else if (name === 'imagedata' || name === 'blip') this.#builder.addNote('Pictures were left out.');
    else if (paragraph !== undefined) this.#openInParagraph(paragraph, name, value, attributes);
    this.#openTablePart(name, value);
  }

  #openInParagraph(
    paragraph: OpenParagraph,
    name: string,
    value: string,
    attributes: Readonly<Record<string, string>>,
  ): void {
    switch (name) {
      case 'pStyle':
        paragraph.style = value;
        break;
      case 'outlineLvl':
        if (/^[0-8]$/u.test(value)) paragraph.outline = Number(value) + 1;
        break;
      case 'numId':
        // Number 0 removes a paragraph from the list of its style.
        paragraph.isListed = value !== '0';
        break;
      case 'tab':
      case 'ptab':
        if (paragraph.text !== '') paragraph.text += '\t';
        break;
      case 'br':
      case 'cr':
        if (paragraph.text !== '') paragraph.text += '\n';
        break;
      case 'noBreakHyphen':
        paragraph.text += '\u2011';
        break;
      case 'sym':
        paragraph.text += symbolText(attribute(attributes, 'char') ?? '');
        break;
      case 'hyperlink':
        paragraph.linkStart = paragraph.text.length;
        break;
      default:
    }
  }

  #openTablePart(name: string, value: string): void {
    const table = this.#tables.at(-1);
    if (name === 'tbl') this.#tables.push({ header: null, cells: [], isHeader: false });
    else if (name === 'tr' && table !== undefined) {
      table.cells = [];
      table.isHeader = false;
    } else if (name === 'tblHeader' && table !== undefined) table.isHeader = value !== '0' && value !== 'false';
    else if (name === 'tc') {
      table?.cells.push([]);
      this.#cellDepths.push(this.#paragraphs.length);
    }
  }

  #text(data: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (this.#skipDepth === 0 && this.#inText && paragraph !== undefined) paragraph.text += data;
  }

  #close(qualified: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth -= 1;
      return;
    }
    const name = localName(qualified);
    const paragraph = this.#paragraphs.at(-1);
    if (name === 't') this.#inText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'hyperlink' && paragraph !== undefined && paragraph.linkStart >= 0) {
      this.#builder.addLinkText(paragraph.text.slice(paragraph.linkStart));
      paragraph.linkStart = -1;
    } else if (name === 'tc') this.#cellDepths.pop();
    else if (name === 'tr') this.#endRow();
    else if (name === 'tbl') this.#tables.pop();
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined || paragraph.text.trim() === '') return;
    // Only paragraphs directly in a cell belong to it; a text box inside the cell is separate.
    const cell = this.#cellDepths.at(-1) === this.#paragraphs.length ? this.#tables.at(-1)?.cells.at(-1) : undefined;
    if (cell !== undefined) {
      cell.push(paragraph.text);
      return;
    }
    const level = paragraph.outline > 0 ? paragraph.outline : this.#styles.level(paragraph.style);
    if (level > 0) {
      this.#builder.addHeading(paragraph.text, level, {});
      return;
    }
    const kind = this.#styles.kind(paragraph.style);
    this.#builder.add(paragraph.isListed && kind !== 'code' ? 'list' : kind, paragraph.text, {});
  }

  #endRow(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    const cells = table.cells.map((parts) => parts.map(normaliseText).join(' '));
    const filled = table.cells.filter((parts) => parts.length > 0);
    table.cells = [];
    if (table.isHeader && table.header === null) table.header = cells;
    else if (table.header !== null) {
      this.#addRow(labelledRow(table.header, cells));
      return;
    }
    // A single cell is a frame around text, not a table row.
    const [only] = filled;
    if (filled.length === 1 && only !== undefined) for (const part of only) this.#builder.add('paragraph', part, {});
    else this.#addRow(plainRow(cells));
  }

  /** A table inside a cell becomes text of that cell. */
  #addRow(text: string): void {
    const outer = this.#tables.at(-2)?.cells.at(-1);
    if (outer === undefined) this.#builder.add('table', text, {});
    else outer.push(text);
  }
}

/** A character of a symbol font. The private area of such a font has no meaning without the font. */
function symbolText(hex: string): string {
  const code = /^[0-9a-f]{1,6}$/iu.test(hex) ? Number.parseInt(hex, 16) : 0;
  return code >= 32 && code < 0xd800 ? String.fromCodePoint(code) : '';
}
