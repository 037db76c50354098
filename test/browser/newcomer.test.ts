import { type Browser, type Locator } from 'playwright-core';
import { readVault } from '../../scripts/playground/server.mjs';
import { type PageVault } from '../host/page/options';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';

type Tree = Readonly<Record<string, string>>;

/**
 * The story of the product, on the page that `npm run playground` opens: a newcomer has the example's new sources read,
 * reviews, applies, looks around, and takes everything back.
 */
describeInBrowser('a newcomer in the playground', () => {
  let browser: Browser;
  let files: PageVault;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
    files = await readVault('examples/vault');
  });
  afterAll(() => stopBrowser(browser));

  const start = async (options: OpenOptions = {}): Promise<Tree> => {
    app = await openApp(browser, { files, isPlayground: true, ...options });
    app.page.setDefaultTimeout(10_000);
    const before = await tree();
    await button(/^Ingest all 4$/).waitFor();
    return before;
  };
  const button = (name: string | RegExp): Locator => app.page.getByRole('button', { name }).first();
  const tree = (): Promise<Tree> => app.host((page) => page.host.tree());
  const review = (): Locator => app.page.locator('.living-wiki-review:not(.living-wiki-overview)');
  const lintOf = (): Promise<string | null> =>
    app.page.locator('.living-wiki-lint [role=status]').first().textContent();

  /** What axe finds, but for the colours of the app's own main buttons, which follow the accent that the person chose. */
  async function expectAccessible(within: string): Promise<void> {
    const found = await app.accessibility(within);
    expect(found.filter((one) => !(one.startsWith('color-contrast') && one.includes('class="mod-cta"')))).toEqual([]);
  }

  /** Everything as it was, but for the log, which only gained lines, and what the plugin keeps for itself. */
  async function expectAsItWas(before: Tree): Promise<void> {
    const own = (path: string): boolean => path.startsWith('lighthouse/.wiki/') || path === 'lighthouse/_log.md';
    const kept = (all: Tree): Tree => Object.fromEntries(Object.entries(all).filter(([path]) => !own(path)));
    const after = await tree();
    expect(kept(after)).toEqual(kept(before));
    const [was = '', is = ''] = [before, after].map((all) => all['lighthouse/_log.md']);
    expect(is.startsWith(was)).toBe(true);
    expect(is.slice(was.length).match(/^## .*/gm)).toEqual([
      expect.stringMatching(/ ingest /),
      expect.stringMatching(/undo/),
    ]);
  }

  it('does all of it by keyboard alone', async () => {
    const before = await start();
    const { keyboard } = app.page;
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await keyboard.press(key);
    };
    /** A command, as everybody finds it: by the palette. */
    const command = async (words: string): Promise<void> => {
      await press('Control+p');
      await keyboard.type(words);
      await press('Enter');
    };
    /** Goes on with Tab until what has the focus is called that. */
    const tabTo = async (name: RegExp, most = 60): Promise<void> => {
      const focused = (): Promise<string> =>
        app.page.evaluate(() => {
          const el = document.activeElement;
          return el?.getAttribute('aria-label') ?? el?.textContent ?? '';
        });
      for (let tabs = 0; tabs < most; tabs += 1) {
        if (name.test(await focused())) return;
        await press('Tab');
      }
      throw new Error(`Tab does not lead to ${String(name)}; it stands at ${await focused()}.`);
    };
    await expectAccessible('.living-wiki-home');

    // Home has the focus when it opens; its main button is a few tabs away.
    await tabTo(/^Ingest all 4$/);
    await press('Enter');
    await app.page.getByText('No new sources').waitFor();
    // What matters comes first; Enter goes through it page by page.
    await app.page.getByRole('heading', { name: 'These two sources disagree: 31 metres and 29.4 metres' }).waitFor();
    expect(await app.page.locator('.living-wiki-overview-sources').textContent()).toMatch(/Read in \d+ seconds?$/);
    await app.page.getByText(/: 31 metres or 29\.4 metres\?$/).waitFor();
    await expectAccessible('.living-wiki-overview');
    await press('Enter');
    await review().waitFor();
    await app.page.getByText(/^0 of \d+ changes accepted/).waitFor();
    await expectAccessible('.living-wiki-review');

    // One change is left out, with a reason; the rest of this source is taken, file by file.
    await press('r');
    await keyboard.type('Not for this wiki');
    await press('Enter');
    await app.page.locator('.living-wiki-file .living-wiki-mark.is-rejected').waitFor();
    const total = await app.page.locator('.living-wiki-file:not(.is-generated)').count();
    for (let file = 1; file < total; file += 1) await press('Shift+A', 'n');
    await app.page.getByText(/^\d+ of \d+ changes accepted/).waitFor();
    await expectAccessible('.living-wiki-review');
    await press('Enter');
    // The next proposal follows at once, with what was written above it.
    await app.page.getByText(/^Applied “Ingest 2026-04-18-laser-survey/).waitFor();
    await app.page.getByText('Proposal 2 of 4').waitFor();
    const applied = await tree();
    const changed = Object.keys(applied).filter((path) => !path.includes('/.wiki/') && applied[path] !== before[path]);
    expect(changed).toEqual(expect.arrayContaining(['lighthouse/_index.md', 'lighthouse/_log.md']));
    expect(applied['lighthouse/_log.md']).toContain('laser-survey');

    // Lint follows what was applied.
    await command('Open lint panel');
    await app.page.locator('.living-wiki-lint').waitFor();
    await expectSoon(lintOf, /3 warnings/);
    await expectAccessible('.status-bar');
    await expectAccessible('.living-wiki-lint');

    // Another lens, and why a value holds in it.
    await command('Switch lens');
    await app.page.getByRole('dialog').getByText("The historian's lens").waitFor();
    await keyboard.type('historian');
    await press('Enter');
    await app.page.locator('.status-bar').getByText("The historian's lens").waitFor();
    await command('Explain a lens setting');
    await app.page.getByRole('dialog').getByText('curation.tone').first().waitFor();
    await keyboard.type('curation.tone');
    await press('Enter');
    await app.page.getByText('set by historian.').waitFor();
    await expectAccessible('.modal');
    await press('Escape');

    // The undo is a change in review, too.
    await command('Undo last ingest');
    const shown = app.page.locator('.living-wiki-review-frame:visible');
    await shown.getByText(/^(\d+) of \1 changes accepted/).waitFor();
    expect(await tree()).toMatchObject({ 'lighthouse/_index.md': applied['lighthouse/_index.md'] });
    await press('Enter');
    await shown.getByText(/^Applied “Undo: /).waitFor();
    await expectAsItWas(before);
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it.each([
    { theme: 'light', device: 'desktop' },
    { theme: 'dark', device: 'phone' },
  ] as const)('does all of it by hand, $theme on a $device', async ({ theme, device }) => {
    const before = await start({ theme, device });
    const { page } = app;
    const isPhone = device === 'phone';
    const press = async (target: Locator): Promise<void> => (isPhone ? target.tap() : target.click());
    await expectAccessible('.living-wiki-home');
    await press(button('Ingest 2026-05-09-grant-letter.txt'));
    await review().waitFor();
    await press(button('Accept all'));
    await page.getByText(/^([1-9]\d*) of \d+ changes accepted/).waitFor();
    const card = page.locator('.living-wiki-hunk').first();
    if (isPhone) {
      await press(card.getByRole('button', { name: '✓ Accepted' }));
      await press(button('Reject this change'));
    } else await press(card.getByRole('button', { name: 'Reject', exact: true }));
    await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('Known already');
    await press(page.locator('.living-wiki-form').getByRole('button', { name: 'Reject', exact: true }));
    await button(/Rejected: Known already/).waitFor();
    await expectAccessible('.living-wiki-review');
    await press(button(/^Apply \d+/));
    const heading = page.getByRole('heading', { name: 'Applied' });
    const rest = page.getByRole('dialog').getByRole('button', { name: /skip the rest$/ });
    await Promise.race([heading.waitFor(), rest.waitFor()]);
    if (await rest.isVisible()) await press(rest);
    await heading.waitFor();
    await expectAccessible('.living-wiki-review');
    expect((await tree())['lighthouse/_log.md']).toContain('grant-letter');

    if (isPhone) await press(button('Panels'));
    else await press(page.locator('.workspace-tab-header', { hasText: 'Living Wiki' }));
    await press(button('Switch lens (current: Skerry Point)'));
    await press(page.getByRole('dialog').getByText("The historian's lens"));
    await button("Switch lens (current: The historian's lens)").waitFor();
    await press(button(/^Lint: /));
    await page.locator('.living-wiki-chip', { hasText: "The historian's lens" }).waitFor();
    await expectAccessible('.living-wiki-lint');
    await press(page.locator('.workspace-tab-header', { hasText: 'Living Wiki' }));
    await press(button('Pages of this lens'));
    await press(page.getByRole('tab', { name: 'Why' }));
    await page.getByText('curation.tone').waitFor();
    await expectAccessible('.living-wiki-lens');

    if (isPhone) await press(button('Panels'));
    await press(button('Undo last ingest'));
    // Asked for, it is accepted already, and one press confirms it.
    await page.getByText(/^(\d+) of \1 changes accepted/).waitFor();
    await press(button(/^Apply \d+ changes?$/));
    await heading.waitFor();
    await expectAsItWas(before);
    expect(app.errors).toEqual([]);
    await app.close();
  });

  /** Waits until what is said is so; says what it is where it never becomes so. */
  async function expectSoon(look: () => Promise<string | null>, wanted: RegExp): Promise<void> {
    for (let tries = 0; tries < 60; tries += 1) {
      if (wanted.test((await look()) ?? '')) return;
      await app.page.waitForTimeout(100);
    }
    expect(await look()).toMatch(wanted);
  }
});
