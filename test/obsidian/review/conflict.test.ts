import type { ChangeConflict } from '../../../src/workbench';
import { conflictChoices } from '../../../src/obsidian/review/model/conflict';
import { only, replacing } from './support';

const edit = replacing('one\ntwo\n', ['two', 'TWO']);
const place = {
  base: 'two\n',
  ours: 'TWO\n',
  theirs: 'deux\n',
  baseLines: { line: 2, count: 1 },
  oursLines: { line: 2, count: 1 },
  theirsLines: { line: 5, count: 1 },
};
const conflict = (more: Partial<ChangeConflict>): ChangeConflict => ({
  code: 'living-wiki:conflict',
  path: 'page.md',
  hunks: [only(edit).id],
  reason: 'edited',
  message: '',
  remedy: '',
  places: [place],
  ...more,
});

describe('conflictChoices', () => {
  it('offers both sides and the pen for a stretch that both have written', () => {
    expect(conflictChoices(conflict({}), edit)).toEqual({
      keep: true,
      take: true,
      edit: only(edit).id,
      clashes: [{ line: 5, base: 'two\n', mine: 'deux\n', change: 'TWO\n' }],
    });
  });

  it('offers no pen where it is not one hunk at one place', () => {
    expect(conflictChoices(conflict({ places: [place, place] }), edit).edit).toBeNull();
    expect(conflictChoices(conflict({ hunks: [] }), edit).edit).toBeNull();
  });

  it('offers only to leave out what cannot be put anywhere', () => {
    for (const reason of ['missing', 'taken', 'needs', 'unreadable'] as const) {
      expect(conflictChoices(conflict({ reason, places: [] }), edit)).toMatchObject({ take: false, edit: null });
    }
    expect(conflictChoices(conflict({ reason: 'exists', places: [] }), edit)).toMatchObject({ take: true, edit: null });
  });
});
