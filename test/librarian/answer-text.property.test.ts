import * as fc from 'fast-check';
import { silentRun } from '../../src/base';
import { checkText } from '../../src/librarian/answer-text';
import { splitGaps } from '../../src/librarian/gaps';
import { markUncited, uncitedSentences } from '../../src/librarian/uncited';
import { ReadRecord } from '../../src/librarian/read-record';
import { scanText } from '../../src/markdown';
import { createPageIndex } from '../../src/search';
import { MemoryVault } from '../../src/vault';
import { readSnapshot } from '../../src/wiki';
import { resolveLens } from '../../src/workspace';
import { steadyClock, testWiki } from '../support/wiki';
import { PAGES } from './support';

async function citationContext() {
  const vault = new MemoryVault({}, steadyClock());
  await testWiki(PAGES, vault);
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  const snapshot = await readSnapshot({ vault, lens, run: silentRun, clock: steadyClock() });
  const record = new ReadRecord();
  const page = snapshot.pages.get('concepts/fresnel-lens.md')!;
  const text = (await snapshot.text(page.path)) ?? '';
  record.add(page, text, { start: page.bodyStart, end: text.length });
  const index = await createPageIndex(snapshot, silentRun);
  const library = {
    snapshot,
    lens,
    now: 0,
    index: () => Promise.resolve(index),
    sourceText: () => Promise.resolve([]),
  };
  return { library, record, latest: snapshot, changed: new Set<string>() };
}

const piece = fc.constantFrom(
  ...'[[fresnel-lens]]|[[fresnel-lens#History]]|[[cordouan]]|[[|]]|[|]|(|)|![|](https://evil.example/x)|https://evil.example/?a=b'.split(
    '|',
  ),
  ...'<img src=x>|<!--|-->|%%|`|```|```js|~~~|`= this`|\n|\n\n|- |# |## Not in the wiki|> |\\|#|^id|fresnel-lens|A sentence. |Is it so? |. '.split(
    '|',
  ),
  '|',
  '[[fresnel-lens|the lens]]',
  '[[[[cordouan]]fresnel-lens]]',
  '[x](concepts/fresnel-lens.md)',
  '[x]: https://evil.example',
  '[x][x]',
  '<https://evil.example>',
  '[[../../etc/passwd]]',
);

it('a checked text contains only links that are citations, and nothing that loads or hides', async () => {
  const context = await citationContext();
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 24 }), (pieces) => {
      const { body, gaps } = splitGaps(pieces.join(''));
      const { text, citations } = checkText(body, context);
      const known = new Set(citations.map(({ link }) => link));
      for (const link of scanText(text, 0).links) {
        expect([link.form, link.embed, link.external]).toEqual(['wikilink', false, false]);
        expect(known).toContain(link.fragment === null ? link.target : `${link.target}#${link.fragment}`);
      }
      for (const gap of gaps) expect(gap).not.toMatch(/[<>`\n]/);
      const marked = markUncited(text, uncitedSentences(text));
      expect(marked.replace(/ \(uncited\)/g, '')).toBe(text.replace(/ \(uncited\)/g, ''));
    }),
    { numRuns: 600 },
  );
});

it('the check of a hostile text takes time proportional to its length', async () => {
  const context = await citationContext();
  for (const hostile of ['[[', '![', '(', '<', '`', '%%', 'https://', '(see ', ' \n', '** not in the wiki ']) {
    const { text } = checkText(hostile.repeat(10_000), context);
    expect(uncitedSentences(text).length).toBeLessThan(text.length + 1);
  }
}, 20_000);

describe('a sentence that cites nothing', () => {
  const marked = (text: string): string => markUncited(text, uncitedSentences(text));

  it('is found across the lines that a model broke', () => {
    const text =
      'The trough still\nholds 180 kilograms, and is emptied before the\nsummer [[mercury-bath#Danger]]. Nobody\nhas seen it.';
    expect(marked(text)).toBe(`${text} (uncited)`);
    const list = '- The lens floats on\n  mercury\n  [[mercury-bath]].\n- It is of the first\n  order.';
    expect(marked(list)).toBe(`${list} (uncited)`);
  });

  it('is found on each line that starts a new sentence', () => {
    expect(marked('It was lit in 1823 [[fresnel-lens]]\nIt was never cleaned after that')).toBe(
      'It was lit in 1823 [[fresnel-lens]]\nIt was never cleaned after that (uncited)',
    );
    expect(marked('It was lit in 1823 [[fresnel-lens]]\n- never cleaned after that')).toContain('that (uncited)');
    expect(marked('It was lit in 1823.\n[[fresnel-lens]] says so.')).toContain('1823. (uncited)');
  });

  it('is not found in code, headings, tables and questions', () => {
    const text =
      '# The lens was lit in 1823\n\n```\nit was lit\nin the year\n```\n| it was lit | in 1823 |\nWas it lit\nin 1823?';
    expect(marked(text)).toBe(text);
  });

  it.each([
    'The wiki does not say when it was lit.',
    'No page in the wiki says who paid for it.',
    'Who paid for it is not stated in the wiki.',
    'I could not find a price on these pages.',
    'Nothing on these pages tells who paid.',
    'It is unclear from the wiki who paid.',
    'There is no information about the price in the wiki.',
    'No information on this was found in the wiki.',
    'There is nothing in the wiki about the price.',
    'The price does not appear in the wiki.',
    'Who paid is not in the wiki.',
    'Neither page says who paid.',
    "The wiki doesn't specify who paid for it.",
    'The wiki gives no date for this.',
    'The sources do not say who paid for it.',
    'Unfortunately, the wiki does not include a price.',
    'Beyond that, the wiki does not say who paid.',
  ])('is not one that tells what the wiki does not say: %s', (text) => {
    expect(marked(text)).toBe(text);
  });

  it.each([
    'The lamp, not mentioned on any page, was a success.',
    'The keepers could not find oil in the store.',
    'Nobody paid for it in the end.',
    'The wiki does not say who paid for it, but it was the Trust.',
    'There is no door in the tower.',
    'It has no door and no window.',
  ])('may speak of what is not: %s', (text) => {
    expect(marked(text)).toBe(`${text} (uncited)`);
  });
});

it('code keeps its language only if no plugin runs it', async () => {
  const context = await citationContext();
  expect(checkText('```python\nx = 1\n```', context).text).toBe('```python\nx = 1\n```');
  expect(checkText('```dataviewjs\nx()\n```', context).text).toBe('```\nx()\n```');
  expect(checkText('See https://example.org/a_b.', context).text).toBe('See `https://example.org/a_b`.');
});

it('a gap over two lines is one gap', () => {
  expect(splitGaps('## Not in the wiki\n\n- What it costs\n  to empty it.\n- Who pays.\n').gaps).toEqual([
    'What it costs to empty it.',
    'Who pays.',
  ]);
});

describe('the text around a removed link', () => {
  it.each([
    ['It is tall ([[nowhere]]). And so.', 'It is tall. And so.'],
    ['It is tall (see [[nowhere]], [[neither]]) .', 'It is tall.'],
    ['It is tall [[nowhere]] .', 'It is tall.'],
    ['It is tall [[nowhere]] [[neither]], they say.', 'It is tall, they say.'],
    ['One.\n\n[[nowhere]]\n\nTwo.', 'One.\n\nTwo.'],
    ['Read [[nowhere]]\n\n\n\nTwo.', 'Read\n\nTwo.'],
  ])('reads well: %j', async (raw, text) => {
    expect(checkText(raw, await citationContext()).text).toBe(text);
  });

  it.each([
    'Call `render ()` , then `stop( )`.',
    'Use `a ?b` or `x ; y` [[fresnel-lens]].',
    '```\nmain ()  \n\n\n\n  print ( ) ;\nx = y ? 1 : 2 ;\n```',
    '```\nf ();\n```\n\nIt has rings [[fresnel-lens]].',
    'Call render() first: it takes ( ) and nothing else.',
    'Pourquoi ? Parce que !',
  ])('stays as it is otherwise: %j', async (raw) => {
    const { text } = checkText(raw, await citationContext());
    expect(text).toBe(raw);
    expect(checkText(`${raw}\n\nSee ([[nowhere]]).`, await citationContext()).text).toBe(`${raw}\n\nSee.`);
  });
});
