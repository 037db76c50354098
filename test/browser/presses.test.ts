import { type Browser, type Locator } from 'playwright-core';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { NO_MODEL_SETTINGS } from '../../src/workbench';
import { reads } from '../librarian/support';
import { says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';
import { pressEverything } from './press-everything';
import { waitingVault, type Waiting } from './waiting-vault';
import { approvedOnDevice } from '../support/approved';

const DATA = '.obsidian/plugins/living-wiki/data.json';

const WIDTHS: Readonly<Record<string, OpenOptions>> = {
  '1400 px with both sidebars': { viewport: { width: 1400, height: 860 } },
  '1000 px': { viewport: { width: 1000, height: 760 } },
  'a phone': { device: 'phone' },
};

/** What a person presses is what they get: no control moves, or is replaced, between press and release. */
describeInBrowser('every control', () => {
  let browser: Browser;
  let waiting: Waiting;
  let app: OpenApp;
  beforeAll(async () => {
    waiting = await waitingVault();
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const open = async (options: OpenOptions): Promise<void> => {
    app = await openApp(browser, { files: waiting.files, ...options });
    app.page.setDefaultTimeout(8_000);
    if (options.viewport?.width === 1400) {
      await app.host(({ host }) => {
        host.own.workspace.leftSplit.expand();
        host.own.workspace.rightSplit.expand();
      });
    }
  };
  const button = (name: string | RegExp): Locator => app.page.getByRole('button', { name }).first();
  const dialog = (): Locator => app.page.getByRole('dialog').last();
  const close = async (): Promise<void> => {
    await app.page.keyboard.press('Escape');
    await app.page.locator('.modal, .prompt').waitFor({ state: 'detached' });
  };
  /** @param least how many controls there are at least that earlier screens of the same app did not have, so that one that did not open is noticed */
  const expectStill = async (screen: string, least: number): Promise<void> => {
    const { pressed, problems } = await pressEverything(app);
    expect({ screen, problems }).toEqual({ screen, problems: [] });
    expect(pressed).toBeGreaterThanOrEqual(least);
  };
  /** Waits until nothing has run in the status bar for a while: the index of sources at the start, what reads for a view. */
  const jobsRest = async (): Promise<void> => {
    const jobs = app.page.locator('[aria-label="Open home to see progress"]:visible');
    let quiet = 0;
    while (quiet < 15) {
      quiet = (await jobs.count()) > 0 ? 0 : quiet + 1;
      await app.page.waitForTimeout(100);
    }
  };
  const openReview = async (): Promise<void> => {
    await app.host(
      async (page, id) =>
        page.host.own.workspace
          .getLeaf('tab')
          .setViewState({ type: 'living-wiki-review', state: { id }, active: true }),
      waiting.ids[0],
    );
    await app.page.locator('.living-wiki-hunk-head').first().waitFor();
  };

  const isPhone = (width: OpenOptions): boolean => width.device === 'phone';
  /** Shows a file of the review; on a phone their list is one tap away. */
  const choose = async (width: OpenOptions, name: string): Promise<void> => {
    if (isPhone(width))
      await app.page.locator('.living-wiki-review-head').getByRole('button', { name: 'Files' }).click();
    await app.page.locator('.living-wiki-file', { hasText: name }).first().click();
  };

  describe.each(Object.entries(WIDTHS))('at %s', (_, width) => {
    it('of a review is where it was pressed', async () => {
      await open(width);
      await openReview();
      await choose(width, 'fresnel-lens');
      await expectStill('review', isPhone(width) ? 12 : 20);
      // One key away from what is rendered.
      await app.page.locator('.living-wiki-hunk').first().focus();
      await app.page.keyboard.press('t');
      await app.page.locator('.living-wiki-diff').first().waitFor();
      await app.page.locator('.living-wiki-hunk').nth(1).focus();
      await app.page.keyboard.press('r');
      await expectStill('reason', 1);
      await app.page.keyboard.press('Escape');
      await app.page.keyboard.press('e');
      await expectStill('edit', 1);
      await app.page.locator('.living-wiki-edit').getByRole('button', { name: 'Cancel' }).click();
      await app.page.keyboard.press('Shift+A');
      await app.page.getByText(/^[1-9]\d* of \d+ changes/).waitFor();
      await expectStill('decided', 1);
    });

    it('of the dialogs and the end of a review is where it was pressed', async () => {
      await open(width);
      await openReview();
      if (isPhone(width)) {
        await button('More actions').click();
        await app.page.getByText('Reject all…').click();
      } else await button('Reject all…').click();
      await expectStill('reject all', 3);
      await close();
      await choose(width, 'fresnel-lens');
      await app.page.locator('.living-wiki-hunk').first().focus();
      await app.page.keyboard.press('Shift+A');
      await app.page.getByText(/^[1-9]\d* of \d+ changes/).waitFor();
      await button(/^Apply \d+ of/).click();
      await dialog()
        .getByText(/undecided/)
        .first()
        .waitFor();
      await expectStill('undecided', 3);
      await close();
      if (isPhone(width))
        await app.page.locator('.living-wiki-review-head').getByRole('button', { name: 'Files' }).click();
      await app.page.locator('.living-wiki-file.is-generated').first().click();
      await expectStill('generated file', isPhone(width) ? 4 : 8);
      await button('Accept all').click();
      await button(/^Apply \d+/).click();
      await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
      await expectStill('result', 3);
    });

    it('of home and of setting up is where it was pressed', async () => {
      await open(width);
      await app.command('open-home');
      await button(/^Ingest/).waitFor();
      await expectStill('home', 10);
      await app.command('set-up');
      await dialog().waitFor();
      await expectStill('set up', 4);
    });

    it('of a first start is where it was pressed', async () => {
      await open({ ...width, files: {} });
      await app.command('open-home');
      await button(/^Research/).waitFor();
      await expectStill('first start', 4);
    });

    it('of the panels is where it was pressed', async () => {
      const broken = `---\nschema: knowledge/v1\nslug: fog-room\nkind: concept\ntitle: Fog room\nsources: []\n---\n\n# Fog room\n\nHolds the [[diaphone]] and the [[nowhere]].\n`;
      await open({ ...width, files: { ...waiting.files, 'lighthouse/concepts/fog-room.md': broken } });
      await app.command('lint');
      await app.page.locator('.living-wiki-finding').first().waitFor();
      await expectStill('lint', 6);
      await app.page.locator('.living-wiki-finding-go').first().focus();
      await app.page.keyboard.press('i');
      await dialog().waitFor();
      await expectStill('ignore', 2);
      await close();
      await app.command('lens-view');
      await app.page.locator('.living-wiki-lens').getByRole('tab', { name: 'Pages' }).waitFor();
      await expectStill('lens: pages', 8);
      await app.page.getByRole('tab', { name: 'Why' }).click();
      await app.page.getByRole('table').waitFor();
      await expectStill('lens: why', 1);
      await app.command('switch-lens');
      await app.page.locator('.suggestion-item').first().waitFor();
      await expectStill('switch lens', 2);
      await close();
      await app.command('search');
      await app.page.keyboard.type('lens');
      await app.page.locator('.living-wiki-match').first().waitFor();
      await expectStill('search', 3);
      await close();
    });

    it('of the history is where it was pressed', async () => {
      await open(width);
      await openReview();
      await button('Accept all').click();
      await button(/^Apply \d+/).click();
      await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
      await app.command('history');
      await app.page.locator('.living-wiki-transaction [aria-expanded]').first().click();
      await button(/fresnel-lens/).click();
      await expectStill('history', 5);
    });

    it('of maintenance, of its report and of the jobs is where it was pressed', async () => {
      await open(width);
      await app.command('maintain');
      await dialog().getByText('Lint repair').first().waitFor();
      await expectStill('maintenance', 3);
      await close();
      await app.command('jobs');
      await app.command('ingest');
      // What an ingest made is shown by itself; on a phone it takes the whole screen.
      await app.page.locator('.living-wiki-overview-page').first().waitFor();
      await app.host((page) => page.host.own.workspace.detachLeavesOfType('living-wiki-review'));
      await app.command('jobs');
      await app.page
        .locator('.living-wiki-jobs')
        .getByRole('button', { name: /^Review / })
        .first()
        .waitFor();
      await app.page.waitForFunction(() => document.querySelector('.living-wiki-job-card, .notice') === null);
      await expectStill('jobs', 2);
      await app.command('reports');
      await dialog().waitFor();
      await expectStill('reports', 1);
      await close();
    });

    it('of a contradiction in the review is where it was pressed', async () => {
      await open(width);
      await openReview();
      await choose(width, 'skerry-point-lighthouse');
      const card = app.page.getByRole('group', { name: /^Two sources disagree/ }).first();
      await card.waitFor();
      await card.scrollIntoViewIfNeeded();
      await expectStill('contradiction', 8);
      await card.locator('[data-does="settle-proposed"]').click();
      await card.locator('[data-does="settle-proposed"].is-on').waitFor();
      await expectStill('settled contradiction', 1);
    });

    it('of packs, of the memory and of the rules is where it was pressed', async () => {
      await open(width);
      for (const [command, place] of [
        ['packs', '.living-wiki-packs'],
        ['memory', '.living-wiki-memory'],
      ] as const) {
        await app.command(command);
        await app.page.locator(`${place} button:visible`).first().waitFor();
        await jobsRest();
        await expectStill(command, 1);
      }
      await app.command('review-rules');
      await app.page.locator('.living-wiki-trust button:visible, .modal button:visible').first().waitFor();
      await expectStill('rules', 1);
      await close();
      await app.command('expired');
      await dialog().getByRole('button', { name: 'Close' }).last().waitFor();
      await expectStill('expired sources', 1);
    });

    it('of the chat and the settings is where it was pressed', async () => {
      const server = await ModelServer.start();
      server.welcomesPages = true;
      try {
        server.script(
          reads('fresnel-lens'),
          says('It was lit in 1823 [[fresnel-lens#Condition]].\n\n## Not in the wiki\n\n- Who paid for it.'),
        );
        const model = { ...NO_MODEL_SETTINGS, provider: 'custom', baseUrl: server.url, model: 'tiny' };
        const settings = { ...DEFAULT_SETTINGS, model } as typeof DEFAULT_SETTINGS;
        await open({
          ...width,
          files: { ...waiting.files, [DATA]: JSON.stringify(printSettings(settings)) },
          localStorage: approvedOnDevice(settings),
          connect: server.origin,
        });
        await app.command('ask');
        await app.page.getByRole('textbox', { name: 'Question' }).fill('When was the lens lit?');
        await button('Send').click();
        await button('Ask again').waitFor();
        await expectStill('chat', 7);
        await app.page.locator('.living-wiki-chat').getByRole('button', { name: 'Save as page…' }).click();
        await dialog().waitFor();
        await expectStill('save answer', 3);
        await close();
        await app.command('deliberate');
        await app.page.getByRole('dialog', { name: 'Deliberate' }).getByRole('textbox', { name: 'Question' }).waitFor();
        await expectStill('deliberation', 2);
        await close();
        await app.page.keyboard.press('Control+,');
        await dialog().getByRole('combobox', { name: 'Provider' }).waitFor();
        await expectStill('settings', 5);
      } finally {
        await server.close();
      }
    });
  });

  it('of home stays where it is while the wiki changes', async () => {
    await open({ viewport: { width: 1000, height: 760 } });
    await app.command('open-home');
    await button(/^Ingest/).waitFor();
    let sources = 0;
    const during = async (): Promise<void> => {
      sources += 1;
      await app.host(
        ({ host }, n) => host.own.vault.create(`lighthouse/sources/2025-new-${n}.md`, `A lamp was lit ${n} times.`),
        sources,
      );
      await app.page.waitForTimeout(2_500);
    };
    const { pressed, problems } = await pressEverything(app, during, 6);
    expect(problems).toEqual([]);
    expect(pressed).toBe(6);
    await app.page.getByText('2025-new-1.md').first().waitFor();
  });
});
