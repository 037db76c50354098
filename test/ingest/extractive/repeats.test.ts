import { SaidSentences } from '../../../src/ingest/extractive/repeats';
import { CuratedWiki, page } from '../support/curated-wiki';

const LENS = { text: 'The lens of Skerry Point was repaired by divers.' };
const repeatOf = (text: string): unknown => new SaidSentences([LENS]).find(text);

describe('a sentence repeats one of the page', () => {
  it('and supports it where it says all of it, whatever unimportant words it has besides', () => {
    expect(repeatOf('As we wrote, the lens of Skerry Point was repaired by the divers.')).toEqual({ confirmed: LENS });
  });

  it('and does not support it where it says less, or says it in another order', () => {
    expect(repeatOf('The lens of Skerry Point was repaired.')).toEqual({ confirmed: null });
    expect(repeatOf('Divers of Skerry Point repaired the lens.')).toEqual({ confirmed: null });
  });

  it.each([
    'The lens of Skerry Point was not repaired by divers.',
    'The lens of Skerry Point was repaired by divers in 1911.',
    'The lens of Skerry Point was repaired by divers from Wick.',
  ])('but not when it denies it, dates it or names somebody: %s', (text) => {
    expect(repeatOf(text)).toBeNull();
  });
});

it('a source that says what a page says becomes a further footnote there, and the plan tells so', async () => {
  const said = 'Acme Robotics builds warehouse robots in Bern.[^one-1]';
  const note = '[^one-1]: [2026-01-10-one], line 1: “Acme Robotics builds warehouse robots in Bern.”';
  const text = page('acme-robotics', 'Acme Robotics', `${said}\n\n${note}`);
  const wiki = await CuratedWiki.of({
    'sources/2026-01-10-one.txt': 'Acme Robotics builds warehouse robots in Bern.\n',
    'sources/2026-02-20-two.txt': 'Acme Robotics builds warehouse robots in Bern, as everybody knows.\n',
    'entities/acme-robotics.md': text,
  });
  const { files, facts } = await wiki.ingest('sources/2026-02-20-two.txt');
  expect(files.map(({ path }) => path)).toContain('entities/acme-robotics.md');
  expect((await wiki.pages())['entities/acme-robotics.md']).toMatch(/in Bern\.\[\^one-1\]\[\^2026-02-20-two-1\]\n/);
  expect(facts).toMatchObject({ plan: [{ slug: 'acme-robotics', op: 'edit', units: 1 }] });
});

it('a page to which a source adds nothing is not in the plan', async () => {
  const text = page('acme-robotics', 'Acme Robotics', 'Acme Robotics builds large warehouse robots in Bern.');
  const source = 'sources/2026-02-20-two.txt';
  const wiki = await CuratedWiki.of({
    [source]: 'Acme Robotics builds warehouse robots in Bern.\n',
    'entities/acme-robotics.md': text,
  });
  const { files, facts } = await wiki.ingest(source);
  expect(files.map(({ path }) => path)).toEqual(['summaries/2026-02-20-two.md']);
  expect(facts).toMatchObject({ plan: [], updatedPages: [] });
});

it('a sentence that opens with a pronoun is about the subject of its own page, and no repeat of one on another', async () => {
  const about = (name: string): string =>
    `# ${name}\n\nThe ${name.toLowerCase()} is a house by the river. It was built in 1874.\n`;
  const wiki = await CuratedWiki.of({
    'sources/2026-01-10-a.md': about('Mill'),
    'sources/2026-02-10-b.md': about('Lock'),
  });
  await wiki.ingest('sources/2026-01-10-a.md');
  await wiki.ingest('sources/2026-02-10-b.md');
  const pages = await wiki.pages();
  expect(pages['concepts/mill.md']).toMatch(/It was built in 1874\.\[\^[^\]]*a-2\]\n/);
  expect(pages['concepts/lock.md']).toMatch(/It was built in 1874\.\[\^[^\]]*b-2\]\n/);
});
