import type { FileEdit, Hunk, ViewLine } from '../../../workbench';
import { fieldPart } from './fields';
import type { FieldChange } from './fields';
import { hunkLines } from './lines';
import { retargetedLinks } from './links';
import type { Retargeted } from './links';
import { tableChange } from './tables';
import type { TableChange } from './tables';

/** What the card of a hunk shows: fields and tables as such, everything else as lines. */
export interface HunkParts {
  readonly fields: readonly FieldChange[];
  readonly table: TableChange | null;
  /** The lines that neither the fields nor the table say. */
  readonly lines: readonly ViewLine[];
  /** The lines as they are in the file, where `lines` are not all of it. */
  readonly source: readonly ViewLine[] | null;
  readonly links: readonly Retargeted[];
  /** A rename, and nothing of its text. */
  readonly bare: boolean;
}

export function partsOf(edit: FileEdit, hunk: Hunk): HunkParts {
  const bare = edit.kind === 'renamed' && hunk.start === hunk.end && hunk.text === '';
  const none = { fields: [], table: null, links: [], source: null, bare };
  if (bare) return { ...none, lines: [] };
  const lines = hunkLines(edit, hunk);
  const part = fieldPart(edit, hunk);
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
