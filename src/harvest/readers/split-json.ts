const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** An element of a list, as its text. `null` stands for one that is longer than the limit. */
type JsonElement = string | null;

/**
 * Cuts a JSON list into the texts of its elements while it arrives, in memory that one element bounds. An object that is no list is
 * one element. What is not JSON is found when an element is parsed.
 */
export class JsonSplitter {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isList: boolean | null = null;
  #parts: string[] = [];
  #length = 0;
  readonly #limit: number;

  /** @param limit UTF-16 units of an element; the rest of a longer one is skipped */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the text ended where a list or an object ends. */
  get isComplete(): boolean {
    return this.#isList !== null && this.#depth === 0;
  }

  /** @param text the next piece of the file */
  *push(text: string): Generator<JsonElement> {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#inString = false;
        continue;
      }
      if (code === QUOTE) this.#inString = true;
      else if (OPENING.has(code)) {
        if (this.#isList === null) this.#isList = code === 0x5b;
        if (this.#depth === this.#elementDepth) from = at;
        this.#depth++;
      } else if (CLOSING.has(code)) {
        this.#depth--;
        if (this.#depth === this.#elementDepth) {
          yield this.#end(text.slice(from, at + 1));
          from = at + 1;
        }
      } else if (code === COMMA && this.#depth === this.#elementDepth) from = at + 1;
    }
    if (this.#depth > this.#elementDepth) this.#keep(text.slice(from));
  }

  get #elementDepth(): number {
    return this.#isList === true ? 1 : 0;
  }

  #keep(text: string): void {
    this.#length += text.length;
    if (this.#length > this.#limit) this.#parts = [];
    else this.#parts.push(text);
  }

  #end(text: string): JsonElement {
    this.#keep(text);
    const whole = this.#length > this.#limit ? null : this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return whole;
  }
}
