import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { serve } from '../../scripts/playground/server.mjs';
import { type Page as HostPage } from '../host/page/entry';
import { type PageOptions } from '../host/page/options';
import { builtText } from '../support/built';

const places = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = places.find((place) => place !== '' && existsSync(place));

/** Why there is no browser to test in; `null` where there is one. */
export const whyNoBrowser =
  executablePath === undefined ? 'No Chromium was found: install it, or name it in the variable CHROMIUM.' : null;

// A browser on a busy machine can be late for reasons that are not ours. `npm run test:all` names every test that needed a second try.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });

/** `describe` where there is a browser, and where there is none a group that is skipped and says why. */
export const describeInBrowser = (name: string, tests: () => void): void => {
  // A machine with other work to do takes its time.
  jest.setTimeout(90_000);
  if (whyNoBrowser === null) describe(name, tests);
  else describe.skip(`${name} (${whyNoBrowser})`, tests);
};

export const desktop = { width: 1200, height: 800 };
export const phone = { width: 390, height: 844 };

/** What a test that failed left open. */
const opened = new Set<() => Promise<void>>();

export interface OpenOptions extends PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Code of another plugin than ours. */
  readonly plugin?: string;
  /** Origin of a server on this machine that the page may talk to. */
  readonly connect?: string;
}

/** The app's stand-in in a tab of a headless browser, with our plugin as it is shipped. */
export interface OpenApp {
  readonly page: Page;
  /** Errors of the page that nothing caught, and what it wrote to the console as errors. */
  readonly errors: readonly string[];
  /** Runs in the page, with its `Page` (see test/host/page/entry.ts). */
  host<T>(act: (page: HostPage) => T | Promise<T>): Promise<T>;
  host<T, A>(act: (page: HostPage, argument: A) => T | Promise<T>, argument: A): Promise<T>;
  /**
   * Chooses one of our commands in the palette, as soon as it is there: most are when the wiki is open, which a machine
   * with other work takes a while for.
   */
  command(id: string): Promise<unknown>;
  /** What axe-core finds: one line each, `[]` where it finds nothing. `within`: a selector of what is looked at. */
  accessibility(within?: string): Promise<readonly string[]>;
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
}

/** A browser for the tests of one file: start it once, and close it at the end. */
export async function startBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(whyNoBrowser ?? '');
  return chromium.launch({
    executablePath,
    headless: true,
    // As root, in a container, Chromium has no sandbox and little shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
}

/** Closes it, and every app that is still open in it. */
export async function stopBrowser(browser: Browser): Promise<void> {
  for (const close of opened) await close();
  await browser.close();
}

/** Tabs that wait for the next test of their file, by whether they have a touchscreen. */
const idle = new WeakMap<Browser, Map<boolean, Page>>();

interface Tab {
  readonly page: Page;
  readonly giveBack: () => Promise<void>;
}

/**
 * A tab for a test. One is used again by the tests of a file: each app has an origin of its own, so nothing but the
 * browser's process is shared, and a new process costs more than opening the app.
 */
async function tabOf(browser: Browser, hasTouch: boolean): Promise<Tab> {
  const tabs = idle.get(browser) ?? new Map<boolean, Page>();
  idle.set(browser, tabs);
  const waiting = tabs.get(hasTouch);
  tabs.delete(hasTouch);
  const page = waiting ?? (await (await browser.newContext({ hasTouch, reducedMotion: 'reduce' })).newPage());
  const giveBack = async (): Promise<void> => {
    page.removeAllListeners();
    const isUsable = await leave(page);
    if (isUsable && !tabs.has(hasTouch)) tabs.set(hasTouch, page);
    else await page.context().close();
  };
  return { page, giveBack };
}

/** Leaves what is open in a tab, and what a test told the tab to do. @returns whether that worked */
async function leave(page: Page): Promise<boolean> {
  try {
    await page.unrouteAll();
    // What the pointer rests on is drawn in another way.
    await page.mouse.move(-10, -10);
    await page.goto('about:blank', { timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}

export async function openApp(browser: Browser, options: OpenOptions = {}): Promise<OpenApp> {
  const { viewport = options.device === 'phone' ? phone : desktop, plugin, connect, ...rest } = options;
  const served = await serve({
    options: rest,
    plugin: plugin ?? builtText('main.js'),
    page: builtText('page.js'),
    ...(connect !== undefined && { connect }),
  });
  const { page, giveBack } = await tabOf(browser, options.device === 'phone');
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: options.theme ?? 'light' });
  // Shorter than a test may take, so that what never came is named.
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const close = async (): Promise<void> => {
    opened.delete(close);
    await giveBack();
    await served.close();
  };
  opened.add(close);
  await page.goto(served.url);
  await page.evaluate(() => window.hostReady.then(() => undefined));
  return {
    page,
    errors,
    host: async <T, A>(act: (hostPage: HostPage, argument: A) => T | Promise<T>, argument?: A): Promise<T> => {
      // A function goes to the page as its text; `act` sees nothing of this file.
      return page.evaluate<T>(`(${act.toString()})(window.page, ${JSON.stringify(argument)})`);
    },
    command: async (id) => {
      const full = `living-wiki:${id}`;
      await page.waitForFunction((wanted) => window.page.host.commands().includes(wanted), full);
      return page.evaluate((wanted) => window.page.host.runCommand(wanted), full);
    },
    accessibility: (within) => accessibilityOf(page, within),
    screenshot: async (path) => {
      await page.screenshot({ path });
    },
    close,
  };
}

/** What axe-core finds on a page: one line each. @param within a selector of what is looked at */
export async function accessibilityOf(page: Page, within?: string): Promise<readonly string[]> {
  await page.evaluate(axeSource());
  return page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: { run(context: unknown, options: object): Promise<AxeResult> } };
    const { violations } = await axe.run(selector ?? document, {
      resultTypes: ['violations'],
      // The app is no page, and has no heading of its own.
      rules: { 'page-has-heading-one': { enabled: false } },
    });
    return violations.flatMap(({ id, impact, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
    );
  }, within);
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

let axe: string | null = null;

function axeSource(): string {
  axe ??= readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
  return axe;
}
