import { type Browser } from 'playwright-core';
import { silentRun } from '../../src/base';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { NO_MODEL_SETTINGS, Workbench } from '../../src/workbench';
import { type PageVault } from '../host/page/options';
import { approvedOnDevice } from '../support/approved';
import { queueTimer, testWiki, type TestWiki } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp } from './driver';
import { asFiles } from './waiting-vault';

const DATA = '.obsidian/plugins/living-wiki/data.json';
const shots = process.env.SHOTS;

const vaultOf = ({ vault }: TestWiki): Promise<PageVault> => asFiles(vault, 'wiki/');

const letters = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`sources/letter-${at}.md`, `# Letter ${at}\n\nDear Ada, all is well.\n`]),
  );

describeInBrowser('what a person is asked before, and told after', () => {
  let browser: Browser;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it.each([
    ['en', { device: 'phone' }],
    ['de', { device: 'phone' }],
    ['en', { theme: 'dark' }],
  ] as const)('the price of reading sources is shown whole in %s with %o', async (language, look) => {
    const wiki = await testWiki({ 'sources/light.md': '# The light\n\nThe tower was built in 1874.\n' });
    const model = {
      ...NO_MODEL_SETTINGS,
      provider: 'custom',
      baseUrl: 'https://inference.a-rather-long-name-of-a-company.example.org/openai/deployments/v1',
      model: 'mistralai/Mistral-Small-3.2-24B-Instruct-2506-quantized-w4a16',
    } as const;
    const settings = { ...DEFAULT_SETTINGS, model, curator: 'model' } as const;
    const files = { ...(await vaultOf(wiki)), [DATA]: JSON.stringify(printSettings(settings)) };
    app = await openApp(browser, { files, localStorage: approvedOnDevice(settings), language, ...look });
    app.page.setDefaultTimeout(8_000);
    await app.command('ingest');
    const dialog = app.page.getByRole('dialog');
    await dialog.getByText(model.baseUrl, { exact: false }).waitFor();
    if (shots !== undefined) await app.screenshot(`${shots}/estimate-${language}-${Object.values(look).join('')}.png`);
    // Nothing reaches beyond the space inside the dialog, also not where a name has no place to break.
    const beyond = await app.page.locator('.modal-content').evaluate((content) => {
      const { right } = content.getBoundingClientRect();
      const inner = right - Number.parseFloat(getComputedStyle(content).paddingRight);
      return [...content.querySelectorAll('p')].filter((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        return [...range.getClientRects()].some((rect) => rect.right > inner + 1);
      }).length;
    });
    expect(beyond).toBe(0);
    expect(await app.accessibility('.modal')).toEqual([]);
    await dialog.getByRole('button').last().click();
  });

  it('the card of 90 queued sources lists 50, and a button on it opens the 40 others', async () => {
    const wiki = await testWiki(letters(90));
    // Another program queued them, and nothing of them starts by itself.
    const jobs = { owner: { name: 'test', host: 'elsewhere', process: 1 }, timer: queueTimer(), isDead: () => false };
    const workbench = await Workbench.open({ ...wiki, root: '', jobs });
    await (await workbench.jobs())?.enqueue({}, silentRun);
    await workbench.close();
    app = await openApp(browser, { files: await vaultOf(wiki) });
    app.page.setDefaultTimeout(8_000);
    await app.command('jobs');
    const view = app.page.locator('.living-wiki-jobs');
    const rows = view.locator('li.living-wiki-job');
    const more = view.getByRole('button', { name: 'and 40 more' });
    await view.getByText('Queued · 90').click();
    await more.waitFor();
    expect(await rows.count()).toBe(50);
    expect(await app.accessibility('.living-wiki-jobs')).toEqual([]);
    await more.click();
    await rows.nth(89).scrollIntoViewIfNeeded();
    if (shots !== undefined) await app.screenshot(`${shots}/queue-of-90.png`);
    // Beside its buttons, what a row says would have no room.
    const text = await rows.nth(89).locator('.living-wiki-job-text').boundingBox();
    expect(text?.width).toBeGreaterThan(100);
    expect(await rows.count()).toBe(90);
    expect(await more.count()).toBe(0);
    expect(await app.accessibility('.living-wiki-jobs')).toEqual([]);
  });

  it('several skills are run in the queue: a notice says how many, and the jobs show what came of each', async () => {
    const wiki = await testWiki({ 'sources/light.md': '# The light\n\nThe tower was built in 1874.\n' });
    app = await openApp(browser, { files: await vaultOf(wiki) });
    app.page.setDefaultTimeout(8_000);
    await app.command('maintain');
    const dialog = app.page.getByRole('dialog');
    await dialog.getByText('Lint repair').waitFor();
    for (const name of ['Lint repair', 'Daily update']) await dialog.getByRole('checkbox', { name }).setChecked(true);
    await dialog.getByRole('button', { name: 'Run 2 skills' }).click();
    await app.page.locator('.notice').getByText('2 skills queued.', { exact: true }).waitFor();
    if (shots !== undefined) await app.screenshot(`${shots}/skills-queued.png`);
    const view = app.page.locator('.living-wiki-jobs');
    await view.waitFor();
    for (const name of ['Lint repair', 'Daily update']) await view.getByText(name, { exact: false }).first().waitFor();
    await view.getByRole('progressbar').waitFor({ state: 'detached' });
  });
});
