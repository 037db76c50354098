import { isMapping, type JsonObject, type JsonValue } from '../base';

/** Words that some YAML readers do not read as text. Source: YAML 1.1. */
const RESERVED_WORDS = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
/** One line of printable characters that begins like a word, so is neither a number, a date nor an indicator. */
const PLAIN_TEXT = /^[\p{L}_/(][^\p{C}\p{Zl}\p{Zp}]*$/u;

/** Where a scalar is: alone after `key:` or `-`, or between the brackets of a flow collection. */
export type ScalarContext = 'block' | 'flow';

/** A text as a YAML scalar: plain where every reader reads the same text, else in double quotes. */
function printText(text: string, context: ScalarContext): string {
  return canBePlain(text, context) ? text : quoteDouble(text);
}

function canBePlain(text: string, context: ScalarContext): boolean {
  if (text.length > 1000 || !PLAIN_TEXT.test(text) || RESERVED_WORDS.test(text)) return false;
  // A template plugin looks for `<%` in the file itself.
  if (text !== text.trim() || text.includes('<%') || /: |:$| #|\t/.test(text)) return false;
  return context === 'block' || !/[,[\]{}]|:/.test(text);
}

export function quoteDouble(text: string): string {
  const escaped = JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return escaped.replace(/<(?=%)/g, '\\x3c');
}

/** A text in single quotes, or `null` when single quotes cannot express it. */
export function quoteSingle(text: string): string | null {
  return /[\p{C}\p{Zl}\p{Zp}]|<%/u.test(text) ? null : `'${text.replace(/'/g, "''")}'`;
}

/** Any value on one line: `[a, b]`, `{a: 1}`, a scalar. */
export function printInline(value: JsonValue, context: ScalarContext = 'block'): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return printText(value, context);
  if (typeof value === 'number') return printNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    return `[${(value as readonly JsonValue[]).map((item) => printInline(item, 'flow')).join(', ')}]`;
  }
  const entries = Object.entries(value).map(([key, item]) => `${printKey(key, 'flow')}: ${printInline(item, 'flow')}`);
  return `{${entries.join(', ')}}`;
}

function printNumber(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

function printKey(key: string, context: ScalarContext = 'block'): string {
  return printText(key, context === 'block' && !key.includes(':') ? 'block' : 'flow');
}

/** The lines of `key: value`, nested lists and mappings in block form, each line behind `indent`. */
export function printPair(key: string, value: JsonValue, indent: string, eol: string, step = '  '): string {
  return `${indent}${printKey(key)}:${printValue(value, indent, eol, step)}`;
}

/** What follows `key:`: a blank and one line, or a line break and a block. Ends without a line break. */
export function printValue(value: JsonValue, indent: string, eol: string, step = '  '): string {
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    if (items.length === 0) return ' []';
    return items.map((item) => `${eol}${indent}${step}${printItem(item, `${indent}${step}`, eol, step)}`).join('');
  }
  if (isMapping(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return ' {}';
    return entries.map(([key, item]) => eol + printPair(key, item, indent + step, eol, step)).join('');
  }
  return ` ${printInline(value)}`;
}

/** `- item`; a mapping inside starts on the line of its dash. */
export function printItem(value: JsonValue, indent: string, eol: string, step = '  '): string {
  if (isMapping(value) && Object.keys(value).length > 0) {
    const inner = `${indent}  `;
    const pairs = Object.entries(value).map(([key, item]) => printPair(key, item, inner, eol, step));
    return `- ${pairs.join(eol).slice(inner.length)}`;
  }
  return `- ${printInline(value)}`;
}

/**
 * A frontmatter block for a new page, with fences and a last line break. Keys keep their order. Texts are quoted only
 * where YAML would not read them as text; timestamps always are.
 *
 * @param eol the line ending to write; `\n` when absent
 */
export function printFrontmatter(data: JsonObject, eol: '\n' | '\r\n' = '\n'): string {
  const lines = Object.entries(data).map(([key, value]) => printPair(key, value, '', eol) + eol);
  return `---${eol}${lines.join('')}---${eol}`;
}
