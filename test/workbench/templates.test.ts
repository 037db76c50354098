import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { silentRun } from '../../src/base';
import { MemoryVault } from '../../src/vault';
import { reviewSetUp, setUpWiki, TEMPLATE_NAMES, Workbench, type SetupRequest, verify } from '../../src/workbench';
import { countingRandom, steadyClock, treeOf } from '../support/wiki';

/** An independent YAML parser, which has no types. */
const yaml = jest.requireActual<{ load(yaml: string): unknown }>('js-yaml');

const schema = JSON.parse(
  readFileSync(path.join(__dirname, '../fixtures/aip-10/aip-10-knowledge.schema.json'), 'utf8'),
) as object;
const isValid = addFormats(new Ajv2020({ strict: false })).compile(schema);

function request(vault: MemoryVault, more: Partial<SetupRequest> = {}): SetupRequest {
  return { vault, root: '', folderName: 'my notes', clock: steadyClock(), random: countingRandom(), ...more };
}

const open = (vault: MemoryVault): Promise<Workbench> =>
  Workbench.open({ vault, root: '', clock: steadyClock(), random: countingRandom() });

describe.each(TEMPLATE_NAMES)('the template %s', (template) => {
  it.each([false, true])('gives a manifest that the published schema accepts (adopting: %s)', async (adopt) => {
    const vault = new MemoryVault(adopt ? { 'note.md': 'A note.\n' } : {}, steadyClock());
    await setUpWiki(request(vault, { template, adopt, pageSchema: 'knowledge.entry/v1' }), silentRun);
    const [, frontmatter = ''] = (await vault.readText('KNOWLEDGE.md')).split(/^---$/m);
    isValid(yaml.load(frontmatter));
    expect(isValid.errors).toBeNull();
  });

  it('makes a wiki without lint findings, whose prose and manifest agree', async () => {
    const vault = new MemoryVault({}, steadyClock());
    await setUpWiki(request(vault, { template }), silentRun);
    const workbench = await open(vault);
    expect((await workbench.lint({})).findings).toEqual([]);
    expect((await verify(workbench)).ok).toBe(true);
    expect((await workbench.lensPages(undefined)).groups).toEqual([]);
  });
});

it.each(['null', 'true', '1e3', '~', 'Лекции', '日', 'A "quoted" name', '- #x: y'])(
  'the manifest is valid whatever the folder is called: %s',
  async (folderName) => {
    const vault = new MemoryVault({}, steadyClock());
    await setUpWiki(request(vault, { folderName }), silentRun);
    const [, frontmatter = ''] = (await vault.readText('KNOWLEDGE.md')).split(/^---$/m);
    isValid(yaml.load(frontmatter));
    expect(isValid.errors).toBeNull();
    expect((await open(vault)).snapshot.manifest.title.toLowerCase()).toContain(folderName.slice(-1).toLowerCase());
  },
);

describe('the review of a new wiki', () => {
  it('writes nothing before it is applied, then the accepted changes and the generated files', async () => {
    const notes = { 'moths.md': 'Moths.  \r\nNo frontmatter here.\r\n', 'index.md': '# Index\n' };
    const vault = new MemoryVault(notes, steadyClock());
    const desk = reviewSetUp(request(vault, { adopt: true, template: 'personal' }));
    const { files } = await desk.load(silentRun);
    expect(files.map(({ kind, path: at }) => `${kind} ${at}`)).toEqual(['created AGENTS.md', 'created KNOWLEDGE.md']);
    const [agents, manifest] = files.map(({ hunks }) => hunks[0]?.hunk);
    const title = manifest?.text.replace('title: "My notes"', 'title: "Night life"') ?? '';
    await desk.decide({
      [manifest?.id ?? '']: { verdict: 'accepted', text: title },
      [agents?.id ?? '']: { verdict: 'rejected' },
    });
    const preview = await desk.preview(silentRun);
    expect(preview.generated.map(({ path: at }) => at)).toEqual([
      'sources/.gitkeep',
      '_index.md',
      '_log.md',
      '_manifest.json',
    ]);
    expect(preview.blocked).toBe(false);
    expect(await treeOf(vault, true)).toEqual(notes);
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'applied' });
    expect(await treeOf(vault)).toMatchObject(notes);
    expect(await vault.stat('AGENTS.md')).toBeNull();
    expect((await (await open(vault)).status()).wiki.title).toBe('Night life');
    await expect(desk.load(silentRun)).rejects.toMatchObject({ code: 'living-wiki:already_a_wiki' });
  });

  it('is blocked by an invalid or a missing manifest', async () => {
    const vault = new MemoryVault({}, steadyClock());
    const desk = reviewSetUp(request(vault));
    const { files } = await desk.load(silentRun);
    const manifest = files.find(({ path: at }) => at === 'KNOWLEDGE.md')?.hunks[0]?.hunk;
    const agents = files.find(({ path: at }) => at === 'AGENTS.md')?.hunks[0]?.hunk;
    await desk.decide({ [manifest?.id ?? '']: { verdict: 'accepted', text: '# Nothing\n' } });
    expect((await desk.preview(silentRun)).blocked).toBe(true);
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'blocked' });
    // The prose says what the manifest says, so it brings the manifest along, and goes with it.
    expect(await desk.decide({ [manifest?.id ?? '']: { verdict: 'rejected' } })).toEqual({
      [manifest?.id ?? '']: { verdict: 'rejected' },
      [agents?.id ?? '']: { verdict: 'rejected', beforeCascade: null },
    });
    await expect(desk.apply(silentRun)).rejects.toMatchObject({ code: 'living-wiki:nothing_accepted' });
    expect(await treeOf(vault, true)).toEqual({});
  });

  it('refuses the same folders as setting up', async () => {
    const desk = reviewSetUp(request(new MemoryVault({ 'a.md': 'A.\n' }, steadyClock())));
    await expect(desk.load(silentRun)).rejects.toMatchObject({ code: 'living-wiki:folder_not_empty' });
  });
});
