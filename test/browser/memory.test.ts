import { type Browser, type Locator } from 'playwright-core';
import { readVault } from '../../scripts/playground/server.mjs';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { NO_MODEL_SETTINGS } from '../../src/workbench';
import { type PageVault } from '../host/page/options';
import { says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { approvedOnDevice } from '../support/approved';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';

const DATA = '.obsidian/plugins/living-wiki/data.json';
const TALK = [
  '**You:** Does the lens turn on a bearing?',
  '**Assistant:** On the bath. Weigh the lens before anybody orders a bearing.',
  '**You:** I put air on it and the compressor went round. Decision: we keep the bath.',
  '- [ ] Weigh the lens',
  '**You:** Who made the lens?',
].join('\n\n');
const ANSWER = {
  facts: [
    {
      statement: 'The compressor of the diaphone still turns',
      quote: 'I put air on it and the compressor went round.',
    },
    { statement: 'The lens weighs four tonnes', quote: 'The lens weighs four tonnes exactly.' },
    { statement: 'The bath is full' },
  ],
  decisions: [{ statement: 'Keep the bath', detail: 'nobody knows a bearing', quote: 'Decision: we keep the bath.' }],
  tasks_open: [{ statement: 'Weigh the lens', quote: 'Weigh the lens before anybody orders a bearing.' }],
  tasks_done: [{ statement: 'Put air on the compressor', quote: 'I put air on it' }],
  questions: [{ statement: 'Who made the lens?', quote: 'Who made the lens?' }],
  playbooks: [{ name: 'Start the compressor', steps: 'open the valve\nwait for a minute' }],
  files: [],
};

describeInBrowser('the memory', () => {
  let browser: Browser;
  let server: ModelServer;
  let files: PageVault;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
    server = await ModelServer.start();
    server.welcomesPages = true;
    files = await readVault('examples/vault');
  });
  afterAll(async () => {
    await stopBrowser(browser);
    await server.close();
  });
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const view = (): Locator => app.page.locator('.living-wiki-memory');
  const button = (name: string | RegExp): Locator => app.page.getByRole('button', { name });
  const tab = (name: string): Locator => view().getByRole('tab', { name });

  /** What axe finds, but for the colours of the app's own main buttons, which follow the accent that the person chose. */
  async function problems(within: string): Promise<readonly string[]> {
    const found = await app.accessibility(within);
    return found.filter((one) => !(one.startsWith('color-contrast') && one.includes('class="mod-cta"')));
  }

  async function picture(name: string): Promise<void> {
    const folder = process.env.PICTURES ?? '';
    if (folder !== '') await app.screenshot(`${folder}/${name}.png`);
  }

  async function open(look: OpenOptions): Promise<void> {
    const model = { ...NO_MODEL_SETTINGS, provider: 'custom', baseUrl: server.url, model: 'strong' };
    const settings = { ...DEFAULT_SETTINGS, model } as typeof DEFAULT_SETTINGS;
    app = await openApp(browser, {
      ...look,
      files: { ...files, [DATA]: JSON.stringify(printSettings(settings)) },
      localStorage: approvedOnDevice(settings),
      connect: server.origin,
    });
    await app.command('memory');
    await button('Harvest conversations').last().waitFor();
  }

  async function drop(...talks: readonly string[]): Promise<void> {
    const data = await app.page.evaluateHandle((texts) => {
      const transfer = new DataTransfer();
      for (const [at, text] of texts.entries()) transfer.items.add(new File([text], `talk ${at + 1}.md`));
      return transfer;
    }, talks);
    await view().dispatchEvent('drop', { dataTransfer: data });
  }

  async function harvested(look: OpenOptions): Promise<void> {
    await open(look);
    server.script(says(JSON.stringify(ANSWER)));
    await drop(TALK);
    await button('Harvest 1 and review').waitFor();
    await picture(`dry-run-${nameOf(look)}`);
    expect(await problems('.modal')).toEqual([]);
    await app.page.keyboard.press('Enter');
    await app.page.locator('.living-wiki-review').getByText('Keep the bath').first().waitFor();
  }

  /** A second conversation fails, and the history shows it alone: by its status, and by its name. */
  async function filterHistory(): Promise<void> {
    server.script(says('No.'), says('No.'));
    await drop('**You:** What else?\n\n**Assistant:** Nothing.');
    await button('Harvest 1 and review').click();
    const [failed, harvested] = [view().getByText(/^Failed: The model/), view().getByText(/ · 8 items$/)];
    await failed.waitFor();
    await button('Show by status').click();
    await app.page.locator('.menu').getByText('Failed (1)').click();
    await harvested.waitFor({ state: 'detached' });
    await view().getByText('Failed: 1 conversation').waitFor();
    await picture('ledger-filtered');
    await view().getByRole('searchbox').fill('no such');
    await view().getByText('Nothing matches.').waitFor();
    await view().getByRole('searchbox').fill('talk');
    await failed.waitFor();
    expect(await harvested.count()).toBe(0);
  }

  const nameOf = ({ theme, device }: OpenOptions): string => `${device ?? 'desktop'}-${theme ?? 'light'}`;
  const looks: readonly OpenOptions[] = [{ theme: 'light' }, { theme: 'dark' }, { device: 'phone' }];

  it.each(looks)('is empty at first, and says what to do: %j', async (look) => {
    await open(look);
    await picture(`empty-${nameOf(look)}`);
    expect(await problems('.living-wiki-memory')).toEqual([]);
    await app.page.keyboard.press('Escape');
  });

  it.each(looks)(
    'what a dropped conversation taught is reviewed with its quotes, kept, and told as a budget: %j',
    async (look) => {
      await harvested(look);
      await picture(`review-${nameOf(look)}`);
      expect(await problems('.living-wiki-review')).toEqual([]);
      await app.command('memory');
      await button('Keep everything').waitFor();
      await picture(`waiting-${nameOf(look)}`);
      await button('Keep everything').click();
      await app.page.getByText('Kept 8 items.').waitFor();
      // On a phone, the review that ends behind it takes the screen.
      await app.command('memory');
      await view().getByText('Weigh the lens', { exact: true }).waitFor();
      await picture(`tasks-${nameOf(look)}`);
      expect(await problems('.living-wiki-memory')).toEqual([]);
      expect(await view().evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
      await tab('Facts').click();
      await view().getByRole('button', { name: 'The compressor of the diaphone still turns' }).click();
      await view().getByText('found in the conversation').waitFor();
      await view().getByText('The conversation does not contain the given quote.').waitFor();
      await picture(`facts-${nameOf(look)}`);
      expect(await problems('.living-wiki-memory')).toEqual([]);
      await button('More actions').last().click();
      await app.page.locator('.menu').getByText('Harvest history').click();
      await view()
        .getByText(/Harvested .* · 8 items/)
        .waitFor();
      await picture(`ledger-${nameOf(look)}`);
      if (look.theme === 'dark') await filterHistory();
      expect(await problems('.living-wiki-memory')).toEqual([]);
    },
  );

  it('a task is ticked, reopened, and moves in the note', async () => {
    await harvested({});
    await app.command('memory');
    await button('Keep everything').click();
    await view().getByRole('checkbox', { name: 'Done: Weigh the lens' }).check();
    await view().getByText('Moved to Done').waitFor();
    const tasks = (): Promise<string> => app.host((page) => page.host.app.vault.adapter.read('knowledge/tasks.md'));
    expect((await tasks()).indexOf('Weigh the lens')).toBeGreaterThan((await tasks()).indexOf('## Done'));
    await button('Reopen: Weigh the lens').click();
    await view().getByText('Moved to Done').waitFor({ state: 'detached' });
    expect((await tasks()).indexOf('Weigh the lens')).toBeLessThan((await tasks()).indexOf('## Done'));
  });

  it('a fact becomes a source, a question is asked of the next ingest, and the home view lists what is open', async () => {
    await harvested({});
    await app.command('memory');
    await button('Keep everything').click();
    await tab('Facts').click();
    await view().getByRole('button', { name: 'The compressor of the diaphone still turns' }).click();
    await button('Make it a source').click();
    await view()
      .getByText(/^In the wiki: /)
      .waitFor();
    await app.command('open-home');
    const home = app.page.locator('.living-wiki-home');
    await home.getByText('From conversations').waitFor();
    await home.getByText('Weigh the lens').waitFor();
    await home.getByText('Who made the lens?').waitFor();
    await picture('home');
    expect(await problems('.living-wiki-home')).toEqual([]);
  });

  it('the digest is deleted to turn it off, and the tabs answer to the arrow keys', async () => {
    await harvested({});
    await app.command('memory');
    await button('Keep everything').click();
    await button('Delete to turn off').click();
    await view().getByText('Off. Nothing is sent to the model.').waitFor();
    await picture('digest-off');
    expect(await app.host((page) => page.host.app.vault.adapter.exists('knowledge/digest.md'))).toBe(false);
    await tab('Tasks').focus();
    await app.page.keyboard.press('ArrowLeft');
    expect(await tab('Playbooks').getAttribute('aria-selected')).toBe('true');
    await view().getByText('Start the compressor').waitFor();
  });

  it('rejecting in the review leaves it out, and undo takes everything back', async () => {
    await harvested({});
    await button(/^Reject all/)
      .first()
      .click();
    await app.page.getByRole('dialog').getByRole('textbox').fill('Nothing of it lasts');
    await app.page
      .getByRole('dialog')
      .getByRole('button', { name: /Reject/ })
      .click();
    await app.page.locator('.living-wiki-result').waitFor();
    expect(await app.host((page) => page.host.app.vault.adapter.exists('knowledge/facts.md'))).toBe(false);
    server.script(says(JSON.stringify(ANSWER)));
    await app.command('memory');
    await drop(`${TALK}\n\nMore.`);
    await button('Harvest 1 and review').click();
    await app.page.locator('.living-wiki-review').getByText('Keep the bath').first().waitFor();
    expect(server.asked.at(-1)?.text).toContain('Nothing of it lasts');
  });
});
