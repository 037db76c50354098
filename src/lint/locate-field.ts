export interface LineColumn {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** Frontmatter longer than this is not searched for the place of a field. */
const MAX_LINES = 2000;
const MAX_COLUMNS = 10_000;

/**
 * Where a field of a text's frontmatter stands: its key, or the item of its list that reads `item`. Falls back to the
 * key when there is no such item, and to the first line when there is no such key. A search over lines, since only
 * findings need it, and never of more than the block.
 *
 * @param field a key of the mapping; of dotted names (`lints.max-age-90.severity`) each further part is looked for as a
 *   key, or as the `id` or `name` of an item, below the one before
 */
export function locateField(text: string, field: string, item?: string): LineColumn {
  const lines = frontmatterLines(text);
  const [top = '', ...rest] = field.split('.');
  let at = lines.findIndex((line) => keyOf(line) === top && !/^\s/.test(line));
  if (at === -1) return { line: 1, column: 1 };
  let end = at + 1;
  while (end < lines.length && isInside(lines[end] ?? '')) end++;
  let column = 1;
  for (const part of rest) {
    const next = lines.findIndex((line, index) => index > at && index < end && isItemNamed(line, part));
    if (next === -1) break;
    at = next;
    column = indentOf(lines[at] ?? '') + 1;
  }
  if (item !== undefined) {
    for (let index = at; index < end; index++) {
      const found = columnOf(lines[index] ?? '', item, index === at ? (lines[at] ?? '').indexOf(':') + 1 : 0);
      if (found !== null) return { line: index + 2, column: found };
    }
  }
  return { line: at + 2, column };
}

/** The lines between the fences; none where there is no frontmatter. */
function frontmatterLines(text: string): readonly string[] {
  const begin = text.startsWith('\uFEFF') ? 1 : 0;
  if (!text.startsWith('---', begin)) return [];
  const close = text.indexOf('\n---', begin);
  if (close === -1) return [];
  return text.slice(begin, close).split('\n', MAX_LINES).slice(1);
}

function keyOf(line: string): string {
  const match = /^\s*(?:- +)?(?:"([^"]*)"|'([^']*)'|([^\s:#"'][^:]*?))\s*:(?:\s|$)/.exec(line);
  return match === null ? '' : (match[1] ?? match[2] ?? match[3] ?? '');
}

/** Whether a line belongs to the value of the key above it; a list's items may stand at the key's own indent. */
function isInside(line: string): boolean {
  return /^(?:\s|$|- |-$|#|[\]}])/.test(line);
}

/** Whether a line opens the key `part`, or the item of that id or name: `- id: x` or `- { id: x, … }`. */
function isItemNamed(line: string, part: string): boolean {
  if (keyOf(line) === part) return true;
  for (const match of line.matchAll(/(?:^|[\s{,])(?:id|name):(?=\s)/g)) {
    const at = match.index + match[0].length;
    const found = columnOf(line, part, at);
    if (found !== null && /^[\s"']*$/.test(line.slice(at, found - 1))) return true;
  }
  return false;
}

function indentOf(line: string): number {
  const dash = /^\s*(?:- +)?/.exec(line)?.[0];
  return dash?.length ?? 0;
}

/** Column of `item` as a whole scalar in a line, from an offset on; `null` when it is not there. */
function columnOf(line: string, item: string, from: number): number | null {
  if (item === '') return null;
  for (let at = line.indexOf(item, from); at !== -1 && at < MAX_COLUMNS; at = line.indexOf(item, at + 1)) {
    const before = line.slice(Math.max(0, at - 40), at);
    const after = line.slice(at + item.length).trimStart();
    const opens = /(?:^\s*|[[{,"']\s*|:\s+|(?:^|\s)-\s+)$/.test(before);
    if (opens && (after === '' || /^[\]},"'#]/.test(after))) return at + 1;
  }
  return null;
}
