import { type Browser } from 'playwright-core';
import { composedPageVault, pagePath } from './composed-page';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp, type OpenOptions } from './driver';

describeInBrowser('a page that a model wrote anew', () => {
  let browser: Browser;
  let waiting: Awaited<ReturnType<typeof composedPageVault>>;
  beforeAll(async () => {
    waiting = await composedPageVault();
    browser = await startBrowser();
  });
  afterAll(async () => stopBrowser(browser));
  const opened: OpenApp[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((app) => app.close()));
  });

  const wide = { width: 1700, height: 1000 };
  const open = async (options: OpenOptions = { viewport: wide }): Promise<OpenApp> => {
    const app = await openApp(browser, { files: waiting.files, ...options });
    opened.push(app);
    app.page.setDefaultTimeout(8000);
    await app.host(
      async (page, id) =>
        page.host.own.workspace
          .getLeaf('tab')
          .setViewState({ type: 'living-wiki-review', state: { id }, active: true }),
      waiting.id,
    );
    await app.page.locator('.living-wiki-account:visible').waitFor();
    return app;
  };
  const account = (app: OpenApp) => app.page.locator('.living-wiki-account');
  const counts = async (app: OpenApp): Promise<string> =>
    (await account(app).locator('dl > div').allInnerTexts())
      .map((text) => text.split(/\s+/).reverse().join(' '))
      .join(', ');
  const dropped = (app: OpenApp, text: string) => app.page.getByRole('group', { name: `Statement removed: ${text}` });
  const textOf = (app: OpenApp): Promise<string> => app.host((page, path) => page.host.read(path), pagePath);

  it('is read as a page, with what becomes of each statement beside it', async () => {
    const app = await open();
    const page = app.page.locator('.living-wiki-review-main');
    expect(await counts(app)).toBe('3 Kept, 2 New, 1 Moved, 3 Removed');
    expect(await page.locator('mark.is-new').allInnerTexts()).toEqual([
      'Measured by laser, it is 29.4 metres tall.',
      'All panes of the lantern are whole.',
    ]);
    expect((await page.locator('mark.is-reworded').allInnerTexts()).join('')).toBe(
      'Skerry Point Lighthouse is a granite tower, built in 1874 by the Northern Lights Board.The lens floats in a mercury bath.',
    );
    // The old text is not shown, but where it was.
    expect(await page.getByText('Ask Ingrid').count()).toBe(0);
    await page.getByRole('button', { name: '− 2 statements removed' }).waitFor();
    await page.getByRole('button', { name: '→ 1 statement moved to History' }).waitFor();
    const own = dropped(app, 'Ask Ingrid before the visit.');
    expect(await own.innerText()).toContain('You probably wrote this sentence');
    const lens = dropped(app, 'A Fresnel lens is built from concentric rings of prisms.');
    expect(await lens.innerText()).toMatch(/Because: "fresnel-lens" says it now\.\n“A Fresnel lens is a lens/);
    expect(await page.getByText('[^').count()).toBe(0);
    expect(await app.accessibility('.living-wiki-review')).toEqual([]);
    expect(app.errors).toEqual([]);
  });

  it('keeps a statement with one press, beside what is new', async () => {
    const app = await open();
    await dropped(app, 'Ask Ingrid before the visit.')
      .getByRole('button', { name: /^Keep:/ })
      .click();
    // The same change drops another statement, about which nothing is decided yet.
    await dropped(app, 'Ask Ingrid before the visit.').getByText('✓ Kept').waitFor();
    expect(await app.host((page) => page.host.notices.join('\n'))).toContain('1 other statement');
    await app.page.getByText(/^0 of 5 changes accepted/).waitFor();
    await dropped(app, 'A Fresnel lens is built from concentric rings of prisms.')
      .getByRole('button', { name: /^Remove:/ })
      .click();
    await dropped(app, 'Ask Ingrid before the visit.').waitFor({ state: 'detached' });
    await app.page.locator('.living-wiki-review-main').getByText('Ask Ingrid before the visit.').waitFor();
    await dropped(app, 'The tower is 31 metres tall.')
      .getByRole('button', { name: /^Remove:/ })
      .click();
    await dropped(app, 'The tower is 31 metres tall.').getByText('✓ Removed').waitFor();
    await app.page.getByText(/^2 of 5 changes accepted/).waitFor();
    await app.page.getByRole('button', { name: /^Apply 2 of 5/ }).click();
    await app.page.getByRole('button', { name: 'Apply 2, skip the rest' }).click();
    await app.page.getByRole('heading', { name: 'Applied' }).waitFor();
    const text = await textOf(app);
    expect(text).toContain(
      'The light was automated in 1991.[^m-5] All panes of the lantern are whole.[^s-1] Ask Ingrid before the visit.\n',
    );
    expect(text).not.toContain('31 metres tall.[^m-1]');
    expect(text).not.toContain('rings of prisms.[^m-4]');
    expect(app.errors).toEqual([]);
  });

  it('shows the old text of what is rejected, and counts anew', async () => {
    const app = await open();
    await app.page.keyboard.press('r');
    await app.page.keyboard.press('Enter');
    await app.page.locator('.living-wiki-review-main').getByText('The tower is 31 metres tall.').waitFor();
    await dropped(app, 'The tower is 31 metres tall.').waitFor({ state: 'detached' });
    expect(app.errors).toEqual([]);
  });

  it('is one key from its text and back, and "Accept all" leaves what removes a statement', async () => {
    const app = await open();
    await app.page.keyboard.press('t');
    await app.page.locator('.living-wiki-diff').first().waitFor();
    await app.page.getByText('− Removes the statement “Ask Ingrid before the visit.”').waitFor();
    expect(await account(app).count()).toBe(0);
    await app.page.keyboard.press('t');
    await account(app).waitFor();
    await app.page.getByRole('button', { name: 'Accept all' }).click();
    await app.page.getByText(/^3 of 5 changes accepted/).waitFor();
    const notices = await app.host((page) => page.host.notices.join('\n'));
    expect(notices).toContain('2 changes left for you to decide');
    expect(app.errors).toEqual([]);
  });

  it('leads from a footnote to its place in the source', async () => {
    const app = await open();
    await app.page.getByRole('button', { name: /^Footnote 3, 2025-09-12-keepers-memoir: “The light was/ }).click();
    await app.page.getByRole('tab', { name: /keepers-memoir/ }).waitFor();
    expect(app.errors).toEqual([]);
  });

  it('fits on a phone, where the account is folded above the page', async () => {
    const app = await open({ device: 'phone' });
    expect(await dropped(app, 'Ask Ingrid before the visit.').isVisible()).toBe(false);
    await app.page.getByRole('button', { name: '− 2 statements removed' }).click();
    await dropped(app, 'A Fresnel lens is built from concentric rings of prisms.').waitFor();
    const width = await app.page.evaluate(() => document.querySelector('.living-wiki-review-main')?.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    expect(await app.accessibility('.living-wiki-review')).toEqual([]);
  });
});
