import fc from 'fast-check';
import { isWikiError, silentRun } from '../../src/base';
import { Sandbox } from '../../src/maintenance';
import { fileTools } from '../../src/maintenance/tools';
import { MemoryVault, scopeVault } from '../../src/vault';
import { Workbench } from '../../src/workbench';
import { countingRandom, LENS_SOURCE, steadyClock, testWiki, type Tree } from '../support/wiki';

/** Occurs in every file of the other wikis, and nowhere in this one. */
const SECRET = 'zanzibar';
const MANIFEST = `---\nschema: knowledge.workspace/v1\nname: other\ntitle: ${SECRET}\ndescription: d\nversion: 1.0.0\n---\n`;

/** Another wiki with something of every kind. */
function otherWiki(root: string): Tree {
  const files = {
    'KNOWLEDGE.md': MANIFEST,
    'AGENTS.md': `# Rules\n\n${SECRET}\n`,
    'concepts/secret.md': `---\nschema: knowledge/v1\nslug: secret\nkind: concept\ntitle: ${SECRET}\n---\n\n${SECRET}\n`,
    'sources/secret.md': `# ${SECRET}\n`,
    'skills/secret/SKILL.md': `# ${SECRET}\n`,
    '.wiki/runs/secret.json': `{"said":"${SECRET}"}`,
  };
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${root}/${path}`, text]));
}

const OTHERS = ['other', 'team/inner', 'team2'];
const FILES = ['KNOWLEDGE.md', 'AGENTS.md', 'concepts/secret.md', 'sources/secret.md', 'skills/secret/SKILL.md'];

async function openTeam(): Promise<{ vault: MemoryVault; workbench: Workbench }> {
  const made = await testWiki({ 'sources/lens.md': LENS_SOURCE });
  const own = await made.open();
  await own.ingest({ apply: true });
  await own.close();
  const tree = Object.fromEntries(Object.entries(await made.tree()).map(([path, text]) => [`team/${path}`, text]));
  const others = Object.assign({}, ...OTHERS.map(otherWiki)) as Tree;
  const vault = new MemoryVault({ ...tree, ...others }, steadyClock());
  const host = { vault, root: 'team', clock: steadyClock(), random: countingRandom() };
  return { vault, workbench: await Workbench.open(host) };
}

/** A path of another wiki as a model may write it: relative, absolute, through folders that do or do not exist, in odd spellings. */
const places = fc
  .record({
    up: fc.constantFrom(
      '',
      '../',
      './../',
      'concepts/../../',
      '.state/../../',
      '.skill/../../',
      '/',
      '//',
      'C:/',
      '%2e%2e/',
      '..\\',
    ),
    wiki: fc.constantFrom(
      'other',
      'team/inner',
      'inner',
      'INNER',
      'team2',
      'inner/.',
      './inner',
      'team/../other',
      '..',
    ),
    file: fc.constantFrom(...FILES, '', '.wiki/runs/secret.json', '../inner/concepts/secret.md', '*', '**/*.md'),
    tail: fc.constantFrom('', '/', ' ', '\u0000', '?', '#x'),
  })
  .map(({ up, wiki, file, tail }) => `${up}${wiki}/${file}${tail}`);
const words = fc.constantFrom(SECRET, SECRET.toUpperCase(), 'secret', 'other', '[[secret]]', '');

it('no tool of a skill tells or changes anything of another wiki, whatever path or words it is given', async () => {
  const { vault, workbench } = await openTeam();
  const { snapshot } = workbench;
  const before = await vault.readText('other/concepts/secret.md');
  const tools = ['read', 'list', 'grep', 'search', 'links', 'write', 'edit'] as const;
  const asked = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...tools), places, words, async (name, path, text) => {
      const scoped = scopeVault(vault, 'team');
      const sandbox = new Sandbox({
        ...{ wiki: scoped, state: scopeVault(scoped, '.wiki/skills/x'), skill: scopeVault(scoped, 'skills/x') },
        ...{ layout: snapshot.layout, clock: steadyClock(), sourceText: (source) => scoped.readText(source) },
      });
      const search = async (query: string): Promise<readonly string[]> =>
        (await workbench.searchPassages({ query })).map((page) => `${page.path}: ${page.title}`);
      const tool = fileTools({ sandbox, snapshot, search }, true).find((each) => each.name === name);
      const args = tool?.parse({ path, page: path, text, query: text, old: text, new: 'pwned' });
      asked.read += 1;
      if (tool === undefined || args?.ok !== true) return;
      const said = await Promise.resolve(tool.call(args.data, silentRun)).catch((error: unknown) => {
        if (!isWikiError(error)) throw error;
        asked.refused += 1;
        return '';
      });
      // What it asked for may be repeated to it.
      expect(said.toLowerCase()).not.toMatch(new RegExp(`${SECRET}|secret\\.md`));
      const changed = JSON.stringify(await sandbox.difference());
      expect(changed).not.toMatch(/"(?:path|from|to)":"(?:inner\/|\.\.)/);
      expect(await vault.readText('other/concepts/secret.md')).toBe(before);
    }),
    { numRuns: 1500 },
  );
  expect(asked.refused).toBeGreaterThan(200);
  await workbench.close();
});

it('lint, search, skills and what steers a model of one wiki name nothing of another', async () => {
  const { workbench } = await openTeam();
  const told = [
    [...workbench.snapshot.pages.keys(), ...workbench.snapshot.sources.keys()],
    (await workbench.lint({})).findings,
    await workbench.searchPassages({ query: SECRET }),
    await workbench.skillNames(),
    await workbench.unconfirmedChanges(),
  ];
  expect(JSON.stringify(told)).not.toContain(SECRET);
  expect(JSON.stringify(await workbench.skillNames())).not.toContain('secret');
  await workbench.close();
});

it('the root of the wiki can be listed, as coding agents do first', async () => {
  const { vault, workbench } = await openTeam();
  const scoped = scopeVault(vault, 'team');
  const { snapshot } = workbench;
  const ports = { wiki: scoped, state: scopeVault(scoped, '.wiki/skills/x'), skill: null, layout: snapshot.layout };
  const sandbox = new Sandbox({ ...ports, clock: steadyClock(), sourceText: (path) => scoped.readText(path) });
  const list = fileTools({ sandbox, snapshot, search: () => Promise.resolve([]) }, true).find(
    ({ name }) => name === 'list',
  );
  for (const path of ['', '.', '/', '**/*.md']) {
    const args = list?.parse({ pattern: path });
    expect(args?.ok === true && (await list?.call(args.data, silentRun))).toContain('KNOWLEDGE.md');
  }
  await workbench.close();
});
