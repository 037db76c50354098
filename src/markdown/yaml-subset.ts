/**
 * Reads the frontmatter that nearly every note has: `key: value` lines with plain or quoted one-line values, lists of such
 * values in either form, blank lines. About twenty times faster than the full parser, which matters for ten thousand
 * pages. Returns `null` for anything else (comments, nesting, escapes, anchors, tags, unusual numbers, duplicate keys), so
 * that the result always equals the parser's.
 */
export function readSimpleMapping(yaml: string): Record<string, unknown> | null {
  const data: Record<string, unknown> = {};
  let list: unknown[] | null = null;
  let listKey = '';
  let listIndent = '';
  let at = 0;
  while (at < yaml.length) {
    const lineFeed = yaml.indexOf('\n', at);
    let end = lineFeed === -1 ? yaml.length : lineFeed;
    if (end > at && yaml.charCodeAt(end - 1) === 13) end--;
    const line = yaml.slice(at, end);
    at = lineFeed === -1 ? yaml.length : lineFeed + 1;
    if (line === '') continue;
    const item = ITEM.exec(line);
    if (item !== null) {
      if (list === null) return null;
      if (list.length === 0) {
        listIndent = item[1] ?? '';
        data[listKey] = list;
      } else if (item[1] !== listIndent) return null;
      const value = readScalar(item[2] ?? '', false);
      if (value === undefined) return null;
      list.push(value);
      continue;
    }
    const pair = PAIR.exec(line);
    if (pair === null) return null;
    const key = pair[1] ?? '';
    if (Object.hasOwn(data, key)) return null;
    const written = pair[2] ?? '';
    const value = readValue(written);
    if (value === undefined) return null;
    // `constructor` and the like become own keys; `__proto__` does not match PAIR.
    data[key] = value;
    list = written === '' ? [] : null;
    listKey = key;
  }
  return data;
}

const ITEM = /^( *)- (\S[^\t]*)$/;
const PAIR = /^([A-Za-z][A-Za-z0-9_-]*):(?: +(\S[^\t]*))?$/;

function readValue(written: string): unknown {
  if (written === '') return null;
  return written.startsWith('[') ? readList(written) : readScalar(written, false);
}

function readList(written: string): unknown[] | undefined {
  if (written === '[]') return [];
  if (!written.endsWith(']')) return undefined;
  const list: unknown[] = [];
  for (const part of written.slice(1, -1).split(',')) {
    const text = part.trim();
    const value = text === '' ? undefined : readScalar(text, true);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return list;
}

/** Starts like a word and has no control character. */
const PLAIN = /^[A-Za-z_/\u00c0-\u2027\u202a-\ud7ff][^\p{Cc}\u2028\u2029\ufeff]*$/u;
const RESERVED = /^(?:null|true|false)$/i;
const INTEGER = /^-?\d{1,15}$/;
const DECIMAL = /^-?\d{1,9}\.\d{1,9}$/;
/** Begins with a digit but is not a number in any notation: a date, a version, a slug. */
const STARTS_WITH_DIGIT = /^\d{1,4}(?:-[A-Za-z0-9][A-Za-z0-9-]*|\.\d+\.[A-Za-z0-9.]*)$/;

/** The value, if YAML 1.2 core certainly reads the same; else `undefined`. */
function readScalar(written: string, inFlow: boolean): string | number | boolean | null | undefined {
  const first = written.charCodeAt(0);
  if (first === 34 || first === 39) return readQuoted(written, first === 34);
  if (RESERVED.test(written)) return readReserved(written);
  if (INTEGER.test(written) || DECIMAL.test(written)) return Number(written);
  if (!PLAIN.test(written) && !STARTS_WITH_DIGIT.test(written)) return undefined;
  if (inFlow ? /[[\]{}:#]/.test(written) : /:(?: |$)| #| $/.test(written)) return undefined;
  return written;
}

function readQuoted(written: string, double: boolean): string | undefined {
  const inner = written.slice(1, -1);
  const closed = written.length > 1 && written.charCodeAt(written.length - 1) === written.charCodeAt(0);
  if (!closed || (double ? /["\\\p{Cc}]/u : /['\p{Cc}]/u).test(inner)) return undefined;
  return inner;
}

function readReserved(written: string): boolean | null | undefined {
  switch (written) {
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    case 'true':
    case 'True':
    case 'TRUE':
      return true;
    case 'false':
    case 'False':
    case 'FALSE':
      return false;
    default:
      return undefined;
  }
}
