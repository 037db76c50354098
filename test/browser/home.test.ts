import { type Browser, type Locator } from 'playwright-core';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';
import { readVault } from '../../scripts/playground/server.mjs';
import { type PageVault } from '../host/page/options';

describeInBrowser('home', () => {
  let browser: Browser;
  let files: PageVault;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
    files = await readVault('examples/vault');
  });
  afterAll(() => stopBrowser(browser));
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  /** What axe finds, but for the colours of the app's own main buttons, which follow the accent that the person chose. */
  async function problems(within: string): Promise<readonly string[]> {
    const found = await app.accessibility(within);
    return found.filter((one) => !(one.startsWith('color-contrast') && one.includes('class="mod-cta"')));
  }

  const home = (): Locator => app.page.locator('.living-wiki-home');
  async function open(options: OpenOptions): Promise<void> {
    app = await openApp(browser, options);
    await app.command('open-home');
    await home().waitFor();
  }

  const looks: readonly OpenOptions[] = [{ theme: 'light' }, { theme: 'dark' }, { device: 'phone' }];

  it.each(looks)('the first run is accessible on %j', async (look) => {
    await open({ ...look, files: {} });
    await home()
      .getByRole('button', { name: /^Research/ })
      .waitFor();
    expect(await problems('.living-wiki-home')).toEqual([]);
  });

  it.each(looks)('shows new sources and waiting proposals: %j', async (look) => {
    await open({ ...look, files });
    await home()
      .getByRole('button', { name: /^Ingest all/ })
      .waitFor();
    expect(await problems('.living-wiki-home')).toEqual([]);
    const width = await home().evaluate((el) => el.scrollWidth - el.clientWidth);
    expect(width).toBe(0);
  });

  it.each(looks.slice(1))(
    'maintenance and the jobs that it leaves are accessible, by keyboard alone: %j',
    async (look) => {
      await open({ ...look, files });
      await home()
        .getByRole('button', { name: /^Ingest all/ })
        .waitFor();
      await app.command('maintain');
      const dialog = app.page.getByRole('dialog');
      const skill = (name: string): Locator => dialog.getByRole('checkbox', { name: `Run ${name}` });
      await skill('Lint repair').waitFor();
      expect(await problems('.modal')).toEqual([]);
      expect(await dialog.evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
      for (const name of ['Daily update', 'Lint repair']) {
        await skill(name).focus();
        await app.page.keyboard.press('Space');
      }
      expect([await skill('Daily update').isChecked(), await skill('Lint repair').isChecked()]).toEqual([false, true]);
      await dialog.getByRole('button', { name: 'Run skill' }).focus();
      await app.page.keyboard.press('Enter');
      const report = app.page.getByRole('dialog', { name: 'Lint repair' });
      await report.waitFor();
      expect(await problems('.modal')).toEqual([]);
      await app.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await app.command('jobs');
      await app.page.locator('.living-wiki-jobs [data-job]').first().waitFor({ state: 'attached' });
      expect(await problems('.living-wiki-jobs')).toEqual([]);
    },
  );

  it('a newcomer makes a wiki by keyboard alone', async () => {
    await open({ files: {} });
    const { keyboard } = app.page;
    await app.command('set-up');
    const dialog = app.page.getByRole('dialog');
    await dialog.waitFor();
    expect(await problems('.modal')).toEqual([]);
    // The first field has the focus, Enter goes on, and a name with a space is a name.
    await keyboard.type('Skerry Point');
    await keyboard.press('Enter');
    await keyboard.type('What visitors ask.');
    await keyboard.press('Enter');
    await home().getByText('No new sources').waitFor();
    const made = await app.host((page) => page.host.read('Skerry Point/KNOWLEDGE.md'));
    expect(made).toContain('What visitors ask.');
  });

  it('adds the example with one press, leads with what its sources disagree on, and removes it with one', async () => {
    await open({ files: {} });
    const { page } = app;
    await home().getByRole('button', { name: 'Add the example wiki' }).click();
    await page.getByRole('heading', { name: 'These two sources disagree: 96 °C and 88 °C' }).waitFor();
    expect(await problems('.living-wiki-overview')).toEqual([]);
    // Enter looks at the pages one by one; what is not looked at is applied by a press of its own.
    await page.getByRole('button', { name: 'Apply 3 pages' }).click();
    await page.getByRole('heading', { name: 'Applied 2 proposals, 7 files written' }).waitFor();
    // Nothing else waits, so Enter opens the first page that the result names.
    await page.keyboard.press('Enter');
    await page.waitForFunction(() =>
      window.page.host.own.workspace.getActiveFile()?.path.endsWith('concepts/compressor.md'),
    );
    const text = await app.host((host) => host.host.read('Example wiki/concepts/compressor.md'));
    expect(text).toMatch(/96 °C\.\[\^compressor-manual-\d\][^]*88 °C\.\[\^engine-house-notes-\d\]/);
    await home().getByRole('button', { name: 'Remove it' }).click();
    await home().getByRole('button', { name: 'Create wiki' }).waitFor();
    expect(await app.host((host) => Object.keys(host.host.tree()))).toEqual([]);
    expect(app.errors).toEqual([]);
  });

  it('says beside the folder field why it is invalid, and that an empty one is the whole vault', async () => {
    await open({ files: { 'Заметки/один.md': 'x', 'Note.md': 'x' } });
    await home().getByRole('button', { name: 'Use a folder with existing notes' }).click();
    const dialog = app.page.getByRole('dialog');
    await dialog.locator('.checkbox-container').first().click();
    const [folder, said] = [dialog.getByLabel('Folder'), dialog.getByRole('alert')];
    const expected: readonly (readonly [string, RegExp])[] = [
      ['', /^Enter a folder/],
      ['Note.md', /is a file/],
      ['.hidden', /start with a dot/],
      ['..', /contains the name/],
      ['Заметки', /contains notes\. Turn on/],
    ];
    for (const [name, why] of expected) {
      await folder.fill(name);
      expect(await said.textContent()).toMatch(why);
      await dialog.getByRole('button', { name: /^Review/ }).click();
      expect(await app.page.locator('.living-wiki-review-view').count()).toBe(0);
    }
    await dialog.locator('.checkbox-container').first().click();
    await said.waitFor({ state: 'detached' });
    expect(await folder.getAttribute('placeholder')).toBe('Whole vault');
  });

  it('a link becomes a source with title, address and date after a look, and so do a pasted text and a clipping', async () => {
    const html = `<html><head><title>Old engines</title><meta property="article:published_time" content="2025-11-02T08:00:00Z">
      <script>document.title = 'run'</script></head><body><nav>Menu</nav><article><h2>The pump</h2><p>It lifts two tons.</p></article></body></html>`;
    const origin = 'https://example.org';
    const data = JSON.stringify(printSettings({ ...DEFAULT_SETTINGS, clippings: 'Clippings' }));
    const own = { '.obsidian/plugins/living-wiki/data.json': data, 'Clippings/Seen.md': 'The gate is blue.\n' };
    await open({ files: { ...files, ...own } });
    // Nobody answers, as when a device is offline.
    await app.host((page) =>
      page.host.machine.requests.answer(() => {
        throw new Error('net::ERR_INTERNET_DISCONNECTED');
      }),
    );
    const dialog = app.page.getByRole('dialog');
    await home().getByRole('button', { name: 'Add a link or text…' }).click();
    await dialog.getByLabel('Address').fill(`${origin}/engines`);
    expect(await problems('.modal')).toEqual([]);
    await dialog.getByRole('button', { name: 'Read the page' }).click();
    await app.page.getByText(`${origin}/engines did not send a page that can be read (no answer).`).first().waitFor();
    await app.host((page, body) => page.host.machine.requests.answer(() => ({ status: 200, body })), html);
    await dialog.getByRole('button', { name: 'Read the page' }).click();
    await app.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('two tons') === true);
    await dialog.getByRole('button', { name: 'Save as a source' }).click();
    const read = (name: string): Promise<string> =>
      app.host((page, at) => page.host.read(at), `lighthouse/sources/${name}`);
    await home().getByText('Old engines.md').waitFor();
    expect(await read('Old engines.md')).toBe(
      `---\ntitle: "Old engines"\nsource: "${origin}/engines"\ndate: "2025-11-02"\n---\n\n## The pump\n\nIt lifts two tons.\n`,
    );

    await home().evaluate((el) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '# A note\n\nThe door sticks.');
      el.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await dialog.getByRole('button', { name: 'Save as a source' }).click();
    await home().getByText('A note.md').waitFor();

    await home().getByRole('button', { name: 'Add Seen to the sources' }).click();
    await home().getByText('Seen.md').waitFor();
    expect(await read('Seen.md')).toBe('The gate is blue.\n');
    expect(await home().getByText('Clippings').count()).toBe(0);
    expect(app.errors).toEqual([]);
  });

  it('a file that is dropped on it becomes a new source', async () => {
    await open({ files });
    await home()
      .getByRole('button', { name: /^Ingest all/ })
      .waitFor();
    const data = await app.page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['A lamp was lit.'], 'dropped.md', { type: 'text/markdown' }));
      return transfer;
    });
    await home().dispatchEvent('dragover', { dataTransfer: data });
    expect(await home().getAttribute('class')).toContain('living-wiki-over');
    await home().dispatchEvent('drop', { dataTransfer: data });
    await home().getByText('dropped.md').waitFor();
    expect(await app.host((page) => page.host.read('lighthouse/sources/dropped.md'))).toBe('A lamp was lit.');
    // Some programs give a link without a text.
    const link = await app.page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.setData('text/uri-list', 'https://example.org/lamps');
      return transfer;
    });
    await home().dispatchEvent('drop', { dataTransfer: link });
    const dialog = app.page.getByRole('dialog', { name: 'Add a link or text as a source' });
    expect(await dialog.getByLabel('Address').inputValue()).toBe('https://example.org/lamps');
    expect(await app.accessibility('.modal')).toEqual([]);
  });

  it('new sources are proposed, and the focus stays where it was', async () => {
    await open({ files });
    const all = home().getByRole('button', { name: /^Ingest all/ });
    await all.focus();
    await app.page.keyboard.press('Enter');
    await home()
      .getByRole('button', { name: /^Review / })
      .first()
      .waitFor();
    await home().getByText('No new sources').waitFor();
    await home()
      .getByRole('button', { name: /^Review / })
      .first()
      .click();
    await app.page.locator('.living-wiki-review:not(.living-wiki-overview)').waitFor();
  });

  it('leads to everything else, the conversation among it', async () => {
    await open({ files });
    await home().getByRole('button', { name: 'Ask the wiki' }).press('Enter');
    await app.page.getByRole('textbox', { name: 'Question' }).waitFor();
    expect(await app.page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  });
});
