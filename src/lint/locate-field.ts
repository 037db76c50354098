export interface LineColumn {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** A field beyond these limits is not found. */
const MAX_LINES = 2000;
const MAX_COLUMNS = 10_000;

/**
 * The place of a frontmatter field, or of an item in its list. Falls back to the field when there is no such item, and
 * to the first line when there is no such field. Only findings need places, so this searches lines instead of keeping a
 * parsed tree with offsets.
 *
 * @param field a key; each further part of a dotted name (`lints.max-age-90.severity`) is a key, or the `id` or `name` of
 *   an item, below the previous part
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

/** The lines between the `---` lines. */
function frontmatterLines(text: string): readonly string[] {
  const begin = text.startsWith('\uFEFF') ? 1 : 0;
  if (!text.startsWith('---', begin)) return [];
  const close = text.indexOf('\n---', begin);
  if (close === -1) return [];
  return text.slice(begin, close).split('\n', MAX_LINES).slice(1);
}

function keyOf(line: string): string {
  const match = /^\s*(?:- +)?(?:"([^"]*)"\s*|'([^']*)'\s*|([^\s:#"'][^:]*)):(?:\s|$)/.exec(line);
  return match === null ? '' : (match[1] ?? match[2] ?? match[3]?.trimEnd() ?? '');
}

/** Whether a line belongs to the value of the key above it. List items may have the indent of the key. */
function isInside(line: string): boolean {
  return /^(?:\s|$|- |-$|#|[\]}])/.test(line);
}

/** Whether a line starts the key `part`, or the item with that id or name: `- id: x` or `- { id: x, … }`. */
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

/** The column of `item` as a whole scalar in a line. */
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
