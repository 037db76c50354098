import { CHAR_CODE, isSpaceOrTab } from './chars';

/** Reads a text line by line, and the indentation of a line column by column. A tab stops at every fourth column. */
export class LineReader {
  /** The current offset, and its column from 0. A partly consumed tab is still ahead. */
  at = 0;
  column = 0;
  /** The end of the line without its line break, and the start of the next. */
  lineEnd = 0;
  after = 0;
  /** The indentation from here in columns, and the first character behind it. */
  indent = 0;
  next = 0;

  constructor(readonly text: string) {}

  /** Starts a line at `start`, which may be inside a line of the text. */
  enter(start: number): void {
    const { text } = this;
    const lineFeed = text.indexOf('\n', start);
    this.after = lineFeed === -1 ? text.length : lineFeed + 1;
    this.lineEnd = lineFeed === -1 ? text.length : lineFeed;
    if (lineFeed > start && text.charCodeAt(lineFeed - 1) === CHAR_CODE.cr) this.lineEnd--;
    this.at = start;
    this.column = 0;
    this.#measure();
  }

  /** Whether nothing but white space is left. */
  get blank(): boolean {
    return this.next >= this.lineEnd;
  }

  /** The first character that is no white space. */
  get code(): number {
    return this.text.charCodeAt(this.next);
  }

  /** The rest of the line, without indentation. */
  rest(): string {
    return this.text.slice(this.next, this.lineEnd);
  }

  /** Skips the indentation and a mark of `width` characters. */
  skipMark(width: number): void {
    this.column += this.indent + width;
    this.at = this.next + width;
    this.#measure();
  }

  /** Skips up to `columns` columns of white space. */
  skipColumns(columns: number): void {
    const goal = this.column + columns;
    while (this.column < goal && this.at < this.lineEnd) {
      const code = this.text.charCodeAt(this.at);
      if (!isSpaceOrTab(code)) break;
      const width = code === CHAR_CODE.tab ? 4 - (this.column & 3) : 1;
      if (this.column + width > goal) {
        this.column = goal;
        break;
      }
      this.column += width;
      this.at++;
    }
    this.#measure();
  }

  #measure(): void {
    let column = this.column;
    let offset = this.at;
    for (; offset < this.lineEnd; offset++) {
      const code = this.text.charCodeAt(offset);
      if (code === CHAR_CODE.space) column++;
      else if (code === CHAR_CODE.tab) column += 4 - (column & 3);
      else break;
    }
    this.next = offset;
    this.indent = column - this.column;
  }
}
