import { hashBytes } from '../../src/vault';
import { silentRun } from '../../src/base';
import { sourceReference, sourceDate } from '../../src/wiki';
import { open, openFiles, wikiVault } from './support/wiki';

async function ids(paths: readonly string[]): Promise<Record<string, string>> {
  const snapshot = await openFiles(Object.fromEntries(paths.map((path) => [path, ''])));
  return Object.fromEntries([...snapshot.sources.values()].map(({ path, id }) => [path, id]));
}

it.each([
  [['sources/paper.pdf', 'sources/paper.md'], { 'sources/paper.md': 'paper', 'sources/paper.pdf': 'paper-pdf' }],
  [['sources/a b.txt', 'sources/a-b.txt'], { 'sources/a b.txt': 'a-b', 'sources/a-b.txt': 'a-b-txt' }],
  [
    ['sources/x/n.md', 'sources/y/n.md', 'sources/z/n.md'],
    { 'sources/x/n.md': 'source-n', 'sources/y/n.md': 'n-md', 'sources/z/n.md': 'n-md-2' },
  ],
  [['sources/2026-04-15-Paper.PDF'], { 'sources/2026-04-15-Paper.PDF': '2026-04-15-paper' }],
  [['sources/notes'], { 'sources/notes': 'notes' }],
  [['sources/.hidden', 'sources/.git/x'], {}],
])('ids of %j', async (paths, expected) => {
  expect(await ids(paths)).toEqual(expected);
});

it('ids are valid and unique in any script', async () => {
  const found = Object.values(
    await ids(['sources/報告.pdf', 'sources/報告.md', 'sources/…​.md', `sources/${'long '.repeat(40)}.md`]),
  );
  expect(new Set(found).size).toBe(4);
  for (const id of found) expect(id).toMatch(/^[a-z0-9][a-z0-9-]{1,95}$/);
});

it('the published example of a source is read, and pages of either form refer to it', async () => {
  const text = `---
schema: knowledge.source/v1
id: investor-call
path: sources/2026-04-27-call.md
title: Lead investor weekly sync
captured_at: 2026-04-27T15:00:00Z
content_hash: sha256:00
authority: primary
superseded_by: investor-call-2
---
`;
  const snapshot = await openFiles({ 'sources/2026-04-27-call.md': text, 'sources/investor-call.txt': '' });
  const source = snapshot.source('investor-call')!;
  expect(source).toMatchObject({
    path: 'sources/2026-04-27-call.md',
    id: 'investor-call',
    title: 'Lead investor weekly sync',
    date: '2026-04-27T15:00:00Z',
    authority: 'primary',
    supersededBy: 'investor-call-2',
  });
  expect(snapshot.source('sources/2026-04-27-call.md')).toBe(source);
  expect(snapshot.source('sources/investor-call.txt')?.id).toBe('investor-call-txt');
  expect(sourceReference(source, 'knowledge/v1')).toBe('sources/2026-04-27-call.md');
  expect(sourceReference(source, 'knowledge.entry/v1')).toBe('investor-call');
});

it('frontmatter of another schema is ignored', async () => {
  const snapshot = await openFiles({ 'sources/memo.md': '---\nid: other\ntitle: Secret\nauthority: primary\n---\n' });
  expect(snapshot.source('memo')).toMatchObject({ title: 'memo', authority: 'secondary' });
  expect(snapshot.source('other')).toBeUndefined();
});

it('each invalid field falls back', async () => {
  const text = '---\nschema: knowledge.source/v1\nid: Not an id\ntitle: 7\ncaptured_at: soon\nauthority: god\n---\n';
  const snapshot = await openFiles({ 'sources/2026-01-02 memo.md': text });
  expect(snapshot.source('2026-01-02-memo')).toMatchObject({
    title: '2026-01-02 memo',
    date: '2026-01-02',
    authority: 'secondary',
  });
});

it.each([
  ['2026-04-15-paper', '2026-04-15'],
  ['20260415 minutes', '2026-04-15'],
  ['report_2026.04.15', '2026-04-15'],
  ['1790-state-of-the-union', null],
  ['2026-02-30', null],
  ['12345678', null],
  ['call-555-2026-04', null],
])('a file named %s is dated %s', async (name, day) => {
  const snapshot = await openFiles({ [`sources/${name}.txt`]: '' });
  const source = snapshot.source(`sources/${name}.txt`)!;
  expect(source).toMatchObject({ date: day, dateFrom: day === null ? null : 'file name' });
  expect(sourceDate(source, null)).toBe(day);
  // What a document says of itself counts more than its name.
  expect(sourceDate(source, '1999-01-01')).toBe('1999-01-01');
});

it('hashes are computed from the bytes, cached, and computed again when the file changes', async () => {
  const bytes = new Uint8Array([0, 255, 1]);
  const vault = wikiVault({ 'sources/a.bin': bytes, 'sources/b.md': 'x' });
  let reads = 0;
  const read = vault.readBytes.bind(vault);
  vault.readBytes = (path) => {
    reads += 1;
    return read(path);
  };
  const snapshot = await open(vault);
  expect(await snapshot.sourceHash('sources/a.bin')).toBe(hashBytes(bytes));
  await snapshot.with([{ op: 'create', path: 'x.md', text: '' }]).sourceHash('sources/a.bin');
  expect(reads).toBe(1);
  await vault.write('sources/a.bin', new Uint8Array([1, 2, 3]));
  const next = await snapshot.refreshed(['sources/a.bin'], silentRun);
  expect(await next.sourceHash('sources/a.bin')).toBe(hashBytes(new Uint8Array([1, 2, 3])));
  // A file system whose clock stands still: what was reported as changed is hashed again.
  const frozen = next.source('sources/a.bin')!.mtime;
  const [list, stat] = [vault.list.bind(vault), vault.stat.bind(vault)];
  vault.list = async (folder) => (await list(folder)).map((entry) => ({ ...entry, mtime: frozen }));
  vault.stat = async (path) => ({ ...(await stat(path))!, mtime: frozen });
  await vault.write('sources/a.bin', new Uint8Array([3, 2, 1]));
  const later = await next.refreshed(['sources/a.bin'], silentRun);
  expect(later.source('sources/a.bin')).not.toBe(next.source('sources/a.bin'));
  expect(await later.sourceHash('sources/a.bin')).toBe(hashBytes(new Uint8Array([3, 2, 1])));
  await expect(next.sourceHash('sources/none.md')).rejects.toMatchObject({ code: 'source_not_found' });
});
