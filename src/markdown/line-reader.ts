import { CHAR_CODE, isSpaceOrTab } from './chars';

/** Goes through a text line by line, and through a line's indentation column by column. Tabs stop at every fourth. */
export class LineReader {
  /** Where reading is, and its column from 0; a tab that is used up in part is still ahead. */
  at = 0;
  column = 0;
  /** The end of the line, its line break excluded, and the start of the next. */
  lineEnd = 0;
  after = 0;
  /** The indentation from here in columns, and the first character behind it. */
  indent = 0;
  next = 0;

  constructor(readonly text: string) {}

  /** Goes to the start of a line, or to any place in one that stands for a start. */
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

  /** What is left, its indentation excluded. */
  rest(): string {
    return this.text.slice(this.next, this.lineEnd);
  }

  /** Skips the indentation and a mark of `width` characters. */
  skipMark(width: number): void {
    this.column += this.indent + width;
    this.at = this.next + width;
    this.#measure();
  }

  /** Skips `columns` of white space, or what there is of it. */
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
