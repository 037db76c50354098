import { type AnswerSchema } from './types';

/** Longer answers are not searched for JSON. Characters. */
const MAX_LENGTH = 4_000_000;

type Repaired =
  | { readonly ok: true; readonly value: unknown; readonly repaired: boolean }
  | { readonly ok: false; readonly problem: string; readonly truncated: boolean };

/**
 * Reads JSON from what a model wrote. If the text is not JSON, takes the first object or list in it, drops trailing commas and
 * comments, and escapes line breaks in strings. Nothing is invented: a value without an end is reported as truncated. Linear
 * in the length of the text.
 */
export function repairJson(text: string): Repaired {
  const plain = text.replace(/^\ufeff/, '').trim();
  if (plain.length > MAX_LENGTH) return { ok: false, problem: 'The answer is too long.', truncated: false };
  const direct = tryParse(plain);
  if (direct !== undefined) return { ok: true, value: direct.value, repaired: false };
  let from = 0;
  let truncated = false;
  let problem = 'The answer contains no JSON object.';
  for (let tries = 0; tries < 20; tries++) {
    const start = findOpening(plain, from);
    if (start === -1) break;
    const found = readValue(plain, start);
    if (found === null) {
      truncated = true;
      problem = 'The JSON in the answer has no end.';
      // The rest of the text is inside the open object.
      break;
    }
    const value = tryParse(found.clean);
    if (value !== undefined) return { ok: true, value: value.value, repaired: true };
    problem = 'The JSON in the answer is malformed.';
    from = found.end;
  }
  return { ok: false, problem, truncated };
}

/** Wrapped, because `null` is valid JSON. */
function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Finds a brace, or a bracket that can start a list: prose contains "[1]" and "[[page]]". */
function findOpening(text: string, from: number): number {
  const opening = /\{\s*["}\n/]|\[\s*["{\]]/g;
  opening.lastIndex = from;
  return opening.exec(text)?.index ?? -1;
}

/** Copies one balanced value and repairs it; `null` if the text ends first. */
function readValue(text: string, start: number): { readonly clean: string; readonly end: number } | null {
  const out: string[] = [];
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = readString(text, at, out);
      if (end === -1) return null;
      at = end;
      continue;
    }
    const comment = findCommentEnd(text, at);
    if (comment !== at) {
      at = comment;
      continue;
    }
    if (char === ',' && isBeforeClosing(text, at + 1)) {
      at++;
      continue;
    }
    out.push(char);
    at++;
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth === 0) return { clean: out.join(''), end: at };
    }
  }
  return null;
}

/** Copies a string literal and escapes raw control characters. Returns its end, or -1. */
function readString(text: string, start: number, out: string[]): number {
  out.push('"');
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') {
      out.push(char, text.charAt(at + 1));
      at++;
    } else if (char === '"') {
      out.push(char);
      return at + 1;
    } else {
      out.push(char < ' ' ? JSON.stringify(char).slice(1, -1) : char);
    }
  }
  return -1;
}

function findCommentEnd(text: string, at: number): number {
  if (text.charAt(at) !== '/') return at;
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  }
  if (!text.startsWith('/*', at)) return at;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + 2;
}

/** Whether only white space and comments come before the end of the object or list. */
function isBeforeClosing(text: string, from: number): boolean {
  let at = from;
  while (at < text.length) {
    const char = text.charAt(at);
    if (/\s/.test(char)) at++;
    else if (char === '/' && findCommentEnd(text, at) !== at) at = findCommentEnd(text, at);
    else return char === '}' || char === ']';
  }
  return false;
}

/** What an answer holds, as JSON or in the layout of its schema, whichever was asked for: models mix them up. */
export function readAnswerValue(text: string, { layout }: Pick<AnswerSchema<unknown>, 'layout'>): Repaired {
  if (layout === undefined) return repairJson(text);
  const isJson = /^\s*(?:```\w*\s*)?[{[]/.test(text);
  const json = isJson ? repairJson(text) : null;
  if (json?.ok === true) return json;
  const read = text.length > MAX_LENGTH ? null : layout.read(text);
  if (read?.ok === true) return { ok: true, value: read.value, repaired: false };
  const other = json ?? repairJson(text);
  if (other.ok || read === null || isJson) return other;
  return { ok: false, problem: read.problem, truncated: false };
}
