import { type Browser, type Locator } from 'playwright-core';
import { describeInBrowser, openApp, startBrowser, type OpenApp, type OpenOptions } from './driver';
import { decompressText } from '../../src/vault/compress';
import { root, waitingVault, type Waiting } from './waiting-vault';

describeInBrowser('review changes', () => {
  let browser: Browser;
  let waiting: Waiting;
  beforeAll(async () => {
    waiting = await waitingVault();
    browser = await startBrowser();
  });
  afterAll(async () => browser.close());
  const opened: OpenApp[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((app) => app.close()));
  });

  const show = (app: OpenApp, id: string, where: 'tab' | 'split' = 'tab'): Promise<void> =>
    app.host(
      async (page, { at, ...state }) =>
        page.host.own.workspace.getLeaf(at).setViewState({ type: 'living-wiki-review', state, active: true }),
      { id, at: where },
    );
  const open = async (options: OpenOptions = {}): Promise<OpenApp> => {
    const app = await openApp(browser, { files: waiting.files, ...options });
    opened.push(app);
    app.page.setDefaultTimeout(6000);
    await show(app, waiting.ids[0]);
    await app.page.locator('.living-wiki-hunk-head').first().waitFor();
    return app;
  };
  const current = (app: OpenApp): Locator => app.page.locator('.living-wiki-hunk.is-current');
  const foot = (app: OpenApp): Locator => app.page.locator('.living-wiki-foot-text');
  const textOf = (app: OpenApp, path: string): Promise<string | null> =>
    app.host(async (page, at) => {
      const { vault } = page.host.own;
      const file = vault.getFileByPath(at);
      return file === null ? null : vault.read(file);
    }, `${root}/${path}`);
  const press = async (app: OpenApp, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await app.page.keyboard.press(key);
  };

  it('by keyboard alone: decide, reject with a reason, edit in place, apply, and undo', async () => {
    const app = await open();
    const before = await textOf(app, 'concepts/fresnel-lens.md');
    await press(app, 'a');
    await app.page.getByText(/^1 of \d+ changes accepted/).waitFor();
    // The next undecided change follows by itself.
    await app.page.locator('.living-wiki-file.is-selected', { hasText: '2026-04-18-laser-survey' }).waitFor();
    expect(await current(app).getAttribute('aria-label')).toMatch(/^Change 1 of 6, New page .*, undecided$/);
    expect(await app.page.locator('.living-wiki-review > [aria-live]').textContent()).toMatch(/^Accepted.*1 of \d+/);
    // The generated files are computed again.
    await app.page.locator('.living-wiki-file.is-generated').first().waitFor();

    await press(app, 'n', 'n', 'j');
    expect(await app.page.locator('.living-wiki-file.is-selected').textContent()).toContain('fresnel-lens');
    await press(app, 'r');
    await app.page.keyboard.type('Keep the current wording; j k a');
    await press(app, 'Enter');
    const lens = app.page.locator('.living-wiki-file', { hasText: 'fresnel-lens' });
    await lens.locator('.living-wiki-mark.is-rejected').waitFor();
    expect(await current(app).evaluate((el) => el === el.ownerDocument.activeElement)).toBe(true);

    await press(app, 'e');
    await app.page.getByRole('textbox').fill('## Heard from us\n\nBy hand.');
    await press(app, 'Control+Enter');
    await app.page.getByText('edited by you').waitFor();

    await press(app, 'Control+Enter');
    const dialog = app.page.getByRole('dialog');
    await dialog.getByRole('button', { name: /skip the rest$/ }).press('Enter');
    await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
    expect(await textOf(app, 'concepts/fresnel-lens.md')).toBe(before);
    expect(await textOf(app, 'concepts/terrestrial-laser-scanner.md')).not.toBeNull();
    const bytes = await app.host(async (page, id) => {
      const path = `lighthouse/.wiki/proposals/decided/${id}.json.z`;
      return [...new Uint8Array(await page.host.own.vault.adapter.readBinary(path))];
    }, waiting.ids[0]);
    const kept = decompressText(Uint8Array.from(bytes));
    expect(kept).toContain('"Keep the current wording; j k a"');

    await app.page.getByRole('button', { name: 'Undo…' }).press('Enter');
    await app.page.locator('.living-wiki-file.is-selected').waitFor();
    // Asked for, it is accepted already: one key confirms it, and the proposal that still waits follows.
    await app.page.getByText('You asked for this change').waitFor();
    await app.page.getByText(/^(\d+) of \1 changes accepted/).waitFor();
    await app.page.locator('.living-wiki-hunk.is-current').focus();
    await press(app, 'Enter');
    await app.page.getByText(/^Applied “Undo: /).waitFor();
    await app.page.getByText(/^0 of \d+ changes accepted/).waitFor();
    expect(await textOf(app, 'concepts/terrestrial-laser-scanner.md')).toBeNull();
    expect(app.errors).toEqual([]);
  });

  it('by mouse: layouts, generated files, the source at its place, all at once', async () => {
    const app = await open();
    await app.page.getByRole('button', { name: 'Accept all' }).click();
    await app.page.getByText(/^(\d+) of \1 changes accepted/).waitFor();
    await app.page.getByRole('button', { name: 'fresnel-lens' }).click();
    await app.page.getByRole('button', { name: 'Side by side' }).click();
    await app.page.locator('.living-wiki-pair').first().waitFor();
    await app.page.getByRole('button', { name: 'Rendered' }).click();
    await app.page.locator('.living-wiki-piece.is-added').first().waitFor();
    await app.page.locator('.living-wiki-file.is-generated', { hasText: '_log.md' }).click();
    await app.page.getByText('summaries/2026-04-18-laser-survey.md').first().waitFor();
    await app.page.getByRole('button', { name: /^Apply \d+ changes$/ }).click();
    await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
    await app.page.getByRole('button', { name: /^Next: / }).click();
    await app.page.getByText(/^0 of \d+ changes accepted/).waitFor();
    expect(app.errors).toEqual([]);
  });

  it('decisions and the position of the view survive a restart', async () => {
    const app = await open();
    await press(app, 'Shift+A');
    const accepted = app.page.getByText(/^[1-9]\d* of \d+ changes accepted/);
    await accepted.waitFor();
    const before = await accepted.textContent();
    await app.host((page) => page.restart());
    await accepted.waitFor();
    expect(await accepted.textContent()).toBe(before);
    expect(app.errors).toEqual([]);
  });

  it('an edited page is a conflict with both sides, and can be settled', async () => {
    const app = await open();
    await press(app, 'n', 'n', 'n', 'Shift+A');
    await app.page.getByText(/^[1-9]\d* of \d+ changes/).waitFor();
    await app.host(async (page) => {
      const { vault } = page.host.own;
      const file = vault.getFileByPath('lighthouse/concepts/fresnel-lens.md');
      if (file !== null)
        await vault.process(file, (text) => text.replace('two chipped prisms', 'three chipped prisms'));
    });
    const conflict = app.page.getByRole('group', { name: 'Edited since the proposal' });
    await conflict.waitFor();
    expect(await conflict.textContent()).toContain('three chipped');
    expect(await foot(app).textContent()).toContain('Resolve conflicts in 1 file');
    expect(await app.accessibility('.living-wiki-review')).toEqual([]);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(app.errors).toEqual([]);
  });

  it('the review says that a proposal no longer exists, and offers the next one', async () => {
    const app = await open();
    await show(app, '9999-gone');
    await app.page.getByText('This proposal no longer exists.').waitFor();
    await app.page.getByRole('button', { name: /^Next: / }).waitFor();
  });

  it.each([
    { theme: 'light', device: 'desktop' },
    { theme: 'dark', device: 'desktop' },
    { theme: 'light', device: 'phone' },
    { theme: 'dark', device: 'phone' },
  ] as const)('is accessible: $theme on a $device', async ({ theme, device }) => {
    const app = await open({ theme, device });
    if (device === 'desktop') {
      await press(app, 'a', 'n', 'n', 'j', 'r');
      expect(await app.accessibility('.living-wiki-review')).toEqual([]);
      await press(app, 'Escape', '2');
      expect(await app.accessibility('.living-wiki-review')).toEqual([]);
      await press(app, '?');
      await app.page.getByRole('dialog').getByText('Undo decision').waitFor();
      expect(await app.accessibility('.modal')).toEqual([]);
      await press(app, 'Escape');
      await show(app, waiting.ids[1], 'split');
      await app.page.waitForFunction(() => document.querySelectorAll('.living-wiki-review nav').length === 2);
      expect((await app.accessibility()).filter((problem) => problem.startsWith('landmark'))).toEqual([]);
    } else {
      await app.page.locator('.living-wiki-review-head').getByRole('button', { name: 'Files' }).click();
      expect(await app.accessibility('.living-wiki-review')).toEqual([]);
      await app.page.getByRole('button', { name: 'fresnel-lens' }).click();
      await app.page.getByRole('button', { name: 'Accept this change' }).click();
      await app.page.getByText(/^[1-9]\d* of \d+ changes/).waitFor();
      expect(await app.accessibility('.living-wiki-review')).toEqual([]);
      const small = await app.page.locator('.living-wiki-review button:visible').evaluateAll((all) =>
        all.flatMap((el) => {
          const { height } = el.getBoundingClientRect();
          return height < 44 && !el.classList.contains('living-wiki-link') ? [`${el.textContent} ${height}`] : [];
        }),
      );
      expect(small).toEqual([]);
      const wide = await app.page.locator('.living-wiki-review').evaluate((el) => el.scrollWidth - el.clientWidth);
      expect(wide).toBe(0);
    }
    expect(app.errors).toEqual([]);
  });

  it.each([
    ['light', {}],
    ['phone-dark', { device: 'phone', theme: 'dark' }],
  ] as const)('a contradiction: two quotes side by side, settled with one press: %s', async (name, options) => {
    const app = await open(options);
    const card = app.page.getByRole('group', { name: /^Two sources disagree/ }).first();
    if ('device' in options)
      await app.page.locator('.living-wiki-review-head').getByRole('button', { name: 'Files' }).click();
    const skerry = app.page.locator('.living-wiki-file', { hasText: 'skerry-point-lighthouse' }).first();
    await skerry.click();
    await card.waitFor();
    await card.scrollIntoViewIfNeeded();
    await card.getByText('31 metres').first().waitFor();
    await card.getByText('29.4').first().waitFor();
    if (process.env.SHOTS !== undefined) await app.screenshot(`${process.env.SHOTS}/contradiction-${name}.png`);
    expect(await app.accessibility('.living-wiki-contradiction')).toEqual([]);
    const second = card.locator('[data-does="settle-proposed"]');
    await second.click();
    const chosen = card.locator('[data-does="settle-proposed"].is-on');
    await chosen.waitFor();
    expect(await chosen.evaluate((el) => el === document.activeElement)).toBe(true);
    await app.page.getByText('This is kept, as you decided.').first().waitFor();
    if (process.env.SHOTS !== undefined) await app.screenshot(`${process.env.SHOTS}/contradiction-settled-${name}.png`);
    await card.getByRole('button', { name: 'Keep open' }).click();
    await card.getByRole('button', { name: '✓ Keep open' }).waitFor();
    expect(app.errors).toEqual([]);
  });
});
