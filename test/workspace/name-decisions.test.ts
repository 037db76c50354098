import { nameDecisions, readNameList } from '../../src/workspace';
import { type JsonValue } from '../../src/base';

/** What the manifest says about names is read leniently, and never breaks a wiki. */

const manifest = (names: JsonValue) => ({ metadata: { 'living-wiki': { names } } });

describe('decisions about names', () => {
  it('refuse, join and rename', () => {
    const names = nameDecisions(
      manifest([
        { never: 'TODO' },
        { same: 'TAS', as: 'Topology Aware Scheduling' },
        { rename: 'teams', to: 'Team memory' },
      ]),
    );
    expect(names.isRefused('todo')).toBe(true);
    expect(names.isRefused('Todos')).toBe(false);
    expect(names.titleFor('tas')).toBe('Topology Aware Scheduling');
    expect(names.titleFor('Teams')).toBe('Team memory');
    expect(names.titleFor('Other')).toBe('Other');
  });

  it('follow each other, also in a circle', () => {
    const names = nameDecisions(
      manifest([{ same: 'A', as: 'B' }, { same: 'B', as: 'A' }, { same: 'C', as: 'D' }, { never: 'D' }]),
    );
    expect(['A', 'B']).toContain(names.titleFor('A'));
    expect(names.isRefused('C')).toBe(true);
  });

  it('count once for each name: the last', () => {
    expect(nameDecisions(manifest([{ never: 'Foo bar' }, { rename: 'foo-bar', to: 'Baz' }])).list).toEqual([
      { kind: 'rename', name: 'foo-bar', to: 'Baz' },
    ]);
  });

  it.each<JsonValue>([
    'TODO',
    { never: 3 },
    { never: 'a', same: 'b', as: 'c' },
    { same: 'a' },
    { same: 'a', as: 'A' },
    { rename: 'a', to: '' },
    { never: 'x'.repeat(200) },
    { constructor: 'a' },
  ])('leave out what is none: %j', (entry) => {
    expect(readNameList(manifest([entry]))).toEqual([null]);
  });

  it('are none without a list', () => {
    expect(readNameList({ metadata: {} })).toEqual([]);
    expect(readNameList(manifest(null))).toEqual([]);
    expect(readNameList(manifest('never'))).toEqual([null]);
  });
});
