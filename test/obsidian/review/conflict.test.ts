import { type ChangeConflict } from '../../../src/workbench';
import { canApplyProposed, conflictRegions } from '../../../src/obsidian/review/view-model/conflict';
import { replacing } from './support';

const edit = replacing('one\ntwo\nthree\nfour\n', ['two', 'TWO'], ['three', 'THREE'], ['four', 'FOUR']);
const [two, three, four] = edit.hunks.map(({ id }) => id);
const place = (line: number, base: string, current: string, proposed: string) => ({
  base,
  proposed,
  current,
  baseLines: { line, count: 1 },
  proposedLines: { line, count: 1 },
  currentLines: { line: line + 3, count: 1 },
});
const conflict = (more: Partial<ChangeConflict>): ChangeConflict => ({
  code: 'living-wiki:conflict',
  path: 'page.md',
  hunks: edit.hunks.map(({ id }) => id),
  reason: 'edited',
  message: '',
  remedy: '',
  places: [],
  ...more,
});

describe('a conflict', () => {
  it('is settled part by part, each with its hunks', () => {
    const places = [
      place(2, 'two\nthree\n', 'deux\ntrois\n', 'TWO\nTHREE\n'),
      place(4, 'four\n', 'quatre\n', 'FOUR\n'),
    ];
    expect(conflictRegions(conflict({ places }), edit)).toEqual([
      { hunks: [two, three], line: 5, base: 'two\nthree\n', current: 'deux\ntrois\n', proposed: 'TWO\nTHREE\n' },
      { hunks: [four], line: 7, base: 'four\n', current: 'quatre\n', proposed: 'FOUR\n' },
    ]);
  });

  it('leaves alone the hunks that do not collide', () => {
    const places = [place(2, 'two\nthree\n', 'deux\nthree\n', 'TWO\nTHREE\n')];
    expect(conflictRegions(conflict({ places, hunks: [two ?? ''] }), edit)).toMatchObject([{ hunks: [two] }]);
  });

  it('has no part if the whole file is in conflict', () => {
    expect(conflictRegions(conflict({ reason: 'exists' }), edit)).toEqual([]);
  });

  it('offers only to leave out a hunk that fits nowhere', () => {
    for (const reason of ['missing', 'taken', 'needs', 'unreadable'] as const) {
      expect(canApplyProposed(conflict({ reason }))).toBe(false);
    }
    for (const reason of ['edited', 'exists'] as const) expect(canApplyProposed(conflict({ reason }))).toBe(true);
  });
});
