import { type Browser } from 'playwright-core';
import { type PageVault } from '../host/page/options';
import { testWiki } from '../support/wiki';
import { describeInBrowser, openApp, startBrowser, stopBrowser, type OpenApp } from './driver';

/** The evidence in an open note of the wiki, by mouse, keyboard and finger. */

const page = (slug: string, kind: string, rest: string, body: string): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${slug}\n${rest}updated_at: "2026-04-27T15:00:00Z"\n---\n\n${body}\n`;

const TOWER = 'wiki/entities/tower.md';
const PAGES = {
  'sources/memoir.md':
    '---\ndate: 2026-02-12\n---\n\n# Heights\n\nWe looked. The tower is 31 metres tall. It is <b>old</b>.\n',
  'sources/survey.md': '---\ndate: 2026-04-18\n---\n\nThe tower is 29.4 metres tall.\n',
  'summaries/memoir.md': page(
    'memoir',
    'summary',
    'sources: [sources/memoir.md]\ncontradicts: [survey]\n',
    'A memoir.',
  ),
  'summaries/survey.md': page(
    'survey',
    'summary',
    'sources: [sources/survey.md]\ncontradicts: [memoir]\n',
    'A survey.',
  ),
  'entities/tower.md': page(
    'tower',
    'entity',
    'sources: [sources/memoir.md, sources/survey.md]\n',
    `# Tower

The tower is 31 metres tall.[^a] The survey gives 29.4 metres.[^b]

It is old.[^c]

Nobody wrote this down.

[^a]: [memoir], under “Heights”, line 7: “The tower is 31 metres tall.”
[^b]: [survey], line 5: “The tower is 29.4 metres tall.”
[^c]: [memoir], under “Heights”, line 7: “It is old.”`,
  ),
  'entities/mast.md': page(
    'mast',
    'entity',
    'sources: [sources/memoir.md]\n',
    `# Mast

It is old.[^a]

It is blue.[^b]

[^a]: [memoir], under “Heights”, line 7: “It is old.”
[^b]: [memoir], under “Heights”, line 7: “It is blue.”`,
  ),
  'entities/parts.md': page(
    'parts',
    'entity',
    'sources: [sources/memoir.md]\n',
    `# Parts

| Part | Height |
| --- | --- |
| Tower | 31 metres[^a] |
| Vane | two metres |

[^a]: [memoir], under “Heights”, line 7: “The tower is 31 metres tall.”`,
  ),
};
const BESIDE = 'A sentence.[^1]\n\n[^1]: [memoir], line 7: “The tower is 31 metres tall.”\n';

/** A page with a quote that nobody wrote. */
const INVENTED = 'wiki/entities/mast.md';

describeInBrowser('Evidence on the page', () => {
  let browser: Browser;
  let files: PageVault;
  beforeAll(async () => {
    browser = await startBrowser();
    const wiki = Object.entries(await (await testWiki(PAGES)).tree());
    files = { 'beside.md': BESIDE, ...Object.fromEntries(wiki.map(([path, text]) => [`wiki/${path}`, text])) };
  });
  afterAll(() => stopBrowser(browser));

  async function reading(app: OpenApp, path: string): Promise<void> {
    await app.page.waitForFunction(() => window.page.host.commands().includes('living-wiki:search'));
    await app.host(async (host, at) => {
      await host.open(at);
      const leaf = host.host.own.workspace.getMostRecentLeaf();
      if (leaf === null) throw new Error('Nothing is open.');
      await leaf.setViewState({ type: 'markdown', active: true, state: { ...leaf.view.getState(), mode: 'preview' } });
    }, path);
    await app.page.locator('.markdown-reading-view .footnote-ref').first().waitFor();
  }

  it('a number shows its quote on hover and with Enter, closes on Escape, and leads to the source', async () => {
    const app = await openApp(browser, { files });
    await reading(app, TOWER);
    const number = app.page.getByRole('link', { name: 'Footnote 1, contested: show the evidence' });
    const card = app.page.getByRole('dialog', { name: 'Evidence: memoir' });
    await number.hover();
    await card.getByText('Disagrees:').waitFor();
    expect(await card.locator('mark').textContent()).toBe('The tower is 31 metres tall.');
    expect(await card.textContent()).toContain('February 12, 2026 · secondary source · line 7');
    expect(await app.accessibility('.living-wiki-proof')).toEqual([]);
    // The pointer travels to the card, which stays.
    await card.getByRole('button', { name: 'Settle' }).hover();
    await app.page.waitForTimeout(400);
    expect(await card.isVisible()).toBe(true);
    await app.page.mouse.move(5, 5);
    await card.waitFor({ state: 'detached' });

    await number.focus();
    await app.page.keyboard.press('Enter');
    await card.getByText('Disagrees:').waitFor();
    const focused = (): Promise<string> => app.page.evaluate(() => document.activeElement?.textContent ?? '');
    expect(await focused()).toBe('Open the source here');
    await app.page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    expect(await focused()).toBe('[1]');

    await app.page.getByRole('link', { name: 'Footnote 3: show the evidence' }).hover();
    const third = app.page.getByRole('dialog', { name: 'Evidence: memoir' });
    await third.locator('mark').waitFor();
    expect(await third.locator('mark').textContent()).toBe('It is old.');
    await third.getByRole('button', { name: 'Open the source here' }).click();
    await app.page.waitForFunction(
      () => window.page.host.own.workspace.getActiveFile()?.path === 'wiki/sources/memoir.md',
    );
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it('the strip marks paragraphs, goes with one command, and nothing is left of it without the plugin', async () => {
    const app = await openApp(browser, { files });
    await reading(app, TOWER);
    const blocks = app.page.locator('.living-wiki-block');
    await app.page.locator('.living-wiki-block.is-contested').waitFor();
    const states = await blocks.evaluateAll((all) =>
      all.map((el) => /is-(\S+)/.exec(el.getAttribute('class') ?? '')?.[1]),
    );
    expect(states).toEqual(['contested', 'quoted', 'uncited']);
    expect(await app.accessibility('.markdown-reading-view')).toEqual([]);
    await app.page.getByRole('button', { name: 'Uncited: show why' }).press('Enter');
    const legend = app.page.getByRole('dialog', { name: 'Evidence: Uncited' });
    expect(await legend.textContent()).toContain('This sentence has no source.');
    expect(await legend.getByRole('listitem').allTextContents()).toContain('Contested1');
    expect(await app.accessibility('.living-wiki-proof')).toEqual([]);
    await app.page.keyboard.press('Escape');
    await app.command('evidence-strip');
    await app.page.waitForFunction(() => document.querySelector('.living-wiki-block') === null);
    await app.command('evidence-strip');
    await blocks.first().waitFor();

    await reading(app, 'beside.md');
    await app.page.waitForTimeout(100);
    expect(await app.page.locator('.living-wiki-number:visible, .living-wiki-block:visible').count()).toBe(0);

    await reading(app, TOWER);
    await blocks.first().waitFor();
    await app.host((host) => host.host.disable('living-wiki'));
    const left = await app.page.evaluate(
      () => document.querySelectorAll('[class*="living-wiki-"]:not([class*="plugin-living-wiki"])').length,
    );
    expect(left).toBe(0);
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it('a paragraph whose quote is not in the source is marked like its card, in both modes, until the sentence goes', async () => {
    const app = await openApp(browser, { files });
    await reading(app, INVENTED);
    await app.page.locator('.living-wiki-block.is-unfounded').waitFor();
    expect(await app.page.locator('.living-wiki-block.is-quoted').count()).toBe(1);
    await app.page.getByRole('link', { name: 'Footnote 2, quote not found: show the evidence' }).hover();
    const card = app.page.getByRole('dialog', { name: 'Evidence: memoir' });
    await card.getByText('The source does not contain this quote.').waitFor();
    expect(await app.accessibility('.markdown-reading-view')).toEqual([]);
    await app.page.getByRole('button', { name: 'Quote not found: show why' }).press('Enter');
    const legend = app.page.getByRole('dialog', { name: 'Evidence: Quote not found' });
    expect(await legend.textContent()).toContain('The quote of this sentence is not in its source');
    expect(await app.accessibility('.living-wiki-proof')).toEqual([]);
    await app.page.keyboard.press('Escape');
    await app.close();

    const editing = await openApp(browser, { files, livePreview: true, theme: 'dark' });
    await editing.page.waitForFunction(() => window.page.host.commands().includes('living-wiki:search'));
    await editing.host((host, at) => host.open(at), INVENTED);
    await editing.page.locator('.living-wiki-strip.is-unfounded').waitFor();
    await editing.page.locator('.cm-content .living-wiki-number.is-unfounded').waitFor();
    await editing.page.getByText('It is blue.[^b]', { exact: true }).click();
    for (const key of ['End', ...Array.from('[^b]', () => 'Backspace')]) await editing.page.keyboard.press(key);
    await editing.page.locator('.living-wiki-strip.is-unfounded').waitFor({ state: 'detached' });
    await editing.page.locator('.living-wiki-strip.is-quoted').waitFor();
    expect(editing.errors).toEqual([]);
    await editing.close();
  });

  it('live preview shows the same beside what is typed, and the cursor opens the card', async () => {
    const app = await openApp(browser, { files, livePreview: true });
    await app.page.waitForFunction(() => window.page.host.commands().includes('living-wiki:search'));
    await app.host((host, at) => host.open(at), TOWER);
    await app.page.locator('.living-wiki-strip.is-contested').waitFor();
    expect(await app.page.locator('.cm-content .living-wiki-number').allTextContents()).toEqual([
      '[^a]',
      '[^b]',
      '[^c]',
    ]);
    await app.page.getByText('Nobody wrote this down.').click();
    await app.page.keyboard.press('Control+End');
    await app.page.getByText('It is old.[^c]', { exact: true }).click();
    await app.page.keyboard.press('End');
    await app.page.keyboard.type(' And a loose end.');
    await app.page.waitForFunction(() => document.querySelectorAll('.living-wiki-strip.is-uncited').length === 2);
    await app.command('evidence');
    const card = app.page.getByRole('dialog', { name: 'Evidence: memoir' });
    await card.locator('mark').waitFor();
    await app.page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await app.page.locator('.cm-content .living-wiki-number').first().hover();
    await card.getByText('Disagrees:').waitFor();
    // A table that the app draws has a mark for each of its rows, and its numbers are found.
    await app.host((host, at) => host.open(at), 'wiki/entities/parts.md');
    const table = app.page.locator('.cm-content table');
    await app.page.locator('.living-wiki-strip').nth(1).waitFor();
    for (const at of [0, 1]) {
      const mark = await app.page.locator('.living-wiki-strip').nth(at).boundingBox();
      const row = await table
        .locator('tr')
        .nth(at + 1)
        .boundingBox();
      expect([Math.round(mark?.y ?? 0), Math.round(mark?.height ?? 0)]).toEqual([
        Math.round(row?.y ?? 1),
        Math.round(row?.height ?? 1),
      ]);
    }
    await table.locator('.footnote-ref').hover();
    await card.locator('mark').waitFor();
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it('a code block lists what its query finds, follows the wiki, and says in words what is wrong with it', async () => {
    const board =
      '```living-wiki\nshow: uncited\n```\n\n```living-wiki\nshow: contestd\n```\n\n```living-wiki\nshow: contested\n```\n\nSee.[^x]\n\n[^x]: Nothing.\n';
    const app = await openApp(browser, { files: { ...files, 'board.md': board } });
    await reading(app, 'board.md');
    const [uncited, wrong, contested] = [0, 1, 2].map((at) => app.page.locator('.living-wiki-query').nth(at));
    if (!uncited || !wrong || !contested) throw new Error('No blocks.');
    await uncited.getByRole('button', { name: 'Nobody wrote this down.' }).waitFor();
    expect(await wrong.textContent()).toContain('“show: contestd” is unknown. Did you mean contested?');
    await contested.getByText('“The tower is 31 metres tall.” memoir, February 12, 2026').waitFor();
    expect(await app.accessibility('.living-wiki-query')).toEqual([]);
    await app.host(async ({ host }, at) => {
      const file = host.own.vault.getFileByPath(at);
      if (file !== null)
        await host.own.vault.process(file, (text) => text.replace('Nobody wrote', '`<img src=x>` Nobody wrote'));
    }, TOWER);
    await uncited.getByRole('button', { name: '<img src=x> Nobody wrote this down.' }).waitFor();
    expect(await uncited.locator('img').count()).toBe(0);
    await uncited.getByRole('button', { name: 'Nobody wrote' }).click();
    await app.page.waitForFunction((at) => window.page.host.own.workspace.getActiveFile()?.path === at, TOWER);
    expect(app.errors).toEqual([]);
    await app.close();
  });

  it('a tap opens a sheet on a phone', async () => {
    const app = await openApp(browser, { files, device: 'phone', theme: 'dark' });
    await reading(app, TOWER);
    await app.page.getByRole('link', { name: 'Footnote 1, contested: show the evidence' }).tap();
    const card = app.page.getByRole('dialog', { name: 'Evidence: memoir' });
    await card.getByText('Disagrees:').waitFor();
    expect(await app.accessibility('.living-wiki-proof')).toEqual([]);
    const { y = 0, height = 0, width } = (await card.boundingBox()) ?? {};
    expect([Math.round(y + height), width]).toEqual([844, 390]);
    await card.getByRole('button', { name: 'Close' }).tap();
    await card.waitFor({ state: 'detached' });
    expect(app.errors).toEqual([]);
    await app.close();
  });
});
