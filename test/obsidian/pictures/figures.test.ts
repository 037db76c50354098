import fc from 'fast-check';
import { toMarkdown } from '../../../src/obsidian/pictures/export';
import { dotSize, tableOf, viewOf } from '../../../src/obsidian/pictures/coverage/rows';
import { axisOf, clusters, firstUndoable, toUndo } from '../../../src/obsidian/pictures/timeline/layout';
import {
  daysAtLimit,
  figuresOf,
  limitSpans,
  roundUp,
  tokensOf,
  type Sum,
} from '../../../src/obsidian/pictures/usage/figures';
import { type CoverageGrid, type TimelineChange, type UsageRow } from '../../../src/workbench';

const TODAY = '2026-06-01';

const row = fc.record({
  day: fc
    .integer({ min: 0, max: 400 })
    .map((n) => new Date(Date.parse(TODAY) - n * 86_400_000).toISOString().slice(0, 10)),
  model: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  source: fc.constantFrom('sources/a.md', 'question', 'skill tidy', 'search', 'talk.jsonl'),
  calls: fc.integer({ min: 1, max: 9 }),
  usage: fc.record({
    input: fc.nat(9_999),
    output: fc.nat(9_999),
    cached: fc.nat(999),
    estimated: fc.constant(false),
  }),
  money: fc.nat(500).map((amount) => [{ amount, currency: 'USD' }]),
  unpriced: fc.nat(99),
  unpricedSeconds: fc.constant(0),
});

describe('the figures of usage', () => {
  it('hold each day against the limit of that day', () => {
    const usage = { input: 10, output: 0, cached: 0, estimated: false };
    const used = (day: string, amount: number): UsageRow => ({
      ...{ day, model: 'a', source: 'question', calls: 1, usage, unpriced: 0, unpricedSeconds: 0 },
      money: [{ amount, currency: 'USD' }],
    });
    const { bars } = figuresOf({
      report: { rows: [used('2026-05-26', 1), used('2026-05-28', 1.5), used('2026-06-01', 2)] },
      ...{ days: 7, today: TODAY, currency: 'USD', titleOf: () => null },
      limitOn: (day) => (day < '2026-05-27' ? { money: 1 } : day < '2026-05-30' ? { money: 2 } : {}),
    });
    expect(daysAtLimit(bars)).toBe(1);
    expect(limitSpans(bars, ({ limit }) => limit.money)).toEqual([
      { from: 0, to: 1, start: '2026-05-26', limit: 1, follows: false },
      { from: 1, to: 4, start: '2026-05-27', limit: 2, follows: true },
    ]);
  });

  it('add up: by day, by model, by work and in all', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 40 }),
        fc.constantFrom(7 as const, 30 as const, 365 as const),
        (rows, days) => {
          const report = { rows: rows as readonly UsageRow[] };
          const titleOf = (source: string): string | null => (source.startsWith('sources/') ? 'A' : null);
          const found = figuresOf({ report, days, today: TODAY, currency: 'USD', titleOf, limitOn: () => ({}) });
          const sum = (parts: readonly Sum[]): readonly number[] => [
            parts.reduce((all, part) => all + part.cost, 0),
            parts.reduce((all, part) => all + tokensOf(part), 0),
            parts.reduce((all, part) => all + part.calls, 0),
          ];
          const all = sum([found.total]);
          for (const parts of [found.models, found.allModels, found.work, found.bars.flatMap((bar) => bar.parts)])
            expect(sum(parts)).toEqual(all);
          expect(found.models.length).toBeLessThanOrEqual(6);
        },
      ),
    );
  });

  it.each([
    [0, 1],
    [0.9, 1],
    [1.05, 1.5],
    [23, 30],
    [1_000, 1_000],
  ])('an axis for %p ends at %p', (value, most) => expect(roundUp(value)).toBe(most));
});

const cell = (source: number, claims = 1) => ({ source, claims, line: 1, isContested: false, isStale: false });
const grid: CoverageGrid = {
  sources: ['Memoir', 'Survey', 'Unused'].map((title) => ({
    ...{ path: `sources/${title}.md`, title, date: null, authority: 'secondary' },
    ...{ passages: null, unused: null, pages: 0 },
  })),
  pages: [
    { path: 'a.md', title: 'Tower', kind: 'Concept', cells: [cell(0, 12), cell(1)], marks: [] },
    { path: 'b.md', title: 'Lens | glass', kind: 'Concept', cells: [cell(1, 4)], marks: ['single'] },
    { path: 'c.md', title: 'Keeper', kind: 'Person', cells: [cell(0)], marks: ['single', 'stale'] },
  ],
  marked: { contested: 0, stale: 1, single: 2, none: 0 },
};

describe('the rows of coverage', () => {
  it('have a heading for each kind, and every source', () => {
    const view = viewOf(grid, 'all', '');
    expect(
      view.rows.map((each) => (each.kind === 'group' ? `# ${each.title} ${each.count}` : each.page.title)),
    ).toEqual(['# Concept 2', 'Tower', 'Lens | glass', '# Person 1', 'Keeper']);
    expect(view.columns).toEqual([0, 1, 2]);
  });

  it('are filtered by the title of the page, else by that of a source, and sources without a page go', () => {
    expect(viewOf(grid, 'all', 'tow')).toMatchObject({ pages: [{ title: 'Tower' }], columns: [0, 1] });
    expect(viewOf(grid, 'all', 'SURVEY')).toMatchObject({
      pages: [{ title: 'Tower' }, { title: 'Lens | glass' }],
      columns: [1],
    });
    expect(viewOf(grid, 'stale', '')).toMatchObject({ pages: [{ title: 'Keeper' }], columns: [0] });
    expect(viewOf(grid, 'all', 'nothing').pages).toEqual([]);
  });

  it('are copied as a table that no title can break', () => {
    const table = toMarkdown(tableOf(grid, viewOf(grid, 'single', '')));
    expect(table.split('\n').slice(2)).toEqual([
      '| Passages not used |  |  |  |',
      '| Lens \\| glass |  | 4 | Single source |',
      '| Keeper | 1 |  | Single source, Past its age limit |',
      '',
    ]);
  });

  it('have dots of three sizes', () =>
    expect([0, 1, 2, 3, 9, 10].map(dotSize)).toEqual(['none', 'few', 'few', 'some', 'some', 'many']));
});

const change = (at: string, id: string | null, canUndo = true): TimelineChange => ({
  ...{ at: `2026-05-${at}T00:00:00.000Z`, title: at, event: 'ingest', id, canUndo: canUndo && id !== null },
  ...{ isUndone: false, pages: [], count: 1 },
});

describe('the layout of a timeline', () => {
  const changes = [change('01', null), change('02', 'a'), change('03', 'b', false), change('04', 'c')];

  it('goes back to where the undo of every later change is kept, newest first', () => {
    expect(firstUndoable(changes)).toBe(1);
    expect(toUndo(changes, 1).map(({ id }) => id)).toEqual(['c', 'a']);
  });

  it('joins what would overlap, and loses nothing', () => {
    const now = Date.parse('2026-06-01');
    const axis = axisOf({ sources: [], changes, growth: [] }, now, 0, 300);
    const joined = clusters(changes, axis, 14);
    expect(joined.flatMap(({ items }) => items)).toEqual(changes);
    expect(joined.length).toBeLessThan(changes.length);
    for (const { x } of joined) expect(x > 0 && x < 300).toBe(true);
  });
});
