import { type Browser, type Locator } from 'playwright-core';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp } from './driver';
import { root, waitingVault, type Waiting } from './waiting-vault';

const MEMORY = {
  'knowledge/tasks.md': '# Tasks\n\n## Open\n\n- Weigh the lens\n\n## Done\n',
  'knowledge/ledger.json': '{ "entries": {} }\n',
};

describeInBrowser('what waits, wherever it is shown', () => {
  let browser: Browser;
  let waiting: Waiting;
  beforeAll(async () => {
    waiting = await waitingVault();
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));

  const openNote = (app: OpenApp, path: string): Promise<void> =>
    app.host((host, at) => host.open(at), `${root}/${path}`);
  const textOf = (app: OpenApp, path: string): Promise<string> =>
    app.host(({ host }, at) => host.read(at), `${root}/${path}`);

  it('is accepted in the open note, beside the line that it changes; the note stays as it is until it is applied', async () => {
    const app = await openApp(browser, { files: waiting.files, livePreview: true });
    const { page } = app;
    page.setDefaultTimeout(10_000);
    await page
      .locator('.status-bar')
      .getByText(/warning|problem/)
      .first()
      .waitFor();
    const before = await textOf(app, 'concepts/focal-plane.md');
    await openNote(app, 'concepts/focal-plane.md');
    const change = page.getByRole('group', { name: /^Proposed change: Ingest 2026-04-18/ }).first();
    await change.getByRole('button', { name: 'Accept' }).click();
    await change.getByRole('button', { name: '✓ Accepted' }).waitFor();
    expect(await app.accessibility('.living-wiki-proposed')).toEqual([]);
    expect(await textOf(app, 'concepts/focal-plane.md')).toBe(before);
    await change.getByRole('button', { name: /^Review…/ }).click();
    await page.getByText(/^[1-9]\d* of \d+ changes accepted/).waitFor();
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it('is told alike by every screen that is open, and no screen tells what was so before', async () => {
    const app = await openApp(browser, { files: waiting.files, viewport: { width: 1700, height: 900 } });
    const { page } = app;
    page.setDefaultTimeout(10_000);
    for (const command of ['open-home', 'history', 'jobs', 'lint']) await app.command(command);
    // Two reviews and the overview are open at once, beside home, history, jobs and lint.
    await app.host(async ({ host }, ids) => {
      const states = [...ids.map((id) => ({ id })), { isOverview: true }];
      for (const state of states) {
        await host.own.workspace.getLeaf('split').setViewState({ type: 'living-wiki-review', state, active: true });
      }
    }, waiting.ids);
    const home = page.locator('.living-wiki-home');
    const overview = page.locator('.living-wiki-overview');
    const [first, second] = [0, 1].map((at) =>
      page.locator('.living-wiki-review:not(.living-wiki-overview)').nth(at),
    ) as [Locator, Locator];
    const soon = async (look: () => Promise<string | null>, wanted: RegExp): Promise<void> => {
      for (let tries = 0; tries < 80 && !wanted.test((await look()) ?? ''); tries += 1) await page.waitForTimeout(100);
      expect(await look()).toMatch(wanted);
    };
    const text = (where: Locator) => (): Promise<string | null> => where.textContent();
    await soon(text(home), /To review2/);
    await soon(text(overview), /Apply \d+ pages/);
    await soon(text(second), /Proposal 2 of 2/);

    // The first is applied in its own view: every other screen follows.
    await first.getByRole('button', { name: 'Accept all' }).click();
    await first.getByRole('button', { name: /^Apply \d+/ }).click();
    await first.getByRole('heading', { name: 'Applied' }).waitFor();
    await soon(text(first), /Next: Ingest 2026-05-09-grant-letter/);
    await soon(text(home), /To review1/);
    await soon(text(overview), /grant-letter/);
    await soon(async () => String((await overview.textContent())?.includes('laser-survey')), /false/);
    await soon(text(second), /Proposal 2 of 2/);
    await soon(text(page.locator('.living-wiki-history')), /laser-survey/);

    // The second is rejected: nothing waits any more, and each screen says so.
    await second.getByRole('button', { name: 'Reject all…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await second.getByRole('heading', { name: 'Rejected' }).waitFor();
    await soon(text(second), /No other proposals to review/);
    await soon(text(first), /No other proposals to review/);
    await soon(text(home), /No proposals to review/);
    await soon(text(overview), /No proposals to review/);

    // Undone, it waits again, and nobody says that nothing does.
    await first.getByRole('button', { name: 'Undo…' }).click();
    await first.getByText(/^(\d+) of \1 changes accepted/).waitFor();
    await soon(text(home), /To review1/);
    await soon(text(second), /Next: Undo: /);
    await soon(text(overview), /1 page|\d+ pages/);
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it('is told apart by name where two panes show the same proposal', async () => {
    const app = await openApp(browser, { files: waiting.files, viewport: { width: 1700, height: 900 } });
    await app.command('open-home');
    await app.page.locator('.living-wiki-proposal').first().waitFor();
    expect(await app.accessibility('.living-wiki-home')).toEqual([]);
    await app.host(async ({ host }, id) => {
      for (let at = 0; at < 2; at += 1) {
        const leaf = host.own.workspace.getLeaf('split');
        await leaf.setViewState({ type: 'living-wiki-review', state: { id }, active: true });
      }
    }, waiting.ids[0]);
    await app.page.locator('.living-wiki-review-main').nth(1).waitFor();
    expect((await app.accessibility()).filter((problem) => problem.startsWith('landmark'))).toEqual([]);
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it('is followed by the pictures, the lens, and the memory that are open', async () => {
    const files = { ...waiting.files, ...MEMORY };
    const app = await openApp(browser, { files, viewport: { width: 2200, height: 1000 } });
    const { page } = app;
    page.setDefaultTimeout(10_000);
    await app.command('coverage');
    const views = ['coverage', 'contradictions', 'timeline', 'lens', 'memory'];
    await app.host(async ({ host }, names) => {
      for (const name of names) {
        await host.own.workspace.getLeaf('split').setViewState({ type: `living-wiki-${name}`, active: true });
      }
    }, views);
    const view = (name: string): Locator => page.locator(`.living-wiki-${name}`).first();
    await view('memory').getByText('Weigh the lens', { exact: true }).waitFor();
    await view('contradictions').getByText('No page contradicts another.').first().waitFor();
    const cells = (): Promise<string> => view('coverage').innerText();
    const before = await cells();
    const changes = view('timeline').getByText(/laser-survey/);
    const applied = await changes.count();

    // A note of the memory is changed by hand, and the survey is applied.
    await app.host(({ host }) =>
      host.app.vault.adapter.write('knowledge/tasks.md', '# Tasks\n\n## Open\n\n- Ask the maker\n\n## Done\n'),
    );
    await view('memory').getByText('Ask the maker', { exact: true }).waitFor();
    expect(await view('memory').getByText('Weigh the lens', { exact: true }).count()).toBe(0);
    await app.host(async ({ host }, id) => {
      await host.own.workspace.getLeaf('tab').setViewState({ type: 'living-wiki-review', state: { id }, active: true });
    }, waiting.ids[0]);
    const review = page.locator('.living-wiki-review');
    await review.getByRole('button', { name: 'Accept all' }).click();
    await review.getByRole('button', { name: /^Apply \d+/ }).click();
    await review.getByRole('heading', { name: 'Applied' }).waitFor();
    await view('contradictions').locator('button').first().waitFor();
    // In a pane this narrow one side is below the other, and the sign between them would cover a value.
    expect(await view('contradictions').locator('.living-wiki-contradiction-sign').isVisible()).toBe(false);
    expect(await view('contradictions').getByText('No page contradicts another.').count()).toBe(0);
    expect(await cells()).not.toBe(before);
    expect(await changes.count()).toBeGreaterThan(applied);
    expect(app.errors).toEqual([]);
    await app.close();
  });
});
