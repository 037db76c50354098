import { compareText, isMapping, type JsonValue, type Steps } from '../base';
import { editFrontmatterInSteps, readFrontmatter, type FrontmatterEdit } from '../markdown';
import { splitLines } from './lines';

/** Keys that hold the time of the last edit: of two values, the merged page takes the later. */
const TIMESTAMP_KEYS = new Set(['updated_at', 'updated', 'modified', 'last_modified', 'last_reviewed']);

const MAX_DEPTH = 8;

/** In UTF-16 units. A block is parsed in one go, so a longer one would keep the host from drawing: a person decides. */
const MAX_LENGTH = 50_000;

/** Edits times UTF-16 units of the block. Each edit reads the block, so above it the merge would take seconds: a person decides. */
const MAX_WORK = 1_000_000;

type Mapping = Readonly<Record<string, unknown>>;

/**
 * Merges three versions of a frontmatter block, fences included, by key. A key that changed on one side takes that value,
 * list items that either side adds are kept, and `updated_at` is the later one. The result is the text of one side with
 * the other side's values edited in, so order, comments and quoting stay.
 *
 * @returns `null` when both sides set a key to different values, a block cannot be read, an edited comment would be lost, or a
 *   block is too long or a long one has too many changes
 */
export function* mergeFrontmatter(base: string, proposed: string, current: string): Steps<string | null> {
  if ([base, proposed, current].some(({ length }) => length > MAX_LENGTH)) return null;
  return (yield* carryOver(base, proposed, current)) ?? (yield* carryOver(base, current, proposed));
}

/** `onto` with the changes from `base` to `side`; `null` when that would lose something. */
function* carryOver(base: string, side: string, onto: string): Steps<string | null> {
  const blocks = [base, side, onto].map((text) => readFrontmatter(text));
  yield base.length + side.length + onto.length;
  if (blocks.some((block) => !block.present || block.problems.length > 0)) return null;
  const [baseData, sideData, ontoData] = blocks.map((block) => block.data);
  if (!baseData || !sideData || !ontoData) return null;
  if (touchesComments(base, side)) return null;
  const edits: FrontmatterEdit[] = [];
  if (!collectEdits(baseData, sideData, ontoData, [], edits)) return null;
  if (edits.length * onto.length > MAX_WORK) return null;
  try {
    return yield* editFrontmatterInSteps(onto, edits);
  } catch {
    return null;
  }
}

/** Adds the changes from `base` to `side` to `edits`; `false` when `onto` changed the same value to something else. */
function collectEdits(
  base: Mapping,
  side: Mapping,
  onto: Mapping,
  path: readonly string[],
  edits: FrontmatterEdit[],
): boolean {
  if (path.length > MAX_DEPTH) return false;
  for (const key of new Set([...Object.keys(base), ...Object.keys(side)])) {
    const before = ownValue(base, key);
    const after = ownValue(side, key);
    const present = ownValue(onto, key);
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

/** Lists merge as ordered sets: items added or removed on one side are added or removed in the result. */
function collectListEdits(
  base: readonly unknown[],
  side: readonly unknown[],
  onto: readonly unknown[],
  path: readonly string[],
  edits: FrontmatterEdit[],
): boolean {
  const [before, after, present] = [keysOf(base), keysOf(side), keysOf(onto)];
  const common = (list: KeyedItems, other: KeyedItems): string => list.keys.filter((key) => other.set.has(key)).join();
  // A new order of the items cannot be expressed by adding and removing single items.
  if ([after, present].some((list) => common(before, list) !== common(list, before))) return false;
  for (const [at, item] of base.entries()) {
    if (!after.set.has(before.keys[at] ?? '')) edits.push({ op: 'drop', path, value: toJson(item) });
  }
  for (const [at, item] of side.entries()) {
    const key = after.keys[at] ?? '';
    if (!before.set.has(key) && !present.set.has(key)) edits.push({ op: 'add', path, value: toJson(item) });
  }
  return true;
}

/** What tells the items of a list apart, in their order. */
interface KeyedItems {
  readonly keys: readonly string[];
  readonly set: ReadonlySet<string>;
}

function keysOf(items: readonly unknown[]): KeyedItems {
  const keys = items.map((item) => canonical(item));
  return { keys, set: new Set(keys) };
}

function sameData(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** JSON with sorted keys, for comparing. */
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

function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}

function ownValue(mapping: Mapping, key: string): unknown {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}

function timeOf(value: unknown): number | null {
  if (!(value instanceof Date) && typeof value !== 'string') return null;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? null : time;
}

/** Whether a comment changed, or its key. Comments are not data, so merging by key would drop the change. */
function touchesComments(base: string, side: string): boolean {
  return commentsOf(base) !== commentsOf(side);
}

function commentsOf(text: string): string {
  const comments: string[] = [];
  for (const line of splitLines(text)) {
    const at = line.search(/(?:^|\s)#/);
    if (!line.includes('#')) continue;
    const key = /^\s*[\w-]+:/.exec(line)?.[0];
    // A value beside the comment may change; a `#` within a value counts as the whole line.
    comments.push(at === -1 || key === undefined ? line.trim() : `${key} ${line.slice(at).trim()}`);
  }
  return comments.join('\n');
}
