import { type Browser, type Locator } from 'playwright-core';
import { readVault } from '../../scripts/playground/server.mjs';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { type PageVault } from '../host/page/options';
import { testWiki } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp } from './driver';
import { asFiles } from './waiting-vault';

const DATA = '.obsidian/plugins/living-wiki/data.json';
const towers = ['Skerry', 'Harbour', 'Signal', 'Parish', 'Castle', 'Water', 'Mill'];
const heights = (from: number): string =>
  towers.map((name, at) => `The ${name} Tower is a tower. The ${name} Tower is ${from + at} metres tall.`).join('\n\n');

/** A wiki with a proposal that disagrees with each page about the height of its tower. */
async function disagreeing(): Promise<PageVault> {
  const wiki = await testWiki({ 'sources/memoir.md': `# Memoir\n\n${heights(30)}\n` });
  const workbench = await wiki.open();
  await workbench.ingest({ apply: true });
  await wiki.vault.write('sources/survey.md', `# Survey\n\n${heights(50)}\n`);
  await workbench.refresh(['sources/survey.md']);
  await workbench.ingest({});
  await workbench.close();
  return asFiles(wiki.vault, 'wiki/');
}

/** The example wiki with more of everything than a list shows at first. */
async function much(): Promise<PageVault> {
  const files: Record<string, string | { base64: string }> = { ...(await readVault('examples/vault')) };
  files[DATA] = JSON.stringify(printSettings({ ...DEFAULT_SETTINGS, clippings: 'Clippings' }));
  for (let at = 1; at <= 12; at += 1) files[`Clippings/Clip ${at}.md`] = `Clip ${at}.\n`;
  const tasks = Array.from({ length: 70 }, (_, at) => `- Task ${at + 1} [from: A talk, 2026-05-12]`);
  files['knowledge/tasks.md'] = `# Tasks\n\n## Open\n\n## Done\n\n${tasks.join('\n')}\n`;
  for (const name of ['facts', 'decisions', 'questions']) files[`knowledge/${name}.md`] = `# ${name}\n`;
  files['knowledge/ledger.json'] = '{ "entries": {} }\n';
  const usage = { input: 4_000, output: 500, cached: 0, estimated: false };
  const day = new Date().toISOString().slice(0, 10);
  const calls = Array.from({ length: 10 }, (_, at) => ({
    ...{ at: `${day}T00:00:00Z`, model: 'aurora', source: `sources/letter-${at}.md`, usage },
    money: { amount: at + 1, currency: 'USD' },
  }));
  for (const { source } of calls) files[`lighthouse/${source}`] = 'A letter.\n';
  files[`lighthouse/.wiki/usage/${day}/one.json`] = JSON.stringify({ version: 1, calls });
  return files;
}

describeInBrowser('a list that is cut', () => {
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

  const more = (parent: Locator): Locator => parent.getByRole('button', { name: /^(Show )?\d+ more$/ });

  it('opens: clippings, finished tasks, and what sources cost', async () => {
    app = await openApp(browser, { files: await much() });
    await app.command('open-home');
    const home = app.page.locator('.living-wiki-home');
    const clippings = home.locator('ul', { hasText: 'Clip 1' }).last();
    await more(clippings).waitFor();
    expect(await clippings.getByText(/^Clip \d+$/).count()).toBe(8);
    await more(clippings).click();
    await clippings
      .getByText(/^Clip \d+$/)
      .nth(11)
      .waitFor();

    await app.command('memory');
    const memory = app.page.locator('.living-wiki-memory');
    await memory.getByText('Done · 70').click();
    await memory.getByText('Task 70', { exact: true }).waitFor();
    await more(memory).click();
    await memory.getByText('Task 1', { exact: true }).waitFor();

    await app.command('usage');
    const list = app.page.locator('.living-wiki-usage-work').last();
    await list.getByText('$10.00').waitFor();
    expect(await list.getByText('$1.00', { exact: true }).count()).toBe(0);
    await more(list).click();
    await list.getByText('$1.00', { exact: true }).waitFor();
  });

  it('opens: contradictions of all proposals', async () => {
    app = await openApp(browser, { files: await disagreeing() });
    await app.host(({ host }) =>
      host.own.workspace
        .getLeaf('tab')
        .setViewState({ type: 'living-wiki-review', state: { isOverview: true }, active: true }),
    );
    const cards = app.page.locator('.living-wiki-overview .living-wiki-contradiction');
    await cards.first().waitFor();
    expect(await cards.count()).toBe(5);
    await more(app.page.locator('.living-wiki-overview')).click();
    await cards.nth(towers.length - 1).waitFor();
    expect(await app.accessibility('.living-wiki-overview')).toEqual([]);
  });
});
