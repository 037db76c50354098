import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentRun } from '../src/base';
import { createNodeVault } from '../src/node/vault';
import { createSourceSearch, Workbench } from '../src/workbench';
import { book, dictionary } from './corpora';
import { benchDevice } from './device';
import { MANIFEST, numbers } from './generate';

/** How many source files, and UTF-16 units of each. */
const FILES = 10_000;
const LENGTH = 18_000;
const QUERIES = 300;

/** Beside the sources, so that the process that is measured reads no corpus. */
const QUERY_FILE = 'queries.json';

/** What one process measured. */
interface Measured {
  /** By the clock, and in processor time. */
  readonly indexMs: number;
  readonly indexCpuMs: number;
  /** Of searches, in processor time. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly slowestMs: number;
  readonly peakMB: number;
}

/** The text of the corpora that are installed, entry by entry; none where there is no corpus. */
function realTexts(): readonly string[] {
  return [dictionary(), book()].flatMap(({ files }) => (typeof files === 'string' ? [] : [...files.values()].slice(1)));
}

/** Sources cut from real text: each begins elsewhere, so that no two are the same. */
function writeSources(folder: string, texts: readonly string[]): void {
  const all = texts.map((text) => text.replace(/^---\n[\s\S]*?\n---\n/u, '')).join('\n\n');
  const next = numbers(11);
  mkdirSync(path.join(folder, 'sources'), { recursive: true });
  writeFileSync(path.join(folder, 'KNOWLEDGE.md'), MANIFEST);
  for (let at = 0; at < FILES; at += 1) {
    const pieces = Array.from({ length: 3 }, () => {
      const from = Math.floor(next() * (all.length - LENGTH));
      return all.slice(from, from + LENGTH / 3);
    });
    writeFileSync(path.join(folder, 'sources', `${String(at)}.txt`), `Text ${String(at)}\n\n${pieces.join('\n\n')}\n`);
  }
}

/** Three words in a row that stand in the text, as somebody who has read it would ask. */
function queriesOf(texts: readonly string[]): readonly string[] {
  const next = numbers(13);
  const words =
    texts
      .join(' ')
      .slice(0, 4_000_000)
      .match(/[A-Za-z]{4,}/gu) ?? [];
  return Array.from({ length: QUERIES }, () => {
    const at = Math.floor(next() * (words.length - 3));
    return words.slice(at, at + 3).join(' ');
  });
}

/** Indexes what is missing and searches: the work of one process. JSON on standard output. */
export async function searchSourcesOnce(folder: string): Promise<void> {
  const host = {
    vault: createNodeVault(folder),
    root: '',
    sourceSearch: createSourceSearch,
    clock: { now: () => Date.now() },
    random: { id: () => 'bench' },
    device: benchDevice(),
  };
  const start = performance.now();
  const startCpu = process.cpuUsage();
  const workbench = await Workbench.open(host);
  await workbench.indexSources(silentRun);
  await workbench.searchSources({ query: 'lighthouse' });
  const indexMs = performance.now() - start;
  const used = process.cpuUsage(startCpu);
  const indexCpuMs = (used.user + used.system) / 1_000;
  const queries = JSON.parse(readFileSync(path.join(folder, QUERY_FILE), 'utf8')) as readonly string[];
  const times: number[] = [];
  for (const query of queries) {
    // Other work on the machine does not count.
    const began = process.cpuUsage();
    await workbench.searchSources({ query });
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / 1_000);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  await workbench.close();
  const peakMB = process.resourceUsage().maxRSS / 1024;
  const measured: Measured = { indexMs, indexCpuMs, p50Ms: at(0.5), p95Ms: at(0.95), slowestMs: at(1), peakMB };
  process.stdout.write(JSON.stringify(measured));
}

/** Search in 10,000 sources of 18 kB: the first index, a restart, and queries in each. */
export function measureSources(scratch: string, say: (line: string) => void): Record<string, unknown> {
  const texts = realTexts();
  if (texts.length === 0) return { skipped: 'No corpus is installed (dict-foldoc, anarchism).' };
  const folder = path.join(scratch, 'sources-wiki');
  say(`writing ${String(FILES)} sources`);
  writeSources(folder, texts);
  writeFileSync(path.join(folder, QUERY_FILE), JSON.stringify(queriesOf(texts)));
  const once = (): Measured => {
    const words = [process.argv[1] ?? '', '--sources-once', folder];
    const result = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (result.status !== 0) throw new Error(result.stderr);
    return JSON.parse(result.stdout) as Measured;
  };
  say('first index, and searches');
  const first = once();
  say('restart, and searches');
  const again = once();
  const stored = path.join(folder, '.wiki', 'cache', 'sources');
  const bytes = readdirSync(stored).reduce((sum, name) => sum + statSync(path.join(stored, name)).size, 0);
  return { sources: FILES, first, again, storedMB: bytes / 2 ** 20 };
}
