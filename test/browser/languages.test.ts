import { type Browser } from 'playwright-core';
import { SENTENCES } from '../../src/obsidian/locale/core';
import { DEFAULT_SETTINGS, printSettings } from '../../src/obsidian/settings';
import { approvedOnDevice } from '../support/approved';
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

/** With a model, more is said. */
const settings = {
  ...DEFAULT_SETTINGS,
  model: {
    provider: 'custom',
    baseUrl: 'http://127.0.0.1:9',
    model: 'aurora/large',
    job: {},
    day: {},
    prices: { currency: 'USD', prices: [{ model: '*', input: 2, output: 10 }] },
  },
} as const;

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
  /** Texts of the screens that the core composed and nobody translated. What pages and sources say is theirs. */
  const english = async (): Promise<readonly string[]> => {
    const texts = await app.host(() => {
      const places = '.workspace-leaf-content[data-type^="living-wiki"], .modal';
      const theirs = '.markdown-rendered, .living-wiki-quote, .living-wiki-lines, [data-path]';
      return [...document.querySelectorAll(places)]
        .flatMap((place) => [...place.querySelectorAll('*')])
        .filter((el) => el.checkVisibility() && el.closest(theirs) === null)
        .map((el) => el.textContent.trim())
        .filter((text) => text !== '' && text.length < 300);
    });
    // The list of findings shows names without their quotation marks.
    const patterns = SENTENCES.filter(([, german]) => !german.startsWith('{')).map(([text]) => {
      const parts = text.split(/"?\{\d[*#@]?\}"?/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(`^(?:\\S+: )?${parts.join('"?.+"?')}`);
    });
    return [...new Set(texts)].filter((text) => patterns.some((pattern) => pattern.test(text)));
  };

  const expectFits = async (name: string): Promise<void> => {
    if (shots !== undefined) await app.screenshot(`${shots}/${name}.png`);
    expect({ name, tooWide: await tooWide(), english: await english() }).toEqual({ name, tooWide: [], english: [] });
  };

  async function open(language: string): Promise<void> {
    const data = { '.obsidian/plugins/living-wiki/data.json': JSON.stringify(printSettings(settings)) };
    const files = { ...waiting.files, ...data };
    app = await openApp(browser, { files, localStorage: approvedOnDevice(settings), device: 'phone', language });
    await app.command('open-home');
  }

  async function review(): Promise<void> {
    await app.host(
      async (page, id) =>
        page.host.own.workspace
          .getLeaf('tab')
          .setViewState({ type: 'living-wiki-review', state: { id }, active: true }),
      waiting.ids[0],
    );
    await app.page.locator('.living-wiki-hunk-head').first().waitFor();
  }

  it('shows German words, and none of them is cut off', async () => {
    await open('de');
    await app.page.getByText('Zu prüfen').first().waitFor();
    await expectFits('German home');
    for (const command of ['maintain', 'deliberate']) {
      await app.command(command);
      await app.page.getByRole('dialog').getByRole('checkbox').first().waitFor();
      await expectFits(`German ${command}`);
      await app.page.keyboard.press('Escape');
    }
    for (const [command, selector] of VIEWS) {
      await app.command(command);
      await app.page.locator(selector).first().waitFor();
      await expectFits(`German ${command}`);
    }
    await review();
    await expectFits('German review');
    await app.page.getByRole('button', { name: 'Alle annehmen' }).click();
    await app.page.getByRole('button', { name: /^\d+ Änderungen übernehmen$/ }).click();
    await app.page.getByRole('heading', { name: 'Übernommen' }).waitFor();
    await app.command('history');
    await app.page.getByText(/^\d aktualisiert$/).waitFor();
    await expectFits('German history, later');
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it('shows Spanish words, and none of them is cut off on home and in the review', async () => {
    await open('es');
    await app.page.getByText('Por revisar').first().waitFor();
    await expectFits('Spanish home');
    await review();
    await expectFits('Spanish review');
    expect(app.errors).toEqual([]);
    await app.close();
  });
});
