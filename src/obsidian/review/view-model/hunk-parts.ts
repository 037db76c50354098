import { type DiffLine, type FileEdit, type Hunk, type Run } from '../../../workbench';
import { frontmatterPart, type FieldChange } from './fields';
import { hunkLines, hunkLinesAsync } from './lines';
import { retargetedLinks, type RetargetedLink } from './links';
import { tableChange, type TableChange } from './tables';

/** What the card of a hunk shows: properties and tables as such, everything else as lines. */
export interface HunkParts {
  readonly fields: readonly FieldChange[];
  readonly table: TableChange | null;
  /** Lines that are part of neither properties nor table. */
  readonly lines: readonly DiffLine[];
  /** All lines of the hunk, if `lines` does not contain them. */
  readonly source: readonly DiffLine[] | null;
  readonly links: readonly RetargetedLink[];
  /** The file is renamed and its text is unchanged. */
  readonly isRenameOnly: boolean;
}

/** Up to so many characters, removed and added together, a hunk is compared at once. */
const SMALL = 30_000;

export function isSmallHunk({ start, end, text }: Hunk): boolean {
  return end - start + text.length <= SMALL;
}

export function hunkParts(edit: FileEdit, hunk: Hunk): HunkParts {
  const parts = partsOf(edit, hunk);
  for (let next = parts.next(); ; next = parts.next(hunkLines(edit, next.value))) if (next.done) return next.value;
}

/** {@link hunkParts}, but yields to the host and can be cancelled. */
export async function hunkPartsAsync(edit: FileEdit, hunk: Hunk, run: Run): Promise<HunkParts> {
  const parts = partsOf(edit, hunk);
  for (let next = parts.next(); ; next = parts.next(await hunkLinesAsync(edit, next.value, run))) {
    if (next.done) return next.value;
  }
}

/** Asks for the lines of hunks while it puts the parts together. */
function* partsOf(edit: FileEdit, hunk: Hunk): Generator<Hunk, HunkParts, readonly DiffLine[]> {
  const isRenameOnly = edit.kind === 'renamed' && hunk.start === hunk.end && hunk.text === '';
  const none = { fields: [], table: null, links: [], source: null, isRenameOnly };
  if (isRenameOnly) return { ...none, lines: [] };
  const lines = yield hunk;
  const part = frontmatterPart(edit, hunk);
  if (part) {
    const rest = hunk.text.slice(part.length).replace(/^(?:\r?\n)+/, '');
    const body = rest === '' ? [] : yield { ...hunk, text: rest };
    return { ...none, fields: part.fields, lines: body, source: lines };
  }
  const links = retargetedLinks(lines);
  const table = tableChange(edit, hunk);
  if (table) return { ...none, links, table, lines: [], source: lines };
  return { ...none, links, lines };
}
