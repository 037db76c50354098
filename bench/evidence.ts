import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readVault } from '../scripts/playground/server.mjs';
import { openApp, startBrowser, stopBrowser, whyNoBrowser, type OpenApp } from '../test/browser/driver';
import { numbers, sentence } from './generate';
import { TaskMeter, type Measured } from './tasks';
import { longTasksIn, PROFILED, type LongTask } from './trace';

const PAGE = 'concepts/with-evidence.md';
const BOARD = 'board.md';
const OTHER = 'other.md';
/** Paragraphs with a quote each: as long as pages of a model get at most. */
const PARAGRAPHS = 300;
const PATIENCE = 60_000;

/** What the evidence in an open note costs at the size of the wiki in `folder`, in reading view and in live preview. */
export async function measureEvidence(folder: string, say: (line: string) => void): Promise<Record<string, unknown>> {
  if (whyNoBrowser !== null) return { skipped: whyNoBrowser };
  prepare(folder);
  const files = await readVault(folder);
  const browser = await startBrowser();
  const found: Record<string, Measured> = {};
  try {
    for (const livePreview of [false, true]) {
      const app = await openApp(browser, { files, livePreview });
      app.page.setDefaultTimeout(PATIENCE);
      await app.page.waitForFunction(() => window.page.host.commands().includes('living-wiki:search'));
      await app.page.waitForTimeout(3_000);
      const meter = await TaskMeter.attach(app.page);
      for (const [name, act] of Object.entries(acts(app, livePreview))) {
        say(`  ${name}`);
        found[name] = await meter.measure(act);
      }
      await app.close();
    }
    return found;
  } finally {
    await stopBrowser(browser);
  }
}

/** A task that freezes the app for longer is noticed. Milliseconds. */
const NOTICED = 50;

/**
 * The tasks over 50 ms of each act where the processor is slower, in processor time, which a busy machine does not lengthen. The first opening is
 * left out: it evaluates code that is not loaded yet, see `--first-use`.
 */
export async function measureSlowEvidence(
  folder: string,
  slower: number,
  say: (line: string) => void,
): Promise<Record<string, readonly LongTask[]>> {
  if (whyNoBrowser !== null) return {};
  prepare(folder);
  const files = await readVault(folder);
  const browser = await startBrowser();
  const found: Record<string, readonly LongTask[]> = {};
  try {
    for (const livePreview of [false, true]) {
      const app = await openApp(browser, { files, livePreview, viewport: { width: 1400, height: 800 } });
      app.page.setDefaultTimeout(10 * PATIENCE);
      await app.page.waitForFunction(() => window.page.host.commands().includes('living-wiki:search'), null, {
        timeout: 10 * PATIENCE,
      });
      await app.page.waitForTimeout(5_000);
      const session = await app.page.context().newCDPSession(app.page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      const all = { ...standInActs(app), ...acts(app, livePreview), ...(livePreview ? {} : gridActs(app)) };
      for (const [name, act] of Object.entries(all)) {
        say(`  ${name}`);
        await browser.startTracing(app.page, { categories: PROFILED });
        await app.page.evaluate(() => void performance.mark('measured'));
        try {
          await act();
          await app.page.waitForTimeout(2_000);
        } catch (error) {
          say(String(error));
        }
        found[name] = longTasksIn(await browser.stopTracing(), NOTICED);
      }
      await app.close();
    }
    return found;
  } finally {
    await stopBrowser(browser);
  }
}

/** What the stand-in takes by itself: a note outside of the wiki. */
function standInActs(app: OpenApp): Record<string, () => Promise<unknown>> {
  return { 'the stand-in alone: another note opened': () => show(app, OTHER, 'source') };
}

/** What a person does with the grid of pages by sources. */
function gridActs(app: OpenApp): Record<string, () => Promise<unknown>> {
  const { page } = app;
  const grid = page.locator('.living-wiki-coverage [role=grid]');
  return {
    'coverage opened, every page read': async () => {
      await app.command('coverage');
      await page.locator('.living-wiki-coverage .living-wiki-legend').waitFor();
    },
    'coverage scrolled to the end': async () => {
      for (let at = 1; at <= 20; at += 1) {
        await grid.evaluate((el, part) => el.scrollTo({ top: el.scrollHeight * part }), at / 20);
        await page.waitForTimeout(50);
      }
    },
    'coverage moved through by keys': async () => {
      await grid.focus();
      for (const key of ['ArrowRight', 'ArrowDown', 'PageDown', 'PageDown', 'End', 'Home']) await grid.press(key);
    },
    'coverage filtered': async () => {
      const filter = page.getByRole('searchbox');
      await filter.focus();
      await page.keyboard.type('harb', { delay: 120 });
      await filter.fill('');
    },
  };
}

function prepare(folder: string): void {
  const next = numbers(11);
  const said = Array.from({ length: PARAGRAPHS }, () => sentence(next));
  mkdirSync(path.join(folder, 'sources'), { recursive: true });
  writeFileSync(path.join(folder, 'sources', 'evidence.md'), `${said.join('\n\n')}\n`);
  const head =
    'schema: knowledge/v1\nslug: with-evidence\nkind: concept\ntitle: With evidence\nsources: [sources/evidence.md]';
  const body = said.map((each, at) => `${each}[^${String(at)}]`).join('\n\n');
  const notes = said
    .map((each, at) => `[^${String(at)}]: [evidence], line ${String(2 * at + 1)}: “${each}”`)
    .join('\n');
  writeFileSync(
    path.join(folder, PAGE),
    `---\n${head}\nupdated_at: "2026-01-02T03:04:05Z"\n---\n\n${body}\n\n${notes}\n`,
  );
  writeFileSync(path.join(folder, OTHER), '# Other\n\nNo page of the wiki.\n');
  writeFileSync(
    path.join(folder, BOARD),
    '```living-wiki\nshow: uncited\nkind: none-of-these\n```\n\n```living-wiki\nshow: contested\n```\n\n```living-wiki\nshow: uncited\nlimit: 200\n```\n',
  );
}

async function show(app: OpenApp, at: string, mode: 'preview' | 'source'): Promise<void> {
  await app.host(
    async (host, [to, as]) => {
      await host.open(to);
      const leaf = host.host.own.workspace.getMostRecentLeaf();
      if (leaf === null) throw new Error('Nothing is open.');
      await leaf.setViewState({ type: 'markdown', active: true, state: { ...leaf.view.getState(), mode: as } });
    },
    [at, mode] as const,
  );
}

/** What a person does, one after the other. */
function acts(app: OpenApp, livePreview: boolean): Record<string, () => Promise<unknown>> {
  const { page } = app;
  const number = page.locator('.living-wiki-number').first();
  const card = async (): Promise<void> => {
    await number.hover();
    await page.locator('.living-wiki-proof-quote').waitFor();
    await page.keyboard.press('Escape');
  };
  if (livePreview) {
    return {
      'live preview: a page with 300 quotes opened': async () => {
        await show(app, PAGE, 'source');
        await page.locator('.living-wiki-strip').first().waitFor();
      },
      'live preview: ten letters typed': async () => {
        await page.locator('.cm-line').nth(8).click();
        await page.keyboard.type('ten letter', { delay: 80 });
        await page.waitForTimeout(1_000);
      },
      'live preview: the card of a number': card,
    };
  }
  return {
    'a page with 300 quotes opened': async () => {
      await show(app, PAGE, 'preview');
      await page
        .locator('.living-wiki-block')
        .nth(PARAGRAPHS - 1)
        .waitFor({ state: 'attached' });
    },
    'the card of a number': card,
    'the strip hidden and shown': async () => {
      await app.command('evidence-strip');
      await page.waitForFunction(() => document.querySelector('.living-wiki-block') === null);
      await app.command('evidence-strip');
      await page
        .locator('.living-wiki-block')
        .nth(PARAGRAPHS - 1)
        .waitFor({ state: 'attached' });
    },
    'three queries in a note, every page read': async () => {
      await show(app, BOARD, 'preview');
      await page.waitForFunction(
        () => document.querySelectorAll('.living-wiki-query .living-wiki-query-rows').length === 3,
      );
    },
  };
}
