import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { says, stalls } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { reads } from '../librarian/support';
import { Bench, shippedCli } from './support';

/** `living-wiki chat` as it is shipped, in a process of its own: what Ctrl-C does, and lines that come before anybody listens. */

let server: ModelServer;
let bench: Bench;
let child: ChildProcess | null = null;
let heard = '';
beforeAll(() => void shippedCli(), 60_000);
beforeEach(async () => {
  server = await ModelServer.start();
  bench = new Bench();
  heard = '';
  bench.copyExample();
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await server.close();
  bench.remove();
});

function start(command: string, ...args: string[]): ChildProcess {
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    HOME: bench.at('home'),
    TERM: 'xterm',
    LIVING_WIKI_BASE_URL: server.url,
    LIVING_WIKI_MODEL: 'small',
  };
  child = spawn(command, args, { cwd: bench.at('vault', 'lighthouse'), env });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (heard += text));
  }
  return child;
}

const chat = (): ChildProcess => start(process.execPath, shippedCli(), 'chat');

/** The same at a terminal: what is written to it is typed. */
const chatAtTerminal = (): ChildProcess => {
  const quoted = ['exec', ...[process.execPath, shippedCli(), 'chat'].map((word) => `'${word}'`)].join(' ');
  return start('script', '--quiet', '--return', '--flush', '--command', quoted, '/dev/null');
};

async function hears(wanted: RegExp, from = 0): Promise<number> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = wanted.exec(heard.slice(from));
    if (found) return from + found.index + found[0].length;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Not heard: ${String(wanted)} in ${heard}`);
}

const exitOf = (process: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => (process.exitCode === null ? process.once('close', resolve) : resolve(process.exitCode)));

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout.includes('util-linux');

describe('Ctrl-C', () => {
  (hasScript ? it : it.skip)(
    'at a terminal ends the question at hand, says what it took, and at the prompt leaves',
    async () => {
      server.script(
        reads('fresnel-lens'),
        stalls('It has', () => undefined),
        reads('fresnel-lens'),
        says('Rings [[fresnel-lens]].'),
      );
      const typed = chatAtTerminal();
      let at = await hears(/> $/);
      typed.stdin?.write('What is it?\r');
      at = await hears(/Read fresnel-lens/, at);
      await until(() => server.asked.length === 2);
      typed.stdin?.write('\u0003');
      at = await hears(/Stopped\. small: about [\d,]+ tokens in/, at);
      at = await hears(/> $/, at);
      typed.stdin?.write('And now?\r');
      at = await hears(/Rings \[\[fresnel-lens\]\]\./, at);
      await hears(/> $/, at);
      typed.stdin?.write('\u0003');
      expect(await exitOf(typed)).toBe(0);
    },
    60_000,
  );

  it('ends the current question; a second one ends the program', async () => {
    server.script(stalls('It', () => undefined));
    const talking = chat();
    await hears(/Enter a question/);
    talking.stdin?.write('What is it?\n');
    await until(() => server.asked.length === 1);
    talking.kill('SIGINT');
    const at = await hears(/Stopped\./);
    expect(talking.exitCode).toBeNull();
    server.script(stalls('It', () => undefined));
    talking.stdin?.write('And now?\n');
    await until(() => server.asked.length === 1);
    talking.kill('SIGINT');
    await hears(/Stopped\./, at);
    talking.kill('SIGINT');
    expect(await exitOf(talking)).toBe(0);
  }, 60_000);

  it('a signal to terminate ends the program at once', async () => {
    server.script(stalls('It', () => undefined));
    const talking = chat();
    talking.stdin?.write('What is it?\n');
    await until(() => server.asked.length === 1);
    talking.kill('SIGTERM');
    expect(await exitOf(talking)).toBe(1);
    expect(heard).toContain('living-wiki:cancelled');
  }, 60_000);
});

it('answers lines that came before the wiki was open', async () => {
  server.script(reads('fresnel-lens'), says('Rings [[fresnel-lens]].'));
  const piped = chat();
  piped.stdin?.end('What is it?\nAnd what more?\n');
  expect(await exitOf(piped)).toBe(0);
  expect(heard.match(/Rings \[\[fresnel-lens\]\]\./g)).toHaveLength(2);
}, 60_000);

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !isSo(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isSo()).toBe(true);
}
