import { type Browser, type Locator } from 'playwright-core';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { NO_MODEL_SETTINGS } from '../../src/workbench';
import { type PageVault } from '../host/page/options';
import { PAGES, reads, searches } from '../librarian/support';
import { fails, says, stalls } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { testWiki } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';
import { approvedOnDevice } from '../support/approved';

const DATA = '.obsidian/plugins/living-wiki/data.json';

const ANSWER = [
  '## The lens',
  '',
  'It was lit in **1823** [[fresnel-lens#History]], at [[cordouan|Cordouan]]. Everybody admired it greatly.',
  'It was never cleaned [[fresnel-lens#Cleaning]].',
  '',
  '![pixel](https://evil.example/pixel.png)',
  '',
  '```dataviewjs',
  'app.vault.delete()',
  '```',
  '',
  '## Not in the wiki',
  '',
  '- Who paid for it.',
].join('\n');

/** A moment that a script reaches. */
function moment(): { readonly reach: () => void; readonly reached: Promise<void> } {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  return { reach: () => reach(), reached };
}

describeInBrowser('the view that asks the wiki', () => {
  let browser: Browser;
  let server: ModelServer;
  let wiki: PageVault;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
    const entries = Object.entries(await (await testWiki(PAGES)).tree());
    wiki = Object.fromEntries(entries.map(([path, text]) => [`wiki/${path}`, text]));
  });
  afterAll(() => stopBrowser(browser));
  beforeEach(async () => {
    server = await ModelServer.start();
    server.welcomesPages = true;
  });
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
    await server.close();
  });

  const view = (): Locator => app.page.locator('.living-wiki-chat');
  const input = (): Locator => view().getByRole('textbox', { name: 'Question' });
  const turn = (): Locator => view().locator('.living-wiki-chat-turn').last();
  const button = (name: string | RegExp): Locator => view().getByRole('button', { name });
  async function open(options: OpenOptions = {}, { hasModel = true, conversations = '' } = {}): Promise<void> {
    const model = hasModel
      ? { ...NO_MODEL_SETTINGS, provider: 'custom', baseUrl: server.url, model: 'tiny' }
      : NO_MODEL_SETTINGS;
    const settings = { ...DEFAULT_SETTINGS, model, conversations } as typeof DEFAULT_SETTINGS;
    const files = { ...wiki, [DATA]: JSON.stringify(printSettings(settings)) };
    app = await openApp(browser, {
      files,
      localStorage: approvedOnDevice(settings),
      connect: server.origin,
      ...options,
    });
    app.page.setDefaultTimeout(8_000);
    await app.command('ask');
    await input().waitFor();
  }
  async function ask(question: string): Promise<void> {
    await input().fill(question);
    await input().press('Enter');
  }
  const answered = (): Promise<void> => turn().getByRole('button', { name: 'Ask again' }).waitFor();
  const openFile = (): Promise<string | undefined> => app.host((page) => page.host.own.workspace.getActiveFile()?.path);
  async function eventually(look: () => Promise<unknown>, wanted: unknown): Promise<void> {
    for (let tries = 0; tries < 60 && (await look()) !== wanted; tries += 1) await app.page.waitForTimeout(50);
    expect(await look()).toBe(wanted);
  }

  const looks: readonly OpenOptions[] = [{ theme: 'light' }, { theme: 'dark' }, { device: 'phone' }];
  it.each(looks)('shows an answer that can be checked: %j', async (look) => {
    server.script(searches('fresnel lens'), reads('fresnel-lens'), reads('cordouan'), says(ANSWER));
    await open(look);
    expect(await app.accessibility('.living-wiki-chat')).toEqual([]);
    await input().fill('When was the lens lit?');
    await button('Send').click();
    await answered();
    const text = (await turn().textContent()) ?? '';
    expect(text).toContain('3 steps');
    expect(text).toContain('Who paid for it.');
    expect(text).toContain('Pages that disagree');
    expect(text).toContain('1 citation was removed');
    expect(await turn().locator('.living-wiki-chat-uncited').count()).toBeGreaterThan(0);
    expect(await turn().locator('img, iframe, [class*="language-"]').count()).toBe(0);
    await turn().locator('.living-wiki-chat-steps summary').click();
    expect(await turn().locator('.living-wiki-chat-steps').textContent()).toContain('Searched for “fresnel lens”');
    for (const fold of await turn().locator('details').all())
      await fold.evaluate((el) => ((el as HTMLDetailsElement).open = true));
    expect(await app.accessibility('.living-wiki-chat')).toEqual([]);
    expect(await view().evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
    const shots = process.env.LIVING_WIKI_SHOTS;
    if (shots !== undefined) {
      await app.screenshot(`${shots}/chat-${look.device ?? look.theme ?? ''}.png`);
      await view()
        .locator('.living-wiki-chat-thread')
        .evaluate((el) => (el.scrollTop = el.scrollHeight));
      await app.screenshot(`${shots}/chat-end-${look.device ?? look.theme ?? ''}.png`);
    }
  });

  it('a citation opens the page at its section, and previews it on hover', async () => {
    server.script(reads('fresnel-lens'), says('It was lit in 1823 [[fresnel-lens#History]].'));
    await open();
    await ask('When?');
    await answered();
    await app.host(({ host }) => {
      const seen = ((window as unknown as { seen: unknown[] }).seen = [] as unknown[]);
      const on = host.own.workspace.on.bind(host.own.workspace) as (
        name: string,
        heard: (what: object) => void,
      ) => void;
      on('hover-link', (what) =>
        seen.push((what as { linktext: string }).linktext, (what as { source: string }).source),
      );
    });
    const link = turn().locator('.living-wiki-chat-text a');
    await link.hover();
    const seen = await app.page.evaluate(() => (window as unknown as { seen: unknown[] }).seen.slice(0, 2));
    expect(seen).toEqual(['wiki/concepts/fresnel-lens.md#History', 'living-wiki-chat']);
    await link.click();
    await eventually(openFile, 'wiki/concepts/fresnel-lens.md');
    expect(await view().isVisible()).toBe(true);
  });

  it('ask, stop in the middle, ask again: nothing is left over, and nothing is paid for twice', async () => {
    const [wait, broken] = [moment(), moment()];
    server.script(
      reads('fresnel-lens'),
      (heard, response) => {
        response.on('close', broken.reach);
        return stalls('It was lit in 18', wait.reach)(heard, response);
      },
      says('It was lit in 1823 [[fresnel-lens#History]].'),
    );
    await open();
    await ask('When was it lit?');
    await wait.reached;
    await turn().getByText('It was lit in 18').waitFor();
    expect(await turn().locator('a[href]').count()).toBe(0);
    await input().press('Escape');
    await turn()
      .getByText(/^Stopped/)
      .waitFor();
    // The server is told, and stops.
    await broken.reached;
    expect(server.asked).toHaveLength(2);
    // What it took until then is told, and counted.
    await turn()
      .getByText(/^about [\d,]+ tokens in/)
      .waitFor();
    await view()
      .getByText(/^So far: about [\d,]+ tokens in/)
      .waitFor();
    await turn().getByRole('button', { name: 'Ask again' }).click();
    await turn().getByText('1823').waitFor();
    await answered();
    // The first step was answered before, and is not asked for again.
    expect(server.asked).toHaveLength(3);
    expect(await view().locator('.living-wiki-chat-turn').count()).toBe(1);
    expect(await app.host((page) => Object.keys(page.host.tree()).filter((path) => path.endsWith('.md')).length)).toBe(
      Object.keys(wiki).filter((path) => path.endsWith('.md')).length,
    );
  });

  it('a gap is added to the open questions and removed by keyboard, here and on the home view', async () => {
    server.script(reads('fresnel-lens'), says(ANSWER));
    await open();
    await ask('When was the lens lit?');
    await answered();
    const next = (): Locator => turn().getByRole('button', { name: 'Look for this in new sources: Who paid for it.' });
    const kept = (): Promise<number> =>
      app.host(
        (page) => Object.keys(page.host.tree()).filter((path) => /\.wiki\/questions\/[\w-]+\.json$/.test(path)).length,
      );
    const pressed = (): Promise<string | null> => next().getAttribute('aria-pressed');
    expect(await pressed()).toBe('false');
    await next().focus();
    await app.page.keyboard.press('Enter');
    await eventually(pressed, 'true');
    expect(await kept()).toBe(1);
    expect(await next().evaluate((el) => el === el.ownerDocument.activeElement)).toBe(true);
    expect(await app.accessibility('.living-wiki-chat')).toEqual([]);
    await app.page.keyboard.press('Space');
    await eventually(pressed, 'false');
    expect(await kept()).toBe(0);
    await next().click();
    await eventually(pressed, 'true');
    await app.command('open-home');
    const home = app.page.locator('.living-wiki-home');
    await home.getByText('Who paid for it.').waitFor();
    // The app's own main buttons follow the accent that the person chose.
    const found = await app.accessibility('.living-wiki-home');
    expect(found.filter((one) => !one.includes('class="mod-cta"'))).toEqual([]);
    await home.getByRole('button', { name: 'Remove “Who paid for it.”' }).click();
    await eventually(kept, 0);
    await eventually(() => home.getByText('Open questions').count(), 0);
    await app.command('ask');
    await eventually(pressed, 'false');
  });

  it('a question without results is added to the open questions as it was asked', async () => {
    await open({}, { hasModel: false });
    await ask('Zyzzyva?');
    await answered();
    await turn().getByText('Nothing found in the wiki.').waitFor();
    const next = turn().getByRole('button', { name: 'Look for this in new sources: Zyzzyva?' });
    await next.click();
    await eventually(() => next.getAttribute('aria-pressed'), 'true');
  });

  it('a failure says what to do, and the answer before it comes back', async () => {
    server.script(reads('fresnel-lens'), says('It was lit in 1823 [[fresnel-lens#History]].'), fails(401, 'Bad key'));
    await open();
    await ask('When?');
    await answered();
    await turn().getByRole('button', { name: 'Edit question' }).click();
    expect(await input().inputValue()).toBe('When?');
    await ask('When exactly?');
    await turn().locator('.living-wiki-problem').waitFor();
    expect(await view().locator('.living-wiki-chat-turn').count()).toBe(1);
    await turn().getByRole('button', { name: 'Restore previous answer' }).click();
    await turn().getByText('1823').waitFor();
    // What the browser itself writes of a refused request.
    (app.errors as string[]).splice(0);
  });

  it('an answer becomes a page in review, and a draft shows what plain language took out', async () => {
    server.script(
      reads('fresnel-lens'),
      says('It was lit in 1823 [[fresnel-lens#History]].'),
      says('It is important to note that it was lit in 1823 [[fresnel-lens#History]].'),
    );
    await open();
    await ask('When was it lit?');
    await answered();
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy as Markdown').click();
    await eventually(
      () => app.page.evaluate(() => navigator.clipboard.readText()),
      '**You:** When was it lit?\n\nIt was lit in 1823 [[fresnel-lens#History]].\n\n*Read: [[fresnel-lens]]*\n',
    );
    await button('Draft…').click();
    await app.page.getByText('Email', { exact: true }).click();
    await turn().getByText('Wording simplified: 1 edit').click();
    await turn().getByText('removed “It is important to note that”').waitFor();
    expect(await view().locator('.living-wiki-chat-turn').count()).toBe(2);
    await button('Save as page…').first().click();
    const dialog = app.page.getByRole('dialog');
    await dialog.waitFor();
    // The app's own main buttons follow the accent that the person chose.
    const found = await app.accessibility('.modal');
    expect(found.filter((one) => !one.includes('class="mod-cta"'))).toEqual([]);
    await dialog.getByRole('combobox').selectOption('concept');
    await dialog.getByRole('button', { name: 'Propose page' }).click();
    await app.page.locator('.living-wiki-review').getByText('when-was-it-lit').first().waitFor();
  });

  it('without a model there are passages, labelled as such, and conversations are saved as notes if a folder is set', async () => {
    await open({}, { hasModel: false, conversations: 'Chats' });
    await view().getByText('No language model is set up').waitFor();
    await ask('rings of prisms');
    await answered();
    await turn().getByText('No language model was used.').waitFor();
    await ask('bronze frame');
    await view().locator('.living-wiki-chat-turn').nth(1).getByRole('button', { name: 'Ask again' }).waitFor();
    const notes = (): Promise<readonly (readonly [string, string])[]> =>
      app.host(({ host }) => {
        const paths = Object.keys(host.tree()).filter((path) => path.startsWith('Chats/'));
        return paths.map((path) => [path, host.read(path)] as const);
      });
    await eventually(async () => (await notes())[0]?.[1].includes('**You:** bronze frame'), true);
    expect((await notes()).length).toBe(1);
    expect((await notes())[0]?.[1]).toContain('[[fresnel-lens');
    expect(server.heard).toEqual([]);
  });

  it.each(['a new conversation', 'the view is closed'])('what is asked ends with it: %s', async (how) => {
    const [wait, broken] = [moment(), moment()];
    server.script(reads('fresnel-lens'), (heard, response) => {
      response.on('close', broken.reach);
      return stalls('It', wait.reach)(heard, response);
    });
    await open();
    await ask('When?');
    await wait.reached;
    if (how === 'the view is closed') {
      await app.host(({ host }) => host.own.workspace.detachLeavesOfType('living-wiki-chat'));
      expect(await view().count()).toBe(0);
    } else {
      await button('New conversation').click();
      expect(await view().locator('.living-wiki-chat-turn').count()).toBe(0);
      await button('Send').waitFor();
    }
    await broken.reached;
  });
});
