import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser } from 'playwright-core';
import { readVault } from '../scripts/playground/server.mjs';
import { silentRun } from '../src/base';
import { createNodeVault } from '../src/node/vault';
import { DEFAULT_SETTINGS, printSettings, type Settings } from '../src/obsidian/settings';
import { Workbench, NO_MODEL_SETTINGS } from '../src/workbench';
import { openApp, startBrowser, stopBrowser, whyNoBrowser } from '../test/browser/driver';
import { type Page as HostPage } from '../test/host/page/entry';
import { type PageVault } from '../test/host/page/options';
import { says } from '../test/model/server/behaviours';
import { ModelServer } from '../test/model/server/server';
import { approvedOnDevice } from '../test/support/approved';
import { longestTaskIn, TRACED, type LongestTask } from './trace';

/** What the first use of a screen costs in a page that was just loaded, until 300 ms after it is shown. Milliseconds. */
interface FirstUse extends LongestTask {
  /** From the click to the frame that shows the screen. */
  readonly painted: number;
}

interface Screen {
  /** A command of the plugin, or a key that a person presses. */
  readonly command?: string;
  readonly keys?: string;
  /** What is pressed and typed before, outside the measurement. */
  readonly before?: { readonly command: string; readonly until: string; readonly fill?: string };
  /** What is opened before a command that works on the open file. */
  readonly file?: string;
  /** A selector of what a person waits for. */
  readonly until: string;
}

const SOURCE = 'lighthouse/sources/2026-06-01-inspection.md';
const PROPOSED = 'sources/2026-05-09-grant-letter.txt';
const APPLIED = 'sources/2026-05-02-interview.vtt';
const DATA = '.obsidian/plugins/living-wiki/data.json';
const QUESTION = '.living-wiki-chat textarea';
/** Shown in the status bar once a wiki is open. */
const OPENED = '.status-bar .living-wiki-status';
/** Loads of each screen; the least disturbed counts. */
const TIMES = 3;

const SCREENS: Readonly<Record<string, Screen>> = {
  home: { command: 'open-home', until: '.living-wiki-home .living-wiki-section' },
  'search dialog': { command: 'search', until: '.living-wiki-search input, .prompt input' },
  'first letters of a search': {
    before: { command: 'search', until: '.prompt input' },
    keys: 'mercury',
    until: '.living-wiki-hit',
  },
  chat: { command: 'ask', until: QUESTION },
  'first question': {
    before: { command: 'ask', until: QUESTION, fill: 'Can visitors go up to the lens?' },
    keys: 'Enter',
    until: '.living-wiki-chat-text',
  },
  review: { command: 'review', until: '.living-wiki-hunk-head, .living-wiki-foot-text' },
  lint: { command: 'lint', until: '.living-wiki-finding' },
  history: { command: 'history', until: '.living-wiki-transaction' },
  settings: { keys: 'Control+,', until: '.modal .setting-item select' },
  'lens view': { command: 'lens-view', until: '.living-wiki-lens .living-wiki-page-title' },
  'lens switcher': { command: 'switch-lens', until: '.prompt .suggestion-item' },
  'why a setting has its value': { command: 'why', until: '.prompt .suggestion-item' },
  'new wiki': { command: 'set-up', until: '.modal input' },
  'ingest without a model': { command: 'ingest-file', file: SOURCE, until: '.living-wiki-hunk' },
};

/**
 * What each screen costs when it is first opened after the app was started, on a small wiki: mostly the plugin's own code, which
 * is compiled and evaluated then.
 * @param only names of screens; all when absent
 */
export async function measureFirstUse(
  say: (line: string) => void,
  { plugin, only }: { readonly plugin?: string; readonly only?: readonly string[] } = {},
): Promise<Record<string, unknown>> {
  if (whyNoBrowser !== null) return { skipped: whyNoBrowser };
  const server = await ModelServer.start();
  server.welcomesPages = true;
  const browser = await startBrowser();
  try {
    const settings = settingsFor(server.url);
    const files = { ...(await prepare()), [DATA]: JSON.stringify(printSettings(settings)) };
    const localStorage = approvedOnDevice(settings);
    const result: Record<string, unknown> = {};
    const screens: Readonly<Record<string, Screen | null>> = { 'wiki opened': null, ...SCREENS };
    const wanted = Object.entries(screens).filter(([name]) => only?.includes(name) ?? true);
    for (const [name, screen] of wanted) {
      const figures: Record<string, number> = {};
      for (const slower of [1, 4]) {
        const uses: FirstUse[] = [];
        for (let at = 0; at < TIMES; at += 1) {
          server.script(says('The lens floats on a ring-shaped trough of mercury.'));
          uses.push(await firstUse(browser, screen, { files, localStorage, slower, connect: server.origin, plugin }));
        }
        const suffix = slower === 1 ? '' : ' at a quarter of the speed';
        figures[`painted${suffix}`] = least(uses.map(({ painted }) => painted));
        figures[`longest task${suffix}`] = least(uses.map(({ longestTask }) => longestTask));
        // A slowed processor counts the time in which it is held back.
        if (slower === 1) figures['longest task, processor time'] = least(uses.map(({ mostWork }) => mostWork));
      }
      result[name] = figures;
      say(`  ${name}: ${Object.values(figures).join(', ')}`);
    }
    return result;
  } finally {
    await stopBrowser(browser);
    await server.close();
  }
}

/** The example vault with one proposal that waits and one that was applied. */
async function prepare(): Promise<PageVault> {
  const folder = mkdtempSync(path.join(tmpdir(), 'living-wiki-first-use-'));
  try {
    cpSync(path.join('examples', 'vault'), folder, { recursive: true });
    const found = 'The fresnel lens of Skerry Point Lighthouse has two chipped prisms. The diaphone sounds again.';
    writeFileSync(path.join(folder, SOURCE), `# Inspection\n\n${found}\n`);
    let ids = 0;
    const workbench = await Workbench.open({
      vault: createNodeVault(folder),
      root: 'lighthouse',
      clock: { now: () => Date.now() },
      random: { id: (length) => (ids += 1).toString(36).padStart(length, '0').slice(-length) },
    });
    await workbench.ingest({ sources: [APPLIED], apply: true }, silentRun);
    await workbench.ingest({ sources: [PROPOSED] }, silentRun);
    const [made, kept] = [await workbench.history(), await workbench.proposals()];
    if (made.length === 0 || kept.length === 0) throw new Error('The example has nothing to review or to undo.');
    await workbench.close();
    return await readVault(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function settingsFor(baseUrl: string): Settings {
  const model = { ...NO_MODEL_SETTINGS, provider: 'custom', baseUrl, model: 'tiny' } as const;
  return { ...DEFAULT_SETTINGS, model, wiki: 'lighthouse', curator: 'built-in' };
}

interface Opening {
  readonly files: PageVault;
  readonly localStorage: Readonly<Record<string, unknown>>;
  readonly connect: string;
  readonly plugin: string | undefined;
  /** How many times slower the processor is made to be. */
  readonly slower: number;
}

/** @param screen `null` for switching the plugin on until its wiki is open */
async function firstUse(
  browser: Browser,
  screen: Screen | null,
  { slower, plugin, ...rest }: Opening,
): Promise<FirstUse> {
  const enabled = screen !== null;
  const app = await openApp(browser, { ...rest, enabled, ...(plugin !== undefined && { plugin }) });
  const { page } = app;
  try {
    if (screen !== null) {
      await page.waitForFunction(() => window.page.host.commands().includes('living-wiki:search'));
      if (screen.file !== undefined) await app.host((host, file) => host.open(file), screen.file);
      if (screen.before !== undefined) {
        await app.command(screen.before.command);
        const field = page.locator(screen.before.until).first();
        await field.waitFor();
        if (screen.before.fill !== undefined) await field.fill(screen.before.fill);
        await field.focus();
      }
    }
    // What a start does in the background is done.
    await page.waitForTimeout(1_500);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await browser.startTracing(page, { categories: [...TRACED] });
    await page.evaluate(keepTimeOfFirstKey);
    const asked = { until: screen?.until ?? OPENED, command: screen?.command ?? null, enable: screen === null };
    const painting = app.host(untilPainted, asked);
    if (screen?.keys !== undefined) {
      const { keys } = screen;
      if (keys.includes('+') || keys === 'Enter') await page.keyboard.press(keys);
      else await page.keyboard.type(keys);
    }
    const painted = await painting;
    await page.waitForTimeout(300);
    return { painted, ...longestTaskIn(await browser.stopTracing()) };
  } finally {
    await app.close();
  }
}

interface Asked {
  readonly until: string;
  /** Waits for a key when absent. */
  readonly command: string | null;
  readonly enable: boolean;
}

declare global {
  interface Window {
    firstKey: Promise<number>;
  }
}

/** Runs in the page. */
function keepTimeOfFirstKey(): void {
  window.firstKey = new Promise((resolve) => {
    window.addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
  });
  performance.mark('measured');
}

/** Runs in the page. @returns milliseconds from the click or the first key to the frame that shows what a person waits for */
async function untilPainted(page: HostPage, { until, command, enable }: Asked): Promise<number> {
  if (enable) {
    void page.enable();
    // The code is compiled now, which is measured by itself; what it does next is not.
    performance.mark('measured');
  }
  const called = performance.now();
  if (command !== null) void page.host.runCommand(`living-wiki:${command}`);
  const begun = command === null && !enable ? await window.firstKey : called;
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`Nothing shows ${until}.`)), 30_000);
    const look = (): void => {
      const isSeen = [...document.querySelectorAll(until)].some((element) => element.getClientRects().length > 0);
      // A frame is drawn after its callbacks; the next task is after it.
      if (isSeen) setTimeout(() => resolve(performance.now() - begun));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const least = (values: readonly number[]): number => Math.round(Math.min(...values));
