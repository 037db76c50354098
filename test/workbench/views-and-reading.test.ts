import { silentRun } from '../../src/base';
import { lensDetails, Workbench } from '../../src/workbench';
import { testWiki, type TestWiki } from '../support/wiki';

const page = (slug: string, kind: string, body: string, more = ''): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: The ${slug}\nsources: [sources/2024-01-02-lamp.md]\nupdated_at: "2026-04-21T15:00:00Z"\n${more}---\n\n# The ${slug}\n\n${body}\n`;

const FILES = {
  'sources/2024-01-02-lamp.md':
    '# Lamps\n\nA lamp shines bright.\n\n## Oil\n\nIt burns colza oil,\nand little of it.\n',
  'concepts/lamp.md': page('lamp', 'concept', 'It shines. See [[keeper]].', 'contradicts: [keeper]\n'),
  'people/keeper.md': page('keeper', 'person', 'Keeps the [[lamp]].', 'tags: [coast]\n'),
  'people/clerk.md': page('clerk', 'person', 'Counts.').replace('2026-04-21', '2024-04-21'),
};

const VIEW = `---
schema: knowledge.workspace/v1
name: people
title: People only
description: Who they are.
version: 2.0.0
extends: ../KNOWLEDGE.md
lints:
  - id: broken-ref
    kind: broken-ref
    appliesTo: "*"
    severity: info
queryHints:
  scopeTo: [Person]
display:
  homePage: keeper
  defaultGrouping: tag
---
`;

async function withView(): Promise<{ wiki: TestWiki; workbench: Workbench }> {
  const wiki = await testWiki({ ...FILES, 'views/KNOWLEDGE.md': VIEW });
  return { wiki, workbench: await wiki.open() };
}

it('a view that cannot be read is listed last, as refused, by its folder', async () => {
  const broken = VIEW.replace('title: People only', 'title: [People');
  const wiki = await testWiki({ ...FILES, 'views/broken/KNOWLEDGE.md': broken, 'views/KNOWLEDGE.md': VIEW });
  const workbench = await wiki.open();
  const lenses = await workbench.lenses();
  expect(lenses.map(({ title, warnings }) => [title, warnings])).toEqual([
    [expect.any(String), 0],
    ['People only', expect.any(Number)],
    ['broken', 0],
  ]);
  expect(lenses[2]).toMatchObject({
    path: 'views/broken/KNOWLEDGE.md',
    isRoot: false,
    refused: { code: 'knowledge_workspace_invalid' },
  });
  await expect(workbench.lensPages('folk')).rejects.toMatchObject({
    code: 'living-wiki:lens_missing',
    remedy: 'Choose one of: test-wiki, people. views/broken/KNOWLEDGE.md is unreadable.',
  });
});

describe('the pages of a lens', () => {
  it('are grouped by kind, in the order of the manifest, with icons, age and marks', async () => {
    const { workbench } = await withView();
    const { groups, grouping, home, total, outOfScope } = await workbench.lensPages(undefined);
    expect({ grouping, home, total, outOfScope }).toEqual({ grouping: 'kind', home: null, total: 3, outOfScope: [] });
    expect(groups.map(({ key, label, icon, pages }) => [key, label, icon, pages.map(({ title }) => title)])).toEqual([
      ['concept', 'Concept', '💡', ['The lamp']],
      ['person', 'Person', '👤', ['The clerk', 'The keeper']],
    ]);
    expect(groups[0]?.pages[0]).toMatchObject({ path: 'concepts/lamp.md', icon: '💡', age: 9, summary: 'It shines.' });
    expect(groups[0]?.pages[0]?.marks).toEqual(['contradicted']);
    // Neither the page nor its only source is as new as the manifest asks.
    expect(groups[1]?.pages[0]?.marks).toEqual(['stale']);
  });

  it('are those in its scope, grouped as it says, starting at its home page, with the number of others', async () => {
    const { workbench } = await withView();
    const { lens, groups, home, total, outOfScope } = await workbench.lensPages('people');
    expect(lens).toMatchObject({ name: 'people', title: 'People only', isRoot: false });
    expect(home?.path).toBe('people/keeper.md');
    expect(groups.map(({ key, pages }) => [key, pages.map(({ slug }) => slug)])).toEqual([
      ['coast', ['keeper']],
      ['', ['clerk']],
    ]);
    expect(total).toBe(2);
    expect(outOfScope).toEqual([{ kind: 'concept', label: 'Concept', count: 1 }]);
  });

  it('are refused when the lens is', async () => {
    const { workbench } = await withView();
    await expect(workbench.lensPages('none')).rejects.toMatchObject({ code: 'living-wiki:lens_missing' });
  });
});

describe('the origin of the values of a lens', () => {
  it('names the manifest of every value, what it overrode, and what was weakened', async () => {
    const { workbench } = await withView();
    const { chain, fields } = await workbench.explainLens('people');
    expect(chain.map(({ title, version }) => `${title} ${version}`)).toEqual(['Test wiki 1.0.0', 'People only 2.0.0']);
    const field = (name: string): object | undefined => fields.find((one) => one.field === name);
    expect(field('lints.broken-ref.severity')).toEqual({
      field: 'lints.broken-ref.severity',
      value: 'info',
      from: 'views/KNOWLEDGE.md',
      title: 'People only',
      overrode: [{ value: 'warn', from: 'KNOWLEDGE.md', title: 'Test wiki' }],
      contributors: [],
      softened: true,
    });
    expect(field('curation.tone')).toMatchObject({
      value: 'neutral',
      title: 'Test wiki',
      overrode: [],
      softened: false,
    });
    expect(field('queryHints.scopeTo')).toMatchObject({ value: 'Person', from: 'views/KNOWLEDGE.md' });
  });
});

describe('passages', () => {
  it('have the heading above, the line to open, and the positions of the words', async () => {
    const body = 'First.\n\n## Fuel\n\nThe **colza** oil of the [[lamp|old lamp]] is dear.\n\nNo more oil.';
    const wiki = await testWiki({ ...FILES, 'concepts/fuel.md': page('fuel', 'concept', body) });
    const [found] = await (await wiki.open()).searchPassages({ query: 'colza oil' });
    expect(found).toMatchObject({ path: 'concepts/fuel.md', title: 'The fuel', icon: '💡', titleMatches: [] });
    expect(found?.passages.map(({ heading, line }) => [heading, line])).toEqual([
      ['Fuel', 16],
      ['Fuel', 18],
    ]);
    const { text = '', matches = [] } = found?.passages[0] ?? {};
    expect(text).toBe('The colza oil of the old lamp is dear.');
    expect(matches.map(({ start, end }) => text.slice(start, end))).toEqual(['colza', 'oil']);
    expect((await wiki.vault.readText('concepts/fuel.md')).split('\n')[15]).toContain('colza');
  });

  it('are rows of a table, and not its head', async () => {
    const body = '| Year | Visitors |\n| --- | ---: |\n| 2024 | 812 visitors |\n\nNo visitors came.';
    const wiki = await testWiki({ ...FILES, 'concepts/visits.md': page('visits', 'concept', body) });
    const [found] = await (await wiki.open()).searchPassages({ query: 'visitors' });
    expect(found?.passages.map(({ text }) => text)).toEqual([expect.stringContaining('812'), 'No visitors came.']);
  });

  it('are the first line of a page that was found only through a link, with the linking page', async () => {
    const body = 'Keepers oil brass hinges before heavy winter storms reach the [[case]].';
    const wiki = await testWiki({
      ...FILES,
      'concepts/hinges.md': page('hinges', 'concept', body),
      'concepts/case.md': page('case', 'concept', '# The case\n\nA **glass** house.\n\nMore of it.'),
    });
    const query = 'What do keepers oil before heavy winter storms reach brass hinges?';
    const found = await (await wiki.open()).searchPassages({ query });
    expect(found.find(({ slug }) => slug === 'case')).toMatchObject({
      linkedFrom: 'The hinges',
      titleMatches: [],
      passages: [{ heading: 'The case', text: 'A glass house.', matches: [] }],
    });
  });

  it('mark the words of a title, and keep a long line short around its matches', async () => {
    const long = `${'word '.repeat(200)}needle ${'word '.repeat(200)}`;
    const wiki = await testWiki({ ...FILES, 'concepts/needle.md': page('needle', 'concept', long) });
    const [found] = await (await wiki.open()).searchPassages({ query: 'needle' });
    expect(found?.titleMatches).toEqual([{ start: 4, end: 10 }]);
    const { text = '', matches = [] } = found?.passages[0] ?? {};
    expect(text.length).toBeLessThan(510);
    expect(matches.map(({ start, end }) => text.slice(start, end))).toEqual(['needle']);
  });
});

describe('a source as text', () => {
  it('finds the passages that contain a quote', async () => {
    const { workbench } = await withView();
    const path = 'sources/2024-01-02-lamp.md';
    const { passages, place } = await workbench.sourceText(path, 'burns colza oil, and little');
    expect(passages.map(({ text }) => text.replace(/\s+/g, ' '))).toContain('It burns colza oil, and little of it.');
    const shown = passages[place?.passage ?? -1]?.text.slice(place?.start, place?.end);
    expect(shown?.replace(/\s+/g, ' ')).toBe('burns colza oil, and little');
    expect(place?.lastPassage).toBe(place?.passage);
  });

  it('finds a quote over several passages, or none', async () => {
    const { workbench } = await withView();
    const path = 'sources/2024-01-02-lamp.md';
    const { passages, place } = await workbench.sourceText(path, 'shines bright. Oil It burns');
    expect(passages[place?.passage ?? -1]?.text.slice(place?.start)).toBe('shines bright.');
    expect(passages[place?.lastPassage ?? -1]?.text.slice(0, place?.end)).toBe('It burns');
    expect((await workbench.sourceText(path, 'shines dark')).place).toBeNull();
    expect((await workbench.sourceText(path)).place).toBeNull();
    await expect(workbench.sourceText('sources/none.md')).rejects.toMatchObject({ code: 'source_not_found' });
  });
});

describe('a change by another program', () => {
  it('is read page by page, even while a change is written', async () => {
    const { wiki, workbench } = await withView();
    const reads: string[] = [];
    const read = wiki.vault.readText.bind(wiki.vault);
    await wiki.vault.write('concepts/lamp.md', FILES['concepts/lamp.md'].replace('The lamp', 'The beacon'));
    wiki.vault.readText = (path) => {
      reads.push(path);
      return read(path);
    };
    await workbench.refresh(['concepts/lamp.md']);
    expect(reads).toEqual(['concepts/lamp.md']);
    expect(workbench.snapshot.pages.get('concepts/lamp.md')?.title).toBe('The beacon');
  });

  it('is read together with others of a burst, and none is lost', async () => {
    const { wiki, workbench } = await withView();
    const slugs = Array.from({ length: 40 }, (_, at) => `page-${at}`);
    for (const slug of slugs) await wiki.vault.write(`concepts/${slug}.md`, page(slug, 'concept', 'New.'));
    const ingest = workbench.ingest({ apply: true });
    await Promise.all(slugs.map((slug) => workbench.refresh([`concepts/${slug}.md`])));
    await ingest;
    await wiki.vault.remove('concepts/page-0.md');
    await workbench.refresh(['concepts/page-0.md']);
    for (const slug of slugs) expect(workbench.snapshot.pages.has(`concepts/${slug}.md`)).toBe(slug !== 'page-0');
  });

  it('is not lost when it cannot be read at once', async () => {
    const { wiki, workbench } = await withView();
    await wiki.vault.write('concepts/lamp.md', FILES['concepts/lamp.md'].replace('The lamp', 'The beacon'));
    const stat = wiki.vault.stat.bind(wiki.vault);
    wiki.vault.stat = () => Promise.reject(new Error('locked by sync'));
    await expect(workbench.refresh(['concepts/lamp.md'])).rejects.toThrow('locked by sync');
    wiki.vault.stat = stat;
    await workbench.refresh([]);
    expect(workbench.snapshot.pages.get('concepts/lamp.md')?.title).toBe('The beacon');
  });

  it('keeps lenses until the host reports a changed manifest', async () => {
    const { wiki } = await withView();
    const { vault, clock, random } = wiki;
    let listed = 0;
    const list = vault.list.bind(vault);
    vault.list = (folder) => {
      listed += 1;
      return list(folder);
    };
    const workbench = await Workbench.open({ vault, root: '', clock, random, reportsChanges: true });
    await lensDetails(workbench, 'people');
    // The first search looks for what is stored of the index.
    await workbench.searchPassages({ query: 'lamp' });
    const once = listed;
    await workbench.lint({ lens: 'people' });
    await workbench.searchPassages({ query: 'lamp', lens: 'people' });
    expect(listed).toBe(once);
    await vault.write('views/KNOWLEDGE.md', VIEW.replace('People only', 'Folk'));
    workbench.invalidateLenses();
    expect((await lensDetails(workbench, 'people', silentRun)).effective.title).toBe('Folk');
  });
});

it('saving the search index removes its old files, and nothing else', async () => {
  const outdated = { '.wiki/cache/search.json': '{}', '.wiki/cache/search.jsonl': '{}\n' };
  const wiki = await testWiki({ ...FILES, ...outdated, '.wiki/cache/of-another.json': '{}' });
  const workbench = await wiki.open();
  await workbench.searchPassages({ query: 'lamp' });
  await workbench.close();
  const kept = (await wiki.vault.list('.wiki/cache')).map(({ path }) => path);
  expect(kept).toEqual(expect.arrayContaining(['.wiki/cache/of-another.json', '.wiki/cache/search']));
  expect(kept.filter((path) => path in outdated)).toEqual([]);
});
