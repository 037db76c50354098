import { noteName } from '../../../base';
import { type HunkDecisions, type Finding, type GeneratedFile, type Review, type ReviewFile } from '../../../workbench';

/** Whether all, some or none of the hunks were accepted, or all of them rejected. */
type DecisionMark = 'all' | 'some' | 'none' | 'rejected';

interface Counts {
  readonly total: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
}

export function countHunks(ids: readonly string[], decisions: HunkDecisions): Counts {
  let [accepted, rejected] = [0, 0];
  for (const id of ids) {
    const verdict = decisions[id]?.verdict;
    if (verdict === 'accepted') accepted++;
    else if (verdict === 'rejected') rejected++;
  }
  return { total: ids.length, accepted, rejected, undecided: ids.length - accepted - rejected };
}

export function markOf({ total, accepted, rejected }: Counts): DecisionMark {
  if (accepted > 0) return accepted === total ? 'all' : 'some';
  return rejected > 0 && rejected === total ? 'rejected' : 'none';
}

export function idsOf(file: ReviewFile): readonly string[] {
  return file.hunks.map(({ hunk }) => hunk.id);
}

export function allIds(review: Review): readonly string[] {
  return review.files.flatMap(idsOf);
}

/** Files with the same kind of change. Empty groups are left out. */
interface FileGroup<T> {
  readonly kind: ReviewFile['kind'] | 'generated';
  readonly items: readonly T[];
}

const KINDS = ['created', 'updated', 'renamed', 'deleted'] as const;

export function groupFiles(files: readonly ReviewFile[]): readonly FileGroup<ReviewFile>[] {
  return KINDS.map((kind) => ({ kind, items: files.filter((file) => file.kind === kind) })).filter(
    ({ items }) => items.length > 0,
  );
}

/** The displayed name by path. A name that occurs twice is shown with its folder. */
export function listNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const times = new Map<string, number>();
  for (const path of paths) times.set(noteName(path), (times.get(noteName(path)) ?? 0) + 1);
  return new Map(
    paths.map((path) => [path, (times.get(noteName(path)) ?? 0) > 1 ? path.replace(/\.md$/, '') : noteName(path)]),
  );
}

interface LintDelta {
  readonly check: string;
  readonly severity: Finding['severity'];
  /** How many findings more than before; negative for fewer. */
  readonly by: number;
}

const RANK = { error: 0, warn: 1, info: 2 } as const;

/** How applying changes the lint findings: fixed ones first, then new ones, worst first. */
export function lintDeltas(introduced: readonly Finding[], fixed: readonly Finding[]): readonly LintDelta[] {
  const shifts = new Map<string, { check: string; severity: Finding['severity']; by: number }>();
  const add = (findings: readonly Finding[], step: number): void => {
    for (const { check, severity } of findings) {
      const key = `${step}${check}`;
      const shift = shifts.get(key) ?? { check, severity, by: 0 };
      if (RANK[severity] < RANK[shift.severity]) shift.severity = severity;
      shift.by += step;
      shifts.set(key, shift);
    }
  };
  add(fixed, -1);
  add(introduced, 1);
  return [...shifts.values()].sort(
    (a, b) => Math.sign(a.by) - Math.sign(b.by) || RANK[a.severity] - RANK[b.severity] || (a.check < b.check ? -1 : 1),
  );
}

/** The hunks whose decision or text differs between two states of a review. */
export function changedIds(before: HunkDecisions, after: HunkDecisions): readonly string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].filter((id) => {
    const [old, now] = [before[id], after[id]];
    return old?.verdict !== now?.verdict || old?.reason !== now?.reason || old?.text !== now?.text;
  });
}

/** Recent reasons, each once, the latest first. */
export function recentReasons(decisions: HunkDecisions, remembered: readonly string[], most = 4): readonly string[] {
  const given = Object.values(decisions).flatMap(({ reason }) => (reason ? [reason] : []));
  return [...new Set([...remembered, ...given.reverse()])].slice(0, most);
}

/** Whether a generated file changes at all. */
export function hasChanges({ before, after }: GeneratedFile): boolean {
  return before !== after;
}
