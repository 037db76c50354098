import { silentRun } from '../../src/base';
import { open, openFiles, wikiVault } from './support/wiki';

const SHEET = {
  schema: 'knowledge.source/v1',
  id: 'tower-survey',
  path: 'sources/paper.pdf',
  title: 'The survey of the tower',
  captured_at: '2026-05-01T09:00:00Z',
  content_hash: `sha256:${'0'.repeat(64)}`,
  authority: 'rumour',
  superseded_by: 'newer',
};
const yaml = (fields: object): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');

describe('a sidecar', () => {
  it.each([
    ['YAML', 'sources/paper.pdf.source.yaml', yaml(SHEET)],
    ['YAML with a document marker', 'sources/notes/paper.source.yml', `---\n${yaml(SHEET)}`],
    ['JSON', 'sources/paper.source.json', JSON.stringify(SHEET, null, 2)],
    ['compact JSON', 'sources/paper.source.json', JSON.stringify(SHEET)],
    ['Markdown', 'sources/paper.md', `---\n${yaml(SHEET)}---\n`],
  ])('in %s describes another source and is none itself', async (_, path, text) => {
    const snapshot = await openFiles({ 'sources/paper.pdf': '%PDF', [path]: text });
    expect([...snapshot.sources.keys()]).toEqual(['sources/paper.pdf']);
    expect(snapshot.source('tower-survey')).toMatchObject({
      path: 'sources/paper.pdf',
      title: 'The survey of the tower',
      authority: 'rumour',
      supersededBy: 'newer',
      date: '2026-05-01T09:00:00Z',
      document: { path, problems: [] },
    });
    expect(snapshot.problems).toEqual([]);
  });

  it('gives the time of capture only where the document and its name give no date', async () => {
    const named = await openFiles({
      'sources/2019-03-02-paper.pdf': '%PDF',
      'sources/p.source.yaml': yaml({ ...SHEET, path: 'sources/2019-03-02-paper.pdf' }),
    });
    expect(named.source('tower-survey')?.date).toBe('2019-03-02');
    const recorded = await openFiles({
      'sources/paper.pdf': '%PDF',
      'sources/p.source.yaml': yaml(SHEET),
      '_manifest.json': JSON.stringify({
        version: 1,
        hashAlgo: 'sha256',
        sources: { 'sources/paper.pdf': { contentHash: '0'.repeat(64), slugs: [], date: '2020-01-05' } },
      }),
    });
    expect(recorded.source('tower-survey')?.date).toBe('2020-01-05');
  });

  it('that names no source is a problem and no source', async () => {
    const snapshot = await openFiles({ 'sources/paper.source.yaml': yaml(SHEET) });
    expect(snapshot.sources.size).toBe(0);
    expect(snapshot.problems).toMatchObject([{ path: 'sources/paper.source.yaml', line: 3 }]);
    expect(snapshot.problems[0]?.message).toContain('names no source');
  });

  it('for a source that has one already is a problem', async () => {
    const snapshot = await openFiles({
      'sources/a.source.yaml': yaml({ ...SHEET, title: 'First' }),
      'sources/b.source.yaml': yaml({ ...SHEET, title: 'Second' }),
      'sources/paper.pdf': '%PDF',
    });
    expect(snapshot.source('tower-survey')?.title).toBe('First');
    expect(snapshot.problems.map(({ path }) => path)).toEqual(['sources/b.source.yaml']);
  });

  it('of another format is a source like any other', async () => {
    const snapshot = await openFiles({ 'sources/dump.source.json': '{"path": "sources/x.pdf"}' });
    expect([...snapshot.sources.keys()]).toEqual(['sources/dump.source.json']);
  });

  it('that is added, changed and removed changes the source that it describes', async () => {
    const vault = wikiVault({ 'sources/paper.pdf': '%PDF' });
    const path = 'sources/paper.source.yaml';
    let snapshot = await open(vault);
    const read = async () => {
      snapshot = await snapshot.refreshed([path], silentRun);
      const { id, authority, supersededBy } = snapshot.sources.get('sources/paper.pdf')!;
      return [snapshot.sources.size, id, authority, supersededBy];
    };
    await vault.write(path, yaml(SHEET));
    expect(await read()).toEqual([1, 'tower-survey', 'rumour', 'newer']);
    await vault.write(path, yaml({ ...SHEET, superseded_by: 'newest' }));
    expect(await read()).toEqual([1, 'tower-survey', 'rumour', 'newest']);
    await vault.remove(path);
    expect(await read()).toEqual([1, 'paper', 'secondary', null]);
  });
});
