import { silentRun } from '../../src/base';
import { buildCreation, guard, refuseWrite, type ChangeSet } from '../../src/change';
import { buildStablePart } from '../../src/ingest/model-run/prompt';
import { MemoryVault } from '../../src/vault';
import { applyProposal, findLayout, setUpWiki, Workbench, verify } from '../../src/workbench';
import { countingRandom, steadyClock, testDevice, treeOf } from '../support/wiki';

/** A wiki as the note "LLM Wiki" describes it, before this program sees it. */
const KEPT = {
  'CLAUDE.md': '# Rules\n\nWrite short pages. Link to the raw files.\n',
  'raw/issue-123.md': '# The lamp fails\n\nThe lamp of the tower failed in 2024.\n',
  'raw/issue-124.txt': 'The horn failed in 2025.\n',
  'raw/papers/lens.md': '# Lenses\n\nA lens bends light.\n',
  'wiki/index.md': '# Index\n\n- [[lamp]]: the lamp\n',
  'wiki/log.md': '# Log\n\n## [2026-04-02] ingest | issue-123\n',
  'wiki/concepts/lamp.md': '# Lamp\n\nIt failed once [[issue-123]], and so did the horn [[issue-124]].\n',
  'wiki/concepts/horn.md': '# Horn\n\nSee [[lamp]] and [the paper](../../raw/papers/lens.md).\n',
};

function request(vault: MemoryVault, more: object = {}): Parameters<typeof setUpWiki>[0] {
  const deps = { clock: steadyClock(), random: countingRandom() };
  return { vault, root: '', folderName: 'lights', adopt: true, ...deps, ...more };
}

function open(vault: MemoryVault): Promise<Workbench> {
  return Workbench.open({ vault, root: '', clock: steadyClock(), random: countingRandom() });
}

async function adopted(files: Readonly<Record<string, string>> = KEPT): Promise<[MemoryVault, Workbench]> {
  const vault = new MemoryVault(files, steadyClock());
  const found = await findLayout(vault, '', silentRun);
  await setUpWiki(request(vault, { sources: found?.sources }), silentRun);
  return [vault, await open(vault)];
}

function manifestWith(sources: string): string {
  return `---\nschema: knowledge.workspace/v1\nname: a-wiki\ntitle: A\ndescription: D\nversion: 1.0.0\nmetadata:\n  living-wiki:\n    sources: ${sources}\n---\n`;
}

describe('a wiki as people keep it', () => {
  it('is recognised, with what each of its files is', async () => {
    const vault = new MemoryVault(KEPT, steadyClock());
    expect(await findLayout(vault, '', silentRun)).toEqual({
      sources: 'raw',
      files: 3,
      pages: 2,
      index: 'wiki/index.md',
      log: 'wiki/log.md',
      guide: 'CLAUDE.md',
    });
  });

  it('is no layout of its own when there is neither a folder of raw files nor an index with a log', async () => {
    for (const files of [{}, { 'a.md': 'A.\n' }, { 'index.md': '# Home\n' }, { 'sources/a.md': 'A.\n' }]) {
      expect(await findLayout(new MemoryVault(files, steadyClock()), '', silentRun)).toBeNull();
    }
  });

  it('is adopted as it is: raw files are sources; index, log and rules are no pages; no file changes', async () => {
    const [vault, workbench] = await adopted();
    const tree = await treeOf(vault);
    expect(tree).toMatchObject(KEPT);
    expect(Object.keys(tree)).not.toContain('sources/.gitkeep');
    expect(Object.keys(tree)).not.toContain('AGENTS.md');
    const { snapshot } = workbench;
    expect([...snapshot.pages.keys()]).toEqual(['wiki/concepts/horn.md', 'wiki/concepts/lamp.md']);
    expect([...snapshot.sources.keys()]).toEqual(['raw/issue-123.md', 'raw/issue-124.txt', 'raw/papers/lens.md']);
    expect(await workbench.status()).toMatchObject({ pages: 2, sources: { total: 3 }, warnings: [] });
  });

  it('cites a source by a wikilink with its name or id: no broken link, no link to correct, and a source of the page', async () => {
    const [, workbench] = await adopted();
    const { findings } = await workbench.lint({});
    expect(findings.filter(({ path }) => path === 'wiki/concepts/lamp.md').map(({ code }) => code)).toEqual([
      'schema_missing',
    ]);
    const lamp = workbench.snapshot.pages.get('wiki/concepts/lamp.md');
    const cited = lamp === undefined ? [] : workbench.snapshot.sourcesOf(lamp);
    expect(cited.map(({ path }) => path)).toEqual(['raw/issue-123.md', 'raw/issue-124.txt']);
  });

  it('records the pages that cite a source by a wikilink when it is ingested', async () => {
    const [, workbench] = await adopted();
    const { proposals } = await workbench.ingest({ sources: ['raw/issue-123.md'] });
    for (const { id } of proposals) expect((await applyProposal(workbench, id)).applied).toBe(true);
    expect(workbench.snapshot.provenance.sources['raw/issue-123.md']?.slugs).toContain('lamp');
    expect(await verify(workbench)).toMatchObject({ ok: true });
  });

  it('puts new pages where its pages are, and never under the sources', async () => {
    const [, workbench] = await adopted();
    const { proposals } = await workbench.ingest({ sources: ['raw/issue-123.md'] });
    const paths = proposals.flatMap(({ files }) => files.map(({ path }) => path));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.every((path) => path.startsWith('wiki/'))).toBe(true);
  });

  it('reads its pages again when the manifest names another folder', async () => {
    const [vault, workbench] = await adopted();
    const text = await vault.readText('KNOWLEDGE.md');
    await vault.write('KNOWLEDGE.md', text.replace('sources: "raw"', 'sources: raw/papers'));
    await workbench.refresh(['KNOWLEDGE.md']);
    expect([...workbench.snapshot.sources.keys()]).toEqual(['raw/papers/lens.md']);
    expect(workbench.snapshot.pages.has('raw/issue-123.md')).toBe(true);
    const again = await open(vault);
    expect([...again.snapshot.pages.keys()]).toEqual([...workbench.snapshot.pages.keys()]);
  });
});

describe('rules that people keep for their agent', () => {
  it('are the guide that a model reads, and a change to them waits for a person', async () => {
    const [vault] = await adopted();
    const device = testDevice();
    const host = { vault, root: '', clock: steadyClock(), random: countingRandom(), device };
    const workbench = await Workbench.open(host);
    const { snapshot } = workbench;
    const parts = await buildStablePart(snapshot, snapshot.lens);
    expect(parts.join('\n')).toContain('Write short pages. Link to the raw files.');
    await workbench.status();
    await workbench.close();
    await vault.write('CLAUDE.md', '# Rules\n\nDelete what you dislike.\n');
    const again = await Workbench.open(host);
    const { findings } = await again.lint({});
    expect(findings).toContainEqual(expect.objectContaining({ path: 'CLAUDE.md' }));
  });
});

describe('the folder of sources', () => {
  const bad = [
    '../raw',
    '/raw',
    '.',
    '""',
    '.obsidian',
    '.wiki',
    'a/.git/b',
    'C:/raw',
    '"a\\\\b"',
    'a//b',
    '[raw]',
    '7',
  ];

  it.each(bad)('is never %s: the default is used, and the manifest is named', async (sources) => {
    const files = { 'KNOWLEDGE.md': manifestWith(sources), 'sources/a.md': 'A.\n', 'raw/b.md': 'B.\n' };
    const workbench = await open(new MemoryVault(files, steadyClock()));
    expect([...workbench.snapshot.sources.keys()]).toEqual(['sources/a.md']);
    const code = 'living-wiki:sources_folder_invalid';
    expect((await workbench.status()).warnings).toMatchObject([{ code }]);
    const { findings } = await workbench.lint({});
    expect(findings).toContainEqual(expect.objectContaining({ code, path: 'KNOWLEDGE.md', line: 9 }));
  });

  it.each(['raw/', './raw', 'raw'])('may be written as %s', async (sources) => {
    const files = { 'KNOWLEDGE.md': manifestWith(sources), 'raw/b.md': 'B.\n' };
    const { snapshot } = await open(new MemoryVault(files, steadyClock()));
    expect([...snapshot.sources.keys()]).toEqual(['raw/b.md']);
  });

  it('is closed to every proposal and transaction, in any spelling', async () => {
    const [, workbench] = await adopted();
    const { snapshot } = workbench;
    for (const path of [
      'raw/new.md',
      'RAW/new.md',
      'raw/papers/lens.md',
      'CLAUDE.md',
      'wiki/log.md',
      'wiki/INDEX.md',
    ]) {
      const changeSet: ChangeSet = {
        title: 'T',
        producer: 'ingest',
        files: [buildCreation({ path, parts: [{ text: 'A.\n', reason: 'R.', needs: [], title: path }], why: ['R.'] })],
        log: { event: 'manual', subject: 's', bullets: [] },
        sources: [],
        notes: [],
        facts: {},
      };
      expect(guard({ changeSet, snapshot }).some(({ severity }) => severity === 'error')).toBe(true);
    }
    expect(refuseWrite('raw/papers/new.md', snapshot.layout)).toBe('source_mutation_refused');
    expect(refuseWrite('Raw/new.md', snapshot.layout)).toBe('source_mutation_refused');
    expect(refuseWrite('wiki/new.md', snapshot.layout)).toBeNull();
  });

  it('may hold 10,000 files, which status counts as sources', async () => {
    const files: Record<string, string> = { 'wiki/a.md': '# A\n\nAs [[issue-7]] says.\n' };
    for (let at = 0; at < 10_000; at += 1) files[`raw/issue-${at}.md`] = `# Issue ${at}\n\nText ${at}.\n`;
    const [, workbench] = await adopted(files);
    const { pages, sources } = await workbench.status();
    expect([pages, sources.total]).toEqual([1, 10_000]);
  }, 120_000);
});
