import { type Browser, type Locator } from 'playwright-core';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { type PageVault } from '../host/page/options';
import { testWiki } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';

const MEMOIR = '# Memoir\n\nThe Skerry Tower is a tower on the rock. The Skerry Tower is 31 metres tall.\n';
const SURVEY = '# Survey\n\nThe Skerry Tower was measured. The Skerry Tower is 29.4 metres tall.\n';

/** A wiki of which two sources disagree, with what a model cost today. */
async function vaultFiles(): Promise<PageVault> {
  const wiki = await testWiki({ 'sources/memoir.md': MEMOIR });
  const workbench = await wiki.open();
  await workbench.ingest({ apply: true });
  await wiki.vault.write('sources/survey.md', SURVEY);
  await workbench.refresh(['sources/survey.md']);
  await workbench.ingest({ apply: true });
  await workbench.close();
  const files: Record<string, string | { base64: string }> = {};
  const walk = async (folder: string): Promise<void> => {
    for (const { kind, path } of await wiki.vault.list(folder)) {
      if (kind === 'folder') await walk(path);
      else files[`wiki/${path}`] = { base64: Buffer.from(await wiki.vault.readBytes(path)).toString('base64') };
    }
  };
  await walk('');
  const usage = { input: 4_000, output: 500, cached: 1_000, estimated: false };
  const day = new Date().toISOString().slice(0, 10);
  const calls = [
    { at: `${day}T00:00:00Z`, model: 'aurora', source: 'question', usage, money: { amount: 1.5, currency: 'USD' } },
    { at: `${day}T00:00:00Z`, model: 'local', source: 'sources/memoir.md', usage, money: null },
  ];
  files[`wiki/.wiki/usage/${day}/one.json`] = JSON.stringify({ version: 1, calls });
  const until = new Date(Date.parse(day) - 10 * 86_400_000).toISOString().slice(0, 10);
  const settings = {
    ...DEFAULT_SETTINGS,
    model: { ...DEFAULT_SETTINGS.model, day: { money: 1 } },
    pastLimits: [{ until, money: 2 }],
  };
  files['.obsidian/plugins/living-wiki/data.json'] = JSON.stringify(printSettings(settings));
  return files;
}

describeInBrowser('the pictures of a wiki', () => {
  let browser: Browser;
  let files: PageVault;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
    files = await vaultFiles();
  });
  afterAll(() => stopBrowser(browser));
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const view = (name: string): Locator => app.page.locator(`.living-wiki-${name}`);
  const open = async (name: string, options: OpenOptions = {}): Promise<Locator> => {
    app = await openApp(browser, { files, ...options });
    await app.command(name);
    const shown = view(name);
    await shown.locator('h2').waitFor();
    return shown;
  };
  const isClean = async (name: string): Promise<void> =>
    expect(await app.accessibility(`.living-wiki-${name}`)).toEqual([]);

  /** Waits until a note is the active file. */
  const isOpen = async (path: string): Promise<void> => {
    const active = (): Promise<string | undefined> => app.host((page) => page.host.own.workspace.getActiveFile()?.path);
    for (let tries = 0; tries < 100 && (await active()) !== path; tries += 1) await app.page.waitForTimeout(50);
    expect(await active()).toBe(path);
  };

  it('coverage is a grid that the keys move in, and Enter opens the page at the claim', async () => {
    const shown = await open('coverage', { viewport: { width: 1600, height: 800 } });
    const grid = shown.getByRole('grid');
    await grid.focus();
    await grid.press('ArrowRight');
    const active = (): Promise<string | null> =>
      grid.evaluate((el) => document.getElementById(el.getAttribute('aria-activedescendant') ?? '')?.ariaLabel ?? null);
    expect(await active()).toMatch(/statements? of Skerry Tower cites? Memoir, contested$/);
    await isClean('coverage');
    await grid.press(' ');
    await shown.getByText('No model read this source on this device.').waitFor();
    await isClean('coverage');
    await shown.getByRole('searchbox').fill('no such page');
    await shown.getByRole('button', { name: 'Clear filter' }).click();
    const download = app.page.waitForEvent('download');
    await shown.getByRole('button', { name: 'Save image' }).click();
    expect((await download).suggestedFilename()).toBe('Coverage.png');
    await grid.focus();
    await grid.press('ArrowRight');
    await grid.press('Enter');
    await isOpen('wiki/entities/skerry-tower.md');
  });

  it('coverage on a phone is a list of pages, or of sources', async () => {
    const shown = await open('coverage', { device: 'phone', theme: 'dark' });
    await shown.getByRole('button', { name: /^Skerry Tower/ }).waitFor();
    await isClean('coverage');
    await shown.getByRole('button', { name: 'Sources', exact: true }).click();
    await shown.getByRole('button', { name: /^Memoir/ }).click();
    await app.page.getByRole('dialog').getByText('No model read this source on this device.').waitFor();
  });

  it('a contradiction is answered with one key, and Enter leads from its result to the page', async () => {
    const shown = await open('contradictions', { theme: 'dark' });
    const card = shown.getByRole('group', { name: /Height/ });
    await card.getByRole('button', { name: /^29\.4 metres is right/ }).focus();
    await card.getByText('29.4 metres is right: The first moves to the “History” section').waitFor();
    await isClean('contradictions');
    await app.page.keyboard.press('2');
    await view('review')
      .getByText(/Settle the contradiction/)
      .first()
      .waitFor();
    await app.page.keyboard.press('Control+Enter');
    await view('result').getByText('Applied').waitFor();
    // Nothing else waits, so Enter opens the first file that the result names.
    await app.page.keyboard.press('Enter');
    await isOpen('wiki/entities/skerry-tower.md');
  });

  it('the timeline draws what happened, and its handle leads to the review of an undo', async () => {
    const shown = await open('timeline');
    await shown.getByRole('img', { name: /^Timeline: 2 sources/ }).waitFor();
    await shown.getByRole('listitem').filter({ hasText: 'ingest' }).first().waitFor();
    await isClean('timeline');
    const handle = shown.getByRole('slider', { name: 'Undo back to' });
    await handle.press('ArrowLeft');
    expect(await handle.getAttribute('aria-valuetext')).toMatch(/1 change would be undone\.$/);
    await isClean('timeline');
    await shown.getByRole('button', { name: 'Preview undo of 1' }).click();
    await view('review')
      .getByText(/^Undo: Ingest/)
      .first()
      .waitFor();
  });

  it('usage draws cost and tokens under the limit, with unknown prices as unknown', async () => {
    const shown = await open('usage');
    await shown.getByRole('img', { name: /^Cost per day, USD\. \$1\.50 in all/ }).waitFor();
    await shown.getByText('limit $2.00 a day').waitFor();
    await shown.getByText(/^\$1\.00 since /).waitFor();
    await shown.getByText('Limit reached', { exact: true }).waitFor();
    await shown.getByText('1 day', { exact: true }).waitFor();
    if (process.env.LIVING_WIKI_SHOTS !== undefined) await app.screenshot(`${process.env.LIVING_WIKI_SHOTS}/usage.png`);
    expect(
      await shown
        .getByRole('row', { name: /^local / })
        .first()
        .textContent(),
    ).toContain('unknown');
    // The mark of a day that reached its limit covers no bar, and the figures, charts and tables begin under the title.
    // At once: what happens elsewhere draws it again.
    const { markEnd, barTop, lefts } = await shown.evaluate((el) => {
      const rect = (selector: string): DOMRect | undefined => el.querySelector(selector)?.getBoundingClientRect();
      const firsts = ['h2', 'dt', 'svg.living-wiki-picture', 'table.living-wiki-table th', 'h3'];
      return {
        markEnd: rect('.is-reached')?.bottom,
        barTop: rect('rect.is-series-0')?.top ?? 0,
        lefts: firsts.map((selector) => Math.round(rect(selector)?.left ?? -1)),
      };
    });
    expect(markEnd).toBeLessThanOrEqual(barTop);
    expect(Math.max(...lefts) - Math.min(...lefts)).toBeLessThan(2);
    await isClean('usage');
    await shown.getByRole('button', { name: 'Year' }).click();
    await shown.getByRole('img', { name: /^Cost per week/ }).waitFor();
    await isClean('usage');
  });
});
