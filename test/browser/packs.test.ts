import { type Browser, type Locator } from 'playwright-core';
import { PAGES } from '../librarian/support';
import { testWiki } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp } from './driver';

const guide = (name: string, status: string): string =>
  `---\nname: ${name}\ndescription: Bearings of Acme.\ntype: brand-product\nprofile: wiki-first\nstatus: ${status}\ntrust: external\n---\n\n# Guide\n`;

const PACKS = {
  '.agents/knowledge/acme/KNOWLEDGE.md': guide('acme', 'ready'),
  '.agents/knowledge/acme/wiki/bearing.md': '# Bearing\n\n## Load\n\nThe R-40 bearing carries five tons.\n',
  '.agents/knowledge/safety/KNOWLEDGE.md': guide('safety', 'disputed'),
  '.agents/knowledge/broken/KNOWLEDGE.md': '# No front matter\n',
};

describeInBrowser('the view of knowledge packs', () => {
  let browser: Browser;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));
  beforeEach(async () => {
    const entries = Object.entries(await (await testWiki(PAGES)).tree());
    app = await openApp(browser, {
      files: { ...Object.fromEntries(entries.map(([path, text]) => [`wiki/${path}`, text])), ...PACKS },
    });
    app.page.setDefaultTimeout(8_000);
    await app.command('packs');
    await pack('acme').waitFor();
  });
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const view = (): Locator => app.page.locator('.living-wiki-packs');
  const pack = (name: string): Locator => view().locator(`[data-pack="${name}"]`);
  const dialog = (): Locator => app.page.getByRole('dialog');

  it('a pack is used in the chat, answers there, and its citation opens the place', async () => {
    await view().getByText('1 not loaded').waitFor();
    await pack('acme').getByRole('button', { name: 'Use acme in the chat' }).click();
    const chat = app.page.locator('.living-wiki-chat');
    await chat.getByText('@acme').waitFor();
    await chat.getByRole('textbox', { name: 'Question' }).fill('What does the R-40 bearing carry?');
    await chat.getByRole('button', { name: 'Send' }).click();
    await chat.getByText(/^Packs [\d.]+k? of 8k tokens/).waitFor();
    // The list that is open beside it knows.
    await pack('acme')
      .getByText(/used \w{3} \d/)
      .waitFor({ state: 'attached' });
    await chat.locator('a.living-wiki-cite.is-pack').first().click();
    await dialog().getByText('The R-40 bearing carries five tons.').waitFor();
  });

  it('a disputed pack has to be confirmed before it can be used', async () => {
    expect(
      await pack('safety')
        .getByRole('button', { name: /^Use safety/ })
        .count(),
    ).toBe(0);
    await pack('safety')
      .getByRole('button', { name: /^Use it anyway/ })
      .click();
    await dialog().getByRole('button', { name: 'Use it' }).click();
    await pack('safety').getByRole('button', { name: 'Use safety in the chat' }).waitFor();
  });

  it('a pack that was changed outside is read again when its list is looked at', async () => {
    await pack('acme').getByText('ready', { exact: true }).waitFor();
    await app.command('history');
    await app.host(
      (page, text) => page.host.app.vault.adapter.write('.agents/knowledge/acme/KNOWLEDGE.md', text),
      guide('acme', 'disputed'),
    );
    await app.command('packs');
    await pack('acme').getByText('disputed', { exact: true }).waitFor();
  });

  it('the wiki is published after a preview, and is a pack then', async () => {
    await view().getByRole('button', { name: 'Publish as a pack' }).click();
    await dialog().getByText('compiled/briefing.md').waitFor();
    await dialog().getByRole('button', { name: 'Settle contradictions' }).waitFor();
    await dialog().getByRole('button', { name: 'Publish pack' }).click();
    await view().locator('[data-pack]').nth(3).waitFor();
    expect(await view().locator('[data-pack]').count()).toBe(4);
  });
});
