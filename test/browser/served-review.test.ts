import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type Page } from 'playwright-core';
import { TokenFile, type Role } from '../../src/server/tokens';
import { Bench } from '../cli/support';
import { accessibilityOf, describeInBrowser, desktop, phone, startBrowser, stopBrowser } from './driver';
import { serve } from './served';

/** What a page of the wiki and a source say, where somebody wants to harm whoever reviews it. */
const HOSTILE =
  'A fog bell is a bell that warns <img src="https://evil.example/x.png" onerror="window.harmed = true"> ships in fog.';

describeInBrowser('the review that a server gives a browser', () => {
  const bench = new Bench();
  const wiki = bench.at('vault', 'lighthouse');
  const asked: string[] = [];
  let browser: Browser;
  let stop: () => Promise<void>;
  let address = '';
  let tokens: Readonly<Record<'ada' | 'rob', string>>;

  beforeAll(async () => {
    bench.copyExample();
    writeFileSync(path.join(wiki, 'sources', '2026-06-01-bell.md'), `# Fog bell\n\n${HOSTILE}\n`);
    const page = path.join(wiki, 'concepts', 'focal-plane.md');
    writeFileSync(page, `${readFileSync(page, 'utf8')}\nSee [[fresnel-lense]].\n`);
    await bench.run(wiki, 'ingest', 'sources/2026-04-18-laser-survey.html', 'sources/2026-06-01-bell.md');
    const file = new TokenFile(bench.at('tokens.json'), { now: () => Date.now() });
    const token = (name: string, role: Role): string => file.make({ name, role, wikis: ['lighthouse'], expires: null });
    tokens = { ada: token('ada', 'review'), rob: token('rob', 'read') };
    ({ address, stop } = await serve(
      bench,
      'wikis:\n  - { name: lighthouse, folder: vault/lighthouse, vault: vault }\n',
    ));
    browser = await startBrowser();
  });

  afterAll(async () => {
    await stopBrowser(browser);
    await stop();
    bench.remove();
  });

  const open = async (
    token: string,
    at = '',
    colorScheme: 'light' | 'dark' = 'light',
    viewport = desktop,
    { locale, label } = { locale: 'en-GB', label: 'Token' },
  ): Promise<Page> => {
    const context = await browser.newContext({ colorScheme, viewport, locale, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto(`${address}/review${at}`);
    await page.getByLabel(label).fill(token);
    await page.keyboard.press('Enter');
    return page;
  };
  /** Has the server read a source and apply what it proposes: only what it did itself is undone without a review. */
  const add = async (name: string, text: string): Promise<void> => {
    const at = `${address}/api/v1/wikis/lighthouse`;
    const authorization = { authorization: `Bearer ${tokens.ada}` };
    const post = (to: string, body: object): Promise<Response> =>
      fetch(at + to, {
        method: 'POST',
        headers: { ...authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await fetch(`${at}/sources/${name}`, { method: 'PUT', headers: authorization, body: text });
    await post('/ingest', { sources: [`sources/${name}`] });
    for (;;) {
      const answer = await fetch(`${at}/proposals`, { headers: authorization });
      const { proposals } = (await answer.json()) as { proposals: readonly { id: string; title: string }[] };
      const found = proposals.find(({ title }) => title.includes(name));
      if (found === undefined) await sleep(50);
      else {
        const applied = await post(`/proposals/${found.id}/apply`, { accept: 'supported' });
        expect(await applied.json()).toMatchObject({ kind: 'applied' });
        return;
      }
    }
  };
  const textOf = (name: string): string => readFileSync(path.join(wiki, name), 'utf8');
  const bell = /Ingest 2026-06-01-bell/;

  it('a colleague signs in, decides with the keys, applies, and undoes it, which the history tells', async () => {
    const page = await open(tokens.ada);
    await page.getByRole('button', { name: /Ingest 2026-04-18-laser-survey/ }).click();
    await page.getByText('Quote found, line 13').first().waitFor();
    await page.keyboard.press('a');
    await page.getByText('1 of 22 changes accepted', { exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('2 of 22 changes accepted', { exact: true }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('textbox').fill('Not needed.');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rejected' }).first().waitFor();
    await page.keyboard.press('o');
    const source = page.getByRole('dialog', { name: 'sources/2026-04-18-laser-survey.html' });
    await source.getByText('Laser survey of the Skerry Point Lighthouse').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Accept all and apply' }).click();
    await page.getByRole('heading', { name: 'Applied' }).waitFor();
    expect(textOf('concepts/terrestrial-laser-scanner.md')).toContain('# Terrestrial laser scanner');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('button', { name: /^Undo .*laser-survey/ }).click();
    await page.getByRole('button', { name: /^Apply/ }).click();
    await page.getByRole('heading', { name: 'Applied' }).waitFor();
    expect(() => textOf('concepts/terrestrial-laser-scanner.md')).toThrow('ENOENT');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText(/· undone/i).waitFor();
    await page.context().close();
  });

  it('a page that nobody wants is left out, and the proposal without it comes in the place of this one', async () => {
    const page = await open(tokens.ada);
    const more = page.getByRole('button', { name: 'Change what happens to Fog bell' });
    await page.getByRole('button', { name: bell }).click();
    await more.click();
    await page.getByRole('menuitem', { name: 'Merge into…' }).click();
    await page.getByRole('combobox', { name: 'Page' }).waitFor();
    expect(await accessibilityOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await more.click();
    await page.getByRole('menuitem', { name: 'Never a page' }).click();
    const dialog = page.getByRole('dialog', { name: 'No page for “Fog bell”?' });
    // A decision for every source is one about the rules of the wiki.
    expect(await dialog.getByRole('combobox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Change the plan' }).click();
    await page.getByText('No page for “Fog bell”', { exact: true }).waitFor();
    expect(await more.count()).toBe(0);
    await page.getByRole('button', { name: 'Discard these requests' }).click();
    await more.waitFor();
    await page.context().close();
  });

  it('a source that could not be read again is said to be so until it is dismissed, with the remedy, and read on request', async () => {
    const page = await open(tokens.ada);
    const [waiting, over] = [
      { state: 'queued', failure: null },
      { state: 'failed', failure: { code: 'model-unreachable', message: 'It is away.', remedy: 'Start it.' } },
    ];
    let now: object = waiting;
    // Only a broken model or disk makes a job fail, so the server's answer about it is replaced.
    await page.route(/\/jobs\/\w/, async (route) => {
      if (route.request().method() === 'POST') now = waiting;
      await route.fulfill({ json: { id: 'x', title: 'sources/bell.md', proposal: null, note: null, ...now } });
    });
    // Nothing is read again, or the proposal would be another one in the tests that follow.
    await page.route(/\/plan$/, (route) => route.fulfill({ status: 202, json: { jobs: 1, queued: ['x'] } }));
    await page.route(/\/jobs\?/, (route) => route.fulfill({ json: { pause: { message: 'The rules wait.' } } }));
    await page.getByRole('button', { name: bell }).click();
    await page.getByRole('button', { name: 'Change what happens to Fog bell' }).click();
    await page.getByRole('menuitem', { name: 'Never a page' }).click();
    await page.getByRole('button', { name: 'Change the plan' }).click();
    const banner = page.locator('.living-wiki-banner');
    await banner.getByText('The rules wait.').waitFor();
    now = over;
    await banner.getByText('It is away. Start it. The wiki is unchanged.').waitFor();
    expect(await banner.count()).toBe(1);
    expect(await accessibilityOf(page)).toEqual([]);
    await banner.getByRole('button', { name: 'Try again' }).click();
    await banner.getByText('The rules wait.').waitFor();
    now = over;
    await banner.getByText('It is away.').waitFor();
    await page.getByRole('link', { name: 'Changes' }).click();
    await banner.getByText('It is away.').waitFor();
    await banner.getByRole('button', { name: /^Dismiss/ }).click();
    await banner.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('problems are shown with the lens that is chosen', async () => {
    const page = await open(tokens.rob, '#/lighthouse/problems');
    const lens = page.getByRole('combobox', { name: /Switch lens$/ });
    const linted = page.waitForResponse((answer) => answer.url().endsWith('/lint?lens=historian') && answer.ok());
    await lens.selectOption({ label: "The historian's lens" });
    await linted;
    expect(await lens.getAttribute('aria-label')).toBe("Lens: The historian's lens. Switch lens");
    await page.getByRole('link', { name: 'History' }).click();
    await lens.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('a fix of a problem is proposed, and reviewed like any other change', async () => {
    const page = await open(tokens.ada, '#/lighthouse/problems');
    const row = page.getByRole('listitem').filter({ hasText: 'fresnel-lense' });
    await row.getByRole('button', { name: 'Fix' }).click();
    await page.getByRole('button', { name: /^Apply/ }).click();
    await page.getByRole('heading', { name: 'Applied' }).waitFor();
    expect(textOf('concepts/focal-plane.md')).toContain('See [[fresnel-lens|fresnel-lense]].');
    await page.context().close();
  });

  it('a token that may only look sees everything and decides nothing', async () => {
    const page = await open(tokens.rob);
    await page.getByRole('button', { name: bell }).click();
    await page.getByText('You can read but not decide.').waitFor();
    await page
      .getByText(/Quote found/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^(?:Accept|Reject|Apply)/ }).count()).toBe(0);
    await page.keyboard.press('a');
    await page.getByText('This token does not allow that.').waitFor();
    await page.context().close();
  });

  it('a hostile text is read as text, nothing of it runs or is loaded, and no address holds a token', async () => {
    const page = await open(tokens.ada);
    await page.getByRole('button', { name: bell }).click();
    await page.getByText('ships in fog').first().waitFor();
    expect(await page.evaluate(() => ({ harmed: 'harmed' in window, images: document.images.length }))).toEqual({
      harmed: false,
      images: 0,
    });
    expect(asked.filter((url) => new URL(url).origin !== address)).toEqual([]);
    expect(asked.filter((url) => url.includes('lw_'))).toEqual([]);
    const { headers } = await fetch(`${address}/review`);
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token').waitFor();
    await page.reload();
    await page.getByLabel('Token').waitFor();
    await page.context().close();
  });

  it('is in the language of the browser, which is loaded as a file of its own', async () => {
    const page = await open(tokens.ada, '', 'dark', phone, { locale: 'fr-CA', label: 'Jeton' });
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr-CA');
    await page.getByRole('link', { name: 'Modifications (' }).waitFor();
    await page.getByRole('button', { name: /^(?!Ingest).*2026-06-01-bell/ }).click();
    await page
      .getByRole('button', { name: /^Accepter/ })
      .first()
      .waitFor();
    expect(await accessibilityOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Historique' }).click();
    await page.getByRole('heading', { name: 'Historique du wiki' }).waitFor();
    const loaded = asked.filter((url) => url.includes('/review/texts-'));
    expect(loaded).toEqual([`${address}/review/texts-fr.js`]);
    await page.context().close();
  });

  it('an undo lists the later changes that build on it, and undoes all of them after one press', async () => {
    await add('owl.md', '# Owls\n\nA barn owl is a bird that hunts at night. The barn owl nests in church towers.\n');
    await add('owl-2.md', '# The barn owl\n\nA barn owl is a bird that eats mice. The barn owl lays six eggs.\n');
    expect(textOf('concepts/barn-owl.md')).toContain('six eggs');
    const page = await open(tokens.ada, '#/lighthouse/history');
    await page.getByRole('button', { name: /^Undo .*owl\.md/ }).click();
    const asked = page.getByRole('dialog', { name: /^Undo .*owl\.md/ });
    const steps = asked.getByRole('listitem');
    await steps.first().waitFor();
    expect((await steps.allInnerTexts()).map((text) => /owl(?:-2)?\.md/.exec(text)?.[0])).toEqual([
      'owl-2.md',
      'owl.md',
    ]);
    expect(await accessibilityOf(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect(textOf('concepts/barn-owl.md')).toContain('six eggs');
    await page.getByRole('button', { name: /^Undo .*owl\.md/ }).click();
    await asked.getByRole('button', { name: 'Undo 2 changes' }).click();
    await page.getByText('2 changes undone.').waitFor();
    expect(() => textOf('concepts/barn-owl.md')).toThrow('ENOENT');
    await page.context().close();
  });

  it('a changed rule for the model is named under problems, and its "Review…" says where it can be reviewed', async () => {
    const rules = path.join(wiki, 'AGENTS.md');
    writeFileSync(rules, `${readFileSync(rules, 'utf8')}\nWrite in Latin.\n`);
    const page = await open(tokens.ada, '#/lighthouse/problems');
    const row = page.getByRole('listitem').filter({ hasText: 'AGENTS.md' });
    await row.getByRole('button', { name: 'Review…' }).click();
    await page.getByText('This page cannot do that. Use Obsidian or the command line.').waitFor();
    // It is shown, and not approved.
    await row.getByRole('button', { name: 'Review…' }).waitFor();
    await page.context().close();
  });

  it.each([
    ['light', desktop],
    ['dark', phone],
  ] as const)('has no accessibility problem in %s at %o', async (scheme, viewport) => {
    const page = await open(tokens.ada, '', scheme, viewport);
    const look = async (): Promise<void> => {
      expect(await accessibilityOf(page)).toEqual([]);
    };
    await page.getByRole('button', { name: bell }).waitFor();
    await look();
    await page.getByRole('button', { name: bell }).click();
    await page
      .getByText(/Quote found/)
      .first()
      .waitFor();
    await look();
    await page.getByRole('link', { name: 'Problems' }).click();
    await page.getByRole('searchbox').waitFor();
    await look();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'Wiki history' }).waitFor();
    await look();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token').waitFor();
    await look();
    await page.context().close();
  });

  it('? lists the keys in a review and under problems, and the other lists have none', async () => {
    const page = await open(tokens.rob);
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByRole('button', { name: bell }).waitFor();
    await page.keyboard.press('?');
    expect(await keys.count()).toBe(0);
    await page.getByRole('button', { name: bell }).click();
    await page
      .getByText(/Quote found/)
      .first()
      .waitFor();
    await page.keyboard.press('?');
    await keys.getByText('Accept', { exact: false }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Problems' }).click();
    await page.getByRole('searchbox').press('ArrowDown');
    await page.keyboard.press('?');
    await keys.getByText('Previous or next problem').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'History' }).click();
    await page.keyboard.press('?');
    expect(await keys.count()).toBe(0);
    await page.context().close();
  });
});
