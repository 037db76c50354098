import { type FileEdit, type Hunk, type DiffLine } from '../../../workbench';
import { frontmatterPart, type FieldChange } from './fields';
import { hunkLines } from './lines';
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

export function hunkParts(edit: FileEdit, hunk: Hunk): HunkParts {
  const isRenameOnly = edit.kind === 'renamed' && hunk.start === hunk.end && hunk.text === '';
  const none = { fields: [], table: null, links: [], source: null, isRenameOnly };
  if (isRenameOnly) return { ...none, lines: [] };
  const lines = hunkLines(edit, hunk);
  const part = frontmatterPart(edit, hunk);
  if (part) {
    const rest = hunk.text.slice(part.length).replace(/^(?:\r?\n)+/, '');
    const body = rest === '' ? [] : hunkLines(edit, { ...hunk, text: rest });
    return { ...none, fields: part.fields, lines: body, source: lines };
  }
  const links = retargetedLinks(lines);
  const table = tableChange(edit, hunk);
  if (table) return { ...none, links, table, lines: [], source: lines };
  return { ...none, links, lines };
}
