import { type Browser, type Locator } from 'playwright-core';
import { DEFAULT_SETTINGS, printSettings, type Settings } from '../../src/obsidian/settings';
import { NO_MODEL_SETTINGS } from '../../src/workbench';
import { type PageVault } from '../host/page/options';
import { PAGES, uses } from '../librarian/support';
import { says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { approvedOnDevice } from '../support/approved';
import { testWiki } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';

const DATA = '.obsidian/plugins/living-wiki/data.json';

/** Dropped, and in no page. */
const DROPPED = {
  'sources/keepers.md': `# Keepers\n\n${'The list of keepers was lost.\n\n'.repeat(30)}## The first\n\nThe first keeper\nwas called Aldous Wren.\n`,
  'sources/goats.txt': 'Aldous Wren kept eleven goats.\n',
  'sources/minutes.html': '<h1>Minutes</h1><h2>Oil</h2><p>The trust bought forty barrels of colza oil.</p>',
};

describeInBrowser('search in sources', () => {
  let browser: Browser;
  let wiki: PageVault;
  let app: OpenApp;
  let server: ModelServer | null = null;
  beforeAll(async () => {
    browser = await startBrowser();
    const entries = Object.entries(await (await testWiki({ ...PAGES, ...DROPPED })).tree());
    wiki = Object.fromEntries(entries.map(([path, text]) => [`wiki/${path}`, text]));
  });
  afterAll(() => stopBrowser(browser));
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
    await server?.close();
    server = null;
  });

  const hits = (): Locator => app.page.locator('.living-wiki-hit');
  const view = (): Locator => app.page.locator('.living-wiki-chat');
  const turn = (): Locator => view().locator('.living-wiki-chat-turn').last();
  const shots = process.env.LIVING_WIKI_SHOTS;

  /** Opens the wiki, and waits until its sources are indexed. */
  async function open(options: OpenOptions = {}, settings: Partial<Settings> = {}): Promise<void> {
    const all = { ...DEFAULT_SETTINGS, ...settings };
    const files = { ...wiki, [DATA]: JSON.stringify(printSettings(all)) };
    app = await openApp(browser, { files, localStorage: approvedOnDevice(all), ...options });
    const isIndexed = (): Promise<boolean> =>
      app.host(({ host }) => host.own.vault.adapter.exists('wiki/.wiki/cache/sources/index.json'));
    for (let tries = 0; tries < 200 && !(await isIndexed()); tries += 1) await app.page.waitForTimeout(100);
    expect(await isIndexed()).toBe(true);
  }
  async function search(query: string): Promise<void> {
    await app.command('search');
    await app.page.keyboard.type(query);
  }
  async function ask(question: string): Promise<void> {
    await app.command('ask');
    const input = view().getByRole('textbox', { name: 'Question' });
    await input.fill(question);
    await view().getByRole('button', { name: 'Send' }).click();
    await turn().getByRole('button', { name: 'Ask again' }).waitFor();
  }
  const openFile = (): Promise<string | undefined> => app.host((page) => page.host.own.workspace.getActiveFile()?.path);

  const looks: readonly OpenOptions[] = [{ theme: 'light' }, { theme: 'dark' }, { device: 'phone' }];
  it.each(looks)('shows passages of sources after the pages, marked: %j', async (look) => {
    await open(look);
    await search('tower keeper');
    const source = hits().filter({ hasText: 'The first keeper was called Aldous Wren.' });
    await source.waitFor();
    expect(await source.textContent()).toContain('in a source, not yet in the wiki');
    expect(await source.textContent()).toMatch(/The first · line 6\d/);
    const texts = await hits().allTextContents();
    expect(texts[0]).toContain('Tower survey');
    expect(await app.accessibility('.living-wiki-search')).toEqual([]);
    expect(await app.page.locator('.prompt-results').evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
    if (shots !== undefined) await app.screenshot(`${shots}/search-${look.device ?? look.theme ?? ''}.png`);
    await source.click();
    await app.page.waitForFunction(
      () => window.page.host.own.workspace.getActiveFile()?.path === 'wiki/sources/keepers.md',
    );
  });

  it('shows the text of a file that Obsidian cannot show, at the place', async () => {
    await open();
    await search('colza barrels');
    await hits().filter({ hasText: 'forty barrels' }).click();
    await app.page.locator('.living-wiki-source-text mark').getByText('The trust bought forty barrels').waitFor();
  });

  it('leaves sources out when only pages are wanted, and remembers it', async () => {
    await open();
    await search('aldous wren');
    await hits().first().waitFor();
    await app.page.getByLabel('Pages only').check();
    await app.page.getByText('No results.').waitFor();
    await app.page.keyboard.press('Escape');
    await search('aldous wren');
    await app.page.getByText('No results.').waitFor();
    await app.page.getByLabel('Pages only').uncheck();
    await hits().first().waitFor();
  });

  it('says in the home view and below the results which sources the limit leaves out', async () => {
    await open({}, { sourceBudget: 0.0001 });
    await app.command('open-home');
    const note = app.page.locator('.living-wiki-home').getByText(/older sources? (?:is|are) not searched/);
    await note.waitFor();
    if (shots !== undefined) await app.screenshot(`${shots}/home-outside.png`);
    await search('aldous');
    await app.page
      .locator('.living-wiki-search-note')
      .getByText(/older sources? (?:is|are) not searched/)
      .waitFor();
  });

  it.each(looks)('answers from a source without a model, and opens it at the place: %j', async (look) => {
    await open(look);
    await ask('Who was called Aldous Wren?');
    expect(await turn().textContent()).toContain('in a source, not yet in the wiki');
    const chip = turn().locator('.living-wiki-chat-text a.living-wiki-cite').first();
    await chip.waitFor();
    expect(await chip.getAttribute('aria-label')).toMatch(/^1: .+: “.*Aldous Wren/);
    expect(await app.accessibility('.living-wiki-chat')).toEqual([]);
    expect(await view().evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
    if (shots !== undefined) await app.screenshot(`${shots}/chat-source-${look.device ?? look.theme ?? ''}.png`);
    await turn()
      .getByRole('link', { name: /^keepers, line \d+$/ })
      .click();
    await app.page.waitForFunction(
      () => window.page.host.own.workspace.getActiveFile()?.path === 'wiki/sources/keepers.md',
    );
    expect(await openFile()).toBe('wiki/sources/keepers.md');
  });

  it('keeps what a model cites of a source that it was shown, and no other citation', async () => {
    server = await ModelServer.start();
    server.welcomesPages = true;
    const model = { ...NO_MODEL_SETTINGS, provider: 'custom' as const, baseUrl: server.url, model: 'tiny' };
    server.script(
      uses(['search_sources', { query: 'goats' }]),
      says('He kept eleven goats [goats, line 1]. He sailed [goats, line 9].'),
    );
    await open({ connect: server.origin }, { model });
    await ask('What did Aldous Wren keep?');
    const text = turn().locator('.living-wiki-chat-text');
    expect(await text.textContent()).toMatch(/He kept eleven goats 1\s*\. He sailed/);
    expect(await turn().textContent()).toContain('[goats, line 9]');
    await text.locator('a.living-wiki-cite').click();
    await app.page.locator('.living-wiki-source-text mark').getByText('Aldous Wren kept eleven goats.').waitFor();
  });
});
