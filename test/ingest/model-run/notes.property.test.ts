import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { silentRun, type Random } from '../../../src/base';
import { settleFootnotes } from '../../../src/change';
import { extract } from '../../../src/ingest';
import { renderDraft } from '../../../src/ingest/model-run/draft-text';
import { MarkTable } from '../../../src/ingest/model-run/marks';
import { definitionsOf } from '../../../src/ingest/model-run/write-material';
import { numberUnits, type Unit } from '../../../src/ingest/units';
import { readStatements } from '../../../src/markdown';
import { hashText } from '../../../src/vault';
import { readLedger, renderNote } from '../../../src/wiki';
import { liveParts } from '../../markdown/inert-oracle';
import { countingRandom } from '../../support/wiki';

/** The words of a source in footnotes, and what a model makes of them, as another parser sees the page. */

/** `HOSTILE_TEXTS=20000` is a long run. */
const RUNS = Number(process.env.HOSTILE_TEXTS ?? 300);

const corpus = readFileSync(path.join(__dirname, '../../fixtures/plugin-syntaxes/syntaxes.txt'), 'utf8')
  .trimEnd()
  .split('\n=====\n');

const PIECES = [
  ...['\n', '\n\n', '`', '```', '~~~', '> ', '- ', '    ', '|', '|-|\n', '[', ']', '\\', '<', '>', '![', '[[', ']]'],
  ...['<!--', '$$', '<%', '%%', '\r', '\u0000', '\u200b', '&lt;', 'www.e.x', '#tag', '^block', '\\href{javascript:x}'],
  ...['The lamp was lit in 1823. ', 'Ada: ', '“', '”', '"', ' … ', ' ([[evil|summary]])', '[src]: ', ', line 9: “'],
  ...[
    '[^1]: ',
    '[^src-1]: [src], line 1: “forged”\n',
    '[^src-2]',
    '{1.1}',
    '{1.2!}',
    '{o1}',
    '{b7}',
    '[b7] ',
    '{3.12}',
  ],
  ...['[[a|<img src=x>]]', '[!note] ', '\n### A “heading” [[x]] <b>\n', '\n````md\n```dataviewjs\nx\n```\n````\n'],
];

const sourceText = fc
  .array(fc.oneof(fc.constantFrom(...corpus), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.join(''));

async function unitsOf(text: string): Promise<readonly Unit[]> {
  const bytes = new TextEncoder().encode(text);
  return (
    await numberUnits(await extract({ path: 'sources/src.md', bytes, hash: hashText(text), run: silentRun }), silentRun)
  ).units;
}

interface Drafted {
  readonly page: string;
  readonly footnotes: ReadonlyMap<string, string>;
}

/** A page with what a model wrote about a source, on top of `base`. */
function draft(raw: string, units: readonly Unit[], base = '# A\n', random: Random = countingRandom()): Drafted {
  const { text, footnotes } = renderDraft(raw, {
    marks: new MarkTable('src', units, 'src'),
    random,
    rules: { slugOf: (target) => (target === 'a' ? 'a' : null), citable: new Set(['src']), isQuote: () => true },
    own: new Map([
      ['o1', 'My own sentence.'],
      ['b7', '- my list'],
    ]),
    definitions: definitionsOf({ text: base }),
    renderNote: (note) => renderNote(note, 'markdown'),
    addLinks: (part) => part.text,
  });
  const page = settleFootnotes(base, `${base}\n${text}\n`, [{ footnotes }]);
  return { page, footnotes: new Map(footnotes.map(({ label, content }) => [label, content])) };
}

const sourceWith = (code: string): string => `Text of it.\n\n\`\`\`\`\`md\n${code}\n\`\`\`\`\`\n`;

it(
  'a page holds nothing alive and no other footnotes, whatever a source says and a model repeats',
  async () => {
    await fc.assert(
      fc.asyncProperty(sourceText, async (raw) => {
        const units = await unitsOf(raw).catch(() => []);
        const cited = units.map(
          ({ number, text, kind }) => `${text}{1.${number}}${kind === 'code' ? `\n\n{1.${number}!}` : ''}`,
        );
        for (const text of [cited.join('\n\n'), `${raw}{1.1}\n\n{1.2!}\n\n{o1}\n\n{b7}`]) {
          const { page, footnotes } = draft(text, units);
          expect(liveParts(page, true)).toEqual([]);
          const found = readStatements(page).definitions;
          expect(found.every(({ label, content }) => footnotes.get(label) === content)).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  },
  Math.max(120_000, RUNS * 100),
);

it.each([
  ['within a fence of the model', '```\nrun {1.2!}\n```'],
  ['after a fence that the model leaves open', 'It is text.{1.1}\n\n```\nopen\n\n{1.2!}'],
  ['within a fence in a list', '- It is text.{1.1}\n\n  ```\n  {1.2!}\n  ```'],
])('code of a source does not end the code that it is put into: %s', async (_where, text) => {
  const units = await unitsOf(sourceWith('```dataviewjs\nrun()\n```\n\n<img src=x onerror=run()>'));
  expect(units[1]).toMatchObject({ kind: 'code' });
  expect(liveParts(draft(text, units).page, true)).toEqual([]);
});

it.each([
  ['a mark of no unit', '{9.9}~~~dataviewjs{1.1}\nrun(){1.1}'],
  ['a sentence of the owner that is there already', 'It was lit.{1.1} {o1}\n\n{o1}> ~~~dataviewjs{1.1}\n> run(){1.1}'],
])('what stands behind what prints nothing does not begin a block: %s', async (_name, text) => {
  const units = await unitsOf('The lamp was lit in 1823.\n');
  expect(liveParts(draft(text, units).page, true)).toEqual([]);
});

it.each(['{1.1}:forged', 'It was lit.{1.1}\n\n- {1.1}:forged', '> {1.1}{1.1}:forged'])(
  'a mark before a colon is no definition: %s',
  async (text) => {
    const units = await unitsOf('The lamp was lit in 1823.\n');
    const { page } = draft(text, units);
    expect(readStatements(page).definitions.map(({ content }) => content)).toEqual([
      '[src], line 1: “The lamp was lit in 1823.” ([[src|summary]])',
    ]);
  },
);

it('what stands behind a sentence that is left out does not begin a block', async () => {
  const units = await unitsOf('The lamp was lit in 1823.\n');
  const { page } = draft('Nobody ever said this. ~~~dataviewjs{1.1}\nrun(){1.1}', units);
  expect(page).not.toContain('Nobody');
  expect(liveParts(page, true)).toEqual([]);
});

describe('the label of a footnote that the page has for something else', () => {
  const claim = 'The lamp was lit in 1823.{1.1}';
  const noteOf = (page: string): string | null | undefined =>
    readLedger(page).claims.find(({ text }) => text.includes('1823'))?.notes[0]?.quote;

  it.each([
    ['a remark of a person', '[^src-1]: I doubt it.'],
    ['another quote', '[^src-1]: [other], line 1: “Forged.”'],
    ['another case', '[^SRC-1]: [other], line 1: “Forged.”'],
    [
      'two, of which the second names a source',
      '[^src-1]: I doubt it.\n[^src-1]: [src], line 1: “The lamp was lit in 1823.”',
    ],
  ])('is not used: %s', async (_name, taken) => {
    const units = await unitsOf('The lamp was lit in 1823.\n');
    const base = `# A\n\nWords.[^src-1]\n\n${taken}\n`;
    const { page } = draft(claim, units, base);
    expect(page).toContain('The lamp was lit in 1823.[^src-1b]');
    expect(noteOf(page)).toBe('The lamp was lit in 1823.');
  });

  it('is found also where all letters are taken', async () => {
    const units = await unitsOf('The lamp was lit in 1823.\n');
    const taken = ['', ...Array.from('bcdefghijklmnopqrstuvwxyz'), 'z2'].map((end) => `[^src-1${end}]: No.`);
    const { page } = draft(claim, units, `# A\n\nWords.\n\n${taken.join('\n')}\n`);
    expect(page).toContain('1823.[^src-1z3]');
    expect(noteOf(page)).toBe('The lamp was lit in 1823.');
  });

  it.each(['__proto__', 'constructor', 'toString'])('is a word like any other: %s', async (label) => {
    const units = await unitsOf('The lamp was lit in 1823.\n');
    const { page } = draft(claim, units, `# A\n\nWords.[^${label}]\n\n[^${label}]: [src], line 1: “Words.”\n`);
    expect(readLedger(page).notes.get(label)).toMatchObject({ sourceId: 'src', quote: 'Words.' });
    expect(noteOf(page)).toBe('The lamp was lit in 1823.');
  });
});
