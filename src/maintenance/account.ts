import { clip, type JsonObject } from '../base';
import { changeSetFromOverlay, renderEdit, type ChangeSet, type Evidence, type FileEdit, type Hunk } from '../change';
import { type FileChange } from '../vault';
import { compareLedgers, isPersonal, readLedger, type Claim, type PageNote } from '../wiki';
import { type Skill } from './skill';

/** What a run of a skill made, for the change set. */
interface RunAccount {
  readonly skill: Skill;
  readonly changes: readonly FileChange[];
  readonly readBase: (path: string) => Promise<string | null>;
  /** Looks up the quote of a footnote in its source. */
  readonly evidenceFor: (note: PageNote) => Promise<Evidence>;
  /** Why a file was written. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  readonly facts: JsonObject;
}

/** A statement that an edit adds or rewords, and the hunks that write it. */
export interface NewClaim {
  readonly claim: Claim;
  /** In the words before; `null` for a new statement. */
  readonly before: Claim | null;
  readonly hunks: readonly Hunk[];
}

/** The difference of a run as a change set, with the quotes of its footnotes as evidence. */
export async function changesOf(account: RunAccount): Promise<ChangeSet> {
  const { skill, changes, readBase, reasons, notes, facts } = account;
  const changeSet = await changeSetFromOverlay(changes, readBase, {
    title: skill.title,
    producer: 'maintenance',
    log: { event: 'manual', subject: `skill ${skill.name}`, bullets: [] },
    notesFor: (path) => ({ reason: reasons.get(path) ?? `The skill "${skill.title}" changed it.` }),
    whyFor: () => [`the skill "${skill.title}"`],
    facts,
  });
  const files: FileEdit[] = [];
  for (const edit of changeSet.files) files.push(await withEvidence(edit, account));
  const uncited = files.flatMap((edit) => newClaims(edit).filter(({ claim }) => isPersonal(claim)));
  const warning = uncited.map(({ claim }) => `No source: “${clip(claim.text, 160)}”`);
  return { ...changeSet, files, notes: [...notes, ...warning] };
}

/** What an edit says that the page did not say before, or said in other words. */
export function newClaims(edit: FileEdit): readonly NewClaim[] {
  const after = renderEdit(edit);
  if (after === null) return [];
  const ranges = rangesAfter(edit);
  const { added, reworded } = compareLedgers(readLedger(edit.base), readLedger(after), () => false);
  const hunksAt = ({ start, end }: Claim): readonly Hunk[] => hunksIn(ranges, start, end);
  return [
    ...added.map((claim) => ({ claim, before: null, hunks: hunksAt(claim) })),
    ...reworded.map(({ before, after: claim }) => ({ claim, before, hunks: hunksAt(claim) })),
  ];
}

async function withEvidence(edit: FileEdit, { evidenceFor }: RunAccount): Promise<FileEdit> {
  const after = renderEdit(edit);
  if (after === null) return edit;
  const ranges = rangesAfter(edit);
  const { claims } = readLedger(after);
  const hunks: Hunk[] = [];
  for (const { hunk, start, end } of ranges) {
    const notes = new Map(
      claims
        .filter((claim) => claim.start < end && claim.end > start)
        .flatMap((claim) => claim.notes.map((note) => [note.label, note] as const)),
    );
    const evidence: Evidence[] = [];
    const needs = new Set(hunk.needs);
    for (const note of notes.values()) {
      evidence.push(await evidenceFor(note));
      // A sentence is never accepted without the footnote that it cites.
      for (const { id } of hunksIn(ranges, note.start, note.end)) if (id !== hunk.id) needs.add(id);
    }
    hunks.push({ ...hunk, evidence: [...hunk.evidence, ...evidence], needs: [...needs] });
  }
  return { ...edit, hunks };
}

interface Range {
  readonly hunk: Hunk;
  readonly start: number;
  readonly end: number;
}

/** Where the text of each hunk is after the edit. */
function rangesAfter({ hunks }: FileEdit): readonly Range[] {
  let shift = 0;
  return hunks.map((hunk) => {
    const start = hunk.start + shift;
    shift += hunk.text.length - (hunk.end - hunk.start);
    return { hunk, start, end: start + hunk.text.length };
  });
}

function hunksIn(ranges: readonly Range[], start: number, end: number): readonly Hunk[] {
  return ranges.filter((range) => range.start < end && range.end > start).map(({ hunk }) => hunk);
}
