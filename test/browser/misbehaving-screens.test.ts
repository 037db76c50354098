import { type Browser, type Locator } from 'playwright-core';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';
import { waitingVault, type Waiting } from './waiting-vault';

/** What a person tripped over once. */
describeInBrowser('a screen', () => {
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

  const open = async (options: OpenOptions = {}): Promise<void> => {
    app = await openApp(browser, { files: waiting.files, ...options });
    app.page.setDefaultTimeout(8_000);
  };
  const button = (name: string | RegExp): Locator => app.page.getByRole('button', { name }).first();
  const exists = (path: string): Promise<boolean> => app.host((page, at) => page.host.exists(at), `lighthouse/${path}`);
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
  const applyAll = async (): Promise<void> => {
    await button('Accept all').click();
    await button(/^Apply \d+ changes?$/).click();
    await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
  };

  it('that links to a page that is gone says so, and makes no file', async () => {
    await open();
    await openReview();
    await applyAll();
    const made = 'concepts/terrestrial-laser-scanner.md';
    await app.host(async ({ host }, path) => {
      const file = host.own.vault.getFileByPath(`lighthouse/${path}`);
      if (file) await host.own.vault.delete(file);
    }, made);
    await button(`Open ${made}`).click();
    await app.page.locator('.notice', { hasText: `${made} no longer exists.` }).waitFor();
    expect(await exists(made)).toBe(false);
  });

  it('of an applied undo links to no page that it deleted', async () => {
    await open();
    await openReview();
    await applyAll();
    await button('Undo…').click();
    await app.page.locator('.living-wiki-hunk-head').first().waitFor();
    await applyAll();
    const deleted = app.page.locator('.living-wiki-written li', { hasText: 'terrestrial-laser-scanner.md' });
    expect(await deleted.textContent()).toContain('deleted');
    expect(await deleted.getByRole('button').count()).toBe(0);
  });

  it('of a review goes to the next undecided change on Enter, and never discards any', async () => {
    await open();
    await openReview();
    await app.page.keyboard.press('a');
    await app.page.getByText(/^1 of \d+ changes accepted/).waitFor();
    const first = await app.page.locator('.living-wiki-hunk.is-current').getAttribute('aria-label');
    await app.page.keyboard.press('Enter');
    await app.page.keyboard.press('Enter');
    await app.page.waitForTimeout(400);
    expect(await app.page.getByRole('dialog').count()).toBe(0);
    expect(await app.page.locator('.living-wiki-hunk.is-current').getAttribute('aria-label')).not.toBe(first);
    await app.page.keyboard.press('Control+Enter');
    await app.page.getByRole('dialog').waitFor();
    await app.page.waitForTimeout(100);
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.page.getByText(/^1 of \d+ changes accepted/).waitFor();
    expect(await exists('concepts/terrestrial-laser-scanner.md')).toBe(false);
  });

  it('of a result names the proposals that wait, also those that came meanwhile', async () => {
    const path = `lighthouse/.wiki/proposals/${waiting.ids[1]}.json.z`;
    const { [path]: other, ...files } = waiting.files;
    await open({ files });
    await openReview();
    await app.host(
      ({ host }, [at, data]) =>
        host.machine.disk.put(
          at ?? '',
          Uint8Array.from(atob(data ?? ''), (one) => one.charCodeAt(0)),
        ),
      [path, (other as { base64: string }).base64],
    );
    await applyAll();
    await button(/^Next: /).waitFor();
    expect(await app.page.getByText('No more changes to review.').count()).toBe(0);
    await button(/^Next: /).click();
    await app.page.getByText(/^0 of \d+ changes accepted/).waitFor();
  });

  it('of home offers no second run while one is on', async () => {
    await open();
    await app.command('open-home');
    const propose = button(/^Ingest/);
    await propose.waitFor();
    await app.host(({ host }) =>
      host.faults.before(
        { action: 'read', path: /sources\//, forever: true },
        () => new Promise((resolve) => setTimeout(resolve, 300)),
      ),
    );
    await propose.click();
    await app.page.getByRole('progressbar', { name: 'Progress', exact: true }).waitFor();
    const live = app.page.locator('.living-wiki-home').getByRole('button', { name: /^Ingest/ });
    expect(await live.count()).toBeGreaterThan(0);
    for (const each of await live.all()) expect(await each.getAttribute('aria-disabled')).toBe('true');
    await live.first().click({ force: true });
    // The bar of the index of sources is another one.
    const bar = app.page.getByRole('progressbar', { name: 'Progress', exact: true });
    await bar.waitFor({ state: 'detached' });
    await app.page.waitForTimeout(500);
    expect(await bar.count()).toBe(0);
  });

  it('of lint has the focus when it opens, so that its keys work', async () => {
    const page = `---\nschema: knowledge/v1\nslug: fog-room\nkind: concept\ntitle: Fog room\nsources: []\n---\n\n# Fog room\n\nHolds the [[diaphone]] and the [[nowhere]].\n`;
    await open({ files: { ...waiting.files, 'lighthouse/concepts/fog-room.md': page } });
    await app.command('lint');
    await app.page.locator('.living-wiki-finding.is-selected').waitFor();
    await app.page.keyboard.press('i');
    await app.page.getByRole('dialog').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.keyboard.press('/');
    expect(await app.page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  });

  it('of lint without problems has its keys too', async () => {
    await open();
    await app.command('lint');
    await app.page.getByText('Notes', { exact: false }).first().waitFor();
    await app.page.keyboard.press('?');
    await app.page.getByRole('dialog').waitFor();
  });

  it.each([{ viewport: { width: 1400, height: 860 } }, { device: 'phone' as const }])(
    'shows what other devices left where it covers nothing, until it is dismissed: %j',
    async (look) => {
      await open({ ...look, isStranger: true });
      await openReview();
      const banner = app.page.locator('.living-wiki-review-view .living-wiki-banner', { hasText: 'another device' });
      await banner.waitFor();
      expect(await app.page.locator('.notice').count()).toBe(0);
      expect(await banner.textContent()).toContain('another device');
      const over = await app.page.locator('.living-wiki-review button:visible').evaluateAll((all) =>
        all.flatMap((el) => {
          const { left, top, width, height } = el.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return hit?.closest('.living-wiki-banner, .notice') ? [el.textContent] : [];
        }),
      );
      expect(over).toEqual([]);
      expect(await app.accessibility('.living-wiki-review-view')).toEqual([]);
      await banner.locator('summary').click();
      await banner.getByText('.wiki').waitFor();
      await banner.getByRole('button', { name: 'Dismiss' }).click();
      await banner.waitFor({ state: 'detached' });
      await app.command('open-home');
      await button(/^Ingest/).waitFor();
      expect(await app.page.locator('.living-wiki-banner', { hasText: 'another device' }).count()).toBe(0);
    },
  );
});
