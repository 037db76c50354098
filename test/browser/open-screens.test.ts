import { type Browser, type Locator } from 'playwright-core';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { ANSWERS, SORTING, SOURCE } from '../deliberation/support';
import { speaks } from '../cli/deliberation-support';
import { says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { approvedOnDevice } from '../support/approved';
import { testWiki } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp } from './driver';

const MODEL = 'aurora/large';

/** A page that is cited, so that the wiki is one that can be asked. */
const LENS = `---
schema: knowledge/v1
slug: fresnel-lens
kind: concept
title: Fresnel lens
sources: [sources/survey.md]
updated_at: "2026-04-27T15:00:00Z"
---

# Fresnel lens

It leans by twelve millimetres.
`;

describeInBrowser('a screen that is open', () => {
  let browser: Browser;
  let server: ModelServer;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
    server = await ModelServer.start();
    server.welcomesPages = true;
    const entries = Object.entries(
      await (await testWiki({ 'sources/survey.md': SOURCE.text, 'concepts/fresnel-lens.md': LENS })).tree(),
    );
    const prices = { currency: 'USD', prices: [{ model: '*', input: 2000, output: 10_000 }] };
    const model = { provider: 'custom', baseUrl: server.url, model: MODEL, job: {}, day: {}, prices } as const;
    const settings = { ...DEFAULT_SETTINGS, model: { ...model, fallbackModel: 'borealis/large' } };
    app = await openApp(browser, {
      files: {
        ...Object.fromEntries(entries.map(([path, text]) => [`wiki/${path}`, text])),
        '.obsidian/plugins/living-wiki/data.json': JSON.stringify(printSettings(settings)),
      },
      localStorage: approvedOnDevice(settings),
      connect: server.origin,
      viewport: { width: 1800, height: 1000 },
    });
    app.page.setDefaultTimeout(15_000);
  });
  afterAll(async () => {
    await stopBrowser(browser);
    await server.close();
  });
  afterEach(() => expect(app.errors).toEqual([]));

  const view = (name: string): Locator => app.page.locator(`.living-wiki-${name}`).first();
  const dialog = (name: string | RegExp): Locator => app.page.getByRole('dialog', { name });
  const showBeside = (name: string): Promise<void> =>
    app.host(async ({ host }, type) => {
      const leaf = host.own.workspace.getLeaf('split');
      await leaf.setViewState({ type: `living-wiki-${type}`, active: true });
    }, name);
  /** What the person decides in a window that is not behind the dialog. */
  const reject = async (): Promise<void> => {
    await view('review')
      .getByRole('button', { name: 'Reject all…' })
      .evaluate((el) => (el as HTMLElement).click());
    await dialog(/Reject/)
      .getByRole('button', { name: 'Reject', exact: true })
      .click();
  };

  it('counts what a question to the wiki has cost', async () => {
    await app.command('ask');
    await showBeside('usage');
    await view('usage').getByText('No language model was used in this period.').first().waitFor();
    server.script(says('It leans [[fresnel-lens]].'));
    const chat = view('chat');
    await chat.getByRole('textbox', { name: 'Question' }).fill('Does the lens lean?');
    await chat.getByRole('textbox', { name: 'Question' }).press('Enter');
    await chat.getByRole('button', { name: 'Ask again' }).waitFor();
    await view('usage')
      .getByRole('row', { name: new RegExp(`^${MODEL}`) })
      .first()
      .waitFor();
  });

  it('suggests no question that is closed, and one that was opened', async () => {
    await app.page
      .getByRole('button', { name: /^New conversation/ })
      .first()
      .click();
    const suggested = view('chat').getByRole('group', { name: /questions/i });
    await suggested.getByRole('button').first().waitFor();
    await app.host(({ host }) =>
      host.app.vault.adapter.write(
        'wiki/concepts/jack.md',
        '---\nschema: knowledge/v1\nslug: jack\nkind: concept\ntitle: Hydraulic jack\nsources: [sources/survey.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# Hydraulic jack\n\nLifts the [[fresnel-lens]].\n',
      ),
    );
    await suggested.getByText(/Hydraulic jack/).waitFor();
  });

  it('tells that a deliberated unit was decided elsewhere, and which questions of it are kept', async () => {
    server.script((heard, response) => {
      const answers = heard.body.model === MODEL ? speaks(ANSWERS.A, SORTING) : speaks(ANSWERS.B);
      return answers(heard, response);
    });
    await app.command('deliberate');
    const modal = dialog('Deliberate');
    await modal.getByRole('textbox', { name: 'Question' }).fill('Can the lens stay in place?');
    await modal.getByRole('textbox', { name: 'Models' }).fill(`${MODEL}\nborealis/large`);
    await modal.getByText(/^5 answers/).waitFor();
    await modal.getByRole('button', { name: 'Start' }).click();
    await modal.getByText('The unit is ready for your review.').waitFor();
    await app.command('review');
    await reject();
    await modal.getByText('The unit no longer waits for your review.').waitFor();
    expect(await modal.getByRole('button', { name: 'Review', exact: true }).count()).toBe(0);
    await modal.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  it('lists a run that ends while the reports are shown', async () => {
    await app.command('reports');
    const reports = dialog('Skill reports');
    await reports.getByText('No skill has run yet.').waitFor();
    await app.command('maintain');
    const maintenance = dialog('Run maintenance');
    await maintenance.getByText('Lint repair').first().waitFor();
    await maintenance.getByRole('button', { name: 'Dry run' }).click();
    await reports.locator('.living-wiki-run').first().waitFor();
  });
});
