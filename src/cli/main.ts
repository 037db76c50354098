import { createInterface } from 'node:readline';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { EXIT } from './exit';
import { runCli } from './program';
import { asWikiError } from '../workbench';
import { printError } from './print';
import { type Terminal } from './terminal';

// By itself, V8 lets the heap grow to four times what is in use before it collects. Half of that takes a few per cent more time and a third less memory.
setFlagsFromString('--heap-growing-percent=100');

/** Bytes in use from which the heap may only grow by two fifths, and how often that is looked at, in milliseconds: a large wiki would otherwise take twice what it needs. */
const LARGE_HEAP = 250_000_000;
const HEAP_WATCH = 300;
const heapWatch = setInterval(() => {
  if (getHeapStatistics().used_heap_size < LARGE_HEAP) return;
  setFlagsFromString('--heap-growing-percent=40');
  clearInterval(heapWatch);
}, HEAP_WATCH).unref();

/** Whether colour is wanted. Source: no-color.org; FORCE_COLOR as Node itself reads it. */
function wantsColour(): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
  return process.stdout.isTTY && TERM !== 'dumb';
}

/** Why output failed: the reader closed the pipe, or the disk of a redirected output is full. */
let outputError: NodeJS.ErrnoException | null = null;

const terminal: Terminal = {
  out: (text) => {
    if (outputError === null) process.stdout.write(text);
  },
  err: (text) => void process.stderr.write(text),
  colour: wantsColour(),
  interactive: process.stderr.isTTY && process.env.CI === undefined,
  width: process.stdout.isTTY ? process.stdout.columns : 80,
};

async function readStdin(): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) text += String(piece);
  return text;
}

const stop = new AbortController();
/** Called first on Ctrl-C; returns whether it has dealt with it. */
let takesInterrupt = (): boolean => false;
// The first unhandled Ctrl-C stops cleanly at the next safe point; the second kills the process.
process.on('SIGINT', function interrupt() {
  if (takesInterrupt()) return;
  process.off('SIGINT', interrupt);
  stop.abort();
});
process.once('SIGTERM', () => stop.abort());
// Stop at the next safe point; throwing here would end the work in the middle of a change.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  outputError ??= error;
  stop.abort();
});
process.stderr.on('error', () => undefined);

try {
  process.exitCode = await runCli(
    {
      terminal,
      cwd: process.cwd(),
      clock: { now: () => Date.now() },
      signal: stop.signal,
      env: process.env,
      onInterrupt: (handler) => void (takesInterrupt = handler),
      readStdin: readStdin,
      inputLines: () => {
        // Listen right away, or lines that arrive while the wiki opens are lost.
        const lines = createInterface({ input: process.stdin, signal: stop.signal })[Symbol.asyncIterator]();
        return { [Symbol.asyncIterator]: () => lines };
      },
    },
    process.argv.slice(2),
  );
} catch (error) {
  printError(terminal, asWikiError(error, 'living-wiki:unexpected'));
  process.exitCode = 2;
}
process.on('exit', () => {
  if (outputError === null) return;
  // A reader such as `head` that closes the pipe early is not an error.
  process.exitCode = outputError.code === 'EPIPE' ? EXIT.done : EXIT.usage;
  if (outputError.code !== 'EPIPE') process.stderr.write(`The output cannot be written: ${outputError.message}\n`);
});
