import { clip, type Steps } from '../base';
import { structureOf } from '../markdown';
import { readLedger, type Claim } from '../wiki';
import { workOn, type GuardedFile, type GuardReport } from './guard-file';
import { lineAt, splitLines } from './lines';
import { countItems, subtract, type Multiset } from './multiset';
import { linkedName, renamedNames, type RenamedNames } from './renamed-names';
import { hunkThatRemoves, statementLosses, unnamed, type LossContext, type StatementLosses } from './statement-losses';
import { LOSS_KINDS, type Hunk, type LossKind } from './types';

const NOUNS: Readonly<Record<LossKind, readonly [one: string, many: string]>> = {
  headings: ['heading', 'headings'],
  links: ['link', 'links'],
  footnotes: ['footnote', 'footnotes'],
};
const MAX_SHOWN = 3;
const MAX_SHOWN_LENGTH = 160;

type Losses = readonly { readonly path: string; readonly reported: GuardReport }[];

/**
 * What the change removes without naming it: statements, and headings, links and footnotes of what remains. Content that moves
 * within a page or to another page of the change is not lost. Deleting a page is one decision about everything in it.
 *
 * Yields after each file.
 */
export function* lossFindings(
  files: readonly GuardedFile[],
  { producer, handEdited }: Omit<LossContext, 'renames'>,
): Steps<Losses> {
  const renames = renamedNames(files);
  const losses = yield* statementLosses(files, { producer, handEdited, renames });
  const tallies: Tally[] = [];
  for (const file of files) {
    tallies.push(
      tallyOf(
        file,
        losses.find((loss) => loss.file === file),
        renames,
      ),
    );
    yield workOn(file);
  }
  const pool = new Map(LOSS_KINDS.map((kind) => [kind, poolAdded(tallies, kind)]));
  return tallies.flatMap(({ losses: loss, ...tally }) => {
    if (loss === undefined) return [];
    const reports = [
      ...statementReports('loss_own', unnamed(loss.own, loss.file), loss.file),
      ...statementReports('loss_statements', unnamed(loss.dropped, loss.file), loss.file),
    ];
    const blamed = new Set(reports.map(({ hunk }) => hunk));
    // What goes with a lost statement is not reported twice.
    const others = undeclaredLosses(tally, pool).filter(({ hunk }) => !blamed.has(hunk));
    return [...reports, ...others].map((reported) => ({ path: tally.file.path, reported }));
  });
}

/** One report for each hunk. */
function statementReports(
  code: 'loss_own' | 'loss_statements',
  claims: readonly Claim[],
  file: GuardedFile,
): readonly GuardReport[] {
  const byHunk = new Map<Hunk | undefined, Claim[]>();
  for (const claim of claims) {
    const hunk = hunkThatRemoves(claim, file);
    const lost = byHunk.get(hunk);
    if (lost === undefined) byHunk.set(hunk, [claim]);
    else lost.push(claim);
  }
  return [...byHunk].map(([hunk, lost]) => {
    const shown = lost.slice(0, MAX_SHOWN).map(({ text }) => `"${clip(text, MAX_SHOWN_LENGTH)}"`);
    const more = lost.length > MAX_SHOWN ? ` and ${lost.length - MAX_SHOWN} more` : '';
    return {
      code,
      severity: 'error',
      message: `${code === 'loss_own' ? 'This removes or changes your own words' : 'This removes statements from the page'}: ${shown.join(', ')}${more}.`,
      remedy:
        code === 'loss_own'
          ? 'Reject this part. Change your own words by hand if you want to.'
          : 'Reject this part, or make the change by hand if it is intended.',
      line: lost[0]?.line ?? 1,
      hunk,
    };
  });
}

/** What the change removes from one file and adds to it, by kind. */
interface Tally {
  readonly file: GuardedFile;
  /** Absent for a created or deleted file. */
  readonly losses: StatementLosses | undefined;
  readonly removed: ReadonlyMap<LossKind, Multiset>;
  readonly added: ReadonlyMap<LossKind, Multiset>;
}

function tallyOf(file: GuardedFile, losses: StatementLosses | undefined, renames: RenamedNames): Tally {
  const before = file.before ?? '';
  const sourceNotes = new Set([...readLedger(before).notes.keys()].map((label) => `[^${label}]:`));
  // What goes with a statement that is lost or reworded is part of that loss.
  const changed = structureOf((losses?.changed ?? []).map(({ start, end }) => before.slice(start, end)).join('\n\n'));
  const removed = new Map<LossKind, Multiset>();
  const added = new Map<LossKind, Multiset>();
  const [old, next] = [structureOf(before), structureOf(file.after ?? '')];
  for (const kind of LOSS_KINDS) {
    const was = countItems(keysOf(old, kind, renames));
    const is = countItems(keysOf(next, kind, renames));
    const withStatements = countItems(keysOf(changed, kind, renames));
    const gone = subtract(subtract(was, is), kind === 'headings' ? new Map() : withStatements);
    removed.set(kind, new Map([...gone].filter(([key]) => !sourceNotes.has(key))));
    added.set(kind, subtract(is, was));
  }
  return { file, losses, removed, added };
}

/** Keys for comparison: headings ignore their level, links follow renames. */
function keysOf(structure: ReturnType<typeof structureOf>, kind: LossKind, renames: RenamedNames): readonly string[] {
  if (kind === 'headings') return structure.headings.map((heading) => heading.replace(/^#+\s*/, ''));
  if (kind !== 'links') return structure[kind];
  return structure.links.flatMap((link) => {
    const name = linkedName(link);
    if (!renames.has(name)) return [link];
    const next = renames.get(name);
    return next === null || next === undefined ? [] : [`=> ${next}`];
  });
}

/** What the files gain. Content that moves to another page is taken from this pool, once. */
function poolAdded(tallies: readonly Tally[], kind: LossKind): Multiset {
  const pool: Multiset = new Map();
  for (const { added } of tallies)
    for (const [key, count] of added.get(kind) ?? []) pool.set(key, (pool.get(key) ?? 0) + count);
  return pool;
}

function undeclaredLosses(
  { file, removed }: Pick<Tally, 'file' | 'removed'>,
  pool: ReadonlyMap<LossKind, Multiset>,
): readonly GuardReport[] {
  const declared = new Set(file.hunks.flatMap((hunk) => hunk.declares));
  return LOSS_KINDS.filter((kind) => !declared.has(kind)).flatMap((kind) => {
    const lost = lostOf(removed.get(kind) ?? new Map<string, number>(), pool.get(kind) ?? new Map<string, number>());
    return lost.length === 0 ? [] : [lossReport(file, kind, lost)];
  });
}

function lostOf(removed: Multiset, pool: Multiset): readonly string[] {
  const lost: string[] = [];
  for (const [key, count] of removed) {
    const moved = Math.min(count, pool.get(key) ?? 0);
    pool.set(key, (pool.get(key) ?? 0) - moved);
    for (let left = count - moved; left > 0; left--) lost.push(key);
  }
  return lost;
}

function lossReport(file: GuardedFile, kind: LossKind, lost: readonly string[]): GuardReport {
  const names = [...new Set(lost)].map((item) => item.replace(/^=> /, ''));
  const shown = names.slice(0, MAX_SHOWN).map((name) => `"${clip(name, 60)}"`);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  const [one, many] = NOUNS[kind];
  return {
    code: `loss_${kind}`,
    severity: 'error',
    message: `This change removes ${lost.length === 1 ? `the ${one}` : `${lost.length} ${many}`} ${shown.join(', ')} without saying so.`,
    remedy: 'Reject this part, or make the change by hand if it is intended.',
    ...placeOf(file, lost[0] ?? ''),
  };
}

/** The line of an item before the change, and the hunk that removes it. */
function placeOf(file: GuardedFile, item: string): { readonly line: number; readonly hunk: Hunk | undefined } {
  const before = file.before ?? '';
  const removing = file.hunks.filter((hunk) => hunk.end > hunk.start);
  const needle = (splitLines(item)[0] ?? '').trim();
  for (const hunk of removing) {
    const from = before.lastIndexOf('\n', hunk.start - 1) + 1;
    const at = needle === '' ? -1 : before.slice(from, hunk.end + needle.length).indexOf(needle);
    if (at >= 0) return { line: lineAt(before, from + at), hunk };
  }
  const largest = removing.reduce<Hunk | undefined>(
    (best, hunk) => (best && best.end - best.start >= hunk.end - hunk.start ? best : hunk),
    undefined,
  );
  return { line: lineAt(before, largest?.start ?? 0), hunk: largest ?? file.hunks[0] };
}
