import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type Page } from 'playwright-core';
import { TokenFile } from '../../src/server/tokens';
import { Bench } from '../cli/support';
import { commitAll, git } from '../support/git';
import { accessibilityOf, describeInBrowser, desktop, phone, startBrowser, stopBrowser } from './driver';
import { serve } from './served';

const OWL = '# Owls\n\nA barn owl is a bird that hunts at night. The barn owl nests in church towers.\n';
const OWL_AGAIN = '# The barn owl\n\nA barn owl is a bird that eats mice. The barn owl lays six eggs.\n';

describeInBrowser('the review of a wiki in git, where proposals are also branches', () => {
  const bench = new Bench();
  let browser: Browser;
  let stop: () => Promise<void>;
  let address = '';
  let tokens: Readonly<Record<'ada' | 'rob', string>>;

  interface Listed {
    readonly id: string;
    readonly branch: { readonly name: string | null };
  }
  const call = async <T>(method: string, to: string, body?: string): Promise<T> => {
    const headers = { authorization: `Bearer ${tokens.ada}`, 'content-type': 'application/json' };
    const answer = await fetch(`${address}/api/v1/wikis/team${to}`, { method, headers, ...(body && { body }) });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as T;
  };
  const waiting = async (): Promise<readonly Listed[]> =>
    (await call<{ readonly proposals: readonly Listed[] }>('GET', '/proposals')).proposals;
  const until = async (holds: (proposals: readonly Listed[]) => boolean): Promise<void> => {
    while (!holds(await waiting())) await sleep(100);
  };

  beforeAll(async () => {
    git(bench.folder, 'init', '-q', '--bare', '-b', 'main', 'remote.git');
    git(bench.folder, 'clone', '-q', 'remote.git', 'person');
    mkdirSync(bench.at('person', 'sources'));
    await bench.run(bench.folder, 'init', bench.at('person'));
    writeFileSync(bench.at('person', '.gitignore'), '.wiki/\n');
    commitAll(bench.at('person'), 'Begin');
    const file = new TokenFile(bench.at('tokens.json'), { now: () => Date.now() });
    tokens = {
      ada: file.make({ name: 'ada', role: 'review', wikis: ['team'], expires: null }),
      rob: file.make({ name: 'rob', role: 'read', wikis: ['team'], expires: null }),
    };
    const wiki = `  - { name: team, remote: ${bench.at('remote.git')}, review: branch }\n`;
    ({ address, stop } = await serve(bench, `wikis:\n${wiki}`));
    browser = await startBrowser();
    for (const [name, text] of Object.entries({ 'one.md': OWL, 'two.md': OWL_AGAIN })) {
      await call('PUT', `/sources/${name}`, text);
      await call('POST', '/ingest', JSON.stringify({ sources: [`sources/${name}`] }));
      await until((proposals) => proposals.length === (name === 'one.md' ? 1 : 2));
    }
    await until(([first]) => typeof first?.branch.name === 'string');
  });

  afterAll(async () => {
    await stopBrowser(browser);
    await stop();
    bench.remove();
  });

  const open = async (token: string, colorScheme: 'light' | 'dark' = 'light', viewport = desktop): Promise<Page> => {
    const context = await browser.newContext({ colorScheme, viewport, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(`${address}/review`);
    await page.getByLabel('Token').fill(token);
    await page.keyboard.press('Enter');
    return page;
  };
  const first = /Ingest one\.md/;
  const second = /Ingest two\.md/;
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (process.env.SHOTS !== undefined) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  };

  it.each([
    ['light', desktop],
    ['dark', phone],
    ['light', phone],
  ] as const)('says where each proposal is, or why nowhere, in %s at %o', async (scheme, viewport) => {
    const page = await open(tokens.rob, scheme, viewport);
    const [one] = await waiting();
    const items = page.locator('.page-list li');
    await items
      .filter({ hasText: first })
      .getByText(`Also on the branch living-wiki/${one?.id ?? ''}.`)
      .waitFor();
    const builds = 'No branch yet, because it builds on “Ingest one.md”. Once that is decided, the branch follows';
    await items.filter({ hasText: second }).getByText(builds).waitFor();
    expect(await accessibilityOf(page)).toEqual([]);
    await shoot(page, `branches-list-${scheme}-${viewport.width}`);
    await page.getByRole('button', { name: second }).click();
    await page.locator('.living-wiki-review-main').waitFor();
    const note = page.locator('.page-branch');
    await note.getByText(builds).waitFor();
    // Nothing sticks out of the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await accessibilityOf(page)).toEqual([]);
    await shoot(page, `branches-review-${scheme}-${viewport.width}`);
    await page.getByRole('link', { name: 'History' }).click();
    await note.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('where a source has to be read again for it, a button does so, and the new proposal comes in its place', async () => {
    const page = await open(tokens.ada);
    const [below, top] = await waiting();
    await page.getByRole('button', { name: second }).click();
    const note = page.locator('.page-branch');
    await note.getByText('No branch yet').waitFor();
    await call('POST', `/proposals/${below?.id ?? ''}/reject`, JSON.stringify({ reason: 'No.' }));
    // The page looks again when its window is chosen.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await note.getByText('No branch, because it builds on a proposal that was not applied as a whole').waitFor();
    await shoot(page, 'branches-stale');
    const looker = await open(tokens.rob);
    await looker.getByRole('button', { name: second }).click();
    await looker.locator('.page-branch').getByText('No branch, because').waitFor();
    expect(await looker.getByRole('button', { name: 'Read its source again' }).count()).toBe(0);
    await looker.context().close();
    await note.getByRole('button', { name: 'Read its source again' }).click();
    await page.waitForURL((url) => /changes\/\d/.test(url.hash) && !url.hash.includes(top?.id ?? ''));
    await until(([again]) => again?.branch.name === `living-wiki/${again?.id ?? ''}`);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await note.getByText('Also on the branch living-wiki/').waitFor();
    await page.context().close();
  });
});
