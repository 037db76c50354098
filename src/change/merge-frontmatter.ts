import { compareText, type JsonValue } from '../base';
import { editFrontmatter, readFrontmatter, type FrontmatterEdit } from '../markdown';
import { splitLines } from './lines';

/** Keys that only say when a page was last touched: of two values the later is true of the merged page. */
const TIMESTAMP_KEYS = new Set(['updated_at', 'updated', 'modified', 'last_modified', 'last_reviewed']);

const MAX_DEPTH = 8;

type Mapping = Readonly<Record<string, unknown>>;

/**
 * Merges three versions of a frontmatter block, fences included, by key: keys changed on one side only are taken over, items
 * that both sides add to a list are all kept, and `updated_at` is the later one.
 *
 * The result is the text of one side with the other side's facts put in, so that order, comments and quoting stay.
 *
 * @returns `null` when a key has two new values, when a block cannot be read, or when an edit would be lost that is none of
 *   data: a comment
 */
export function mergeFrontmatter(base: string, proposed: string, current: string): string | null {
  return carryOver(base, proposed, current) ?? carryOver(base, current, proposed);
}

/** `onto` with what `side` changed in `base`; `null` where that would lose something. */
function carryOver(base: string, side: string, onto: string): string | null {
  const blocks = [base, side, onto].map((text) => readFrontmatter(text));
  if (blocks.some((block) => !block.present || block.problems.length > 0)) return null;
  const [was, mine, others] = blocks.map((block) => block.data);
  if (!was || !mine || !others) return null;
  if (touchesComments(base, side)) return null;
  const edits: FrontmatterEdit[] = [];
  if (!collectEdits(was, mine, others, [], edits)) return null;
  try {
    return editFrontmatter(onto, edits);
  } catch {
    return null;
  }
}

/** Adds what `mine` changed to `edits`; `false` when `others` changed the same fact to something else. */
function collectEdits(
  was: Mapping,
  mine: Mapping,
  others: Mapping,
  path: readonly string[],
  edits: FrontmatterEdit[],
): boolean {
  if (path.length > MAX_DEPTH) return false;
  for (const key of new Set([...Object.keys(was), ...Object.keys(mine)])) {
    const before = ownValue(was, key);
    const after = ownValue(mine, key);
    const present = ownValue(others, key);
    const here = [...path, key];
    if (sameData(before, after) || sameData(after, present)) continue;
    if (sameData(before, present)) {
      edits.push(after === undefined ? { op: 'remove', path: here } : { op: 'set', path: here, value: toJson(after) });
      continue;
    }
    if (TIMESTAMP_KEYS.has(key) && typeof after === typeof present && after !== undefined) {
      if (timeOf(after) === null || timeOf(present) === null) return false;
      if ((timeOf(after) ?? 0) > (timeOf(present) ?? 0)) edits.push({ op: 'set', path: here, value: toJson(after) });
      continue;
    }
    if (Array.isArray(after) && Array.isArray(present) && (before === undefined || Array.isArray(before))) {
      if (!collectListEdits(before ?? [], after, present, here, edits)) return false;
      continue;
    }
    if (isMapping(after) && isMapping(present) && (before === undefined || isMapping(before))) {
      if (!collectEdits(before ?? {}, after, present, here, edits)) return false;
      continue;
    }
    return false;
  }
  return true;
}

/** Lists merge as sets that keep their order: what one side adds is added, what it takes out is taken out. */
function collectListEdits(
  was: readonly unknown[],
  mine: readonly unknown[],
  others: readonly unknown[],
  path: readonly string[],
  edits: FrontmatterEdit[],
): boolean {
  const keptInOrder = (list: readonly unknown[]): string => keys(was.filter((item) => has(list, item))).join();
  const stillThere = (list: readonly unknown[]): string => keys(list.filter((item) => has(was, item))).join();
  // A side that reorders what was there says something that single items cannot.
  if ([mine, others].some((list) => keptInOrder(list) !== stillThere(list))) return false;
  for (const item of was) if (!has(mine, item)) edits.push({ op: 'drop', path, value: toJson(item) });
  for (const item of mine) {
    if (!has(was, item) && !has(others, item)) edits.push({ op: 'add', path, value: toJson(item) });
  }
  return true;
}

function keys(items: readonly unknown[]): string[] {
  return items.map((item) => canonical(item));
}

function has(list: readonly unknown[], item: unknown): boolean {
  const key = canonical(item);
  return list.some((one) => canonical(one) === key);
}

function sameData(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** JSON with sorted keys; a date as its time. */
function canonical(value: unknown, depth = 0): string {
  if (value instanceof Date) return JSON.stringify(value);
  if (depth > MAX_DEPTH * 2) return '…';
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonical(item, depth + 1)).join(',')}]`;
  if (isMapping(value)) {
    const entries = Object.keys(value).sort(compareText);
    return `{${entries.map((key) => `${JSON.stringify(key)}:${canonical(ownValue(value, key), depth + 1)}`).join(',')}}`;
  }
  return value === undefined ? 'absent' : JSON.stringify(value);
}

/** YAML data as JSON data: a date becomes its ISO text. */
function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}

function ownValue(mapping: Mapping, key: string): unknown {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function timeOf(value: unknown): number | null {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? null : time;
}

/** Whether a line with a comment differs; data says nothing of comments, so they cannot be carried over. */
function touchesComments(base: string, side: string): boolean {
  const comments = (text: string): string =>
    splitLines(text)
      .filter((line) => line.includes('#'))
      .map((line) => line.trim())
      .join('\n');
  return comments(base) !== comments(side);
}
