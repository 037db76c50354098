import { type Browser, type Locator } from 'playwright-core';
import { describeInBrowser, startBrowser, stopBrowser, type OpenApp } from './driver';
import { reviewOnPhone } from './review-on-phone';
import { waitingVault, type Waiting } from './waiting-vault';

describeInBrowser('the review on a phone', () => {
  let browser: Browser;
  let waiting: Waiting;
  let app: OpenApp;
  beforeAll(async () => {
    waiting = await waitingVault();
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));
  beforeEach(async () => {
    app = await reviewOnPhone(browser, waiting);
  });
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const button = (name: string): Locator => app.page.getByRole('button', { name, exact: true });
  /** Pixels of the current change above the buttons, of those that could be seen. */
  const seen = (): Promise<string> =>
    app.page.evaluate(() => {
      const card = document.querySelector('.living-wiki-hunk.is-current');
      const [box, own] = [document.querySelector('.living-wiki-review-main'), card].map((el) =>
        el?.getBoundingClientRect(),
      );
      if (box === undefined || own === undefined) return 'no change';
      const pixels = Math.min(box.bottom, own.bottom) - Math.max(box.top, own.top);
      return pixels >= Math.min(own.height, box.height) - 40
        ? 'seen'
        : `${Math.round(pixels)} of ${Math.round(own.height)} px`;
    });
  const isSeen = async (): Promise<void> => {
    for (let tries = 0; tries < 40 && (await seen()) !== 'seen'; tries += 1) await app.page.waitForTimeout(50);
    expect(await seen()).toBe('seen');
  };

  it('folds the list of files, and a tap on one shows its first change', async () => {
    const list = app.page.locator('.living-wiki-review-files');
    expect(await list.isVisible()).toBe(false);
    await button('Files').last().tap();
    expect(await app.accessibility('.living-wiki-review')).toEqual([]);
    const starts = await list
      .locator('.living-wiki-label:visible')
      .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().left)));
    expect(new Set(starts).size).toBe(1);
    await list.getByRole('button', { name: /mercury-bath/ }).tap();
    expect(await list.isVisible()).toBe(false);
    await app.page.getByRole('heading', { name: /mercury-bath/ }).waitFor();
    await isSeen();
    // The list goes as it came, without a choice.
    await button('Files').last().tap();
    await list.getByRole('button', { name: /focal-plane/ }).waitFor();
    await button('Files').last().tap();
    expect(await list.isVisible()).toBe(false);
  });

  it('shows each change as the one before is decided, in whatever file', async () => {
    for (let at = 0; at < 12; at += 1) {
      await button('Accept this change').tap();
      await app.page.waitForTimeout(150);
      await isSeen();
    }
  });

  it('takes selected words as the place of a reason', async () => {
    await button('Files').last().tap();
    await app.page
      .locator('.living-wiki-review-files')
      .getByRole('button', { name: /mercury-bath/ })
      .tap();
    await isSeen();
    const card = app.page.locator('.living-wiki-hunk.is-current');
    await card.locator('p').first().selectText();
    await button('Reject this change').tap();
    const reason = card.getByRole('textbox');
    await card
      .getByText(/Kestrel Geomatics/)
      .first()
      .waitFor();
    await reason.fill('Not so heavy.');
    await card.getByRole('button', { name: 'Reject', exact: true }).tap();
    await app.page
      .getByText(/Not so heavy\./)
      .first()
      .waitFor();
  });

  it('rejects the proposal with the button under the thumb once all its changes are rejected', async () => {
    const { page } = app;
    const decided = page.locator('.living-wiki-review-progress .living-wiki-muted');
    const [, all = '0'] = /of (\d+)/.exec((await decided.textContent()) ?? '') ?? [];
    for (let rejected = 0; rejected < Number(all);) {
      await button('Reject this change').tap();
      await page.locator('.living-wiki-form').getByRole('button', { name: 'Reject', exact: true }).tap();
      const before = rejected;
      while (rejected === before) {
        await page.waitForTimeout(50);
        rejected = Number.parseInt((await decided.textContent()) ?? '0', 10);
      }
    }
    await button('Reject proposal').tap();
    await page
      .getByText(/^Rejected/)
      .first()
      .waitFor();
  });
});
