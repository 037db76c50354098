import { MAX_DEPTH, MAX_VALUES } from './limits';

export interface JsonObjectNode {
  readonly type: 'object';
  readonly offset: number;
  readonly entries: [key: string, value: JsonNode][];
}

interface JsonArrayNode {
  readonly type: 'array';
  readonly offset: number;
  readonly items: JsonNode[];
}

interface JsonScalarNode {
  readonly type: 'scalar';
  readonly offset: number;
  readonly value: string | number | boolean | null;
}

/** A JSON value and where it begins. Objects are lists of pairs, so that no key of a file can reach a prototype. */
export type JsonNode = JsonObjectNode | JsonArrayNode | JsonScalarNode;

/** Why a text is not valid JSON. */
export interface JsonParseError {
  readonly message: string;
  readonly offset: number;
  /** It may be valid, but has more than {@link MAX_VALUES} values. */
  readonly isTooLarge?: true;
}

/** A value, and the offset after it and any white space. */
export interface JsonParseResult {
  readonly node: JsonNode;
  readonly end: number;
  /** How many values it is made of, itself included. */
  readonly values: number;
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;

/** Values that {@link parseJsonInSteps} parses per step. */
const VALUES_PER_STEP = 10_000;

/** Parses one JSON value at `start`, without recursion. Source: RFC 8259. */
export function parseJson(text: string, start = 0): JsonParseResult | JsonParseError {
  const steps = parseJsonInSteps(text, start);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** {@link parseJson} in steps of a few milliseconds. Each step yields the offset that it reached. */
export function* parseJsonInSteps(text: string, start = 0): Generator<number, JsonParseResult | JsonParseError> {
  let values = 0;
  const open: (JsonObjectNode | JsonArrayNode)[] = [];
  let root: JsonNode | null = null;
  let at = skipSpace(text, start);
  for (;;) {
    values += 1;
    if (values % VALUES_PER_STEP === 0) yield at;
    if (values > MAX_VALUES) return { message: 'too many values.', offset: at, isTooLarge: true };
    const char = text[at];
    let node: JsonNode;
    if (char === '{' || char === '[') {
      node = char === '{' ? { type: 'object', offset: at, entries: [] } : { type: 'array', offset: at, items: [] };
      at = skipSpace(text, at + 1);
    } else {
      const scalar = readScalar(text, at);
      if (scalar === null) return { message: 'expected a value.', offset: at };
      node = { type: 'scalar', offset: at, value: scalar.value };
      at = skipSpace(text, scalar.end);
    }
    root ??= node;
    attach(open.at(-1), node);
    if (node.type !== 'scalar') {
      if (open.length >= MAX_DEPTH) return { message: `values are nested more than ${MAX_DEPTH} deep.`, offset: at };
      open.push(node);
      if (text[at] !== closingBracket(node)) {
        const next = node.type === 'object' ? readKey(text, at, node) : at;
        if (typeof next !== 'number') return next;
        at = next;
        continue;
      }
    }
    for (;;) {
      const top = open.at(-1);
      if (top === undefined) return { node: root, end: at, values };
      if (text[at] === ',') {
        at = skipSpace(text, at + 1);
        const next = top.type === 'object' ? readKey(text, at, top) : at;
        if (typeof next !== 'number') return next;
        at = next;
        break;
      }
      if (text[at] !== closingBracket(top)) return { message: `expected "," or "${closingBracket(top)}".`, offset: at };
      at = skipSpace(text, at + 1);
      open.pop();
    }
  }
}

export function isParseError(result: JsonParseResult | JsonParseError): result is JsonParseError {
  return 'message' in result;
}

function attach(parent: JsonObjectNode | JsonArrayNode | undefined, node: JsonNode): void {
  if (parent?.type === 'array') parent.items.push(node);
  else if (parent !== undefined) {
    const entry = parent.entries.at(-1);
    if (entry !== undefined) entry[1] = node;
  }
}

function closingBracket(node: JsonObjectNode | JsonArrayNode): string {
  return node.type === 'object' ? '}' : ']';
}

/** Reads `"name":` and reserves its entry. @returns the offset of the value */
function readKey(text: string, at: number, parent: JsonObjectNode): number | JsonParseError {
  const key = text[at] === '"' ? readScalar(text, at) : null;
  if (key === null || typeof key.value !== 'string') return { message: 'expected a name in quotes.', offset: at };
  const colon = skipSpace(text, key.end);
  if (text[colon] !== ':') return { message: 'expected ":".', offset: colon };
  parent.entries.push([key.value, { type: 'scalar', offset: at, value: null }]);
  return skipSpace(text, colon + 1);
}

function readScalar(text: string, at: number): { value: string | number | boolean | null; end: number } | null {
  let end = at;
  if (text[at] === '"') {
    for (end = at + 1; end < text.length && text[end] !== '"'; end += 1) if (text[end] === '\\') end += 1;
    end += 1;
  } else {
    SCALAR.lastIndex = at;
    end += SCALAR.exec(text)?.[0].length ?? 0;
  }
  try {
    return { value: JSON.parse(text.slice(at, end)) as string | number | boolean | null, end };
  } catch {
    return null;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at += 1;
  }
}
