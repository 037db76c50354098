import { type Browser, type CDPSession, type Locator } from 'playwright-core';
import { describeInBrowser, startBrowser, stopBrowser, type OpenApp } from './driver';
import { reviewOnPhone } from './review-on-phone';
import { waitingVault, type Waiting } from './waiting-vault';

describeInBrowser('a card that is swiped on a phone', () => {
  let browser: Browser;
  let waiting: Waiting;
  let app: OpenApp;
  let fingers: CDPSession;
  beforeAll(async () => {
    waiting = await waitingVault();
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));
  beforeEach(async () => {
    app = await reviewOnPhone(browser, waiting);
    fingers = await app.page.context().newCDPSession(app.page);
  });
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await fingers.detach();
    await app.close();
  });

  const current = (): Locator => app.page.locator('.living-wiki-hunk.is-current');
  const shown = (): Promise<string | null> => current().getAttribute('data-hunk');
  const decided = (): Promise<string | null> =>
    app.page.locator('.living-wiki-review-progress .living-wiki-muted').textContent();

  /** Moves a finger from the middle of the current card. @param isLifted whether the finger leaves at the end */
  async function drag(byX: number, byY: number, isLifted = true): Promise<void> {
    const box = await current().boundingBox();
    if (box === null) throw new Error('No change is shown.');
    const [x, y] = [box.x + box.width / 2, Math.min(box.y + box.height / 2, 420)];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly object[]): Promise<unknown> =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points as { x: number; y: number }[] });
    await touch('touchStart', [{ x, y }]);
    for (let step = 1; step <= 8; step += 1)
      await touch('touchMove', [{ x: x + (byX * step) / 8, y: y + (byY * step) / 8 }]);
    if (isLifted) await touch('touchEnd', []);
  }

  it('is accepted to the right, and the next one is shown', async () => {
    const first = await shown();
    await drag(170, 10, false);
    await app.page.locator('.living-wiki-swipe.is-accept.is-decided').waitFor();
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await app.page.getByText(/^1 of \d+ decided$/).waitFor();
    for (let tries = 0; tries < 40 && (await shown()) === first; tries += 1) await app.page.waitForTimeout(50);
    expect(await shown()).not.toBe(first);
    expect(await app.page.locator('.living-wiki-swipe').count()).toBe(0);
  });

  it('asks for a reason to the left, as the button does', async () => {
    await drag(-170, 5);
    await current().getByRole('textbox', { name: 'Reason (optional)' }).waitFor();
    expect(await decided()).toMatch(/^0 of/);
  });

  it('stays as it is after a short way, and scrolls up and down', async () => {
    await drag(60, 4);
    expect(await decided()).toMatch(/^0 of/);
    expect(await current().evaluate((card) => card.style.transform)).toBe('');
    const top = (): Promise<number> => app.page.locator('.living-wiki-review-main').evaluate((el) => el.scrollTop);
    const before = await top();
    await drag(20, -200);
    for (let tries = 0; tries < 40 && (await top()) <= before; tries += 1) await app.page.waitForTimeout(50);
    expect(await top()).toBeGreaterThan(before);
    expect(await decided()).toMatch(/^0 of/);
  });
});
