import { MarkTable, quotedUnit } from '../../../src/ingest/model-run/marks';
import { namedLines, oftenNamed } from '../../../src/ingest/model-run/often-named';
import { dependsOnContext, renderUnits, type Unit } from '../../../src/ingest/units';
import { type Page, type Snapshot } from '../../../src/wiki';

/** What footnotes quote, and what prompts show of units. */

function unit(number: number, text: string, more: Partial<Unit> = {}): Unit {
  return {
    number,
    kind: 'sentence',
    text,
    anchor: { line: number },
    lead: null,
    speaker: null,
    role: null,
    date: null,
    replyTo: null,
    mode: 'fact',
    passage: 1,
    ...more,
  };
}

it.each([
  ['Is that so?', true],
  ['27 August 2024.', true],
  ['That’s wrong, that is.', true],
  ['We have moved.', true],
  ['It was Lock 14.', true],
  ['So he asked in vain.', true],
  ['ext4.', true],
  ['It is 29 metres tall.', false],
  ['Methane was not found.', false],
  ['I was born on the second of April 1927.', false],
])('what tells little alone is known: %s', (text, expected) => {
  expect(dependsOnContext(unit(1, text))).toBe(expected);
});

it('a footnote quotes such a unit with the sentence before it, if it stands there in the source', () => {
  const before = unit(1, 'jtan, can you look today?');
  const day = unit(2, '27 August 2024.');
  expect(quotedUnit(day, before)).toMatchObject({
    text: 'jtan, can you look today? 27 August 2024.',
    anchor: { line: 1 },
  });
  for (const other of [
    undefined,
    { ...before, passage: 0 },
    { ...before, kind: 'item' as const },
    { ...before, number: 0 },
  ])
    expect(quotedUnit(day, other)).toBe(day);
  expect(quotedUnit({ ...day, lead: 'Found it.' }, before).text).toBe('27 August 2024.');
  const marks = new MarkTable('issue', [before, day], null);
  expect(marks.get('1.2')?.note?.quote).toBe('jtan, can you look today? 27 August 2024.');
  // A page of an earlier version quotes it alone.
  const note = { ...(marks.get('1.2')?.note ?? { sourceId: 'issue' }), quote: '27 August 2024.' };
  expect(marks.forNote({ ...note, label: 'issue-2', start: 0, end: 0, line: 1 } as never)).toBe('1.2');
});

it('a prompt names the author of a comment once', () => {
  const said = { speaker: 'jtan', role: 'member', date: '2024-03-29' };
  const heading = 'jtan (member) commented on 2024-03-29';
  expect(renderUnits([unit(1, 'Found it now.', { ...said, anchor: { heading } })], 1)).toBe(
    '[jtan, member, 2024-03-29]\n{1.1} Found it now.',
  );
  expect(renderUnits([unit(1, 'Found it now.', { ...said, anchor: { heading: 'jtan on parts' } })], 1)).toContain(
    '# jtan on parts',
  );
});

it('a plan is told of names that several sources give and no page has', async () => {
  const text = [
    '# Trust\n\nPriya Nandakumar was treasurer.[^a-1] Priya Nandakumar kept books.[^b-1] Edith Garrow left.[^a-1]\n',
    '[^a-1]: [a]: “She was treasurer.”\n[^b-1]: [b]: “She kept books.”\n',
  ].join('\n');
  const page = { path: 'trust.md', slug: 'trust', title: 'Trust', aliases: [] } as unknown as Page;
  const snapshot = (found: string) =>
    ({
      text: () => Promise.resolve(text),
      resolve: ({ target }: { target: string }) => ({ kind: target === found ? 'page' : 'missing' }),
    }) as unknown as Snapshot;
  const units = [unit(1, 'The members elected Priya Nandakumar, and Edith Garrow died.')];
  expect(namedLines(await oftenNamed(units, [page], 'c', snapshot('')))).toEqual(['Priya Nandakumar (on trust)']);
  expect(await oftenNamed(units, [page], 'c', snapshot('Priya Nandakumar'))).toEqual([]);
});
