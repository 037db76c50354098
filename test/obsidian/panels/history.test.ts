import {
  canUndo,
  countFiles,
  countLines,
  diffRows,
  eventOf,
  statusOf,
  historyDays,
  lastIngest,
} from '../../../src/obsidian/panels/view-model/history';
import { type HistoryEntry, type UnifiedDiff, type DiffLine } from '../../../src/workbench';

function entry(id: string, over: Partial<HistoryEntry> = {}): HistoryEntry {
  const rest = { event: 'ingest', proposal: null, undoes: null, undoneBy: null, logOnly: false };
  return { id, at: '2026-05-01T08:00:00Z', title: `Ingest ${id}`, ...rest, ...over };
}

it('transactions are grouped by day, newest first', () => {
  const day = 86_400_000;
  const at = (time: string): HistoryEntry => entry(time, { at: time });
  const days = historyDays(
    [at('2026-05-02T09:00:00Z'), at('2026-05-02T00:00:00Z'), at('2026-05-01T23:59:59Z')],
    (time) => time - (time % day),
  );
  expect(days.map(({ start, entries }) => [new Date(start).toISOString().slice(0, 10), entries.length])).toEqual([
    ['2026-05-02', 2],
    ['2026-05-01', 1],
  ]);
});

describe('the state of a transaction', () => {
  const undo = entry('2', { undoes: '1', event: 'manual' });
  const undone = entry('1', { undoneBy: '2' });
  const entries = [undo, undone];

  it('an undo names its transaction, which names the undo', () => {
    expect(statusOf(undo, entries)).toEqual({ kind: 'undo', of: undone });
    expect(statusOf(undone, entries)).toEqual({ kind: 'undone', by: undo });
    expect(statusOf(entry('3'), entries)).toEqual({ kind: 'applied' });
  });

  it('an undo that was itself undone is undone first of all', () => {
    expect(statusOf(entry('2', { undoes: '1', undoneBy: '3' }), entries)).toEqual({ kind: 'undone', by: null });
    expect(eventOf(entry('2', { event: 'manual', undoes: '1', undoneBy: '3' }))).toBe('undo');
    expect(eventOf(entry('1', { event: 'manual', undoneBy: '2' }))).toBe('manual');
  });

  it('only a transaction that is not undone, and changed more than the log, can be undone', () => {
    expect(canUndo(entry('1'))).toBe(true);
    expect(canUndo(undo)).toBe(true);
    expect(canUndo(undone)).toBe(false);
    expect(canUndo(entry('1', { logOnly: true }))).toBe(false);
  });

  it('the last ingest is the newest that is not undone', () => {
    const lint = entry('4', { event: 'lint' });
    expect(lastIngest([lint, undo, undone, entry('0')])?.id).toBe('0');
    expect(lastIngest([lint, undo, undone])).toBeNull();
  });
});

it('files are counted by kind of change, generated ones for themselves', () => {
  const file = (kind: 'created' | 'updated' | 'deleted', generated = false) => ({ kind, generated });
  expect(countFiles([file('updated', true), file('deleted'), file('created'), file('created')])).toEqual([
    { kind: 'created', count: 2 },
    { kind: 'deleted', count: 1 },
    { kind: 'generated', count: 1 },
  ]);
});

describe('a diff', () => {
  const line = (kind: DiffLine['kind']): DiffLine => ({
    kind,
    text: kind,
    oldLine: null,
    newLine: null,
    hunks: [],
    newline: true,
  });
  const view: UnifiedDiff = {
    kind: 'updated',
    path: 'a.md',
    blocks: [
      { hunks: [], lines: [line('context'), line('removed'), line('added')] },
      { hunks: [], lines: [line('added'), line('context')] },
    ],
  };

  it('counts its lines', () => {
    expect(countLines(view)).toEqual({ added: 2, removed: 1 });
  });

  it('is drawn line by line, with a mark where lines are left out', () => {
    expect(diffRows(view).map((row) => row?.kind ?? null)).toEqual([
      ...['context', 'removed', 'added', null],
      ...['added', 'context'],
    ]);
  });
});
