import { asWikiError, WikiError, Workbench } from '../../src/workbench';
import { proposeUndo } from '../../src/obsidian/actions';
import { type PluginController } from '../../src/obsidian/controller';
import { installDom } from '../host';
import { LENS_SOURCE, TOWER_SOURCE } from '../support/wiki';
import { eventually } from '../vault/support/contract';
import { controllerOn, noticesOf, openController, page, wikiFiles, wikiTree } from './support/controller';

let takeAway: () => void;
beforeAll(() => {
  takeAway = installDom();
});
afterAll(() => takeAway());

function workbenchOf(controller: PluginController): Workbench {
  if (controller.state.kind !== 'ready') throw new Error(`The controller is ${controller.state.kind}.`);
  return controller.state.workbench;
}

const sources = { 'sources/lens.md': LENS_SOURCE, 'sources/tower.md': TOWER_SOURCE };

it('opens the chosen wiki, and knows its new sources and waiting proposals', async () => {
  const files = { ...(await wikiFiles(sources, 'b')), ...(await wikiFiles({}, 'a')) };
  const { host, controller } = await openController({ files }, { wiki: 'b' });
  expect(controller.roots).toEqual(['a', 'b']);
  expect(controller.state).toMatchObject({ kind: 'ready', root: 'b' });
  await eventually(() => expect(controller.newSources).toEqual(['sources/lens.md', 'sources/tower.md']));
  expect(controller.toVaultPath('x.md')).toBe('b/x.md');
  expect(controller.toWikiPath('b/x.md')).toBe('x.md');
  expect(controller.toWikiPath('a/x.md')).toBeNull();
  await controller.ingest(['sources/lens.md'], 'extractive');
  await eventually(() =>
    expect([controller.proposals.length, controller.newSources]).toEqual([1, ['sources/tower.md']]),
  );
  const [leaf] = host.app.workspace.getLeavesOfType('living-wiki-review');
  expect(leaf?.getViewState().state).toMatchObject({ id: controller.proposals[0]?.id });
  await controller.close();
  await host.quit();
});

it('knows the open questions, also those that an applied change closes and its undo opens again', async () => {
  const { host, controller } = await openController({ files: await wikiFiles({ 'sources/lens.md': LENS_SOURCE }) });
  const texts = (): readonly string[] => controller.questions.map(({ text }) => text);
  let told = 0;
  controller.on('proposals', () => (told += 1));
  await controller.changeQuestions(async (workbench) => {
    await workbench.addQuestion({ text: 'How tall is the tower?' });
    await workbench.addQuestion({ text: 'Who paid?' });
  });
  expect([texts(), told > 0]).toEqual([['How tall is the tower?', 'Who paid?'], true]);
  await controller.changeQuestions((workbench) => workbench.addQuestion({ text: 'x'.repeat(2_000) }));
  expect(host.notices.join('\n')).toContain('at most 1000 characters');
  await controller.ingest(['sources/lens.md'], 'extractive');
  await eventually(() => expect(controller.proposals).toHaveLength(1));
  const review = controller.review(controller.proposals[0]?.id ?? '');
  const { files } = await review!.load(controller.backgroundRun());
  const accepted = files.flatMap(({ hunks }) => hunks.map(({ hunk }) => [hunk.id, { verdict: 'accepted' as const }]));
  await review!.decide(Object.fromEntries(accepted) as Parameters<NonNullable<typeof review>['decide']>[0]);
  await controller.runWikiJob('Applying', (run) => review!.apply(run));
  await eventually(() => expect(texts()).toEqual(['Who paid?']));
  const workbench = workbenchOf(controller);
  const [applied] = await workbench.history();
  const { id } = await workbench.proposeUndo(applied?.id ?? '');
  const undo = controller.review(id);
  const hunks = (await undo!.load(controller.backgroundRun())).files.flatMap((file) => file.hunks);
  await undo!.decide(Object.fromEntries(hunks.map(({ hunk }) => [hunk.id, { verdict: 'accepted' as const }])));
  await controller.runWikiJob('Undoing', (run) => undo!.apply(run));
  await eventually(() => expect(texts()).toEqual(['How tall is the tower?', 'Who paid?']));
  await controller.close();
  await host.quit();
});

it('opens a wiki that appears while the app runs, and closes one that disappears', async () => {
  const { host, controller } = await openController({});
  expect(controller.state.kind).toBe('none');
  for (const [path, text] of Object.entries(await wikiFiles({}))) host.sync.write(path, text);
  await eventually(() => expect(controller.state).toMatchObject({ kind: 'ready', root: 'wiki' }));
  host.sync.remove('wiki/KNOWLEDGE.md');
  await eventually(() => expect(controller.state.kind).toBe('none'));
  await controller.close();
  await host.quit();
});

it('reports an invalid manifest, and opens the wiki once it is corrected', async () => {
  const files = await wikiFiles({});
  const good = files['wiki/KNOWLEDGE.md']!;
  const { host, controller } = await openController({
    files: { ...files, 'wiki/KNOWLEDGE.md': good.replace(/^version:.*$/m, '') },
  });
  expect(controller.state.kind).toBe('failed');
  if (controller.state.kind === 'failed')
    expect(controller.state.error.code).toMatch(/^knowledge_workspace_invalid$|schema/);
  host.sync.write('wiki/KNOWLEDGE.md', good);
  await eventually(() => expect(controller.state.kind).toBe('ready'));
  await controller.close();
  await host.quit();
});

it('checks pages as they change, or only on request if that is set', async () => {
  const files = await wikiFiles({ 'concepts/a.md': page('A', 'See [[nowhere]].') });
  const { host, controller } = await openController({ files });
  const broken = (): number => (controller.lint?.findings ?? []).filter(({ code }) => code === 'link_broken').length;
  await eventually(() => expect(broken()).toBe(1));
  host.sync.write('wiki/concepts/a.md', page('A', 'Nothing to see.'));
  await eventually(() => expect([controller.lint === null, broken()]).toEqual([false, 0]));
  await controller.changeSettings({ lintLive: false });
  host.sync.write('wiki/concepts/a.md', page('A', 'See [[nowhere]] and [[elsewhere]].'));
  await eventually(() => expect(workbenchOf(controller).snapshot.pages.get('concepts/a.md')?.links).toHaveLength(2));
  expect(broken()).toBe(0);
  await controller.lintNow();
  expect(broken()).toBe(2);
  await controller.close();
  await host.quit();
});

it('proposes changes for new sources automatically if that is set, once, and applies nothing', async () => {
  const files = await wikiFiles({ 'sources/lens.md': LENS_SOURCE });
  const { host, controller } = await openController({ files }, { proposeAutomatically: true });
  const before = wikiTree(host);
  await eventually(() => expect(controller.proposals.length).toBe(1));
  const [proposal] = controller.proposals;
  await workbenchOf(controller).review(proposal!.id).reject('not wanted');
  await controller.refresh();
  host.sync.write('wiki/sources/tower.md', TOWER_SOURCE);
  await eventually(() =>
    expect(controller.proposals.map(({ changeSet }) => changeSet.sources[0]?.path)).toEqual(['sources/tower.md']),
  );
  expect(wikiTree(host)).toEqual({ ...before, 'wiki/sources/tower.md': TOWER_SOURCE });
  await controller.close();
  await host.quit();
});

describe('work', () => {
  it('runs one job after the other, reports progress, and is cancelled at once', async () => {
    const { host, controller } = await openController({ files: await wikiFiles({}) });
    const seen: string[] = [];
    let step: () => void = () => undefined;
    const first = controller.runWikiJob('First', async (run) => {
      run.progress({ stage: 'Reading', done: 1, total: 2, cost: '$0.01' });
      await new Promise<void>((resolve) => {
        step = resolve;
      });
      seen.push('first');
      return 1;
    });
    const second = controller.runWikiJob('Second', async (run) => {
      seen.push('second');
      await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()));
      throw new WikiError('living-wiki:cancelled', 'cancelled');
    });
    await eventually(() =>
      expect(controller.job).toMatchObject({ title: 'First', progress: { done: 1 }, cost: '$0.01' }),
    );
    expect(seen).toEqual([]);
    step();
    expect(await first).toBe(1);
    await eventually(() => expect(controller.job?.title).toBe('Second'));
    controller.job?.cancel();
    expect(await second).toBeNull();
    expect(seen).toEqual(['first', 'second']);
    expect(controller.job).toBeNull();
    expect(noticesOf(host)).toEqual([]);
    await controller.close();
    await host.quit();
  });

  it('that fails says why and what to do', async () => {
    const { host, controller } = await openController({ files: await wikiFiles({}) });
    const failed = await controller.runWikiJob('Work', () =>
      Promise.reject(asWikiError(new Error('It broke.'), 'living-wiki:file_system', { remedy: 'Mend it.' })),
    );
    expect(failed).toBeNull();
    expect(noticesOf(host)).toEqual(['It broke. Mend it.']);
    await controller.close();
    await host.quit();
  });

  it('is cancelled and waited for when the plugin is unloaded, and none begins after that', async () => {
    const { host, controller } = await openController({ files: await wikiFiles({}) });
    let isOver = false;
    const running = controller.runWikiJob('Long', async (run) => {
      await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()));
      isOver = true;
    });
    const waiting = controller.runWikiJob('Never', () => Promise.resolve('began'));
    await eventually(() => expect(controller.job).not.toBeNull());
    await controller.close();
    expect(isOver).toBe(true);
    await running;
    expect(await waiting).toBeNull();
    expect(await controller.runWikiJob('Late', () => Promise.resolve('began'))).toBeNull();
    await host.quit();
  });
});

it('dropped files become sources under a free name, and none twice', async () => {
  const { host, controller } = await openController({ files: await wikiFiles({ 'sources/a.md': 'one' }) });
  const file = (name: string, text: string): { name: string; bytes: () => Promise<Uint8Array> } => ({
    name,
    bytes: () => Promise.resolve(new TextEncoder().encode(text)),
  });
  await controller.addSources([file('a.md', 'one'), file('a.md', 'two'), file('b: c?.md', 'three')]);
  const names = Object.keys(host.tree()).filter((path) => path.startsWith('wiki/sources/') && path.endsWith('.md'));
  expect(names).toEqual(['wiki/sources/a 2.md', 'wiki/sources/a.md', 'wiki/sources/b- c-.md']);
  expect(host.read('wiki/sources/a 2.md')).toBe('two');
  await eventually(() => expect(controller.newSources).toHaveLength(3));
  await controller.close();
  await host.quit();
});

it('a dropped file that cannot be copied does not stop the others', async () => {
  const { host, controller } = await openController({ files: await wikiFiles({ 'sources/a.md': 'one' }) });
  const told = (): string => noticesOf(host).join('\n');
  // Sources with the same bytes are proposed once, so each new file has its own text.
  const text = (name: string): string => (name === 'a.md' ? 'one' : name);
  const file = (name: string, bytes = () => Promise.resolve(new TextEncoder().encode(text(name)))) => ({ name, bytes });
  const folder = file('photos', () => Promise.reject(new Error('A directory could not be read.')));
  await controller.addSources([folder, file('CON.md'), file('a.md'), file('b.md')]);
  expect(told()).toMatch(/photos: A directory could not be read\.\n.*CON\.md: Windows reserves/);
  expect(told()).toMatch(/a\.md is already a source\.\nCopied 1 file to sources\.$/);
  await eventually(() => expect(controller.newSources).toEqual(['sources/a.md', 'sources/b.md']));
  // Cancelled in the middle: what was copied is seen, and nothing more is copied.
  const cancelling = file('c.md', () => {
    controller.job?.cancel();
    return file('c.md').bytes();
  });
  await controller.addSources([cancelling, file('d.md')]);
  await eventually(() => expect(controller.newSources).toEqual(['sources/a.md', 'sources/b.md', 'sources/c.md']));
  expect(host.exists('wiki/sources/d.md')).toBe(false);
  await controller.close();
  await host.quit();
});

it.each([
  ['beside the wiki', 'policy.yaml', '../policy.yaml', (policy: string) => policy],
  ['in the wiki', 'wiki/rules/policy.md', 'rules/policy.md', (policy: string) => `---\n${policy}---\n`],
])('a policy %s that changes decides about the views at once', async (_, path, governance, textOf) => {
  const manifest = (name: string, more: string): string =>
    `---\nschema: knowledge.workspace/v1\nname: ${name}\ntitle: T\ndescription: D.\nversion: 1.0.0\n${more}---\n`;
  const lint = (severity: string): string =>
    `lints:\n  - id: x\n    kind: orphan\n    appliesTo: "*"\n    severity: ${severity}\n`;
  const files = {
    'wiki/KNOWLEDGE.md': manifest('wiki', `governance: ${governance}\n${lint('error')}`),
    [path]: textOf('lintSoftening: report\n'),
    'teams/a/KNOWLEDGE.md': manifest('soft', `extends: ../../wiki/KNOWLEDGE.md\n${lint('info')}`),
  };
  const { host, controller } = await openController({ files });
  await workbenchOf(controller).status();
  const refused = async (): Promise<readonly (string | undefined)[]> =>
    (await workbenchOf(controller).lenses()).map((lens) => lens.refused?.code);
  expect(await refused()).toEqual([undefined, undefined]);
  let isRead = false;
  controller.on('wiki', () => (isRead = true));
  host.sync.write(path, textOf('lintSoftening: refuse\n'));
  await eventually(() => expect(isRead).toBe(true));
  expect(await refused()).toEqual([undefined, 'governance:lint_softening_refused']);
  await controller.close();
  await host.quit();
});

it('a lens is remembered for its wiki across a restart; a missing one is replaced by the wiki’s own', async () => {
  const view = [
    '---',
    'schema: knowledge.workspace/v1',
    'name: narrow',
    'title: Narrow',
    'description: A view for a test.',
    'version: 0.1.0',
    'extends: ../../KNOWLEDGE.md',
    '---',
    '',
  ].join('\n');
  const files = { ...(await wikiFiles({})), 'wiki/views/narrow/KNOWLEDGE.md': view };
  const { host, controller } = await openController({ files });
  controller.chooseLens('narrow');
  expect(controller.lens).toBe('narrow');
  // In the middle of judging through it.
  await controller.close();
  await host.restart();
  const again = await controllerOn(host);
  await again.lintNow();
  expect([again.lens, again.lint === null]).toEqual(['narrow', false]);
  host.sync.remove('wiki/views/narrow/KNOWLEDGE.md');
  await eventually(() => expect(again.lens).toBeUndefined());
  await again.close();
  await host.quit();
});

it('asks before it undoes later changes too, and undoes them in order', async () => {
  const ambers = {
    'sources/a.md': '# Amber\n\nAmber is a fossil resin of trees. Amber floats in salt water.\n',
    'sources/b.md': '# On amber\n\nAmber is a fossil resin. Amber burns with a clear flame.\n',
  };
  const { host, controller } = await openController({ files: await wikiFiles(ambers) });
  const workbench = workbenchOf(controller);
  const { proposals } = await workbench.ingest({ apply: true });
  const [first = '', second] = proposals.map(({ transaction }) => transaction ?? '');
  const before = wikiTree(host);
  const press = async (name: string): Promise<void> => {
    await eventually(() => expect(document.querySelector('.modal')?.textContent).toContain('in this order'));
    const found = [...document.querySelectorAll('.modal button')].find(({ textContent }) => textContent === name);
    (found as HTMLButtonElement).click();
  };
  let asked = proposeUndo(controller, first);
  await press('Cancel');
  await asked;
  expect(wikiTree(host)).toEqual(before);
  asked = proposeUndo(controller, first);
  await press('Undo 2 changes');
  await asked;
  expect((await workbench.history()).slice(0, 2).map(({ undoes }) => undoes)).toEqual([first, second]);
  expect(Object.keys(wikiTree(host)).join(' ')).not.toContain('concepts/amber');
  expect(host.notices.join('\n')).toContain('2 changes undone.');
  await controller.close();
  await host.quit();
});

it('says once a day which old changes will lose their undo, as the settings have it', async () => {
  const keep = jest.spyOn(Workbench.prototype, 'applyRetention');
  keep.mockResolvedValue({ code: 'living-wiki:undo_expires', message: 'Soon gone.', at: '.wiki/retention.json' });
  const { host, controller } = await openController({ files: await wikiFiles(sources) }, { undoDays: 7 });
  await eventually(() =>
    expect(controller.warnings.at(-1)).toMatchObject({ title: 'Undo expires soon', message: 'Soon gone.' }),
  );
  await controller.ingest(['sources/lens.md'], 'extractive');
  await eventually(() => expect(controller.proposals).toHaveLength(1));
  expect(keep.mock.calls.map(([retention]) => retention)).toEqual([{ days: 7, changes: 100 }]);
  keep.mockRestore();
  await controller.close();
  await host.quit();
});
