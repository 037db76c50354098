import { type Browser, type Locator } from 'playwright-core';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp } from './driver';
import { LARGE_CHANGES, LINES, type LargeChange } from './large-changes';

declare global {
  interface Window {
    /** Elements that one uninterrupted piece of work added to the page, at most. */
    mostAdded?: number;
  }
}

/** One uninterrupted piece of work adds fewer elements. Drawn at once, each of these changes adds five times as many. */
const BOUND = 2_500;

/** How much of a long diff is drawn without a pause. What that takes: `npm run bench -- --large-changes`. */
describeInBrowser('a change of thousands of lines', () => {
  let browser: Browser;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const open = async ({ files, id }: LargeChange): Promise<void> => {
    app = await openApp(browser, { files });
    await app.page.evaluate(() => {
      window.mostAdded = 0;
      // Time passes at each look at the clock and not otherwise, so that a slice is as long on any machine.
      let now = performance.now();
      performance.now = () => (now += 4);
      const known = new WeakSet<Node>();
      new MutationObserver((changes) => {
        const nodes = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        const elements = nodes.flatMap((node) =>
          node instanceof Element ? [node, ...node.querySelectorAll('*')] : [],
        );
        let added = 0;
        for (const each of elements) {
          if (known.has(each)) continue;
          known.add(each);
          added += 1;
        }
        window.mostAdded = Math.max(window.mostAdded ?? 0, added);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await app.host(
      async (page, which) =>
        page.host.own.workspace
          .getLeaf('tab')
          .setViewState({ type: 'living-wiki-review', state: { id: which }, active: true }),
      id,
    );
    await app.page.locator('.living-wiki-hunk-head').first().waitFor();
  };
  const layout = (name: string): Locator => app.page.getByRole('button', { name, exact: true }).first();
  const hasAll = (count: number, selector: string): Promise<unknown> =>
    app.page.waitForFunction(([least, which]) => document.querySelectorAll(which).length >= least, [
      count,
      selector,
    ] as const);
  const mostAdded = (): Promise<number> => app.page.evaluate(() => window.mostAdded ?? 0);

  it.each([
    ['a page of 6,000 lines that are all replaced', 'Unified', '.living-wiki-line', 2 * LINES],
    ['a page of 6,000 lines that are all replaced', 'Side by side', '.living-wiki-pair', LINES],
    ['a page of 6,000 paragraphs that are all replaced', 'Rendered', '.living-wiki-rendered p', 2 * LINES],
    ['a new page of 6,000 paragraphs', 'Page', '.living-wiki-rendered p', LINES],
    ['a list of 6,000 tags', 'Unified', '.living-wiki-fields li', LINES],
  ])('%s is drawn piece by piece, and completely: %s', async (name, look, selector, count) => {
    await open(await LARGE_CHANGES[name]!());
    await layout(look).click();
    await hasAll(count, selector);
    expect(await mostAdded()).toBeLessThan(BOUND);
  });

  it('a line of 40,000 words is broken where the browser can leave out what is far away, with every word', async () => {
    await open(await LARGE_CHANGES['a line of 40,000 words']!());
    await layout('Unified').click();
    const parts = app.page.locator('.living-wiki-line-part');
    await parts.first().waitFor();
    const words = (await parts.allTextContents()).join('').trim().split(' ');
    expect(words).toHaveLength(40_000);
    expect(words.at(-1)).toBe('word39999');
  });

  it('thousands of statements that a page no longer makes are listed piece by piece', async () => {
    await open(await LARGE_CHANGES['a page of 6,000 paragraphs that are all replaced']!());
    await layout('Page').click();
    await hasAll(LINES, '.living-wiki-dropped');
    expect(await mostAdded()).toBeLessThan(BOUND);
  });
});
