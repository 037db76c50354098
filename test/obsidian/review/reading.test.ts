import fc from 'fast-check';
import {
  nextInQueue,
  queuePlace,
  readingOrder,
  undecidedAfter,
  arrivalDecisions,
} from '../../../src/obsidian/review/view-model/reading';
import { firstLine, reasonAt } from '../../../src/obsidian/review/view-model/reason-place';
import { combinePage } from '../../../src/obsidian/review/view-model/combined';
import { overviewOf } from '../../../src/obsidian/review/view-model/overview';
import { sideNames, type Review, type ReviewFile, type ReviewHunk } from '../../../src/workbench';

const BASE = '---\ntitle: Tower\n---\n\n# Tower\n\nIt is tall.\n';
const body = BASE.indexOf('It is tall');

const hunk = (id: string, start: number, end: number, text: string, more: Partial<ReviewHunk> = {}): ReviewHunk => ({
  hunk: { id, start, end, text, title: id, reason: '', needs: [], evidence: [] } as unknown as ReviewHunk['hunk'],
  edited: false,
  decision: null,
  unsupported: false,
  ...more,
});
const file = (path: string, hunks: readonly ReviewHunk[], base = BASE): ReviewFile => ({
  kind: base === '' ? 'created' : 'updated',
  path,
  edit: { kind: 'updated', path, base, hunks: hunks.map((one) => one.hunk), why: [] } as unknown as ReviewFile['edit'],
  hunks,
  added: 1,
  removed: 0,
  rebased: false,
  conflict: null,
});
const properties = hunk('properties', 4, 16, 'title: The tower\n');
const sentence = hunk('sentence', body, body + 11, 'It is 29 metres tall.');
const review = (id: string, files: readonly ReviewFile[], more: Partial<Review> = {}): Review =>
  ({
    proposal: { id, state: 'waiting', changeSet: { title: `Ingest ${id}`, producer: 'ingest', facts: {} } },
    source: `sources/${id}.md`,
    files,
    decisions: {},
    cost: null,
    sourceChange: null,
    ...more,
  }) as unknown as Review;

describe('the order in which a review is read', () => {
  it('has what the page says first and its properties last, and loses no change', () => {
    expect(readingOrder(file('a.md', [properties, sentence])).map((one) => one.hunk.id)).toEqual([
      'sentence',
      'properties',
    ]);
    // A page that is new is read from its top.
    const whole = hunk('whole', 0, 0, BASE);
    expect(readingOrder(file('b.md', [whole], ''))).toEqual([whole]);
  });

  it('leads to each undecided change once, and from the last one to the first', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (decided) => {
        const files = decided.map((isDecided, at) => {
          const decision = isDecided ? ({ verdict: 'accepted' } as const) : null;
          return file(`${String(at)}.md`, [hunk(String(at), body, body, 'x', { decision })]);
        });
        const open = decided.flatMap((isDecided, at) => (isDecided ? [] : [String(at)]));
        const seen: string[] = [];
        let place = { path: '', hunk: '' };
        while (seen.length < open.length) {
          const next = undecidedAfter(files, place.path, place.hunk);
          if (next === null) break;
          seen.push(next.hunk);
          place = next;
        }
        expect(seen.sort()).toEqual(open.sort());
        if (open.length === 0) expect(undecidedAfter(files, '', '')).toBeNull();
      }),
    );
  });
});

describe('a change that a person asked for', () => {
  it('arrives accepted, but for what has no quote or fits the page no longer', () => {
    const bad = hunk('bad', body, body, 'x', { unsupported: true });
    const stale = { ...file('c.md', [hunk('stale', body, body, 'y')]), conflict: {} as ReviewFile['conflict'] };
    const asked = review('u', [file('a.md', [sentence, bad]), stale]);
    expect(Object.keys(arrivalDecisions(asked))).toEqual(['sentence']);
  });

  it('is left alone once a person decided anything, and where another device made what is undone', () => {
    const files = [file('a.md', [sentence])];
    expect(arrivalDecisions(review('u', files, { decisions: { other: { verdict: 'rejected' } } }))).toEqual({});
    const foreign = review('u', files);
    const changeSet = { ...foreign.proposal.changeSet, producer: 'import' as const };
    expect(arrivalDecisions({ ...foreign, proposal: { ...foreign.proposal, changeSet } })).toEqual({});
  });
});

describe('the queue', () => {
  it('counts up to the last proposal, whatever was decided before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 80 }), (decided, waiting) => {
        const ids = Array.from({ length: waiting }, (_, at) => String(at));
        ids.forEach((id, at) =>
          expect(queuePlace(decided, ids, id)).toEqual({ at: decided + at + 1, total: decided + waiting }),
        );
      }),
    );
  });

  it('goes on with the next one, after the last one with the first that was skipped', () => {
    expect(nextInQueue(['a', 'b', 'c'], 'a')).toBe('b');
    expect(nextInQueue(['a', 'b', 'c'], 'c')).toBe('a');
    expect(nextInQueue(['b', 'c'], 'a')).toBe('b');
    expect(nextInQueue(['a'], 'a')).toBeNull();
  });
});

describe('several proposals', () => {
  it('are shown as one page: changes in the order of its text, and those that meet are marked', () => {
    const other = hunk('other', body + 6, body + 10, 'small');
    const rejected = hunk('no', body, body + 2, 'x', { decision: { verdict: 'rejected' } });
    const page = combinePage('a.md', [
      review('one', [file('a.md', [properties, sentence])]),
      review('two', [file('a.md', [other, rejected]), file('b.md', [hunk('elsewhere', body, body, 'z')])]),
    ]);
    expect(page.proposals.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(page.changes.map(({ item, overlaps }) => [item.hunk.id, overlaps])).toEqual([
      ['sentence', true],
      ['other', true],
      ['properties', false],
    ]);
  });

  it('are counted by page, with the sources of each, and those that need a person are named', () => {
    const clash = { ...file('a.md', [sentence]), conflict: {} as ReviewFile['conflict'] };
    const drops = hunk('drops', body, body, '');
    const dropping = { ...drops, hunk: { ...drops.hunk, drops: [{ text: 'It is tall.', reason: null }] } };
    const overview = overviewOf([
      review('one', [file('a.md', [sentence])]),
      // It fits once the first one is applied.
      review('two', [clash]),
      review('three', [file('b.md', [dropping])]),
    ]);
    expect(overview.pages.map(({ path, sources }) => [path, sources.length])).toEqual([
      ['a.md', 2],
      ['b.md', 1],
    ]);
    expect(overview.undecided).toEqual(['three']);
  });

  it('say on what their sources disagree with the units that the sources give', () => {
    const side = (text: string) => ({ text, source: null, anchor: {} });
    expect(sideNames([side('Stop it at 96 °C, and wait.'), side('Stop it at 88 °C.')])).toEqual(['96 °C', '88 °C']);
    expect(sideNames([side('It opened in 1968.'), side('It opened in 1970.')])).toEqual(['1968', '1970']);
    expect(sideNames([side('Nobody knows.'), side('It opened in 1970.')])).toBeNull();
  });
});

describe('a comment on a text', () => {
  it('becomes a reason with its line, and loses no word of the reason', () => {
    const place = { file: file('a.md', [sentence]), item: sentence };
    expect(reasonAt(place, 'It is 29 metres', 'not measured')).toBe('Line 7, “It is 29 metres”: not measured');
    expect(reasonAt(place, 'rendered only', 'why')).toBe('“rendered only”: why');
    expect(firstLine('\n---\n\nA word.\n')).toBe('A word.');
  });
});
