import { type Browser } from 'playwright-core';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp } from './driver';
import { waitingVault, type Waiting } from './waiting-vault';

/** Commands that open a view, and what is in it. */
const VIEWS = [
  ['jobs', '.living-wiki-jobs'],
  ['lint', '.living-wiki-finding'],
  ['history', '.living-wiki-history'],
  ['timeline', '.living-wiki-timeline-day'],
  ['ask', '.living-wiki-chat'],
] as const;

/** What each language shows: the words with the longest compounds everywhere, and the other where most is on one screen. */
const LANGUAGES = [
  { name: 'German', language: 'de', toReview: 'Zu prüfen', views: VIEWS },
  { name: 'Spanish', language: 'es', toReview: 'Por revisar', views: [] },
] as const;

/** Other languages have longer words than English, which show on the narrowest screen. */
describeInBrowser('in another language on a phone', () => {
  let browser: Browser;
  let waiting: Waiting;
  let app: OpenApp;
  beforeAll(async () => {
    waiting = await waitingVault();
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));

  const shots = process.env.LIVING_WIKI_SHOTS;

  /** What is cut off without a sign of it, is wider than its place, or reaches over the edge of the screen where nothing scrolls to it. */
  const tooWide = (): Promise<readonly string[]> =>
    app.host(() => {
      const places = '.workspace-leaf-content[data-type^="living-wiki"], .modal, .prompt';
      const isWide = (el: Element): boolean => el.scrollWidth > el.clientWidth + 1;
      // A table or a grid may scroll sideways, a whole screen may not.
      const screens = '.living-wiki-scroll, .living-wiki-home, .view-content, .modal, .modal-content';
      const canScroll = (el: Element): boolean => {
        for (let at: Element | null = el; at !== null && !at.matches(screens); at = at.parentElement)
          if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && isWide(at)) return true;
        return false;
      };
      const isCut = (el: Element): boolean => {
        const { overflowX, textOverflow } = getComputedStyle(el);
        const isSpilt = overflowX === 'visible' && el.childElementCount === 0;
        return (isSpilt || ['hidden', 'clip'].includes(overflowX)) && textOverflow !== 'ellipsis' && isWide(el);
      };
      return [...document.querySelectorAll(places)]
        .flatMap((place) => [place, ...place.querySelectorAll('*')])
        .filter((el) => el.checkVisibility({ visibilityProperty: true }) && el.clientWidth > 1)
        .filter((el) => isCut(el) || (el.getBoundingClientRect().right > window.innerWidth + 1 && !canScroll(el)))
        .map((el) => `${el.className}: ${el.textContent.slice(0, 60)}`);
    });
  const expectFits = async (name: string): Promise<void> => {
    if (shots !== undefined) await app.screenshot(`${shots}/${name}.png`);
    expect({ name, tooWide: await tooWide() }).toEqual({ name, tooWide: [] });
  };

  it.each(LANGUAGES)('shows $name words, and none of them is cut off', async ({ name, language, toReview, views }) => {
    app = await openApp(browser, { files: waiting.files, device: 'phone', language });
    await app.command('open-home');
    await app.page.getByText(toReview).first().waitFor();
    await expectFits(`${name} home`);
    if (views.length > 0) {
      await app.command('maintain');
      await app.page.getByRole('dialog').getByRole('checkbox').first().waitFor();
      await expectFits(`${name} maintenance`);
      await app.page.keyboard.press('Escape');
    }
    for (const [command, selector] of views) {
      await app.command(command);
      await app.page.locator(selector).first().waitFor();
      await expectFits(`${name} ${command}`);
    }
    await app.host(
      async (page, id) =>
        page.host.own.workspace
          .getLeaf('tab')
          .setViewState({ type: 'living-wiki-review', state: { id }, active: true }),
      waiting.ids[0],
    );
    await app.page.locator('.living-wiki-hunk-head').first().waitFor();
    await expectFits(`${name} review`);
    expect(app.errors).toEqual([]);
    await app.close();
  });
});
