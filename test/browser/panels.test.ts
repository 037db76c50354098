import { type Browser, type Locator } from 'playwright-core';
import { MemoryVault } from '../../src/vault';
import { applyProposal, silentRun, Workbench } from '../../src/workbench';
import { readVault } from '../../scripts/playground/server.mjs';
import { type PageVault } from '../host/page/options';
import { describeInBrowser, openApp, startBrowser, type OpenApp, type OpenOptions } from './driver';

const page = (slug: string, title: string, body: string, extra = ''): string => `---
schema: knowledge/v1
slug: ${slug}
kind: concept
title: ${title}
sources: [sources/2026-01-20-trust-meeting.md]
updated_at: "2026-04-27T15:00:00Z"
${extra}---

# ${title}

${body}
`;

/** A view that asks for what this vault does not have. */
const refused = `---
schema: knowledge.workspace/v1
name: sales
title: The sales lens
description: Applies elsewhere.
version: 0.1.0
extends: ../../lighthouse/KNOWLEDGE.md
appliesTo: [ws://companies/globex]
---
`;

/** A view that its owner is in the middle of writing. */
const unreadable = `---
schema: knowledge.workspace/v1
name: grants
title: [The grants lens
extends: ../../lighthouse/KNOWLEDGE.md
---
`;

/** The example, with two pages that give lint something to say, and what was ingested into it once. */
async function vaultWithHistory(): Promise<PageVault> {
  const vault = new MemoryVault();
  for (const [path, data] of Object.entries(await readVault('examples/vault'))) {
    await vault.write(path, typeof data === 'string' ? data : Buffer.from(data.base64, 'base64'));
  }
  let ids = 0;
  const host = {
    vault,
    root: 'lighthouse',
    clock: { now: () => Date.parse('2026-06-01T08:00:00Z') },
    random: { id: (length: number) => (ids += 1).toString(36).padStart(length, '0') },
  };
  const wiki = await Workbench.open(host);
  const { proposals } = await wiki.ingest({ sources: ['sources/2026-05-09-grant-letter.txt'] }, silentRun);
  await applyProposal(wiki, proposals[0]?.id ?? '');
  await wiki.close();
  await vault.write(
    'lighthouse/concepts/lead-keeper.md',
    page(
      'lead-keeper',
      'Lead keeper',
      'Trims the [[diaphon]] and the [[skerry point lamp]].',
      'contradicts: [mercury-bath]\n',
    ),
  );
  await vault.write(
    'lighthouse/concepts/fog-room.md',
    page('fog-room', 'Fog room', 'Holds the [[nowhere to be found]].'),
  );
  await vault.write('operators/sales/KNOWLEDGE.md', refused);
  await vault.write('operators/grants/KNOWLEDGE.md', unreadable);
  const files: Record<string, string | { base64: string }> = {};
  const walk = async (folder: string): Promise<void> => {
    for (const { kind, path } of await vault.list(folder)) {
      if (kind === 'folder') await walk(path);
      else files[path] = { base64: Buffer.from(await vault.readBytes(path)).toString('base64') };
    }
  };
  await walk('');
  return files;
}

describeInBrowser('the side panels', () => {
  let browser: Browser;
  let files: PageVault;
  beforeAll(async () => {
    browser = await startBrowser();
    files = await vaultWithHistory();
  });
  afterAll(() => browser.close());

  let app: OpenApp;
  const open = async (options: OpenOptions = {}): Promise<void> => {
    app = await openApp(browser, { files, ...options });
  };
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });
  const run = (command: string): Promise<unknown> => app.command(command);
  const panel = (name: string): Locator => app.page.locator(`.living-wiki-${name}`);
  /** The file of the active leaf. */
  const openFile = (): Promise<string | undefined> => app.host((page) => page.host.own.workspace.getActiveFile()?.path);
  /** What is under review. */
  const reviewed = async (): Promise<string> => {
    await expectSoon(() => app.host((page) => page.host.own.workspace.getLeavesOfType('living-wiki-review').length), 1);
    return (await app.page.locator('.living-wiki-review').textContent()) ?? '';
  };

  describe('lint', () => {
    beforeEach(async () => {
      await open();
      await run('lint');
      await panel('finding').first().waitFor();
    });
    const found = (text: string): Locator => panel('finding').filter({ hasText: text });

    it('is worked by keyboard: move, go to the place, read the keys, filter', async () => {
      const { keyboard } = app.page;
      await app.page.getByRole('searchbox', { name: 'Filter problems…' }).focus();
      await keyboard.press('ArrowDown');
      expect(await focusedText()).toContain('nowhere to be found');
      await keyboard.press('ArrowDown');
      expect(await focusedText()).toContain('diaphon');
      await keyboard.press('?');
      expect(await app.page.getByRole('dialog').textContent()).toContain('Ignore…');
      await keyboard.press('Escape');
      await keyboard.press('Enter');
      await expectSoon(openFile, 'lighthouse/concepts/lead-keeper.md');
      await expectSoon(() => app.page.locator('textarea').evaluate(fromCursor), '[[diaphon]]');
      await found('diaphon').getByRole('button').first().focus();
      await keyboard.press('/');
      await keyboard.type('orphan fog');
      await expectSoon(() => panel('finding').count(), 1);
      expect(await panel('head').getByRole('status').textContent()).toContain('1 of 14 shown');
      await keyboard.press('Escape');
      await expectSoon(() => panel('finding').count(), 14);
    });

    it('closes and opens a group by its arrows', async () => {
      const { keyboard } = app.page;
      await found('nowhere').getByRole('button').first().focus();
      await keyboard.press('ArrowLeft');
      await keyboard.press('ArrowLeft');
      await expectSoon(() => found('nowhere').count(), 0);
      expect(await focusedText()).toContain('Errors');
      await keyboard.press('ArrowRight');
      await expectSoon(() => found('nowhere').count(), 1);
    });

    it('gives each finding its position in the group', async () => {
      const places = await panel('list')
        .first()
        .locator('li')
        .evaluateAll((all) =>
          all.map((li) => `${li.getAttribute('aria-posinset')}/${li.getAttribute('aria-setsize')}`),
        );
      expect(places).toEqual(['1/3', '2/3', '3/3']);
    });

    it('a finding is ignored with a reason, which opens in review', async () => {
      await found('nowhere').getByRole('button').first().focus();
      await app.page.keyboard.press('i');
      const dialog = app.page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Review exception' }).click();
      expect(await dialog.getByRole('alert').textContent()).toBe('Enter a reason.');
      await dialog.getByLabel('Reason').fill('The page is being written.');
      await app.page.keyboard.press('Control+Enter');
      expect(await reviewed()).toContain('KNOWLEDGE.md');
      expect(await readText('lighthouse/KNOWLEDGE.md')).not.toContain('being written');
    });

    it('tells how many findings are ignored, and opens what says why', async () => {
      expect(await panel('head').getByText('ignored').isVisible()).toBe(false);
      await app.host(({ host }) => {
        const file = host.own.vault.getFileByPath('lighthouse/KNOWLEDGE.md');
        const ignore = '\nmetadata: {living-wiki: {ignore: [{rule: broken-ref, path: "*", reason: later}]}}\n---\n';
        return file && host.own.vault.process(file, (text) => text.replace('\n---\n', ignore));
      });
      await panel('head').getByRole('button', { name: '3 ignored' }).click();
      await expectSoon(openFile, 'lighthouse/KNOWLEDGE.md');
      expect(await found('nowhere').count()).toBe(0);
    });

    it('a broken link is fixed with a suggested name', async () => {
      await found('skerry point lamp').getByRole('button', { name: 'Fix' }).click();
      await app.page.getByText('Link to skerry-point-lighthouse').click();
      expect(await reviewed()).toContain('lead-keeper');
    });

    it('two pages that contradict each other open beside each other', async () => {
      await found('Contradicts').getByRole('button', { name: 'Settle…' }).click();
      await app.page.getByRole('dialog').getByRole('button', { name: 'Compare pages' }).click();
      await expectSoon(openFile, 'lighthouse/concepts/mercury-bath.md');
      const shown = await app.host(({ host }) =>
        host.own.workspace.getLeavesOfType('markdown').map((leaf) => String(leaf.getViewState().state?.file)),
      );
      expect(shown.sort()).toEqual(['lighthouse/concepts/lead-keeper.md', 'lighthouse/concepts/mercury-bath.md']);
    });

    it('all safe fixes open as one change', async () => {
      await app.page.getByRole('button', { name: 'Fix 3 problems' }).click();
      expect(await reviewed()).toContain('Apply');
    });

    it('groups by page, and remembers it over a restart', async () => {
      await app.page.getByLabel('Group by').selectOption('page');
      await expectSoon(() => panel('group-title').first().textContent(), 'operators/grants/KNOWLEDGE.md1');
      await app.host((page) => page.restart());
      await panel('finding').first().waitFor();
      expect(await app.page.getByLabel('Group by').inputValue()).toBe('page');
    });

    it('follows the pages while they are edited', async () => {
      await app.host(({ host }) => {
        const file = host.own.vault.getFileByPath('lighthouse/concepts/fog-room.md');
        return file && host.own.vault.process(file, (text) => text.replace('nowhere to be found', 'diaphone'));
      });
      await expectSoon(() => found('nowhere').count(), 0);
      expect(await found('diaphon').count()).toBe(1);
    });
  });

  it('of five thousand findings, what is near is drawn, and everything can be reached', async () => {
    const many: Record<string, string> = {};
    for (let at = 0; at < 1_000; at += 1) {
      const links = ['a', 'b', 'c', 'd', 'e'].map((name) => `[[gone-${name}-${at}]]`).join(' and ');
      many[`lighthouse/concepts/many-${at}.md`] = page(`many-${at}`, `Many ${at}`, `To ${links}.`);
    }
    await open({ files: { ...files, ...many } });
    await run('lint');
    await expectSoon(
      async () => (await panel('head').getByRole('status').textContent())?.startsWith('5,003 errors'),
      true,
    );
    const drawn = (): Promise<number> => panel('finding').count();
    expect(await drawn()).toBeLessThan(200);
    await panel('finding').first().getByRole('button').first().focus();
    const before = await drawn();
    await app.page.keyboard.press('End');
    expect(await drawn()).toBeGreaterThan(before);
    const more = await drawn();
    await panel('scroll').evaluate((el) => (el.scrollTop = el.scrollHeight));
    await expectSoon(async () => (await drawn()) > more, true);
    await app.page.getByRole('searchbox', { name: 'Filter problems…' }).fill('gone-e-999');
    await expectSoon(drawn, 1);
    expect(await panel('finding').first().getAttribute('aria-setsize')).toBe('1');
  });

  describe('lenses', () => {
    it('are switched by keyboard; a refused one says why and cannot be chosen', async () => {
      await open();
      await run('lens-view');
      await panel('lens').getByRole('heading', { name: 'Skerry Point', exact: true }).waitFor();
      await panel('lens').getByRole('button', { name: 'Switch' }).press('Enter');
      const dialog = app.page.getByRole('dialog');
      await dialog.getByText('The sales lens').waitFor();
      expect(await dialog.getByText('no such folder').count()).toBe(1);
      expect(await dialog.getByText('operators/grants/KNOWLEDGE.md is not valid').count()).toBe(1);
      await app.page.keyboard.type('sales');
      await app.page.keyboard.press('Enter');
      expect(await dialog.isVisible()).toBe(true);
      await app.page.keyboard.press('Control+A');
      await app.page.keyboard.type('trustees');
      await app.page.keyboard.press('Enter');
      await panel('lens').getByRole('heading', { name: 'The trustees' }).waitFor();
      expect(await panel('lens').textContent()).toContain('Not in this lens');
      await run('lint');
      await expectSoon(() => panel('chip').textContent(), "The trustees' lens");
      // A change is judged by the wiki's own, and says so.
      await run('fix-all');
      await panel('about').getByText('Skerry Point lens').waitFor({ state: 'attached' });
    });

    it('show their pages, and where each value comes from', async () => {
      await open();
      await run('lens-view');
      await run('switch-lens');
      await app.page.getByRole('dialog').getByText("The historian's lens").click();
      const lens = panel('lens');
      await lens.getByRole('heading', { name: 'The historian' }).waitFor();
      await lens.getByRole('tab', { name: 'Pages' }).focus();
      await app.page.keyboard.press('ArrowRight');
      expect(await lens.getByRole('tab', { name: 'Why' }).getAttribute('aria-selected')).toBe('true');
      await lens.getByRole('searchbox', { name: 'Filter fields and values' }).fill('max-age severity');
      await expectSoon(() => lens.locator('tbody tr').count(), 1);
      const row = (await lens.locator('tbody tr').textContent()) ?? '';
      expect(row).toMatch(/info.*weakened.*historian.*warn.*skerry-point/);
      expect(await lens.getByText('The sales lens: ').count()).toBe(1);
      expect(await lens.getByText('grants: ').count()).toBe(1);
      await lens.getByRole('button', { name: /^historian/ }).click();
      await expectSoon(openFile, 'operators/historian/KNOWLEDGE.md');
    });

    it('show pages and reasons side by side if there is room', async () => {
      await open();
      await app.host(async ({ host }) => {
        await host.own.workspace.getLeaf('tab').setViewState({ type: 'living-wiki-lens', active: true });
      });
      const lens = panel('lens');
      await lens.getByRole('table').waitFor();
      expect(await lens.getByText('Lead keeper').isVisible()).toBe(true);
      expect(await lens.getByRole('tab').count()).toBe(0);
      await app.page.setViewportSize({ width: 900, height: 800 });
      await lens.getByRole('tab', { name: 'Why' }).click();
      expect(await lens.getByText('Lead keeper').isVisible()).toBe(false);
      expect(await lens.getByText('curation.tone').isVisible()).toBe(true);
    });

    it('explain the value of one field', async () => {
      await open();
      await run('why');
      const dialog = app.page.getByRole('dialog');
      await dialog.getByText('curation.tone').waitFor();
      await app.page.keyboard.type('curation.tone');
      await app.page.keyboard.press('Enter');
      await app.page.getByText('set by skerry-point.').waitFor();
      await app.page.getByRole('button', { name: /^skerry-point/ }).press('Enter');
      await expectSoon(openFile, 'lighthouse/KNOWLEDGE.md');
    });
  });

  describe('search', () => {
    const hits = (): Locator => app.page.locator('.living-wiki-hit');
    beforeEach(async () => {
      await open();
      await run('lint');
      await panel('finding').first().waitFor();
      await run('search');
    });

    it('finds passages, marks the words, and opens at the line', async () => {
      await app.page.keyboard.type('mercury vapour');
      await hits().first().waitFor();
      expect(await app.page.locator('.living-wiki-match').first().textContent()).toMatch(/mercury/i);
      await app.page.keyboard.press('Enter');
      await expectSoon(openFile, 'lighthouse/concepts/mercury-bath.md');
    });

    it('opens in a new tab with the modifier', async () => {
      const tabs = (): Promise<number> =>
        app.host((page) => page.host.own.workspace.getLeavesOfType('markdown').length);
      await app.page.keyboard.type('diaphone');
      await hits().first().waitFor();
      await app.page.keyboard.press('Enter');
      await expectSoon(tabs, 1);
      await run('search');
      await app.page.keyboard.type('mercury');
      await hits().first().waitFor();
      await app.page.keyboard.press('Control+Enter');
      await expectSoon(tabs, 2);
    });

    it('says when there are matches outside the lens', async () => {
      await app.page.keyboard.press('Escape');
      await run('switch-lens');
      await app.page.getByRole('dialog').getByText("The historian's lens").click();
      await run('search');
      await app.page.keyboard.type('diaphone');
      const dialog = app.page.getByRole('dialog');
      await dialog.getByText(/^This lens hides \d+ matching pages?\.$/).waitFor();
      await expectSoon(() => hits().count(), 1);
      await app.page.keyboard.press('Enter');
      await hits().filter({ hasText: 'Diaphone' }).first().waitFor();
      await app.page.keyboard.press('Escape');
      await run('search');
      await app.page.keyboard.type('zyzzyva');
      await dialog.getByText('No results in this lens.').waitFor();
    });

    it('wraps a long name instead of cutting it', async () => {
      await app.host(({ host }) => {
        const name = 'Donaudampfschiff'.repeat(20);
        return host.own.vault.create(
          'lighthouse/concepts/long.md',
          `---\ntitle: ${name}\nkind: concept\n---\n\nText.\n`,
        );
      });
      await panel('finding').filter({ hasText: 'concepts/long.md' }).first().waitFor();
      await app.page.keyboard.type('donaudampf');
      await hits().first().waitFor();
      const results = app.page.locator('.prompt-results');
      expect(await results.evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
    });

    it('says what to do before, and that nothing matches after', async () => {
      const dialog = app.page.getByRole('dialog');
      await dialog.getByText('Type to search pages').waitFor();
      await app.page.keyboard.type('zzzzqq');
      await dialog.getByText('No results.').waitFor();
    });
  });

  describe('history', () => {
    beforeEach(async () => {
      await open();
      await run('history');
      await panel('transaction').first().waitFor();
    });

    it('shows what each change did, down to its lines', async () => {
      const entry = panel('transaction').first();
      await entry.getByText('3 created').waitFor();
      await entry.locator('[aria-expanded]').first().press('Enter');
      await entry.getByText('entities/coastal-heritage-fund.md').click();
      const diff = entry.locator('.living-wiki-diff');
      expect(await diff.textContent()).toContain('coastal-heritage-fund');
    });

    it('proposes an undo in review, and writes nothing before', async () => {
      const before = await readText('lighthouse/_log.md');
      await app.page.getByRole('button', { name: 'Undo last ingest' }).press('Enter');
      expect(await reviewed()).toContain('coastal-heritage-fund');
      expect(await readText('lighthouse/_log.md')).toBe(before);
    });
  });

  it.each([
    ['light', 'desktop'],
    ['dark', 'desktop'],
    ['light', 'phone'],
    ['dark', 'phone'],
  ] as const)('pass the accessibility checks (%s, %s)', async (theme, device) => {
    await open({ theme, device });
    await run('lint');
    await panel('finding').first().waitFor();
    expect(await app.accessibility('.living-wiki-lint')).toEqual([]);
    await run('history');
    await panel('counts').first().waitFor();
    await panel('transaction').first().locator('[aria-expanded]').first().click();
    await panel('file').first().click();
    expect(await app.accessibility('.living-wiki-history')).toEqual([]);
    await run('lens-view');
    await panel('lens').getByRole('tab', { name: 'Why' }).waitFor();
    expect(await app.accessibility('.living-wiki-lens')).toEqual([]);
    await panel('lens').getByRole('tab', { name: 'Why' }).click();
    expect(await app.accessibility('.living-wiki-lens')).toEqual([]);
    for (const command of ['switch-lens', 'why', 'search']) {
      await run(command);
      const dialog = app.page.getByRole('dialog');
      if (command === 'search') await app.page.keyboard.type('mercury');
      await dialog.locator('.suggestion-item').first().waitFor();
      expect(await app.accessibility('.prompt')).toEqual([]);
      await app.page.keyboard.press('Escape');
    }
    // A file that is no page is shown as its lines, whatever the layout.
    await panel('lens').getByRole('button', { name: 'As a Bases view' }).click();
    await panel('review-main').getByText('filters:', { exact: true }).first().waitFor();
    expect(await panel('rendered').count()).toBe(0);
  });

  /** As much of an editor's text as a link takes, from where its cursor is. */
  const fromCursor = (area: HTMLTextAreaElement): string => area.value.slice(area.selectionStart).slice(0, 11);

  const focusedText = (): Promise<string> => app.page.evaluate(() => document.activeElement?.textContent ?? '');

  const readText = (path: string): Promise<string> =>
    app.host((page, at) => page.host.own.vault.adapter.read(at), path);

  /** Waits until something is so; says what it is where it never becomes so. */
  async function expectSoon(look: () => Promise<unknown>, wanted: unknown): Promise<void> {
    for (let tries = 0; tries < 60; tries += 1) {
      if ((await look()) === wanted) return;
      await app.page.waitForTimeout(100);
    }
    expect(await look()).toBe(wanted);
  }
});
