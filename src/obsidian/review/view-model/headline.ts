import { readFrontmatter, type HunkDecisions, type Hunk, type ReviewFile } from '../../../workbench';
import { compareFields, notableFields, type FieldChange } from './fields';

/** The text of a file with these hunks applied. */
function textAfter(base: string, hunks: readonly Hunk[]): string {
  let text = '';
  let at = 0;
  for (const hunk of hunks) {
    text += base.slice(at, hunk.start) + hunk.text;
    at = hunk.end;
  }
  return text + base.slice(at);
}

/** Changed properties, for the line below the title. Rejected hunks are left out. */
export function headlineOf({ kind, edit, hunks }: ReviewFile, decisions: HunkDecisions): readonly FieldChange[] {
  if (kind !== 'updated' && kind !== 'renamed') return [];
  const taken = hunks.map(({ hunk }) => hunk).filter(({ id }) => decisions[id]?.verdict !== 'rejected');
  const before = readFrontmatter(edit.base);
  if (!before.present) return [];
  // Hunks of the body do not change the frontmatter.
  const head = taken.filter(({ end }) => end <= before.bodyStart);
  if (head.length === 0) return [];
  const after = readFrontmatter(textAfter(edit.base.slice(0, before.bodyStart), head));
  return after.problems.length > 0 ? [] : notableFields(compareFields(before.data, after.data));
}
