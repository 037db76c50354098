import { type Browser, type Locator } from 'playwright-core';
import { readVault } from '../../scripts/playground/server.mjs';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { NO_MODEL_SETTINGS } from '../../src/workbench';
import { reads } from '../cli/model-support';
import { type PageVault } from '../host/page/options';
import { ModelServer } from '../model/server/server';
import { page, wikiFiles } from '../obsidian/support/controller';
import { LENS_SOURCE, TOWER_SOURCE } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';
import { leftovers, watchWindow } from './leftovers';
import { approvedOnDevice } from '../support/approved';

const DATA = '.obsidian/plugins/living-wiki/data.json';
/** Where the model server seems to be: not on this computer. */
const SERVER = 'https://models.example';

const looks = [
  { theme: 'light', device: 'desktop' },
  { theme: 'dark', device: 'phone' },
] as const;

/** What a person does that no other file of this folder drives, from its beginning to its end. */
describeInBrowser('from beginning to end', () => {
  let browser: Browser;
  let example: PageVault;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
    example = await readVault('examples/vault');
  });
  afterAll(() => stopBrowser(browser));
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  async function open(options: OpenOptions): Promise<void> {
    app = await openApp(browser, options);
    app.page.setDefaultTimeout(10_000);
  }
  /** What axe finds, but for the colours of the app's own main buttons, which follow the accent that the person chose. */
  async function problems(within: string): Promise<readonly string[]> {
    const found = await app.accessibility(within);
    return found.filter((one) => !(one.startsWith('color-contrast') && one.includes('class="mod-cta"')));
  }
  const home = (): Locator => app.page.locator('.living-wiki-home');
  const button = (name: string | RegExp): Locator => app.page.getByRole('button', { name }).first();
  const dialog = (): Locator => app.page.getByRole('dialog');
  const run = (command: string): Promise<unknown> => app.command(command);
  const tree = (): Promise<Readonly<Record<string, string>>> => app.host((page) => page.host.tree());
  const notices = (): Promise<readonly string[]> => app.host((page) => page.host.notices);
  const bar = (): Locator => app.page.locator('.status-bar');
  async function applyAll(): Promise<void> {
    await button('Accept all').click();
    await button(/^Apply \d+ changes?$/).click();
  }

  it.each(looks)('a first wiki needs a template, a name and one button: $theme on a $device', async (look) => {
    await open({ ...look, files: {} });
    await run('open-home');
    await home().getByRole('button', { name: /^Team/ }).click();
    await home().getByLabel('Name').fill('Skerry Point');
    await home().locator('summary').first().click();
    await home().locator('summary', { hasText: 'KNOWLEDGE.md' }).waitFor();
    expect(await problems('.living-wiki-home')).toEqual([]);
    expect(await tree()).toEqual({});
    await home().getByRole('button', { name: 'Create wiki' }).press('Enter');
    await home().getByText('No new sources').waitFor();
    // The form is gone; whoever uses the keyboard goes on from the name of the new wiki.
    await app.page.waitForFunction(() => document.activeElement?.textContent === 'Skerry Point');
    const made = await tree();
    expect(made['Skerry Point/KNOWLEDGE.md']).toContain('Decision');
    expect(made['Skerry Point/KNOWLEDGE.md']).toContain('title: "Skerry Point"');
    expect(Object.keys(made)).toEqual(expect.arrayContaining(['Skerry Point/_index.md', 'Skerry Point/_log.md']));
  });

  it.each(looks)('a folder of notes is adopted, and its notes stay: $theme on a $device', async (look) => {
    const notes = { 'Notes/Lamp.md': '# Lamp\n\nSee [[Oil]].\n', 'Notes/Oil.md': 'Oil burns.\n' };
    await open({ ...look, files: { ...notes, 'Other.md': 'x' } });
    await app.host((page) => page.fileMenu('Notes', 60, 120));
    await app.page.getByText('Set up a wiki here').click();
    expect(await dialog().getByRole('textbox', { name: 'Folder' }).inputValue()).toBe('Notes');
    await dialog().getByRole('button', { name: 'Review setup' }).click();
    await app.page.locator('.living-wiki-hunk-head').first().waitFor();
    await applyAll();
    await home().getByText('No new sources').waitFor();
    const made = await tree();
    expect(made).toMatchObject({ ...notes, 'Other.md': 'x' });
    expect(made['Notes/KNOWLEDGE.md']).toBeDefined();
    await run('search');
    await app.page.keyboard.type('oil burns');
    await app.page.locator('.living-wiki-hit').first().waitFor();
  });

  it('three hundred changes open, are decided and applied without a stall', async () => {
    const text = ['Before it', 'With it', 'After it'].map(
      (words) => `${words} came the [[dia phone]].\n\nIt was loud.\n`,
    );
    const pages = Array.from({ length: 100 }, (_, at) => {
      const name = `Horn ${String(at)}`;
      return [`lighthouse/concepts/horn-${String(at)}.md`, page(name, text.join('\n'))];
    });
    await open({ files: { ...example, ...(Object.fromEntries(pages) as PageVault) } });
    await run('lint');
    await button(/^Fix \d{3} problems$/).click();
    await app.page.locator('.living-wiki-hunk-head').first().waitFor();
    const foot = await app.page.locator('.living-wiki-foot-text').textContent();
    expect(Number(/of (\d+) changes/.exec(foot ?? '')?.[1])).toBeGreaterThanOrEqual(300);
    await applyAll();
    await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
    const horn = (await tree())['lighthouse/concepts/horn-99.md'];
    expect(horn?.match(/\[\[diaphone\b/g)).toHaveLength(3);
  });

  it('the status bar switches the lens and leads to lint; the ribbon runs maintenance', async () => {
    await open({ files: { ...example, 'lighthouse/concepts/lead.md': page('Lead', 'Of the [[nowhere]].') } });
    await bar().getByText('Skerry Point').click();
    await dialog().getByText("The historian's lens").click();
    await bar().getByText("The historian's lens").waitFor();
    await bar()
      .getByText(/warning/)
      .click();
    await app.page.locator('.living-wiki-finding').first().waitFor();
    await bar().getByText('4 new sources').click();
    await home().waitFor();
    const before = await tree();
    await app.page.getByRole('button', { name: 'Run maintenance' }).first().click();
    await dialog().getByRole('checkbox', { name: 'Run Daily update' }).uncheck();
    await dialog().getByRole('checkbox', { name: 'Run Lint repair' }).check();
    await dialog().getByRole('button', { name: 'Run skill' }).click();
    await app.page.getByText('Only generated files change').waitFor();
    const after = await tree();
    expect(after['lighthouse/concepts/lead.md']).toBe(before['lighthouse/concepts/lead.md']);
    expect(after['lighthouse/_log.md']).toContain('lint');
    // There is nothing to decide: the index is written again.
    await app.page.locator('.living-wiki-review-main').getByText('[[lead').first().waitFor();
    await button('Apply').click();
    await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
    expect((await tree())['lighthouse/_index.md']).toContain('lead');
  });

  it('a link from outside opens the proposal that it names, or says that it is gone', async () => {
    await open({ files: example });
    await run('open-home');
    await home()
      .getByRole('button', { name: /^Ingest all/ })
      .click();
    await home().getByText('No new sources').waitFor();
    const id = await app.host((page) => {
      const path = Object.keys(page.host.tree()).find((one) => /proposals\/[^/]+\.json(\.z)?$/.test(one));
      return path?.replace(/^.*\/|\.json(\.z)?$/g, '') ?? '';
    });
    await app.host((page, proposal) => page.host.openUri(`obsidian://living-wiki?proposal=${proposal}`), id);
    await app.page.getByText(/^0 of \d+ changes accepted/).waitFor();
    await app.host((page) => page.host.openUri('obsidian://living-wiki?proposal=0000-none'));
    await app.page.getByText('This proposal no longer exists.').waitFor();
  });

  describe('switched off in the middle of', () => {
    /** From now on the disk takes long; resolves when something was begun there. */
    async function slowDown(action: 'read' | 'write', path: string, work: () => Promise<unknown>): Promise<void> {
      await app.host(
        ({ host }, when) => {
          host.faults.before({ ...when, path: new RegExp(when.path), forever: true }, () => {
            document.body.addClass('is-slow');
            return new Promise((resolve) => setTimeout(resolve, 100));
          });
        },
        { action, path },
      );
      await work();
      await app.page.locator('body.is-slow').waitFor();
    }

    const begin: Readonly<Record<string, () => Promise<void>>> = {
      'an ingest': () => slowDown('read', 'sources/', () => run('ingest')),
      'an apply': async () => {
        await app.host((page) => page.host.cli('living-wiki:ingest', { source: 'sources/lens.md' }));
        await run('review');
        await button('Accept all').click();
        await slowDown('write', 'journal/open', () => button(/^Apply \d+ changes?$/).click());
      },
      'a search': async () => {
        await run('search');
        await app.page.keyboard.type('lens');
        await app.page.locator('.suggestion-item').first().waitFor();
      },
      'a question': async () => {
        await run('set-up');
        await dialog().waitFor();
      },
    };

    it.each(Object.entries(begin))('%s, it leaves nothing behind; switched on, it goes on', async (_, work) => {
      const files = await wikiFiles({ 'sources/lens.md': LENS_SOURCE, 'concepts/lens.md': page('Lens', 'A lens.') });
      await open({ files, enabled: false });
      await watchWindow(app);
      const before = await leftovers(app);
      await app.host((host) => host.enable());
      await work();
      const said = await notices();
      await app.host(({ host }) => host.disable('living-wiki'));
      expect(await leftovers(app)).toEqual(before);
      // A notice is the app's and stays for a while.
      await app.page.waitForFunction(() => window.held.timers === 0, null, { timeout: 16_000 });
      expect(await notices()).toEqual(said);
      const unfinished = /\.wiki\/(?:lock|tmp|journal\/open)\//;
      expect(Object.keys(await tree()).filter((path) => unfinished.test(path))).toEqual([]);
      await app.host((page) => {
        page.host.faults.clear();
        return page.enable();
      });
      await run('search');
      await app.page.locator('.prompt').waitFor();
    });
  });

  describe('with a model', () => {
    let server: ModelServer;
    beforeEach(async () => {
      server = await ModelServer.start();
      server.models = { data: [{ id: 'small' }, { id: 'large' }] };
      server.script(reads());
    });
    afterEach(() => server.close());

    /** The server of this test answers for the one on the network. */
    async function openWithServer(model: object): Promise<void> {
      const files = await wikiFiles({ 'sources/lens.md': LENS_SOURCE, 'sources/tower.md': TOWER_SOURCE });
      const settings = { ...DEFAULT_SETTINGS, model: { ...NO_MODEL_SETTINGS, ...model } };
      await open({
        files: { ...files, [DATA]: JSON.stringify(printSettings(settings)) },
        localStorage: approvedOnDevice(settings),
        connect: SERVER,
      });
      await app.page.route(`${SERVER}/**`, async (route) => {
        const { pathname } = new URL(route.request().url());
        const body = route.request().postData();
        const answer = await fetch(server.origin + pathname, {
          method: route.request().method(),
          ...(body !== null && { body }),
        });
        await route.fulfill({
          status: answer.status,
          contentType: answer.headers.get('content-type') ?? 'application/json',
          headers: { 'access-control-allow-origin': '*' },
          body: Buffer.from(await answer.arrayBuffer()),
        });
      });
    }

    it('a server is set up and tested, and its model is picked from its list', async () => {
      await openWithServer({});
      await app.page.keyboard.press('Control+,');
      await dialog().getByRole('combobox', { name: 'Provider' }).selectOption('custom');
      await dialog().getByText('Nothing is sent except by').waitFor({ state: 'detached' });
      await dialog().getByRole('textbox', { name: 'Address' }).fill(`${SERVER}/v1`);
      await dialog().getByRole('button', { name: 'Test connection' }).click();
      await dialog().getByText('The server offers 2 models.').waitFor();
      await dialog().getByRole('combobox', { name: 'Model', exact: true }).selectOption('small');
      await dialog().getByText(`Sent to ${SERVER}/v1 only when you ingest sources`).waitFor();
      await dialog().getByRole('button', { name: 'Test connection' }).click();
      await dialog().getByText('small is ready.').waitFor();
      expect(await problems('.modal')).toEqual([]);
    });

    it.each(['go', 'built-in', 'cancel'] as const)('the cost is shown before anything is sent: %s', async (answer) => {
      const prices = { currency: 'EUR', prices: [{ model: '*', input: 1, output: 2 }] };
      await openWithServer({ provider: 'custom', baseUrl: `${SERVER}/v1`, model: 'small', prices });
      await run('open-home');
      await button('Ingest lens.md').click();
      await dialog()
        .getByText(/^Estimated cost: .*EUR|^Estimated cost: .*€/)
        .waitFor();
      await dialog().getByText(`are sent to ${SERVER}/v1`).waitFor();
      expect(server.asked).toEqual([]);
      expect(await problems('.modal')).toEqual([]);
      const names = { go: 'Ingest', 'built-in': 'Use built-in curator', cancel: 'Cancel' };
      await dialog().getByRole('button', { name: names[answer], exact: true }).click();
      if (answer === 'cancel') {
        await dialog().waitFor({ state: 'detached' });
        expect(await app.page.locator('.living-wiki-review').count()).toBe(0);
      } else {
        await app.page.getByText(/^0 of \d+ changes accepted/).waitFor();
        const costs = await app.page
          .locator('.living-wiki-review-head')
          .getByText(/tokens/)
          .count();
        expect(costs).toBe(answer === 'go' ? 1 : 0);
      }
      expect(server.asked.length > 0).toBe(answer === 'go');
    });
  });
});
