import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';
import { throwIfCancelled, WikiError, type ErrorCode } from '../../src/base';
import { type MarkupReader } from '../../src/workbench';

const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a browser to test in. */
export const hasChromium = existsSync(executable);

type Event =
  readonly ['open', string, Record<string, string>] | readonly ['text', string, number] | readonly ['close', string];

interface Answer {
  readonly events: readonly Event[];
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
}

let browser: Browser | undefined;
let opened: Promise<Page> | undefined;

afterAll(() => browser?.close());

async function open(): Promise<Page> {
  const contents = `
    import { markupReader } from './src/obsidian/host/markup';
    globalThis.readMarkup = async (text, kind) => {
      const events = [];
      const told = {
        open: (name, attributes) => events.push(['open', name, { ...attributes }]),
        text: (characters, offset) => events.push(['text', characters, offset]),
        close: (name) => events.push(['close', name]),
      };
      const run = { signal: new AbortController().signal, progress() {}, yieldToHost: async () => {} };
      try {
        await markupReader.read(text, kind, told, run);
        return { events, error: null };
      } catch (error) {
        return { events, error: { code: error.code ?? 'none', message: error.message } };
      }
    };
    globalThis.scriptRan = false;`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.join(__dirname, '..', '..'), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    target: ['es2020'],
  });
  browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.route('**', (route) => route.abort());
  await page.setContent('<p>');
  await page.addScriptTag({ content: outputFiles[0]!.text });
  return page;
}

/** The page in which the app's reader runs. */
export const chromiumPage = (): Promise<Page> => (opened ??= open());

/** The app's reader of HTML and XML, run by the browser that it is made for. */
export const markupReader: MarkupReader = {
  async read(text, kind, events, run) {
    const page = await chromiumPage();
    const { events: told, error } = await page.evaluate(
      ([source, as]) =>
        (globalThis as unknown as { readMarkup(text: string, kind: string): Promise<Answer> }).readMarkup(source, as),
      [text, kind] as const,
    );
    for (const event of told) {
      if (event[0] === 'open') events.open(event[1], event[2]);
      else if (event[0] === 'text') events.text(event[1], event[2]);
      else events.close(event[1]);
    }
    throwIfCancelled(run);
    if (error !== null) throw new WikiError(error.code, error.message);
  },
};
