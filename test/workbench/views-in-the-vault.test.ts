import { lensDetails, Workbench } from '../../src/workbench';
import { MemoryVault, scopeVault } from '../../src/vault';
import { testWiki } from '../support/wiki';

/** A view of the wiki in `wiki/`, with these lines on top of what a manifest must say. */
const view = (name: string, extending: string, more = ''): string =>
  `---\nschema: knowledge.workspace/v1\nname: ${name}\ntitle: The ${name} view\ndescription: A view.\nversion: 1.0.0\nextends: ${extending}\n${more}---\n`;

const SOFTENING = 'lints:\n  - id: broken-ref\n    kind: broken-ref\n    appliesTo: "*"\n    severity: info\n';

/** A vault with the wiki in its folder `wiki`, and these files beside it. */
async function vaultWith(
  files: Readonly<Record<string, string>>,
): Promise<{ workbench: Workbench; vault: MemoryVault }> {
  const wiki = await testWiki();
  const whole = new MemoryVault({}, wiki.clock);
  for (const [path, text] of Object.entries(await wiki.tree())) await whole.write(`wiki/${path}`, text);
  for (const [path, text] of Object.entries(files)) await whole.write(path, text);
  const { clock, random, device } = wiki;
  const workbench = await Workbench.open({
    vault: whole,
    wiki: scopeVault(whole, 'wiki'),
    root: 'wiki',
    clock,
    random,
    device,
  });
  return { workbench, vault: whole };
}

const manifestFindings = async (workbench: Workbench, lens?: string): Promise<readonly string[]> => {
  const { findings } = await workbench.lint(lens === undefined ? {} : { lens });
  return findings.filter(({ path }) => path.endsWith('KNOWLEDGE.md')).map(({ path, code }) => `${path} ${code}`);
};

describe('a view with a broken chain', () => {
  const broken = {
    'operators/lost/KNOWLEDGE.md': view('lost', '../../wki/KNOWLEDGE.md', 'curation:\n  tone: own\n'),
    'teams/typo/KNOWLEDGE.md': view('typo', '../../wiki/KNOWLEDGE.md', 'exports: x\n'),
    'teams/below/KNOWLEDGE.md': view('below', '../typo/KNOWLEDGE.md'),
  };

  it('is listed with the reason, and used with its own manifest', async () => {
    const { workbench } = await vaultWith(broken);
    const lenses = await workbench.lenses();
    expect(lenses.map(({ title, problem, refused }) => [title, problem?.code, refused?.code])).toEqual([
      ['Test wiki', undefined, undefined],
      ['The below view', 'knowledge_extends_missing', undefined],
      ['The lost view', 'knowledge_extends_missing', undefined],
      ['typo', undefined, 'knowledge_workspace_invalid'],
    ]);
    expect((await lensDetails(workbench, 'lost')).effective.curation).toEqual({ tone: 'own' });
  });

  it('is named by lint of the wiki and by status', async () => {
    const { workbench } = await vaultWith(broken);
    expect(await manifestFindings(workbench)).toEqual([
      '../operators/lost/KNOWLEDGE.md knowledge_extends_missing',
      '../teams/below/KNOWLEDGE.md knowledge_extends_missing',
      '../teams/typo/KNOWLEDGE.md knowledge_workspace_invalid',
    ]);
    expect(await manifestFindings(workbench, 'lost')).toEqual([
      '../operators/lost/KNOWLEDGE.md knowledge_extends_missing',
    ]);
    const { warnings } = await workbench.status();
    const problems = warnings.filter(({ code }) => code !== 'living-wiki:trust_baseline');
    expect(problems.map(({ code, at }) => `${at} ${code}`).sort()).toEqual([
      'operators/lost/KNOWLEDGE.md#extends knowledge_extends_missing',
      'teams/below/KNOWLEDGE.md#extends knowledge_extends_missing',
      'teams/typo/KNOWLEDGE.md knowledge_workspace_invalid',
    ]);
  });
});

describe('lint of the wiki', () => {
  it('names every view that softens anything, each once', async () => {
    const { workbench } = await vaultWith({
      'operators/soft/KNOWLEDGE.md': view('soft', '../../wiki/KNOWLEDGE.md', SOFTENING),
      'operators/below/KNOWLEDGE.md': view('below', '../soft/KNOWLEDGE.md'),
      'operators/strict/KNOWLEDGE.md': view('strict', '../../wiki/KNOWLEDGE.md', 'curation:\n  tone: plain\n'),
    });
    expect(await manifestFindings(workbench)).toEqual(['../operators/soft/KNOWLEDGE.md living-wiki:lint_softened']);
  });
});

describe('two views of one name', () => {
  const twins = {
    'operators/a/KNOWLEDGE.md': view('twin', '../../wiki/KNOWLEDGE.md', 'curation:\n  tone: first\n'),
    'companies/b/KNOWLEDGE.md': view('twin', '../../wiki/KNOWLEDGE.md', 'curation:\n  tone: second\n'),
    'companies/c/KNOWLEDGE.md': view('single', '../../wiki/KNOWLEDGE.md'),
  };

  it('are told apart by their paths, and the name alone is refused with the choices', async () => {
    const { workbench } = await vaultWith(twins);
    const lenses = await workbench.lenses();
    expect(lenses.map(({ name, ref }) => [name, ref])).toEqual([
      ['test-wiki', 'test-wiki'],
      ['single', 'single'],
      ['twin', 'companies/b/KNOWLEDGE.md'],
      ['twin', 'operators/a/KNOWLEDGE.md'],
    ]);
    await expect(workbench.lint({ lens: 'twin' })).rejects.toMatchObject({
      code: 'living-wiki:lens_ambiguous',
      message: 'This wiki has 2 lenses named "twin".',
      remedy: 'Name one by its file: companies/b/KNOWLEDGE.md, operators/a/KNOWLEDGE.md.',
    });
    for (const lens of ['operators/a/KNOWLEDGE.md', 'operators/a', 'operators/a/']) {
      expect((await lensDetails(workbench, lens)).effective.curation.tone).toBe('first');
    }
  });

  it('may not stand in for the wiki itself', async () => {
    const { workbench } = await vaultWith({
      'operators/a/KNOWLEDGE.md': view('test-wiki', '../../wiki/KNOWLEDGE.md'),
    });
    await expect(lensDetails(workbench, 'test-wiki')).rejects.toMatchObject({ code: 'living-wiki:lens_ambiguous' });
    expect((await lensDetails(workbench, undefined)).path).toBe('wiki/KNOWLEDGE.md');
    expect((await lensDetails(workbench, 'wiki')).path).toBe('wiki/KNOWLEDGE.md');
  });
});

describe('a home page that does not exist', () => {
  it('is a finding at the manifest that names it, of the wiki and of its views', async () => {
    const { workbench } = await vaultWith({
      'operators/a/KNOWLEDGE.md': view('home', '../../wiki/KNOWLEDGE.md', 'display:\n  homePage: gone-too\n'),
    });
    expect(await manifestFindings(workbench)).toEqual(['../operators/a/KNOWLEDGE.md living-wiki:home_page_missing']);
    expect(await manifestFindings(workbench, 'home')).toEqual([
      '../operators/a/KNOWLEDGE.md living-wiki:home_page_missing',
    ]);
  });
});
