import { silentRun, type Progress, type Run } from '../../src/base';
import { MemoryVault } from '../../src/vault';
import { findWikis, isPagePath, readSnapshot } from '../../src/wiki';
import { resolveLens } from '../../src/workspace';
import { manifest, open, page, wikiVault } from './support/wiki';

it('findWikis finds roots, valid or not, but no views, other formats or hidden folders', async () => {
  const view = manifest('extends: ../one/KNOWLEDGE.md\n');
  const vault = new MemoryVault({
    'one/KNOWLEDGE.md': manifest(),
    'one/inner/KNOWLEDGE.md': manifest(),
    'view/KNOWLEDGE.md': view,
    'broken/KNOWLEDGE.md': manifest().replace('version: 1.0.0', 'version: one'),
    'pack/KNOWLEDGE.md': '---\nname: pack\n---\n',
    '.trash/KNOWLEDGE.md': manifest(),
  });
  expect(await findWikis(vault, silentRun)).toEqual(['broken', 'one', 'one/inner']);
  await vault.write('KNOWLEDGE.md', manifest());
  expect((await findWikis(vault, silentRun))[0]).toBe('');
});

it('findWikis finds a wiki by its journal when its manifest has lost its frontmatter', async () => {
  const vault = new MemoryVault({ 'one/KNOWLEDGE.md': '# Notes\n', 'two/KNOWLEDGE.md': '---\ntitle: [one\n---\n' });
  expect(await findWikis(vault, silentRun)).toEqual([]);
  await vault.write('one/.wiki/journal/done/a.json', '{}');
  await vault.write('two/.wiki/journal/done/a.json', '{}');
  expect(await findWikis(vault, silentRun)).toEqual(['one', 'two']);
  await expect(resolveLens(vault, 'one/KNOWLEDGE.md')).rejects.toMatchObject({ code: 'schema_missing' });
  await expect(resolveLens(vault, 'two/KNOWLEDGE.md')).rejects.toMatchObject({
    code: 'knowledge_workspace_invalid',
    line: 3,
  });
});

it.each([
  ['a.md', true],
  ['concepts/deep/A.MD', true],
  ['index.md', true],
  ['sub/_index.md', true],
  ['_index.md', false],
  ['_log.md', false],
  ['AGENTS.md', false],
  ['KNOWLEDGE.md', false],
  ['ops/KNOWLEDGE.md', false],
  ['sources/a.md', false],
  ['sources.md', true],
  ['a.txt', false],
  ['.obsidian/a.md', false],
  ['a/.trash/b.md', false],
  ['.wiki/proposals/x.md', false],
])('%s is a page: %s', (path, is) => {
  expect(isPagePath(path)).toBe(is);
});

it('a snapshot has pages, sources and files, each sorted by path', async () => {
  const snapshot = await open(
    wikiVault({ 'b.md': '', 'a/z.md': '', 'a.png': '', 'sources/x/y.md': '', 'sources/b.pdf': '', '.wiki/x.json': '' }),
  );
  expect([...snapshot.pages.keys()]).toEqual(['a/z.md', 'b.md']);
  expect([...snapshot.sources.keys()]).toEqual(['sources/b.pdf', 'sources/x/y.md']);
  expect([...snapshot.files]).toEqual(['KNOWLEDGE.md', 'a.png']);
});

it('a page that is not text has a problem, and the others are read', async () => {
  const snapshot = await open(wikiVault({ 'bad.md': new Uint8Array([0xc3, 0x28]), 'good.md': page('good') }));
  expect(snapshot.pages.get('bad.md')).toMatchObject({ slug: 'bad', problems: [{ code: 'entry_invalid', line: 1 }] });
  expect(await snapshot.text('bad.md')).toBeNull();
  expect(await snapshot.text('good.md')).toBe(page('good'));
  expect(await snapshot.text('none.md')).toBeNull();
  expect(snapshot.pages.get('good.md')?.problems).toEqual([]);
});

it('reading reports progress, yields to the host and can be cancelled', async () => {
  const files = Object.fromEntries(Array.from({ length: 250 }, (_, number) => [`n-${number}.md`, '']));
  const vault = wikiVault(files);
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  const steps: Progress[] = [];
  const control = new AbortController();
  let yields = 0;
  const run: Run = {
    signal: control.signal,
    progress: (step) => steps.push(step),
    yieldToHost: async () => void (yields += 1),
  };
  await readSnapshot({ vault, lens, run });
  expect(steps.at(-1)).toEqual({ stage: 'Reading pages', done: 251, total: 251 });
  expect(yields).toBeGreaterThan(25);
  run.progress = () => control.abort();
  await expect(readSnapshot({ vault, lens, run })).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
});
