import { type HistoryEntry, type TransactionFileDetails, type UnifiedDiff, type DiffLine } from '../../../workbench';

/** Transactions of one day, newest first. */
interface HistoryDay {
  /** Midnight in the local time zone, milliseconds since the epoch. */
  readonly start: number;
  readonly entries: readonly HistoryEntry[];
}

/**
 * The history by day.
 * @param startOfDay midnight of the day of a time, in the local time zone
 */
export function historyDays(
  entries: readonly HistoryEntry[],
  startOfDay: (time: number) => number,
): readonly HistoryDay[] {
  const days: { start: number; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const start = startOfDay(Date.parse(entry.at));
    const last = days[days.length - 1];
    if (last?.start === start) last.entries.push(entry);
    else days.push({ start, entries: [entry] });
  }
  return days;
}

/** The event of a transaction; `undo` for one that undid another. */
export function eventOf({ event, undoes }: HistoryEntry): string {
  return undoes === null ? event : 'undo';
}

/** Whether a transaction was undone, or undid another. */
type HistoryStatus =
  | { readonly kind: 'applied' }
  /** `by` is `null` if it is no longer in the history. */
  | { readonly kind: 'undone'; readonly by: HistoryEntry | null }
  | { readonly kind: 'undo'; readonly of: HistoryEntry | null };

export function statusOf(entry: HistoryEntry, entries: readonly HistoryEntry[]): HistoryStatus {
  const find = (id: string): HistoryEntry | null => entries.find((other) => other.id === id) ?? null;
  if (entry.undoneBy !== null) return { kind: 'undone', by: find(entry.undoneBy) };
  if (entry.undoes !== null) return { kind: 'undo', of: find(entry.undoes) };
  return { kind: 'applied' };
}

/** Whether a transaction can be undone: not if it was undone already or is only a log entry. */
export function canUndo({ undoneBy, logOnly }: HistoryEntry): boolean {
  return undoneBy === null && !logOnly;
}

/** The newest ingest that was not undone; `null` if there is none. */
export function lastIngest(entries: readonly HistoryEntry[]): HistoryEntry | null {
  return entries.find((entry) => entry.event === 'ingest' && entry.undoes === null && canUndo(entry)) ?? null;
}

/** Counts files by kind of change; generated files are counted separately. */
export function countFiles(
  files: readonly Pick<TransactionFileDetails, 'kind' | 'generated'>[],
): readonly { readonly kind: TransactionFileDetails['kind'] | 'generated'; readonly count: number }[] {
  const order = ['created', 'updated', 'renamed', 'deleted', 'generated'] as const;
  return order
    .map((kind) => ({
      kind,
      count: files.filter((file) => (file.generated ? 'generated' : file.kind) === kind).length,
    }))
    .filter(({ count }) => count > 0);
}

/** Counts added and removed lines. */
export function countLines({ blocks }: UnifiedDiff): { readonly added: number; readonly removed: number } {
  const lines = blocks.flatMap((block) => block.lines);
  const of = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return { added: of('added'), removed: of('removed') };
}

/** How many lines of a diff are drawn at once. */
export const DIFF_LINES = 400;

/** The lines of a diff in order; `null` between two blocks, where unchanged lines are left out. */
export function diffRows({ blocks }: UnifiedDiff): readonly (DiffLine | null)[] {
  return blocks.flatMap(({ lines }, at): (DiffLine | null)[] => (at === 0 ? [...lines] : [null, ...lines]));
}
