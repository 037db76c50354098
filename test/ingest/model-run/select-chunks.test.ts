import { selectChunks } from '../../../src/ingest/model-run/select-chunks';
import { selectRows } from '../../../src/ingest/model-run/select-rows';
import { coverageOf } from '../../../src/ingest/model-run/coverage';
import { MarkTable } from '../../../src/ingest/model-run/marks';
import { viewPage, type PageView } from '../../../src/ingest/model-run/page-view';
import { type IngestPlan } from '../../../src/ingest/model-run/planned-page';
import { frameUnits, type Unit } from '../../../src/ingest/units';
import { type Page } from '../../../src/wiki';

const FILLER = 'In the long history of the light many keepers came and went, and the tower was painted often by them. ';

/** A page of many long sections, the last ones of which are a short section about parts and a table. */
const BLOCKS = [
  'The light stands on a rock.',
  ...Array.from({ length: 12 }, (_, at) => [`## Section ${at + 1}`, FILLER.repeat(6)]).flat(),
  '## Parts',
  'Four parts are lit at once.',
  '## Releases',
  `| Version | Date | Change |\n| --- | --- | --- |\n${'| 1.0 | 1874 | The first lamp, with all that belongs to it |\n'.repeat(12).trim()}`,
];

const VIEW = {
  page: { data: {}, kind: 'entity' },
  chunks: BLOCKS.map((shown, at) => ({ id: `b${at + 1}`, start: 0, end: 0, shown, rows: [] })),
} as unknown as PageView;

const unit = (text: string): Unit => ({ text, lead: null, replyTo: null }) as Unit;

describe('the blocks of a long page that an edit is shown', () => {
  const shown = selectChunks(
    VIEW,
    [unit('A correction to "four at once": it adapts.'), unit('In the history of the tower keepers often came.')],
    'edit',
  );

  it('have the block that one unit corrects, however long the others are', () => {
    expect(shown).toContain('Four parts are lit at once.');
  });

  it('have the whole outline', () => {
    expect(shown.match(/^\[b\d+\] ## /gm)).toHaveLength(14);
  });

  it('name the columns of a table that is not shown, which a new row needs', () => {
    expect(shown).toContain('(b29 is a table: | Version | Date | Change |)');
    expect(shown).not.toContain('The first lamp');
  });
});

it('an edit is shown the block of a statement that it has to change, whatever the units are about', () => {
  const stale = 'The lease of the yard ends in 2016.';
  const text = ['The light stands on a rock.', ...Array.from({ length: 12 }, () => FILLER.repeat(6)), stale].join(
    '\n\n',
  );
  const view = viewPage({ ...VIEW.page, bodyStart: 0 }, text, new MarkTable('new', [], null));
  const shownFor = (keys: readonly string[]): string =>
    selectChunks(view, [unit('In the history of the tower keepers often came.')], 'edit', new Set(keys));
  expect(shownFor([])).not.toContain(stale);
  expect(shownFor(['the lease of the yard ends in 2016'])).toContain(stale);
});

it.each([
  '> [!warning] Contradiction: height\n> One survey says that the lantern is 29 metres up, another 31.',
  'As of March 1899 it was unknown who would pay for the lantern.',
])('an edit is shown the block that a unit may settle, before blocks that share more words with it: %s', (open) => {
  const alike = ['1910', '1920'].map(
    (year) => `The surveyors of the harbour board measured the quay in ${year}, from the crane.`,
  );
  const blocks = ['The light stands on a rock.', ...alike, ...Array.from({ length: 6 }, () => FILLER.repeat(3)), open];
  const view = {
    page: VIEW.page,
    chunks: blocks.map((shown, at) => ({ id: `b${at + 1}`, start: 0, end: 0, shown, rows: [] })),
  } as unknown as PageView;
  const settles = unit('The surveyors of the harbour board measured the quay from the crane, and paid for a lantern.');
  expect(selectChunks(view, [settles], 'edit')).toContain(open);
  // Nothing that a unit does not concern is shown for being open.
  expect(selectChunks(view, [unit('The surveyors of the harbour board measured the quay.')], 'edit')).not.toContain(
    open,
  );
});

describe('the rows of a table that is too long for a prompt', () => {
  const rows = [
    '1874 | The tower is built',
    '1901 | A diaphone comes',
    '1955 | The cook leaves',
    '1991 | The light is automated',
    '2026 (planned) | The mercury goes',
  ].map((text, at) => ({ id: `b1.${at + 1}`, start: 0, end: 0, shown: `| ${text}{2.${at}} |` }));
  /** So long that it is not shown whole. */
  const long = rows.map((row) => ({ ...row, shown: `${row.shown} ${'x '.repeat(500)}|` }));

  it('are those that a unit changes, that after which a new one goes, and the last one', () => {
    const shown = selectRows(long, [
      unit('The mercury was emptied in July 2026.'),
      unit('A storm of 1960 broke the quay.'),
    ]);
    expect(shown.map((row) => row.slice(0, row.indexOf(' |')))).toEqual(['[b1.3]', '[b1.5]']);
    expect(selectRows(long, [unit('The diaphone was heard.')]).join('')).toContain('[b1.2] | 1901');
  });

  it('are all where the table is short', () => {
    expect(selectRows(rows, [unit('The diaphone was heard.')])).toHaveLength(5);
  });

  it('are none without units', () => {
    expect(selectRows(rows, [])).toEqual([]);
  });
});

it('the rows of a short table have numbers by which an edit can name them, although they are not shown', () => {
  const text = '# A\n\n| What | How |\n| --- | --- |\n| Height | 29 metres |\n| Depth | 4 metres |\n';
  const { chunks } = viewPage({ slug: 'a' } as Page, text, new MarkTable('', [], null), () => false);
  expect(chunks.map(({ shown, rows }) => [shown.includes('[b1'), rows.map(({ id }) => id)])).toEqual([
    [false, ['b1.1', 'b1.2']],
  ]);
  expect(text.slice(chunks[0]?.rows[1]?.start, chunks[0]?.rows[1]?.end)).toBe('| Depth | 4 metres |');
});

it('a question and a closing that no page takes up are left with a reason, and a fact is a further detail', () => {
  const units = (['question', 'event', 'fact'] as const).map((mode, at) => {
    return { ...unit('Does that mean that the tower is closed?'), number: at + 1, mode, speaker: null };
  });
  const { left, unplaced } = coverageOf(units, frameUnits(units), { left: [] } as unknown as IngestPlan, [], []);
  expect([left.flatMap((each) => each.units), unplaced]).toEqual([[1, 2], [3]]);
});
