import { type Browser, type Locator } from 'playwright-core';
import { readVault } from '../../scripts/playground/server.mjs';
import {
  buildCreation,
  buildRename,
  buildUpdate,
  nameDrops,
  type ChangeSet,
  type Evidence,
  type FileEdit,
} from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { MemoryVault, hashText, scopeVault } from '../../src/vault';
import { decompressText } from '../../src/vault/compress';
import { type PageVault } from '../host/page/options';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp } from './driver';

const plane = 'concepts/focal-plane.md';
const height = '38 metres';
const lens = 'concepts/fresnel-lens.md';
/** No page of the wiki links to it. */
const lone = 'concepts/lone.md';
const loneText = `---\nschema: knowledge/v1\nslug: lone\nkind: concept\ntitle: Lone\nsources: [sources/2025-11-03-condition-survey.txt]\nupdated_at: "2026-01-22T09:30:00Z"\n---\n\n# Lone\n`;
const tender = 'sources/2026-06-01-tender.pdf';
const memoir = 'sources/2025-09-12-keepers-memoir.md';
const interview = 'sources/2026-05-02-interview.vtt';
const handbook = 'sources/2026-05-20-volunteer-handbook.docx';
const moved = 'sources/2026-01-01-moved.txt';

const quoteOf = (source: string, quote: string, anchor: Evidence['anchor']): Evidence => ({
  source,
  sourceHash: hashText(''),
  quote,
  anchor,
  verdict: 'found',
});

/** A page whose parts are reviewed one by one. */
const newPage = (slug: string, parts: readonly { text: string; evidence?: readonly Evidence[] }[]): FileEdit =>
  buildCreation({
    path: `concepts/${slug}.md`,
    parts: [
      {
        text: `---\nschema: knowledge/v1\nslug: ${slug}\nkind: concept\ntitle: ${slug}\nsources: [sources/2025-11-03-condition-survey.txt]\nupdated_at: "2026-01-22T09:30:00Z"\n---\n\n# ${slug}\n`,
        reason: 'The page itself.',
      },
      ...parts.map((part) => ({ ...part, reason: 'It was said.' })),
    ],
    why: [],
  });

/** What a proposal says of its source, which changed after it was ingested. */
const changedNotes = [
  'Removed (line 33): “The light was automated in 1991.”',
  'Quote no longer in the source: “The light was automated in 1991.” on concepts/focal-plane.md, line 12.',
];
const sourceChange = {
  path: memoir,
  from: '',
  to: '',
  diff: ['-The light was automated in 1991.', '+The light was automated in 1992.'],
  goneQuotes: [{ page: plane, line: 12, quote: 'The light was automated in 1991.', anchor: { line: 33 } }],
  described: changedNotes,
};

const changeOf = (title: string, files: readonly FileEdit[]): ChangeSet => ({
  title,
  producer: 'manual',
  files,
  log: { event: 'manual', subject: title, bullets: [] },
  sources: [],
  notes: title === 'changed' ? [`${memoir} changed since it was ingested.`, ...changedNotes] : [],
  facts: title === 'changed' ? { sourceChange } : {},
});

/** The example vault with proposals that wait, by their titles. */
async function waitingVault(): Promise<{ files: PageVault; ids: ReadonlyMap<string, string> }> {
  const files: Record<string, string | { readonly base64: string }> = { ...(await readVault('examples/vault')) };
  files[`lighthouse/${tender}`] = '%PDF-1.7';
  files[`lighthouse/${lone}`] = loneText;
  files['Journal.md'] = 'See [[lighthouse/concepts/lone|that]].\n';
  const text = files[`lighthouse/${plane}`];
  if (typeof text !== 'string') throw new Error('The page is no text.');
  const state = new MemoryVault();
  let ids = 0;
  const store = new ProposalStore(scopeVault(state, 'lighthouse'), {
    clock: { now: () => Date.parse('2026-06-01T08:00:00Z') },
    random: { id: (length: number) => (ids += 1).toString(36).padStart(length, '0') },
  });
  const at = text.indexOf(height);
  const raise = buildUpdate({
    path: plane,
    base: text,
    splices: [
      {
        start: at,
        end: at + height.length,
        text: '39 metres',
        reason: 'Measured anew.',
      },
    ],
    why: [],
  });
  const lensText = files[`lighthouse/${lens}`];
  if (typeof lensText !== 'string') throw new Error('The page is no text.');
  const three = buildUpdate({
    path: lens,
    base: lensText,
    splices: Object.entries({
      '2026-01-22T': '2026-06-01T',
      'the largest': 'one of the largest',
      'two chipped': 'three chipped',
    }).map(([from, put]) => {
      const start = lensText.indexOf(from);
      return {
        start,
        end: start + from.length,
        text: put,
        reason: 'Seen anew.',
      };
    }),
    why: [],
  });
  const unnamed = buildUpdate({
    path: plane,
    base: text,
    splices: [{ start: 0, end: text.indexOf('# Focal plane'), text: '', reason: 'Tidy.', declares: ['links'] }],
    why: [],
  });
  const slugAt = loneText.indexOf('lone');
  const slug = { start: slugAt, end: slugAt + 'lone'.length, text: 'alone', reason: 'As the file.' };
  const renamed = buildRename({
    path: lone,
    to: 'concepts/alone.md',
    base: loneText,
    splices: [slug],
    why: [],
    reason: 'Plainer.',
  });
  const places = newPage('places', [
    { text: '\nAutomated.\n', evidence: [quoteOf(memoir, 'The light was automated in 1991.', { line: 33 })] },
    {
      text: '\nPoisonous.\n',
      evidence: [quoteOf(interview, 'mercury vapour is poisonous', { time: '00:00:10', line: 7 })],
    },
    { text: '\nTwelve.\n', evidence: [quoteOf(handbook, 'No more than twelve visitors climb at a time.', {})] },
    { text: '\nThe price.\n', evidence: [quoteOf(tender, 'Two hundred thousand', { page: 3 })] },
    { text: '\nGone.\n', evidence: [quoteOf(moved, 'Nobody knows', { line: 2 })] },
  ]);
  const broken = newPage('broken', [{ text: '\nSound.\n' }, { text: '\nSee [[no-such-page]].\n' }]);
  const made = new Map<string, string>();
  for (const [title, edits] of [
    ['conflict', [raise]],
    ['two', [three]],
    ['places', [places]],
    ['lint', [broken]],
    ['guard', [unnamed, newPage('fine', [])]],
    ['rename', [renamed]],
    ['changed', [newPage('memoir', [{ text: '\nAutomated.\n' }])]],
  ] as const) {
    const named = edits.map((edit: FileEdit) => nameDrops(edit, new Set(edit.hunks.map((hunk) => hunk.id))));
    const { id } = await store.add(changeOf(title, named), { guard: [], introduced: [], fixed: [] }, []);
    made.set(title, id);
  }
  for (const folder of ['lighthouse/.wiki/proposals', 'lighthouse/.wiki/proposals/texts']) {
    for (const { path, kind } of await state.list(folder)) {
      if (kind === 'file') files[path] = { base64: Buffer.from(await state.readBytes(path)).toString('base64') };
    }
  }
  return { files, ids: made };
}

describeInBrowser('review changes, where something is in the way', () => {
  let browser: Browser;
  let waiting: Awaited<ReturnType<typeof waitingVault>>;
  beforeAll(async () => {
    waiting = await waitingVault();
    browser = await startBrowser();
  });
  afterAll(async () => stopBrowser(browser));
  const opened: OpenApp[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((app) => app.close()));
  });

  const open = async (title: string): Promise<OpenApp> => {
    const app = await openApp(browser, { files: waiting.files });
    opened.push(app);
    app.page.setDefaultTimeout(5000);
    await show(app, title);
    return app;
  };
  const show = async (app: OpenApp, title: string): Promise<void> => {
    await app.host(
      async (page, id) =>
        page.host.own.workspace
          .getLeaf('tab')
          .setViewState({ type: 'living-wiki-review', state: { id }, active: true }),
      waiting.ids.get(title),
    );
    await app.page.locator('.living-wiki-hunk-head:visible').first().waitFor();
  };
  const textOf = (app: OpenApp, path: string): Promise<string> =>
    app.host((page, at) => page.host.read(at), `lighthouse/${path}`);
  const apply = (app: OpenApp): Promise<void> => app.page.getByRole('button', { name: /^Apply \d/ }).click();
  const applied = (app: OpenApp): Promise<void> => app.page.getByRole('heading', { name: 'Applied' }).waitFor();
  const notices = (app: OpenApp): Promise<string> => app.host((page) => page.host.notices.join('\n'));
  const acceptOne = async (app: OpenApp): Promise<void> => {
    await app.page.keyboard.press('a');
    await app.page.getByText(/^1 of 1 changes accepted/).waitFor();
  };
  /** The person, or another program, has written in the same line. */
  const conflicting = async (app: OpenApp): Promise<Locator> => {
    await app.host(async (page) => {
      const { vault } = page.host.own;
      const file = vault.getFileByPath('lighthouse/concepts/focal-plane.md');
      if (file !== null) await vault.process(file, (text) => text.replace('38 metres above', '37 metres over'));
    });
    const conflict = app.page.getByRole('group', { name: 'Edited since the proposal' });
    await conflict.waitFor();
    return conflict;
  };

  it('a conflict is settled by taking the change, which accepts it', async () => {
    const app = await open('conflict');
    const conflict = await conflicting(app);
    await conflict.getByRole('button', { name: 'Use proposed' }).click();
    await conflict.waitFor({ state: 'detached' });
    await app.page.getByText(/^1 of 1 changes accepted/).waitFor();
    await apply(app);
    await applied(app);
    expect(await textOf(app, plane)).toContain('The focal plane is 39 metres above mean high water.');
    expect(app.errors).toEqual([]);
  });

  it('a conflict is settled by hand, by keyboard alone', async () => {
    const app = await open('conflict');
    const conflict = await conflicting(app);
    await conflict.getByRole('button', { name: 'Edit…' }).press('Enter');
    const field = conflict.getByRole('textbox');
    expect(await field.inputValue()).toMatch(/37 metres over[^]*39 metres above/);
    await field.fill('> "Somewhere between."');
    await app.page.keyboard.press('Control+Enter');
    await conflict.waitFor({ state: 'detached' });
    await app.page.getByText(/^1 of 1 changes accepted/).waitFor();
    await app.page.getByText('edited by you').waitFor();
    await app.page.keyboard.press('Control+Enter');
    await applied(app);
    const text = await textOf(app, plane);
    const [prose = ''] = text.split('\n[^');
    expect(prose.trimEnd().endsWith(':\n\n> "Somewhere between."')).toBe(true);
    expect(prose).not.toContain('metres');
    expect(app.errors).toEqual([]);
  });

  it('two conflicts of a page are settled separately while its properties change, too', async () => {
    const app = await open('two');
    await app.host(async (page) => {
      const { vault } = page.host.own;
      const file = vault.getFileByPath('lighthouse/concepts/fresnel-lens.md');
      if (file === null) return;
      await vault.process(file, (text) =>
        text.replace('the largest', 'the heaviest').replace('two chipped', 'no chipped'),
      );
    });
    const clashes = app.page.getByRole('group', { name: /^Line \d+$/ });
    await clashes.nth(1).waitFor();
    await clashes.first().getByRole('button', { name: 'Use proposed' }).click();
    await clashes.nth(1).waitFor({ state: 'detached' });
    await clashes.getByRole('button', { name: 'Keep mine' }).click();
    await clashes.waitFor({ state: 'detached' });
    await app.page.keyboard.press('Shift+A');
    await app.page.getByText(/^2 of 2 changes accepted/).waitFor();
    await apply(app);
    await applied(app);
    expect(await textOf(app, lens)).toMatch(/2026-06-01T[^]*one of the largest[^]*no chipped/);
    expect(app.errors).toEqual([]);
  });

  it('text being typed stays in place, whatever happens to the page, and only Escape discards it', async () => {
    const app = await open('conflict');
    await app.page.keyboard.press('e');
    const field = app.page.getByRole('textbox', { name: /^Text of/ });
    await field.fill('forty metres');
    await app.host(async (page) => {
      const { vault } = page.host.own;
      const file = vault.getFileByPath('lighthouse/concepts/focal-plane.md');
      if (file !== null) await vault.process(file, (text) => text.replace('38 metres above', '37 metres over'));
    });
    for (const name of ['Side by side', '_index.md']) {
      await app.page.getByRole('button', { name }).click();
      expect(await field.inputValue()).toBe('forty metres');
    }
    expect(await notices(app)).toContain('Save or cancel your edit first.');
    const conflict = app.page.getByRole('group', { name: 'Edited since the proposal' });
    expect(await conflict.count()).toBe(0);
    await field.press('Escape');
    await conflict.waitFor();
    expect(app.errors).toEqual([]);
  });

  it('a rendered page marks the words that differ', async () => {
    const app = await open('conflict');
    await app.page.keyboard.press('3');
    await app.page.locator('ins.living-wiki-word').waitFor();
    expect(await app.page.locator('.living-wiki-word').allTextContents()).toEqual(['38', '39']);
    expect(app.errors).toEqual([]);
  });

  it('a source that changed is shown as a difference, with the quotes that are gone', async () => {
    const app = await open('changed');
    const { page } = app;
    const pane = page.getByRole('group', { name: `What changed in ${memoir}` });
    await pane.waitFor();
    expect(await pane.locator('del, ins').allTextContents()).toEqual(['1991', '1992']);
    const notes = page.locator('.living-wiki-review-main');
    await notes.getByText(`${memoir} changed since it was ingested.`).waitFor();
    // What the difference shows is not told as well.
    expect(await notes.textContent()).not.toContain('Removed (line 33)');
    await page.getByText('1 quote is no longer in the source').waitFor();
    expect(await app.accessibility('.living-wiki-review-main')).toEqual([]);
    await page.getByRole('button', { name: `${plane}, line 12` }).click();
    await page.locator('textarea:visible').waitFor();
    expect(await app.host((host) => host.host.own.workspace.getLeavesOfType('living-wiki-review').length)).toBe(1);
    expect(app.errors).toEqual([]);
  });

  it('a page that is renamed says which notes outside the wiki link to it, and leaves them alone', async () => {
    const app = await open('rename');
    await app.page.getByText('are not updated: Journal.md.').waitFor();
    await app.page.keyboard.press('a');
    await app.page.getByText(/^2 of 2 changes accepted/).waitFor();
    await apply(app);
    await applied(app);
    expect((await textOf(app, 'concepts/alone.md')).replace(/updated_at: .*/, '')).toBe(
      loneText.replace('lone', 'alone').replace(/updated_at: .*/, ''),
    );
    expect(await app.host((page) => page.host.read('Journal.md'))).toContain('[[lighthouse/concepts/lone|');
    expect(app.errors).toEqual([]);
  });

  it('an error of lint or of the guard says what it is, which change brings it, and what to do', async () => {
    const app = await open('lint');
    const view = app.page.locator('.living-wiki-review:visible');
    const blocker = view.locator('.living-wiki-foot-warn');
    const warning = view.locator('.living-wiki-warning.is-error');
    const current = view.locator('.living-wiki-hunk.is-current');
    const hasFocus = (): Promise<boolean> => current.evaluate((el) => el === el.ownerDocument.activeElement);
    const acceptAll = (): Promise<void> => view.getByRole('button', { name: 'Accept all' }).click();
    const rejectAndApply = async (): Promise<void> => {
      await app.page.keyboard.press('r');
      await app.page.keyboard.press('Enter');
      await blocker.waitFor({ state: 'detached' });
      await apply(app);
      await view.getByRole('heading', { name: 'Applied' }).waitFor();
    };
    await acceptAll();
    await blocker.waitFor();
    expect(await blocker.textContent()).toMatch(/no-such-page/);
    await apply(app);
    await warning.waitFor();
    expect(await warning.textContent()).toMatch(/no-such-page.*Reject this change or edit it\./);
    expect(await current.getAttribute('aria-label')).toMatch(/^Change 3 of 3/);
    expect(await hasFocus()).toBe(true);
    expect(await app.accessibility('.living-wiki-review')).toEqual([]);
    await rejectAndApply();

    await show(app, 'guard');
    await acceptAll();
    await blocker.click();
    await warning.first().waitFor();
    expect(await warning.first().textContent()).toMatch(
      /would lose its frontmatter.*Reject this part, or fix the page by hand\./,
    );
    expect(await view.locator('.living-wiki-file.is-selected').textContent()).toContain('focal-plane');
    expect(await hasFocus()).toBe(true);
    await rejectAndApply();
    expect(await textOf(app, plane)).toMatch(/^---\n/);
    expect(app.errors).toEqual([]);
  });

  it('the review says that a proposal was decided elsewhere', async () => {
    const app = await open('conflict');
    await acceptOne(app);
    // Another program rejects it: its file goes where decided ones lie, of which the app is not told.
    const rejected = waiting.ids.get('conflict') ?? '';
    const file = waiting.files[`lighthouse/.wiki/proposals/${rejected}.json.z`] as { readonly base64: string };
    const kept = JSON.parse(decompressText(Buffer.from(file.base64, 'base64')) ?? '') as Record<string, unknown>;
    kept.state = 'rejected';
    kept.decision = { at: '2026-06-02T10:20:00Z', rejectedHunks: [], reason: 'Not now' };
    await app.host(
      (page, [id, text]) => {
        const folder = 'lighthouse/.wiki/proposals';
        page.host.machine.disk.mkdir(`${folder}/decided`);
        page.host.machine.disk.put(`${folder}/decided/${id}.json`, text ?? '');
        page.host.machine.disk.remove(`${folder}/${id}.json.z`);
        window.dispatchEvent(new Event('focus'));
      },
      [rejected, JSON.stringify(kept)],
    );
    await app.page.getByRole('heading', { name: 'Already rejected' }).waitFor();
    await app.page.getByText('Decided outside this view').waitFor();
    await app.page.getByRole('button', { name: /^Next: / }).waitFor();
    expect(app.errors).toEqual([]);
  });

  it('a review moved to another window continues where it was', async () => {
    const app = await open('conflict');
    await acceptOne(app);
    await app.host((page) => {
      const [leaf] = page.host.own.workspace.getLeavesOfType('living-wiki-review');
      if (leaf) page.host.own.workspace.moveLeafToPopout(leaf);
    });
    const popout = app.page.frameLocator('.host-popout iframe');
    await popout.getByText(/^1 of 1 changes accepted/).waitFor();
    expect(await app.page.locator('.living-wiki-review').count()).toBe(0);
    await popout.locator('.living-wiki-hunk').focus();
    await app.page.keyboard.press('r');
    await popout.getByRole('textbox').fill('Not true');
    await app.page.keyboard.press('Enter');
    await popout.getByText(/^0 of 1 changes accepted/).waitFor();
    await app.page.keyboard.press('a');
    await popout.getByText(/^1 of 1 changes accepted/).waitFor();
    await popout.getByRole('button', { name: 'Apply 1 change' }).click();
    await popout.getByRole('heading', { name: 'Applied' }).waitFor();
    expect(await textOf(app, plane)).toContain('39 metres');
    expect(app.errors).toEqual([]);
  });

  it('a source opens at the place of the quote: a note, a PDF, and what the app cannot show', async () => {
    const app = await open('places');
    const source = (name: string): Promise<void> =>
      app.page.getByRole('button', { name: `Open in source: ${name}` }).click();
    const back = (): Promise<void> =>
      app.host((page) => {
        const { workspace } = page.host.own;
        const [leaf] = workspace.getLeavesOfType('living-wiki-review');
        if (leaf) workspace.setActiveLeaf(leaf);
      });
    const dialog = app.page.getByRole('dialog');
    const marked = async (): Promise<string | null> => {
      await dialog.locator('mark').waitFor();
      expect(await app.accessibility('.modal')).toEqual([]);
      const text = await dialog.locator('mark').textContent();
      await app.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      return text;
    };
    await app.page.keyboard.press('j');
    await source(`${memoir}, line 33`);
    const area = app.page.locator('textarea:visible');
    await area.waitFor();
    expect(await area.evaluate((el: HTMLTextAreaElement) => el.value.slice(el.selectionStart, el.selectionEnd))).toBe(
      'The light was automated in 1991.',
    );
    await back();
    await app.page.keyboard.press('j');
    await source(`${interview}, 00:00:10`);
    expect(await marked()).toBe('mercury vapour is poisonous');
    await app.page.keyboard.press('j');
    await source(handbook);
    expect(await marked()).toBe('No more than twelve visitors climb at a time.');
    await app.page.keyboard.press('o');
    await dialog.getByRole('button', { name: 'Open file' }).click();
    expect(await app.host((page) => page.host.machine.openedOutside)).toEqual([`lighthouse/${handbook}`]);
    await app.page.locator('.living-wiki-hunk.is-current').focus();
    await app.page.keyboard.press('j');
    await source(`${tender}, page 3`);
    await app.page.getByText('2026-06-01-tender.pdf, page 3').waitFor();
    await back();
    await app.page.keyboard.press('j');
    await source(`${moved}, line 2`);
    await app.page.getByText(`The source ${moved} no longer exists.`).waitFor();
    expect(await app.host((page) => page.host.exists('lighthouse/sources/2026-01-01-moved.txt.md'))).toBe(false);
    expect(app.errors).toEqual([]);
  });

  it('full storage and a sync in between lose nothing and are reported, and the review continues', async () => {
    const app = await open('conflict');
    await acceptOne(app);
    const before = await textOf(app, plane);
    await app.host((page) => page.host.faults.full());
    await apply(app);
    await app.page.locator('.notice', { hasText: 'No space left on this device.' }).waitFor();
    expect(await notices(app)).toContain('Free up space, then try again.');
    expect(await textOf(app, plane)).toBe(before);
    await app.page.getByText(/^1 of 1 changes accepted/).waitFor();

    const theirs = before.replace('38 metres above', '36 metres over');
    await app.host((page, text) => {
      page.host.faults.clear();
      page.host.faults.before({ action: 'write', path: /journal\/open/ }, () =>
        page.host.machine.disk.put('lighthouse/concepts/focal-plane.md', text),
      );
    }, theirs);
    await apply(app);
    await app.page.locator('.notice', { hasText: 'changed in the meantime' }).waitFor();
    expect(await textOf(app, plane)).toBe(theirs);
    // The app hears of it.
    await app.host((page) => page.host.own.vault.hostReconcile('lighthouse/concepts/focal-plane.md'));
    const conflict = app.page.getByRole('group', { name: 'Edited since the proposal' });
    await conflict.getByRole('button', { name: 'Use proposed' }).click();
    await conflict.waitFor({ state: 'detached' });
    await apply(app);
    await applied(app);
    expect(await textOf(app, plane)).toContain('39 metres above');
    expect(app.errors).toEqual([]);
  });
});
