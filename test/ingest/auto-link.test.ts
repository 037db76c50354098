import { silentRun } from '../../src/base';
import { createAutoLinker, linkFirstMentions } from '../../src/ingest/auto-link';
import { NameTable } from '../../src/ingest/recall';
import { createPageIndex } from '../../src/search';
import { readSnapshot } from '../../src/wiki';
import { CuratedWiki } from './support/curated-wiki';

const PAGES = [
  { slug: 'fresnel-lens', title: 'Fresnel lens', aliases: [], kind: 'concept' },
  { slug: 'lens', title: 'Lens', aliases: [], kind: 'concept' },
  { slug: 'augustin-fresnel', title: 'Augustin Fresnel', aliases: ['Fresnel'], kind: 'person' },
  { slug: 'lamps-and-oil', title: 'Lamps and oil', aliases: [], kind: 'concept' },
  { slug: 'dpkg', title: 'dpkg', aliases: [], kind: 'concept' },
  { slug: 'sid', title: 'sid', aliases: [], kind: 'concept' },
  { slug: 'mercury-planet', title: 'Mercury (planet)', aliases: [], kind: 'concept' },
  { slug: 'mercury-element', title: 'Mercury (element)', aliases: [], kind: 'concept' },
];

function link(text: string, existing = '', linked: readonly string[] = []): string {
  const table = new NameTable();
  for (const page of PAGES) table.set(page.slug, page);
  return linkFirstMentions({ text, existing, linked: new Set(linked) }, { tables: [table], slugAt: (path) => path });
}

it('links the first mention, the longest name first, with the words of the sentence', () => {
  expect(link('The Fresnel lenses of Augustin Fresnel.[^a-1] A Fresnel lens again.')).toBe(
    'The [[fresnel-lens|Fresnel lenses]] of [[augustin-fresnel|Augustin Fresnel]].[^a-1] A Fresnel lens again.',
  );
});

it('takes the stop of a name into the link where the sentence goes on', () => {
  const table = new NameTable();
  table.set('gpa', { slug: 'gpa', title: 'Garside & Sons, Inc.', aliases: [], kind: 'organization' });
  const link = (text: string): string =>
    linkFirstMentions({ text, existing: '', linked: new Set() }, { tables: [table], slugAt: (path) => path });
  expect(link('It bought Garside & Sons, Inc., a foundry.')).toBe('It bought [[gpa|Garside & Sons, Inc.]], a foundry.');
  expect(link('It bought Garside & Sons, Inc.')).toBe('It bought [[gpa|Garside & Sons, Inc]].');
});

it('leaves words that a list separates', () => {
  expect(link('They sold glass, lamps, and oil.')).toBe('They sold glass, lamps, and oil.');
  expect(link('They sold lamps and oil.')).toContain('[[lamps-and-oil|lamps and oil]]');
});

it('links whole words only', () => {
  expect(link('Consider what is outside; dpkgs and libdpkg.')).not.toContain('[[');
});

it('leaves a name that is a part of another, and links the name itself behind it', () => {
  expect(link('They use Fresnel-Weule, lib/Fresnel, Fresnel.org and neo-Fresnel; then Fresnel.')).toBe(
    'They use Fresnel-Weule, lib/Fresnel, Fresnel.org and neo-Fresnel; then [[augustin-fresnel|Fresnel]].',
  );
  expect(link('It is by Fresnel.\n\nNext.')).toContain('Fresnel]].\n');
  expect(link('The line Fresnel–Weule came.')).toContain('Fresnel]]–Weule');
});

it.each([
  ['a heading', '## Augustin Fresnel'],
  ['code', 'Run `Augustin Fresnel` now.\n\n```\nAugustin Fresnel\n```'],
  ['a link', 'See [Augustin Fresnel](x.md) and [[x|Augustin Fresnel]].'],
  ['a quotation', '> Augustin Fresnel came.'],
  ['words in quotation marks', 'He said “Augustin Fresnel came” then.'],
  ['the definition of a footnote', 'He came.[^a-1]\n\n[^a-1]: [a], line 1: Augustin Fresnel came.'],
  ['an address', 'At https://example.org/Augustin Fresnel/x.html'.replace(' Fresnel', '-Fresnel')],
  ['a comment', 'He came.%% Augustin Fresnel %%'],
  ['a table', '| Who |\n| --- |\n| Augustin Fresnel |'],
  ['rows for a table', '| Augustin Fresnel | came |\n| He | went |'],
])('adds none in %s', (_, text) => {
  expect(link(text)).toBe(text);
});

it('leaves a name of several pages, and a page that is linked already', () => {
  expect(link('The planet Mercury is hot.')).toBe('The planet Mercury is hot.');
  expect(link('Then Augustin Fresnel came.', '', ['augustin-fresnel'])).not.toContain('[[');
  expect(link('So [[augustin-fresnel|he]] is Augustin Fresnel.')).not.toContain('[[augustin-fresnel|Aug');
});

it('leaves the sentences that the page has, also with a new footnote', () => {
  const old = 'Then Augustin Fresnel came.';
  expect(link(`${old}[^b-1] So the Fresnel lens came.`, `# X\n\n${old}\n`)).toBe(
    `${old}[^b-1] So the [[fresnel-lens|Fresnel lens]] came.`,
  );
});

it('links no word in lower case that is only an alias', async () => {
  const { vault, lens } = await CuratedWiki.of({});
  const snapshot = await readSnapshot({ vault, lens, run: silentRun });
  const created = [
    { slug: 'unstable-distribution', title: 'Unstable distribution', aliases: ['unstable', 'Sid'], kind: 'concept' },
    { slug: 'ferrule', title: 'ferrule', aliases: [], kind: 'concept' },
  ];
  const linker = createAutoLinker({ snapshot, index: await createPageIndex(snapshot, silentRun) }, created);
  const text = 'Its features were unstable. Upload it to Sid, with a ferrule.';
  expect(linkFirstMentions({ text, existing: '', linked: new Set() }, linker)).toBe(
    'Its features were unstable. Upload it to [[unstable-distribution|Sid]], with a [[ferrule]].',
  );
});
