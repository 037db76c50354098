import { type Browser, type Locator } from 'playwright-core';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { NO_MODEL_SETTINGS } from '../../src/workbench';
import { type PageVault } from '../host/page/options';
import { answerWith, pagesOf, planOf, type ModelRequest } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { approvedOnDevice } from '../support/approved';
import { testWiki, type TestWiki } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';

/** The plan of a proposal and what a source says that no page uses, as a person sees and changes them. */

const DATA = '.obsidian/plugins/living-wiki/data.json';
const shots = process.env.SHOTS;

const NOTES = `# Notes of the meeting

The Skerry Trust is a charity that looks after the quay. Since 1990 the Skerry Trust hires out the crane.

The Halcyon Board is a public body that runs the lights. Every year the Halcyon Board pays the keepers of the lights.

A diaphone stood on the quay for eighty years.
`;
const LIGHT = `# The light

The tower was built in 1874. It is 29 metres tall. Adults pay 4 pounds.

Print this page. A storm took the steps. Nobody was hurt.
`;

/** The wiki as files of a vault, in the folder `wiki`. */
async function asVault(wiki: TestWiki): Promise<PageVault> {
  const entries = Object.entries(await wiki.tree());
  return Object.fromEntries(entries.map(([path, text]) => [`wiki/${path}`, text]));
}

describeInBrowser('the plan of a proposal', () => {
  let browser: Browser;
  let server: ModelServer;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
    server = await ModelServer.start();
    server.welcomesPages = true;
  });
  afterAll(async () => {
    await stopBrowser(browser);
    await server.close();
  });
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  /** Uses the first three units, and every unit that it is given alone. */
  const answers = (asked: ModelRequest[] = []): void =>
    server.script(
      answerWith((request) => {
        asked.push(request);
        const { task, units, prompt } = request;
        const marks = [...units.keys()];
        if (task !== 'plan') {
          const text = [...units].map(([mark, words]) => `${words.replace(/[.!?]$/, '')}.{${mark}}`);
          const slug = prompt.includes('storms') ? 'storms' : 'the-light';
          return pagesOf([{ slug, markdown: text.join(' ') }]);
        }
        if (marks.length < 4) return planOf([{ slug: 'storms', title: 'Storms', units: marks }]);
        const page = {
          slug: 'the-light',
          title: 'The light',
          units: marks.slice(0, 3),
          why: 'It is the main subject.',
        };
        return planOf([page], {
          left: [
            { units: ['1.4'], reason: 'navigational', note: 'a print button' },
            { units: ['1.5-1.6'], reason: 'off-scope', note: 'not about the tower' },
          ],
        });
      }),
    );

  async function open(
    wiki: TestWiki,
    options: OpenOptions = {},
    curator: 'model' | 'built-in' = 'model',
  ): Promise<void> {
    const model = {
      ...NO_MODEL_SETTINGS,
      provider: 'custom',
      baseUrl: server.url,
      model: 'tiny',
      verify: 'off',
    } as const;
    const settings = { ...DEFAULT_SETTINGS, model, curator };
    const files = { ...(await asVault(wiki)), [DATA]: JSON.stringify(printSettings(settings)) };
    app = await openApp(browser, {
      files,
      localStorage: approvedOnDevice(settings),
      connect: server.origin,
      ...options,
    });
    app.page.setDefaultTimeout(8_000);
  }
  const shoot = async (name: string): Promise<void> => {
    if (shots !== undefined) await app.screenshot(`${shots}/${name}.png`);
  };
  const box = (): Locator => app.page.getByRole('group', { name: 'Plan' });
  const dialog = (): Locator => app.page.getByRole('dialog');
  const menu = (name: string): Locator => app.page.locator('.menu').getByText(name, { exact: true });
  const titles = (): Promise<string[]> =>
    box()
      .getByRole('button', { name: /^Show the changes to/ })
      .allInnerTexts();
  /** Reads the new source, which opens the review of its proposal. */
  const review = async (): Promise<void> => {
    await app.command('ingest');
    await box().waitFor();
  };

  const isOpen = (): Promise<boolean> =>
    box()
      .locator('details')
      .first()
      .evaluate((details) => details.hasAttribute('open'));
  /** On a phone and in a narrow pane the plan is one line until it is asked for, so that the first change is seen at once. */
  const unfold = async (): Promise<void> => {
    if (!(await isOpen())) await box().locator('summary').first().click();
  };

  it('is one line in a narrow pane, so that the first change is seen at once', async () => {
    await open(await testWiki({ 'sources/notes.md': NOTES }), { viewport: { width: 900, height: 700 } }, 'built-in');
    await review();
    const main = app.page.locator('.living-wiki-review-main');
    const first = main.locator('.living-wiki-hunk').first();
    await first.waitFor();
    expect(await app.page.locator('.living-wiki-review').evaluate((el) => el.clientWidth)).toBeLessThan(700);
    expect(await isOpen()).toBe(false);
    const [pane, change] = await Promise.all([main.boundingBox(), first.boundingBox()]);
    expect(change?.y).toBeLessThan((pane?.y ?? 0) + (pane?.height ?? 0) - 40);
    await shoot('plan-narrow');
  });

  it.each([
    ['light', {}],
    ['dark', { theme: 'dark' }],
    ['phone', { device: 'phone' }],
  ] as const)('is the first thing in the review, with a reason for each page: %s', async (name, options) => {
    await open(await testWiki({ 'sources/notes.md': NOTES }), options, 'built-in');
    await review();
    expect(await box().locator('summary').first().innerText()).toMatch(/Plan\s*Creates 2 pages\./);
    await unfold();
    expect(await titles()).toEqual(['Halcyon Board', 'Skerry Trust']);
    await box().getByText('The source says what "Halcyon Board" is.').waitFor();
    await shoot(`plan-${name}`);
    expect(await app.accessibility('.living-wiki-plan')).toEqual([]);
    const { width = 0 } = (await box().boundingBox()) ?? {};
    expect(await box().evaluate((el) => el.scrollWidth)).toBeLessThanOrEqual(Math.ceil(width));
  });

  it('changes with "Never a page": the source is read again at once, for this source only', async () => {
    await open(await testWiki({ 'sources/notes.md': NOTES }), {}, 'built-in');
    await review();
    await box().getByRole('button', { name: 'Change what happens to Halcyon Board' }).click();
    await menu('Never a page').click();
    await shoot('plan-never');
    expect(await app.accessibility('.modal .setting-item')).toEqual([]);
    await dialog().getByRole('button', { name: 'Change the plan' }).click();
    await box().getByText('No page for “Halcyon Board”').waitFor();
    expect(await titles()).toEqual(['Skerry Trust']);
    expect(await app.host((page) => page.host.read('wiki/KNOWLEDGE.md'))).not.toContain('Halcyon');
    await box().getByRole('button', { name: 'Discard these requests' }).click();
    await box().getByRole('button', { name: 'Show the changes to Halcyon Board' }).waitFor();
    expect(await titles()).toEqual(['Halcyon Board', 'Skerry Trust']);
  });

  it('makes the decision a rule of the wiki on request', async () => {
    await open(await testWiki({ 'sources/notes.md': NOTES }), {}, 'built-in');
    await review();
    await box().getByRole('button', { name: 'Change what happens to Halcyon Board' }).click();
    await menu('Never a page').click();
    await dialog().getByRole('combobox', { name: 'For' }).selectOption('Every source of this wiki');
    await dialog().getByRole('button', { name: 'Change the plan' }).click();
    await box().getByText('Creates 1 page.').waitFor();
    expect(await app.host((page) => page.host.read('wiki/KNOWLEDGE.md'))).toContain('never: Halcyon Board');
  });

  it('merges a page into another and makes a page that is missing, with the keyboard', async () => {
    await open(await testWiki({ 'sources/notes.md': NOTES }), {}, 'built-in');
    await review();
    await box().getByRole('button', { name: 'Change what happens to Halcyon Board' }).click();
    await menu('Merge into…').click();
    const field = dialog().getByRole('combobox', { name: 'Page' });
    expect(await field.evaluate((el) => el === document.activeElement)).toBe(true);
    await app.page.keyboard.press('Enter');
    await dialog().getByText('Enter a title.').waitFor();
    await field.fill('Skerry Trust');
    await shoot('plan-merge');
    await app.page.keyboard.press('Enter');
    await box().getByText('“Halcyon Board” goes to “Skerry Trust”').waitFor();
    expect(await titles()).toEqual(['Skerry Trust']);
    await box().getByRole('button', { name: 'Add a page…' }).click();
    await dialog().getByRole('textbox', { name: 'Title of the new page' }).fill('Diaphone');
    await app.page.keyboard.press('Enter');
    await box().getByText('A page for “Diaphone”').waitFor();
    expect((await titles()).sort()).toEqual(['Diaphone', 'Skerry Trust']);
  });

  it('says how much of the source it uses, and a passage that it leaves is one press from being used', async () => {
    answers();
    await open(await testWiki({ 'sources/light.md': LIGHT }));
    await review();
    await box().getByText('3 of 6 passages used, 2 off topic, 1 navigation.').waitFor();
    await box().getByRole('button', { name: 'Show what is left out (3)' }).click();
    await dialog().getByText('A storm took the steps.').waitFor();
    await shoot('left-out');
    const asked: ModelRequest[] = [];
    answers(asked);
    await dialog().getByRole('button', { name: 'Use this: A storm took the steps.' }).click();
    await box().getByText('Passages 5 are used').waitFor();
    expect(asked[0]?.prompt).toContain('These units go on a page: 5.');
  });

  it.each([
    ['light', {}],
    ['phone-dark', { device: 'phone', theme: 'dark' }],
  ] as const)('is followed on the home view by what no page uses, and takes it up: %s', async (name, options) => {
    answers();
    await open(await testWiki({ 'sources/light.md': LIGHT }), options);
    await review();
    await app.page.getByRole('button', { name: 'Accept all' }).click();
    await app.page.getByRole('button', { name: /^Apply/ }).click();
    await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
    await app.command('open-home');
    const home = app.page.locator('.living-wiki-home');
    const row = home.getByRole('button', { name: /^Show the passages of light\.md that no page uses/ });
    await row.getByText('3 of 6 passages used, 2 off topic, 1 navigation').waitFor();
    await row.scrollIntoViewIfNeeded();
    await shoot(`home-coverage-${name}`);
    await row.click();
    await dialog().getByText('Nobody was hurt.').waitFor();
    await dialog().getByText('not about the tower').first().waitFor();
    await shoot(`coverage-${name}`);
    expect(await app.accessibility('.modal')).toEqual([]);
    answers();
    await dialog().getByRole('button', { name: 'Use all 2' }).click();
    await app.page.locator('.living-wiki-review:not(.is-ended)').waitFor();
    await box().getByText('2 of 2 passages used.').waitFor();
    await unfold();
    expect(await titles()).toEqual(['Storms']);
  });

  it('has instructions and names in the settings, which are kept in the manifest', async () => {
    await open(await testWiki({ 'sources/notes.md': NOTES }), {}, 'built-in');
    const manifest = (): Promise<string> => app.host((page) => page.host.read('wiki/KNOWLEDGE.md'));
    await app.page.waitForFunction(() => window.page.host.commands().includes('living-wiki:ingest'));
    await app.page.keyboard.press('Control+,');
    const settings = dialog().first();
    await settings.getByRole('button', { name: 'Add an instruction' }).click();
    const top = app.page.getByRole('dialog').last();
    await app.page.keyboard.press('Enter');
    await top.getByText('Write a sentence').waitFor();
    await top.getByRole('textbox', { name: 'Instruction' }).fill('Persons get no page.');
    await app.page.keyboard.press('Enter');
    await settings.getByText('Persons get no page.', { exact: true }).waitFor();
    await settings.getByRole('button', { name: 'Add a name' }).click();
    await top.getByRole('combobox', { name: 'Decision' }).selectOption('Another name of');
    await top.getByRole('textbox', { name: 'Name', exact: true }).fill('The Trust');
    await top.getByRole('textbox', { name: 'Title of the page' }).fill('Skerry Trust');
    await shoot('settings-name');
    await app.page.keyboard.press('Enter');
    await settings.getByText('The Trust is another name of Skerry Trust').waitFor();
    await settings.getByText('The Trust is another name of Skerry Trust').scrollIntoViewIfNeeded();
    await shoot('settings-rules');
    expect(await manifest()).toMatch(/rules:\s+- Persons get no page\.[^]*- same: The Trust\s+as: Skerry Trust/);
    expect(await app.accessibility('.modal .setting-item')).toEqual([]);
    await settings.getByRole('button', { name: 'Remove “Persons get no page.”' }).click();
    await settings.getByText('Persons get no page.', { exact: true }).waitFor({ state: 'detached' });
    expect(await manifest()).not.toContain('Persons get no page');
  });

  it('offers never to make a page again when a new page is rejected', async () => {
    await open(await testWiki({ 'sources/notes.md': NOTES }), {}, 'built-in');
    await review();
    await box().getByRole('button', { name: 'Show the changes to Skerry Trust' }).click();
    await app.page.getByRole('heading', { name: 'organizations/skerry-trust.md' }).waitFor();
    await app.page.keyboard.press('r');
    await app.page.getByRole('checkbox', { name: 'Never a page for “Skerry Trust”' }).check();
    await shoot('reject-never');
    await app.page.getByRole('button', { name: 'Reject', exact: true }).last().click();
    await app.page.waitForFunction(() => window.page.host.notices.join().includes('gets no page from now on'));
    expect(await app.host((page) => page.host.read('wiki/KNOWLEDGE.md'))).toContain('never: Skerry Trust');
  });

  it('asks once about a page that was deleted by hand', async () => {
    await open(await testWiki({ 'sources/notes.md': NOTES }), {}, 'built-in');
    await review();
    await app.page.getByRole('button', { name: 'Accept all' }).click();
    await app.page.getByRole('button', { name: /^Apply/ }).click();
    await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
    await app.host(async (page) => {
      const { vault } = page.host.own;
      const file = vault.getFileByPath('wiki/organizations/skerry-trust.md');
      if (file) await vault.delete(file);
    });
    await app.command('open-home');
    const home = app.page.locator('.living-wiki-home');
    await home.getByText('You deleted “Skerry Trust”.').waitFor();
    await shoot('home-deleted');
    await home.getByRole('button', { name: 'Never make a page for Skerry Trust' }).click();
    await home.getByText('You deleted “Skerry Trust”.').waitFor({ state: 'detached' });
    expect(await app.host((page) => page.host.read('wiki/KNOWLEDGE.md'))).toContain('never: Skerry Trust');
  });
});
