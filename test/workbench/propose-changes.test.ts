import { silentRun } from '../../src/base';
import { type Finding, type Proposal, type Workbench, verify } from '../../src/workbench';
import { LENS_SOURCE, testWiki, type TestWiki, type Tree } from '../support/wiki';

const page = (slug: string, body: string): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: concept\ntitle: ${slug}\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# ${slug}\n\n${body}\n`;

/** A page that names another which is gone: the name can safely be taken out. */
const stale = (slug: string): string => page(slug, 'A stone.').replace('sources:', 'supersedes: [gone]\nsources:');

/** Accepts every hunk of a proposal in a review, and applies it. */
async function applyWhole(workbench: Workbench, { id }: Proposal): Promise<string> {
  const desk = workbench.review(id);
  const { files } = await desk.load(silentRun);
  const hunks = files.flatMap((file) => file.hunks.map(({ hunk }) => hunk.id));
  await desk.decide(Object.fromEntries(hunks.map((hunk) => [hunk, { verdict: 'accepted' as const }])));
  const outcome = await desk.apply(silentRun);
  if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome));
  return outcome.transaction ?? '';
}

async function ingested(): Promise<{
  wiki: TestWiki;
  workbench: Workbench;
  before: Tree;
  transaction: string;
}> {
  const wiki = await testWiki({ 'sources/2026-04-15-lenses.md': LENS_SOURCE });
  const workbench = await wiki.open();
  const before = await wiki.tree();
  const { proposals } = await workbench.ingest({ apply: true });
  return { wiki, workbench, before, transaction: proposals[0]?.transaction ?? '' };
}

const withoutLog = (tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([path]) => path !== '_log.md'));

describe('an undo as a proposal', () => {
  it('restores every byte, counts as the undo of that change, and can be undone itself', async () => {
    const { wiki, workbench, before, transaction } = await ingested();
    const after = await wiki.tree();
    const proposal = await workbench.proposeUndo(transaction);
    expect(await wiki.tree()).toEqual(after);
    const undo = await applyWhole(workbench, proposal);
    expect(withoutLog(await wiki.tree())).toEqual(withoutLog(before));
    const history = await workbench.history();
    expect(history.find(({ id }) => id === transaction)?.undoneBy).toBe(undo);
    expect(history.find(({ id }) => id === undo)?.undoes).toBe(transaction);
    expect((await workbench.status()).sources.pending).toHaveLength(1);
    await applyWhole(workbench, await workbench.proposeUndo(undo));
    expect(withoutLog(await wiki.tree())).toEqual(withoutLog(after));
    expect((await workbench.history()).find(({ id }) => id === transaction)?.undoneBy).toBeNull();
    expect((await verify(workbench)).failures).toEqual([]);
  });

  it('is proposed once, and not for a change that is undone already', async () => {
    const { workbench, transaction } = await ingested();
    const first = await workbench.proposeUndo(transaction);
    expect((await workbench.proposeUndo(transaction)).id).toBe(first.id);
    await applyWhole(workbench, first);
    await expect(workbench.proposeUndo(transaction)).rejects.toMatchObject({ code: 'living-wiki:nothing_to_undo' });
    await expect(workbench.proposeUndo('none')).rejects.toMatchObject({ code: 'living-wiki:transaction_missing' });
  });

  it('keeps later edits, and shows a collision as a conflict in the review', async () => {
    const { wiki, workbench, transaction } = await ingested();
    const path = 'concepts/fresnel-lens.md';
    const text = await wiki.vault.readText(path);
    await wiki.vault.write(path, `${text}\nMine.\n`);
    await workbench.refresh([path]);
    const desk = workbench.review((await workbench.proposeUndo(transaction)).id);
    const file = (await desk.load(silentRun)).files.find((one) => one.path === path);
    expect(file?.conflict).toMatchObject({ reason: 'edited' });
    await desk.resolve(path, [], 'current');
    const { files } = await desk.load(silentRun);
    expect(files.map((one) => one.path)).not.toContain(path);
    await desk.decide(
      Object.fromEntries(files.flatMap((one) => one.hunks.map(({ hunk }) => [hunk.id, { verdict: 'accepted' }]))),
    );
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'applied' });
    expect(await wiki.vault.readText(path)).toContain('Mine.');
    // A part of an undo is an edit like any other.
    expect((await workbench.history()).find(({ id }) => id === transaction)?.undoneBy).toBeNull();
  });

  it('undoes setting up a wiki, including its manifest', async () => {
    const notes = { 'moths.md': 'Moths.\n' };
    const wiki = await testWiki(notes);
    const workbench = await wiki.open();
    const [setup] = await workbench.history();
    await applyWhole(workbench, await workbench.proposeUndo(setup?.id ?? ''));
    expect(withoutLog(await wiki.tree())).toEqual(notes);
  });

  it('lists what a past change did, pages before generated files', async () => {
    const { workbench, transaction, wiki } = await ingested();
    const details = await workbench.transactionDetails(transaction);
    expect(details).toMatchObject({ id: transaction, event: 'ingest', undoneBy: null });
    const generated = details.files.map((file) => file.generated);
    expect(generated).toEqual([...generated].sort((a, b) => Number(a) - Number(b)));
    for (const { path, after, kind, before } of details.files) {
      expect(after).toBe(await wiki.vault.readText(path));
      expect(kind).toBe(before === null ? 'created' : 'updated');
    }
  });
});

describe('fixes as a proposal', () => {
  const FILES = {
    'sources/lamp.md': 'A lamp.\n',
    'concepts/lamp.md': page('lamp', 'See [[Light hose]] and [[light-hoose#Towr]].'),
    'concepts/light-house.md': page('light-house', 'A tower.\n\n## Tower\n\nHigh. [[lamp]]'),
  };
  const open = async (): Promise<{ wiki: TestWiki; workbench: Workbench; findings: readonly Finding[] }> => {
    const wiki = await testWiki(FILES);
    const workbench = await wiki.open();
    return { wiki, workbench, findings: (await workbench.lint({})).findings };
  };

  it('a person’s choice of suggestion fixes one finding', async () => {
    const { wiki, workbench, findings } = await open();
    const broken = findings.find(({ check, key }) => check === 'broken-ref' && key === 'Light hose');
    expect(broken?.suggestions).toEqual(['light-house']);
    if (!broken) return;
    expect(await workbench.proposeFix(broken, 'nowhere')).toBeNull();
    const made = await workbench.proposeFix(broken, 'light-house');
    if (!made) throw new Error('no proposal');
    await applyWhole(workbench, made);
    expect(await wiki.vault.readText('concepts/lamp.md')).toContain('See [[light-house|Light hose]] and');
    expect((await workbench.lint({})).findings.map(({ key }) => key)).not.toContain('Light hose');
  });

  it('a suggestion fixes a link to a heading with another name', async () => {
    const wiki = await testWiki({
      ...FILES,
      'concepts/lamp.md': page('lamp', 'See [[light-house#Old tower|there]] and [it](light-house.md#High%20tower).'),
    });
    const workbench = await wiki.open();
    for (const { check, suggestions, ...rest } of (await workbench.lint({})).findings) {
      if (check !== 'broken-fragment') continue;
      const made = await workbench.proposeFix({ check, suggestions, ...rest }, suggestions[0] ?? '');
      if (made) await applyWhole(workbench, made);
    }
    expect(await wiki.vault.readText('concepts/lamp.md')).toContain(
      'See [[light-house#Tower|there]] and [it](light-house.md#Tower).',
    );
    expect((await workbench.lint({})).findings.filter(({ check }) => check === 'broken-fragment')).toEqual([]);
  });

  it('puts all safe fixes into one proposal, once', async () => {
    const { wiki, workbench } = await open();
    for (const slug of ['amber', 'jet']) await wiki.vault.write(`entities/${slug}.md`, stale(slug));
    await workbench.refresh(['entities']);
    const made = await workbench.proposeFixes({ findings: 'safe' });
    expect(made?.changeSet.files.map(({ path }) => path)).toEqual(['entities/amber.md', 'entities/jet.md']);
    expect((await workbench.proposeFixes({ findings: 'safe' }))?.id).toBe(made?.id);
    expect(await workbench.proposeFixes({ findings: [] })).toBeNull();
  });
});

describe('ignoring a finding', () => {
  const FILES = {
    'sources/lamp.md': 'A lamp.\n',
    'concepts/lamp.md': page('lamp', 'See [[gone]].'),
    'concepts/tower.md': page('tower', 'See [[lost]].'),
  };

  it('keeps every other byte of the manifest, and hides the finding from then on', async () => {
    const wiki = await testWiki(FILES);
    const workbench = await wiki.open();
    const manifest = `${await wiki.vault.readText('KNOWLEDGE.md')}<!-- mine -->\n`.replace(
      'lints:\n',
      '# What we check.\nlints: # for now\n',
    );
    await wiki.vault.write('KNOWLEDGE.md', manifest);
    await workbench.refresh(['KNOWLEDGE.md']);
    const finding = (await workbench.lint({})).findings.find(({ key }) => key === 'gone');
    if (!finding) throw new Error('no finding');
    const made = await workbench.proposeIgnore({ finding, reason: 'To be written.', scope: 'page' });
    expect(made.changeSet.producer).toBe('manual');
    // Before it is applied: what it keeps quiet is gone, and nothing else is.
    expect(made.checks.fixed.map(({ path, key }) => [path, key])).toEqual([['concepts/lamp.md', 'gone']]);
    expect(made.checks.introduced).toEqual([]);
    expect(await wiki.vault.readText('KNOWLEDGE.md')).toBe(manifest);
    await applyWhole(workbench, made);
    const after = await wiki.vault.readText('KNOWLEDGE.md');
    const added = after.split('\n').filter((line) => !manifest.split('\n').includes(line));
    expect(added.join('\n')).toMatch(/living-wiki:[^]*rule: broken-ref[^]*concepts\/lamp\.md[^]*To be written\./);
    expect(manifest.split('\n').filter((line) => !after.split('\n').includes(line))).toEqual([]);
    const { findings, ignored } = await workbench.lint({});
    expect(findings.map(({ key }) => key)).toEqual(expect.not.arrayContaining(['gone']));
    expect(findings.map(({ key }) => key)).toEqual(expect.arrayContaining(['lost']));
    expect(ignored).toBe(1);
    await expect(workbench.proposeIgnore({ finding, reason: 'To be written.', scope: 'page' })).rejects.toMatchObject({
      code: 'living-wiki:ignored_already',
    });
  });

  it('includes a waiting proposal of this kind, so that both apply', async () => {
    const wiki = await testWiki(FILES);
    const workbench = await wiki.open();
    const found = (await workbench.lint({})).findings.filter(({ check }) => check === 'broken-ref');
    const made: Proposal[] = [];
    for (const finding of found) made.push(await workbench.proposeIgnore({ finding, reason: 'Later.', scope: 'page' }));
    expect((await workbench.proposals()).map(({ id }) => id)).toEqual([made.at(-1)?.id]);
    for (const proposal of made.slice(-1)) await applyWhole(workbench, proposal);
    expect((await workbench.lint({})).findings.filter(({ check }) => check === 'broken-ref')).toEqual([]);
  });

  it.each([
    ['folder', ['concepts/']],
    ['wiki', ['*']],
  ] as const)('writes the scope of the %s', async (scope, paths) => {
    const workbench = await (await testWiki(FILES)).open();
    const finding = (await workbench.lint({})).findings.find(({ check }) => check === 'broken-ref');
    if (!finding) throw new Error('no finding');
    const { changeSet } = await workbench.proposeIgnore({ finding, reason: '', scope });
    expect(changeSet.facts.ignore).toMatchObject(paths.map((path) => ({ path })));
  });
});

describe('maintenance', () => {
  it('logs a pass and proposes its fixes; a second round repeats neither', async () => {
    const wiki = await testWiki({ 'entities/amber.md': stale('amber') });
    const workbench = await wiki.open();
    const first = await workbench.runSkill({ skill: 'lint-repair' });
    expect(first.outcome).toBe('proposed');
    const log = await wiki.vault.readText('_log.md');
    expect(log).toContain('lint | full-pass');
    const second = await workbench.runSkill({ skill: 'lint-repair' });
    expect(second.proposals).toEqual(first.proposals);
    expect(await wiki.vault.readText('_log.md')).toBe(log);
    expect(await workbench.proposals()).toHaveLength(1);
  });
});
