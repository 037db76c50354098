export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** No file that this program writes nests deeper, and what walks through a value may call itself for each level. */
const MAX_DEPTH = 100;
/** Values and keys of one text. Without a bound, 50 MB of brackets take gigabytes. */
const MAX_VALUES = 2_000_000;

/**
 * `JSON.parse` for a text that somebody may have forged, in linear time and in memory that is not much more than the text takes.
 * @throws SyntaxError when it is not JSON, nests too deep or holds too many values
 */
export function parseForeignJson(text: string): unknown {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = stringEnd(text, at);
    else if (code === 0x2c) values++;
    else if (code === 0x5b || code === 0x7b) {
      values++;
      depth++;
    } else if (code === 0x5d || code === 0x7d) depth--;
    else continue;
    if (depth > MAX_DEPTH || values > MAX_VALUES) throw new SyntaxError('The JSON is too deep or has too many values.');
  }
  return JSON.parse(text);
}

/** The place of the quotation mark that ends a string; the end of the text where none does. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
