import { type Browser } from 'playwright-core';
import { describeInBrowser, openApp, startBrowser, stopBrowser } from './driver';
import { proposedVault } from './waiting-vault';

const SOURCES = 60;
const names = ['Anchor', 'Beacon', 'Capstan', 'Davit', 'Engine', 'Flagstaff', 'Gallery', 'Hoist', 'Jetty', 'Keel'];

/** Sixty sources, each about a thing of its own. */
const sources = Object.fromEntries(
  Array.from({ length: SOURCES }, (_, at) => {
    const name = `${names[at % names.length] ?? ''} ${String(Math.floor(at / names.length) + 1)}`;
    const text = `# ${name}\n\nThe ${name} is a part of the harbour that is painted in spring. The ${name} was built in ${String(1900 + at)}.\n`;
    return [`source-${String(at).padStart(2, '0')}.md`, text];
  }),
);

describeInBrowser('a sitting', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => stopBrowser(browser));

  it('reviews sixty proposals with two keys each, and ends when none waits', async () => {
    const app = await openApp(browser, { files: await proposedVault(sources) });
    const { page } = app;
    await app.command('review');
    const head = (at: number): Promise<void> =>
      page.getByText(`Proposal ${String(at)} of ${String(SOURCES)}`).waitFor();
    let keys = 0;
    const press = async (key: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(key);
    };
    for (let at = 1; at <= SOURCES; at += 1) {
      await head(at);
      await press('y');
      await page.getByText(/^([1-9]\d*) of \1 changes accepted/).waitFor();
      await press('Enter');
    }
    await page.getByRole('heading', { name: 'Applied' }).waitFor();
    await page.getByText('No other proposals to review.').waitFor();
    expect(keys).toBe(2 * SOURCES);
    const tree = await app.host((host) => host.host.tree());
    const pages = Object.keys(tree).filter((path) => /^wiki\/(?!sources\/|\.)[^_]+\/.+\.md$/.test(path));
    expect(pages.length).toBeGreaterThanOrEqual(SOURCES);
    // Each of them is a change of its own, which can be undone.
    expect(tree['wiki/_log.md']?.match(/^## .* ingest /gm)).toHaveLength(SOURCES);
    expect(app.errors).toEqual([]);
    await app.close();
  });
});
