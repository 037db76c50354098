import { silentRun } from '../../src/base';
import { estimateTokens } from '../../src/model';
import { scanText } from '../../src/markdown';
import {
  buildPack,
  discoverPacks,
  writePack,
  type BuiltPack,
  type PublishedPage,
  type PublishedWiki,
} from '../../src/packs';
import { MemoryVault, resolveRelative, scopeVault, type Vault } from '../../src/vault';
import { TOOLS } from './pack-fixtures';

const page = (slug: string, body: string, more: Partial<PublishedPage> = {}): PublishedPage => ({
  ...{ slug, path: `concepts/${slug}.md`, title: slug.toUpperCase(), kind: 'concept', group: 'Concept' },
  ...{ summary: `What ${slug} is.`, updated: '2026-05-01', confidence: 1, sources: ['memoir'], contradicts: [] },
  ...{ inbound: 0, isHome: false, isStale: false, body, firstLine: 8, links: [], claims: [] },
  ...more,
});

const wiki = (pages: readonly PublishedPage[], more: Partial<PublishedWiki> = {}): PublishedWiki => ({
  ...{ title: 'Tower', description: 'All about the tower.', version: '1.0.0', lens: null, openQuestions: [] },
  ...{ status: 'ready', statusReasons: ['Fine.'], trust: 'unreviewed', trustReason: 'Nobody looked.' },
  pages,
  sources: [
    {
      ...{ id: 'memoir', path: 'sources/memoir.md', title: 'Memoir', date: null, hash: 'a'.repeat(64) },
      bytes: () => Promise.resolve(new TextEncoder().encode('It is 31 metres tall.\n')),
    },
  ],
  tool: { name: 'living-wiki', version: '0.1.0' },
  ...more,
});

const build = (given: PublishedWiki, more: { withSources?: boolean; briefingTokens?: number } = {}) =>
  buildPack(given, { name: 'tower', withSources: false, briefingTokens: 2_000, ...more }, TOOLS, silentRun);

const textsOf = ({ files }: BuiltPack): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files.map(({ path, content }) => [path, typeof content === 'string' ? content : new TextDecoder().decode(content)]),
  );

const LINKED = 'See [[lens|the lens]] and [[hidden]].\n';
const linked = page('tower', LINKED, {
  links: [
    { start: 4, end: 21, label: 'the lens', to: { path: 'entities/lens.md', heading: 'How it turns (now)' } },
    { start: 26, end: 36, label: 'hidden', to: null },
  ],
});
const lens = page('lens', '# LENS\n\n## How it turns (now)\n\nSlowly.\n', { path: 'entities/lens.md', kind: 'entity' });

describe('a published pack', () => {
  it('has relative links that all lead to a file of it, and names of hidden pages only as words', async () => {
    const files = textsOf(await build(wiki([linked, lens])));
    for (const [from, text] of Object.entries(files)) {
      if (!from.endsWith('.md')) continue;
      for (const { target, external, form } of scanText(text).links) {
        if (external || target === '') continue;
        expect([from, form, target, Object.hasOwn(files, resolveRelative(from, target) ?? '')]).toEqual([
          from,
          'markdown',
          target,
          true,
        ]);
      }
    }
    expect(files['wiki/concepts/tower.md']).toContain(
      'See [the lens](../entities/lens.md#How%20it%20turns%20%28now%29) and hidden.',
    );
  });

  it('has no line that looks like a key, and no place on a computer, and says what it left out', async () => {
    const body =
      'Fine.\nThe key is sk-abcdefghijklmnop.\npassword: hunter2hunter2\nIt is in /home/ann/wiki/a.md and C:\\Users\\ann\\b.md and file:///etc/x.\nSee https://example.org/home/page.\n';
    const built = await build(wiki([page('tower', body)], { description: 'From /home/ann/x. Good.' }));
    const all = Object.values(textsOf(built)).join('\n');
    for (const gone of ['sk-abc', 'hunter2', '/home/ann', 'Users\\ann', 'file:///'])
      expect([gone, all.includes(gone)]).toEqual([gone, false]);
    expect(all).toContain('https://example.org/home/page');
    expect(built.withheld).toEqual([
      { kind: 'secret', file: 'concepts/tower.md', line: 9 },
      { kind: 'secret', file: 'concepts/tower.md', line: 10 },
      { kind: 'path', file: 'concepts/tower.md', line: 11 },
    ]);
  });

  it('copies a source whole only where that gives nothing away, and its quotes otherwise', async () => {
    const claim = {
      id: 'a',
      statement: 'It is tall.',
      source: 'memoir',
      quote: 'It is 31 metres tall.',
      anchor: 'line 1',
    };
    const tower = page('tower', 'It is tall.\n', { claims: [{ ...claim, isFound: true }] });
    expect(textsOf(await build(wiki([tower]), { withSources: true }))['sources/memoir.md']).toBe(
      'It is 31 metres tall.\n',
    );
    const given = wiki([tower]);
    const sources = given.sources.map((each) => ({
      ...each,
      bytes: () => Promise.resolve(new TextEncoder().encode('It is 31 metres tall. The key is sk-abcdefghijklmnop')),
    }));
    const built = await build({ ...given, sources }, { withSources: true });
    const files = textsOf(built);
    expect(files['sources/memoir.md']).toBeUndefined();
    expect(files['sources/excerpts/memoir.md']).toContain('- Line 1: “It is 31 metres tall.”');
    expect(built.withheld).toEqual([{ kind: 'source', file: 'sources/memoir.md', line: 0 }]);
    const { claims } = JSON.parse(files['indexes/source-map.json'] ?? '') as { claims: readonly object[] };
    expect(claims).toEqual([
      {
        claim_id: 'concepts/tower#a',
        text: 'It is tall.',
        status: 'confirmed',
        source: { path: 'sources/excerpts/memoir.md', anchor: `line 1; sha256=${'a'.repeat(64)}` },
        compiled_into: ['wiki/concepts/tower.md', 'compiled/splits/concept.md'],
      },
    ]);
  });

  it.each([20, 100, 700, 2_000])(
    'keeps its briefing within %i tokens, counted on the finished text',
    async (budget) => {
      const pages = Array.from({ length: 120 }, (_, at) =>
        page(`p${at}`, 'Words.\n', { summary: 'Ein langer Satz über Türme und Öfen. '.repeat((at % 5) + 1) }),
      );
      const files = textsOf(await build(wiki(pages), { briefingTokens: budget }));
      expect(estimateTokens(files['compiled/briefing.md'] ?? '')).toBeLessThanOrEqual(budget);
    },
  );

  it('has the same bytes for the same wiki', async () => {
    expect(textsOf(await build(wiki([linked, lens])))).toEqual(textsOf(await build(wiki([linked, lens]))));
  });

  it('is found and read as a pack, with the status that was computed', async () => {
    const vault = new MemoryVault();
    await writePack(vault, await build(wiki([linked, lens], { status: 'disputed' })), silentRun);
    const { packs, leftOut } = await discoverPacks([{ kind: 'project', place: 'packs', vault }], silentRun);
    expect(leftOut).toEqual([]);
    expect(packs.map(({ item }) => [item.name, item.status, item.profile, item.trust, item.diagnostics])).toEqual([
      ['tower', 'disputed', 'wiki-first', 'unreviewed', []],
    ]);
    expect(packs[0]?.item.metadata?.producedBy).toMatchObject({ kind: 'tool', name: 'living-wiki' });
    // Programs that read line by line find one name.
    expect((await vault.readText('tower/KNOWLEDGE.md')).match(/^\s*name:.*$/gm)).toEqual(['name: tower']);
  });
});

describe('publishing a pack again', () => {
  const treeOf = async (vault: Vault, folder = ''): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const { kind, path } of await vault.list(folder)) {
      if (kind === 'folder') found.push(...(await treeOf(vault, path)));
      else found.push(`${path}: ${(await vault.readText(path)).length}`);
    }
    return found;
  };

  it('writes nothing when nothing changed, and says what did', async () => {
    const vault = new MemoryVault();
    await writePack(vault, await build(wiki([linked, lens])), silentRun);
    const writes: string[] = [];
    vault.watch(({ path }) => writes.push(path));
    const same = await writePack(vault, await build(wiki([linked, lens])), silentRun);
    expect([same.created, same.updated, same.deleted, writes]).toEqual([[], [], [], []]);
    const { updated, deleted } = await writePack(vault, await build(wiki([lens])), silentRun);
    expect(deleted).toEqual(['compiled/splits/concept.md', 'wiki/concepts/tower.md']);
    expect(updated).not.toContain('wiki/entities/lens.md');
  });

  it('that fails at any write leaves the old pack whole, and the next time cleans up', async () => {
    const vault = new MemoryVault();
    await writePack(vault, await build(wiki([lens])), silentRun);
    const before = await treeOf(vault);
    const next = await build(wiki([linked, lens]));
    for (let at = 1; at <= next.files.length; at += 1) {
      let writes = 0;
      const failing: Vault = Object.assign(Object.create(vault) as Vault, {
        list: vault.list.bind(vault),
        stat: vault.stat.bind(vault),
        readText: vault.readText.bind(vault),
        readBytes: vault.readBytes.bind(vault),
        remove: vault.remove.bind(vault),
        renameFolder: vault.renameFolder.bind(vault),
        write: (...args: Parameters<Vault['write']>) =>
          (writes += 1) === at ? Promise.reject(new Error('full')) : vault.write(...args),
      });
      await expect(writePack(failing, next, silentRun)).rejects.toThrow('full');
      expect(await treeOf(vault)).toEqual(before);
    }
    // A crash between the two names.
    await vault.renameFolder('tower', '.tower.former');
    await vault.write('.tower.publishing/KNOWLEDGE.md', 'half');
    await writePack(vault, next, silentRun);
    expect((await vault.list('')).map(({ path }) => path)).toEqual(['tower']);
    expect(await vault.readText('tower/KNOWLEDGE.md')).toBe(textsOf(next)['KNOWLEDGE.md']);
  });

  it('never replaces a folder that was not published here', async () => {
    const vault = new MemoryVault({
      'packs/tower/KNOWLEDGE.md': '---\nname: tower\n---\n',
      'packs/tower/a.md': 'mine',
    });
    await expect(writePack(scopeVault(vault, 'packs'), await build(wiki([lens])), silentRun)).rejects.toMatchObject({
      code: 'living-wiki:pack_exists',
    });
    expect(await vault.readText('packs/tower/a.md')).toBe('mine');
  });
});
