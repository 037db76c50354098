import { type Browser, type Locator } from 'playwright-core';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { speaks } from '../cli/deliberation-support';
import { ANSWERS, SORTING, SOURCE } from '../deliberation/support';
import { says } from '../model/server/behaviours';
import { ModelServer, type Behaviour } from '../model/server/server';
import { pressEverything } from './press-everything';
import { approvedOnDevice } from '../support/approved';
import { testWiki } from '../support/wiki';
import { describeInBrowser, openApp, phone, startBrowser, stopBrowser, type OpenApp } from './driver';

const SCRIPTS: Record<string, Behaviour> = {
  'aurora/large': speaks(ANSWERS.A, SORTING),
  'borealis/large': speaks(ANSWERS.B),
  'cumulus/large': speaks(ANSWERS.C),
};

describeInBrowser('a deliberation in the app', () => {
  let browser: Browser;
  let server: ModelServer;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
    server = await ModelServer.start();
    server.welcomesPages = true;
    // One server, three models.
    server.script((heard, response) => SCRIPTS[String(heard.body.model)]?.(heard, response));
    const entries = Object.entries(await (await testWiki({ 'sources/survey.md': SOURCE.text })).tree());
    const settings = {
      ...DEFAULT_SETTINGS,
      model: {
        provider: 'custom',
        baseUrl: server.url,
        model: 'aurora/large',
        fallbackModel: 'borealis/large',
        job: {},
        day: {},
        prices: { currency: 'USD', prices: [{ model: '*', input: 2, output: 10 }] },
      },
    } as const;
    app = await openApp(browser, {
      files: {
        ...Object.fromEntries(entries.map(([path, text]) => [`wiki/${path}`, text])),
        '.obsidian/plugins/living-wiki/data.json': JSON.stringify(printSettings(settings)),
      },
      localStorage: approvedOnDevice(settings),
      livePreview: true,
      connect: server.origin,
    });
    app.page.setDefaultTimeout(15_000);
  });
  afterAll(async () => {
    await stopBrowser(browser);
    await server.close();
  });
  afterEach(() => expect(app.errors).toEqual([]));

  const dialog = (name: string | RegExp): Locator => app.page.getByRole('dialog', { name });

  it('shows the price, fills the rounds in, and its unit waits for review', async () => {
    await app.command('deliberate');
    const modal = dialog('Deliberate');
    await modal.getByRole('textbox', { name: 'Question' }).fill('Can the lens stay in place?');
    await modal.getByRole('textbox', { name: 'Models' }).fill('aurora/large\nborealis/large\ncumulus/large');
    await modal.getByRole('combobox', { name: 'Add a source…' }).selectOption('sources/survey.md');
    await modal.getByText(/^7 answers, about [\d,]+ tokens, about 0\.\d+ USD$/).waitFor();
    expect(server.asked).toHaveLength(0);
    expect(await app.accessibility('.living-wiki-deliberate')).toEqual([]);
    await shot('deliberate-form');
    await modal.getByRole('button', { name: 'Start' }).click();
    await modal.getByText('The unit is ready for your review.').waitFor();
    expect(server.asked).toHaveLength(7);
    expect(await modal.getByRole('row').count()).toBe(4);
    await modal.getByText('7 of 7 answers').waitFor();
    expect(await app.accessibility('.living-wiki-deliberate')).toEqual([]);
    await shot('deliberate-done');
    await modal.getByRole('button', { name: 'Review' }).click();
    const review = app.page.locator('.living-wiki-review');
    await review
      .getByText(/Can the lens stay in place/)
      .first()
      .waitFor();
    await shot('deliberate-review');
    await review.getByRole('button', { name: 'Accept all' }).click();
    await review.getByRole('button', { name: /^Apply 4/ }).click();
    await app.page
      .locator('.living-wiki-review')
      .getByText(/^Applied/)
      .first()
      .waitFor();
  });

  it('draws the unit, and ticks each receipt', async () => {
    await app.command('unit');
    await app.page.locator('.suggestion-item').first().click();
    const modal = dialog('Knowledge Unit');
    await modal.getByRole('heading', { name: 'Can the lens stay in place?' }).waitFor();
    await modal.getByText('Split', { exact: true }).waitFor();
    const disputes = modal.getByRole('table').first();
    expect(await disputes.getByRole('row', { name: /cumulus/ }).textContent()).toContain('disputes');
    await modal.getByRole('button', { name: 'Keep as question: Who made the lens?' }).click();
    await modal.getByText('kept', { exact: true }).waitFor();
    await modal.getByRole('button', { name: 'Verify' }).click();
    await modal.getByText('8 signatures valid, signer known.').waitFor();
    await modal.getByText('7 of 7 quotes found').waitFor();
    expect(await app.accessibility('.living-wiki-unit')).toEqual([]);
    // On another device, the signer is a stranger until somebody says otherwise.
    await app.host((page) => page.host.app.secretStorage.setSecret('living-wiki-unit-key', 'ab'.repeat(32)));
    await modal.getByRole('button', { name: 'Verify again' }).click();
    await modal.getByText(/signer unknown: you have not approved/).waitFor();
    await modal.getByRole('button', { name: 'Trust this key…' }).click();
    await dialog(/^Trust lw:issuer:/)
      .getByRole('button', { name: 'Trust it' })
      .click();
    await modal.getByText('8 signatures valid, signer known.').waitFor();
    await shot('unit');
    await app.page.setViewportSize(phone);
    expect(await modal.evaluate((el) => el.scrollWidth <= el.clientWidth)).toBe(true);
    await shot('unit-phone');
    const { pressed, problems } = await pressEverything(app);
    expect(problems).toEqual([]);
    expect(pressed).toBeGreaterThan(3);
  });

  it('draws the unit in its note, and compares a source that has changed', async () => {
    await app.page.setViewportSize({ width: 1280, height: 900 });
    await app.host(async (page) => {
      const { vault } = page.host.own;
      const source = vault.getFileByPath('wiki/sources/survey.md');
      if (source !== null)
        await vault.modify(source, 'The mercury bath must be emptied before the jack. The lean is twelve millimetres.');
    });
    // The dialog that is still open says so, too.
    await dialog('Knowledge Unit').getByText('stale', { exact: true }).waitFor();
    await app.page.keyboard.press('Escape');
    await openNote();
    const note = app.page.locator('.living-wiki-unit-note');
    await note.getByText('stale', { exact: true }).waitFor();
    // The drawing stands for the text of the page, which says the same.
    const text = app.page.getByRole('heading', { name: 'Proof' });
    expect(await text.isVisible()).toBe(false);
    await note.getByRole('button', { name: 'Compare: sources/survey.md' }).click();
    await note.getByText('is no longer there').waitFor();
    await note.getByText('sources/survey.md changed').waitFor();
    expect(await app.accessibility('.living-wiki-unit-note')).toEqual([]);
    await shot('unit-note');
    await note.getByRole('button', { name: 'Show as text' }).click();
    expect(await text.isVisible()).toBe(true);
    await note.getByRole('button', { name: 'Hide the text' }).click();
    await app.page.getByRole('button', { name: 'Left sidebar' }).click();
    await app.page.setViewportSize(phone);
    await note.getByRole('button', { name: 'Archive…' }).scrollIntoViewIfNeeded();
    await shot('unit-note-phone');
    expect(await note.evaluate((el) => el.scrollWidth <= el.clientWidth)).toBe(true);
    await note.getByText(/^about 0\.\d+ USD$/).waitFor();
  });

  it('draws the unit in live preview, too, and shows the text that it stands for when asked', async () => {
    await app.page.setViewportSize({ width: 1280, height: 900 });
    await openNote('source');
    const editor = app.page.locator('.cm-content:visible');
    const note = editor.locator('.living-wiki-unit-note');
    // The stand-in shows the properties, which are long, as text.
    await editor.focus();
    await app.page.keyboard.press('Control+End');
    await note.getByText('stale', { exact: true }).waitFor();
    const text = editor.getByText('## Proof');
    expect(await text.count()).toBe(0);
    await note.getByText('stale', { exact: true }).scrollIntoViewIfNeeded();
    await shot('unit-editing');
    await note.getByRole('button', { name: 'Show as text' }).click();
    await text.waitFor();
    await note.getByRole('button', { name: 'Hide the text' }).click();
    await text.waitFor({ state: 'detached' });
    // What the page says besides is never hidden.
    await editor.focus();
    await app.page.keyboard.press('Control+End');
    await app.page.keyboard.type('One more word.');
    await text.waitFor();
    await note.getByRole('heading', { name: 'Can the lens stay in place?' }).waitFor();
  });

  it('takes another server with its own key from the settings, and replaces and revokes the key that signs', async () => {
    await app.page.setViewportSize({ width: 1280, height: 900 });
    await app.host((page) => page.host.app.secretStorage.setSecret('dorado-key', 'sk-dorado-0123456789'));
    await app.page.keyboard.press('Control+,');
    await app.page.getByRole('button', { name: 'Add a server…' }).click();
    const form = dialog('Add a server');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Dorado');
    await form.getByRole('combobox', { name: 'Provider' }).selectOption('custom');
    await form.getByRole('textbox', { name: 'Server address' }).fill(server.url);
    await form.getByRole('textbox', { name: 'Model', exact: true }).fill('aurora/large');
    await form.getByRole('combobox', { name: 'Secret' }).selectOption('dorado-key');
    await form.getByRole('textbox', { name: 'Price' }).fill('2 10');
    // The button below has the colours of the app.
    expect(await app.accessibility('.modal .setting-item')).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/needs lower-case letters/).waitFor();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('dorado');
    await shot('server');
    await form.getByRole('button', { name: 'Save' }).click();
    await app.page.getByText(/^aurora\/large at http.*Key: the secret “dorado-key”/).waitFor();
    await app.page.getByRole('button', { name: 'Set up…' }).click();
    const stale = dialog('Deliberate stale units again');
    expect(await stale.getByRole('combobox', { name: 'When' }).inputValue()).toBe('off');
    await stale.getByRole('combobox', { name: 'When' }).selectOption('week');
    await shot('stale-units');
    await stale.getByRole('button', { name: 'Save' }).click();
    await stale.waitFor({ state: 'detached' });
    await app.page.getByRole('button', { name: 'Show keys…' }).click();
    const keys = dialog('Signing keys');
    await keys.getByText('in use').waitFor();
    await keys.getByRole('button', { name: 'Replace the key' }).click();
    await keys.getByText(/replaced on/).waitFor();
    await keys
      .getByRole('button', { name: /^Revoke…/ })
      .nth(1)
      .click();
    await dialog(/^Revoke lw:issuer:/)
      .getByRole('button', { name: 'Revoke…' })
      .click();
    await keys.getByText(/revoked from/).waitFor();
    expect(await app.accessibility('.living-wiki-unit')).toEqual([]);
    await shot('unit-keys');
    await app.page.keyboard.press('Escape');
    await app.page.keyboard.press('Escape');
    const before = server.asked.length;
    let isDown = true;
    const borealis = speaks(ANSWERS.B);
    SCRIPTS['borealis/large'] = (heard, response) => (isDown ? says('')(heard, response) : borealis(heard, response));
    await app.command('deliberate');
    const modal = dialog('Deliberate');
    await modal.getByRole('textbox', { name: 'Question' }).fill('Who lit the lamp?');
    const models = modal.getByRole('textbox', { name: 'Models' });
    expect(await models.inputValue()).toContain('dorado');
    await models.fill('dorado\nborealis/large');
    await modal.getByText(/^5 answers, .*about 0\.\d+ USD$/).waitFor();
    await modal.getByRole('button', { name: 'Start' }).click();
    await modal.getByText('No Knowledge Unit was made.').waitFor();
    isDown = false;
    await modal.getByRole('button', { name: 'Try again' }).click();
    await modal.getByText('The unit is ready for your review.').waitFor();
    const sent = server.asked.slice(before).map(({ headers }) => headers.authorization);
    // Two rounds and the record of the other server, which is not asked twice for its first answer.
    expect(sent.filter((each) => each === 'Bearer sk-dorado-0123456789')).toHaveLength(3);
    const stored = await app.host((page) =>
      page.host.own.vault.adapter.read('.obsidian/plugins/living-wiki/data.json'),
    );
    expect(stored).not.toContain('sk-dorado');
  });

  it('says so when the unit in the dialog is deleted', async () => {
    await app.page.setViewportSize({ width: 1280, height: 900 });
    await app.command('unit');
    const modal = dialog('Knowledge Unit');
    const item = app.page.locator('.suggestion-item').first();
    await item.or(modal).first().waitFor();
    if (await item.isVisible()) await item.click();
    await modal.getByRole('heading', { name: 'Can the lens stay in place?' }).waitFor();
    await app.host(async (page) => {
      const { vault, fileManager } = page.host.own;
      const files = vault.getFiles().filter(({ path }) => /^wiki\/(units|comparisons)\//.test(path));
      for (const file of files) await fileManager.trashFile(file);
    });
    await modal.getByText(/^units\/.* no longer exists/).waitFor();
    expect(await modal.getByRole('button', { name: 'Archive…' }).count()).toBe(0);
  });

  it('says where a model is set up when there is none', async () => {
    const entries = Object.entries(await (await testWiki({})).tree());
    const other = await openApp(browser, {
      files: Object.fromEntries(entries.map(([path, text]) => [`wiki/${path}`, text])),
    });
    await other.command('deliberate');
    const place = 'Set up a language model first: Settings → Living Wiki → Language model.';
    await other.page.getByRole('dialog', { name: 'Deliberate' }).getByText(place).waitFor();
    await other.close();
  });

  /** The page of the unit, in reading view or in the editor. */
  function openNote(mode: 'preview' | 'source' = 'preview'): Promise<void> {
    return app.host(async (page, as) => {
      const { vault, workspace } = page.host.own;
      const file = vault.getMarkdownFiles().find(({ path }) => path.startsWith('wiki/comparisons/'));
      if (file === undefined) throw new Error('The unit has no page.');
      await workspace.getLeaf('tab').openFile(file, { state: { mode: as } });
    }, mode);
  }

  /** For eyes, where a folder is named. */
  async function shot(name: string): Promise<void> {
    const folder = process.env.LIVING_WIKI_SHOTS;
    if (folder === undefined) return;
    await app.screenshot(`${folder}/${name}.png`);
    await app.host((page) => page.theme('dark'));
    await app.screenshot(`${folder}/${name}-dark.png`);
    await app.host((page) => page.theme('light'));
  }
});
