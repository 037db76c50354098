import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createNodeVault } from '../src/node/vault';
import { silentRun } from '../src/base';
import { readSnapshot, renderIndex } from '../src/wiki';
import { resolveLens } from '../src/workspace';
import { readVault } from '../scripts/playground/server.mjs';
import { openApp, startBrowser, stopBrowser, whyNoBrowser, type OpenApp } from '../test/browser/driver';
import { nameOf, numbers, sentence, slugOf } from './generate';
import { TaskMeter, type Measured } from './tasks';

/** A plugin that does nothing: what is slow with it is the stand-in itself. */
const IDLE = "module.exports = class extends require('obsidian').Plugin {};";

const SECOND = 'sources/2026-02-02-second.md';
const LARGE = 'sources/2026-03-03-third.md';
const LARGE_REVIEW = 'review of a large change opened';
const EDITED = `entities/${slugOf(1)}.md`;
/** A big wiki on a slow machine takes its time. Milliseconds. */
const PATIENCE = 60_000;

/** What each screen costs at the size of the wiki in `folder`, in the shipped main.js over the stand-in for the app. */
export async function measureScreens(
  folder: string,
  say: (line: string) => void,
  plugin?: string,
): Promise<Record<string, unknown>> {
  if (whyNoBrowser !== null) return { skipped: whyNoBrowser };
  await prepare(folder);
  const files = await readVault(folder);
  const browser = await startBrowser();
  try {
    const standIn: Record<string, Measured> = {};
    const idle = await openApp(browser, { files, enabled: false, plugin: IDLE });
    const idleMeter = await TaskMeter.attach(idle.page);
    standIn.enable = await idleMeter.measure(() => idle.host((page) => page.enable()));
    standIn.edit = await idleMeter.measure(() => edit(idle));
    standIn.restart = await idleMeter.measure(() => idle.host((page) => page.restart()));
    await idle.close();

    const app = await openApp(browser, { files, enabled: false, ...(plugin !== undefined && { plugin }) });
    app.page.setDefaultTimeout(PATIENCE);
    const meter = await TaskMeter.attach(app.page);
    const main = await loading(app, meter);
    const scenarios: Record<string, Measured> = {};
    let changes = 0;
    for (const [name, act] of Object.entries(acts(app))) {
      say(`  ${name}`);
      try {
        scenarios[name] = await meter.measure(act);
        if (name === LARGE_REVIEW) changes = await changesIn(app);
      } catch (error) {
        say(`  ${name}: ${error instanceof Error ? error.message : String(error)}`);
        await app.screenshot(path.join('.bench', `${name.replaceAll(' ', '-')}.png`));
      }
    }
    const { errors } = app;
    await app.close();
    return { main, changes, standIn: roundAll(standIn), scenarios: roundAll(scenarios), errors };
  } finally {
    await stopBrowser(browser);
  }
}

/** The index that every wiki has that is kept, and a source that names many pages. */
async function prepare(folder: string): Promise<void> {
  const vault = createNodeVault(folder);
  const snapshot = await readSnapshot({ vault, lens: await resolveLens(vault, 'KNOWLEDGE.md'), run: silentRun });
  writeFileSync(path.join(folder, '_index.md'), renderIndex(snapshot));
  const next = numbers(101);
  const told = Array.from({ length: 130 }, (_, at) => {
    const about = nameOf(at);
    return `${about} is a ${sentence(next).toLowerCase()} ${sentence(next)}`;
  });
  writeFileSync(path.join(folder, LARGE), `# Third\n\n${told.join('\n\n')}\n`);
  writePage(folder, 'diaphone', 'A diaphone is a horn that is blown with air.');
  const misspelt = ['Before it', 'With it', 'After it'].map(
    (words) => `${words} came the [[dia phone]].\n\nIt was loud.\n`,
  );
  for (let at = 0; at < 110; at += 1) writePage(folder, `horn-${String(at)}`, misspelt.join('\n'));
}

function writePage(folder: string, slug: string, body: string): void {
  const head = `schema: knowledge/v1\nslug: ${slug}\nkind: concept\ntitle: ${slug}\nsources: [${SECOND}]\nupdated_at: "2026-01-02T03:04:05Z"`;
  writeFileSync(path.join(folder, 'concepts', `${slug}.md`), `---\n${head}\n---\n\n# ${slug}\n\n${body}\n`);
}

/** What loading the code of the plugin takes, as a start does: medians of seven, and the least of them. Milliseconds. */
async function loading(app: OpenApp, meter: TaskMeter): Promise<Record<string, number>> {
  const result: Record<string, number> = {};
  for (const factor of [1, 4]) {
    await meter.throttle(factor);
    const times = await app.host(
      (page, slow) => [1, 2, 3, 4, 5, 6, 7].map((at) => page.loadAgain(`${String(slow)} ${String(at)}`)),
      factor,
    );
    const speed = factor === 1 ? '' : 'AtQuarterSpeed';
    for (const what of ['compile', 'evaluate'] as const) {
      const sorted = times.map((each) => each[what]).sort((one, other) => one - other);
      result[`${what}${speed}Ms`] = round(sorted[3] ?? 0);
      result[`${what}${speed}LeastMs`] = round(sorted[0] ?? 0);
    }
  }
  await meter.throttle(1);
  return result;
}

/** What a start costs before the plugin does anything. */
export async function measureStart(): Promise<Record<string, unknown>> {
  if (whyNoBrowser !== null) return { skipped: whyNoBrowser };
  const browser = await startBrowser();
  try {
    const app = await openApp(browser, { enabled: false });
    return await loading(app, await TaskMeter.attach(app.page));
  } finally {
    await stopBrowser(browser);
  }
}

/** How many changes the review has to decide about. */
async function changesIn({ page }: OpenApp): Promise<number> {
  const text = (await page.locator('.living-wiki-foot-text:visible').textContent()) ?? '';
  return Number(/of (\d+) changes/.exec(text)?.[1] ?? 0);
}

const edit = (app: OpenApp): Promise<unknown> =>
  app.host(async (page, at) => {
    const { vault } = page.host.own;
    const file = vault.getFileByPath(at);
    if (file === null) throw new Error(`There is no ${at}.`);
    await vault.process(file, (text) => `${text}\nOne more line with a [[link to nowhere]].\n`);
  }, EDITED);

/** What a person does, one after the other. */
function acts(app: OpenApp): Record<string, () => Promise<unknown>> {
  const { page } = app;
  const run = (command: string): Promise<unknown> =>
    app.host((host, id) => host.host.runCommand(`living-wiki:${id}`), command);
  const seen = (selector: string): Promise<unknown> => page.locator(selector).first().waitFor();
  const linted = (): Promise<unknown> =>
    page.waitForFunction(() =>
      /\d+ finding|\d+ error|\d+ warning|\d/.test(document.querySelector('.status-bar')?.textContent ?? ''),
    );
  const nothingRuns = (): Promise<unknown> =>
    page.waitForFunction(() => document.querySelector('.living-wiki-job') === null);
  const review = async (source: string): Promise<void> => {
    await app.host(async (host, at) => {
      const { workspace, vault } = host.host.own;
      const file = vault.getFileByPath(at);
      if (file === null) throw new Error(`There is no ${at}.`);
      await workspace.getLeaf(false).openFile(file);
      // Settles when the proposal is made and its review opens.
      await host.host.runCommand('living-wiki:ingest-file');
    }, source);
    await seen('.living-wiki-hunk-head:visible');
  };
  const search = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await run('search');
    await page.keyboard.type('a');
    await seen('.living-wiki-hit');
  };
  return {
    'start, cold': async () => {
      await app.host((host) => host.enable());
      await linted();
    },
    'start, warm': async () => {
      await app.host((host) => host.restart());
      await linted();
    },
    'a page edited': () => edit(app),
    'lint panel opened': async () => {
      await run('lint');
      await seen('.living-wiki-finding');
    },
    'lens view opened': async () => {
      await run('lens-view');
      await seen('.living-wiki-lens .living-wiki-page-title');
    },
    'coverage opened': async () => {
      await run('coverage');
      await seen('.living-wiki-coverage .living-wiki-legend');
    },
    'why asked': async () => {
      await run('why');
      await seen('.prompt .suggestion-item');
    },
    'search opened for the first time': search,
    'search typed letter by letter': async () => {
      await page.keyboard.press('Backspace');
      for (const letter of `${nameOf(42).slice(0, 12)} ba`) {
        await page.keyboard.type(letter);
        await page.waitForTimeout(60);
      }
      await seen('.living-wiki-hit');
      await page.keyboard.press('Escape');
    },
    'a source ingested': () => review(SECOND),
    'a source of 130 names ingested': () => review(LARGE),
    [LARGE_REVIEW]: async () => {
      await run('fix-all');
      await page.locator('.living-wiki-hunk', { hasText: 'dia phone' }).first().waitFor();
    },
    'hunks decided': async () => {
      for (const key of 'ajajrEscapeA'.match(/Escape|./g) ?? []) await page.keyboard.press(key);
    },
    'everything accepted': async () => {
      await page.getByRole('button', { name: 'Accept all' }).click();
    },
    applied: async () => {
      await page.getByRole('button', { name: /^Apply \d+/ }).click();
      await page.getByRole('heading', { name: 'Applied' }).waitFor();
    },
    'history opened': async () => {
      await run('history');
      await seen('.living-wiki-transaction');
    },
    undone: async () => {
      await page.getByRole('button', { name: /^Undo “/ }).click();
      await nothingRuns();
      await seen('.living-wiki-hunk-head:visible');
      await page.getByRole('button', { name: 'Accept all' }).click();
      await page.getByRole('button', { name: /^Apply \d+/ }).click();
      await page.getByRole('heading', { name: 'Applied' }).waitFor();
    },
    'start with everything kept': async () => {
      await app.host((host) => host.restart());
      await linted();
    },
    'search opened from the cache': search,
  };
}

const round = (value: number): number => Math.round(value);

function roundAll(all: Record<string, Measured>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(all).map(([name, { where, ...figures }]) => [
      name,
      {
        ...Object.fromEntries(Object.entries(figures).map(([figure, value]) => [figure, round(value)])),
        ...(where.length > 0 && { where }),
      },
    ]),
  );
}
