import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { silentRun, type Clock, type Random } from '../src/base';
import { createNodeVault } from '../src/node/vault';
import { estimateModelIngest, extract, EXTRACTIVE_CURATOR, recall } from '../src/ingest';
import { createLintEngine } from '../src/lint';
import { createPageIndex, type PageIndex } from '../src/search';
import { hashBytes, hashText, openJournal, type Vault } from '../src/vault';
import { readSnapshot, renderIndex, saveSnapshotCache, type Snapshot } from '../src/wiki';
import { resolveLens } from '../src/workspace';
import { measureBacklog } from './backlog';
import { measurePacks } from './packs';
import { measureQueue } from './queue';
import { MANIFEST, numbers, QUERIES, writeWiki } from './generate';
import { measureFirstUse } from './first-use';
import { measureGrowth } from './growth';
import { measureHostile, printPeak } from './hostile';
import { measureEvidence, measureSlowEvidence } from './evidence';
import { measureLargeChanges } from './large-changes';
import { measureLoad } from './load';
import { measureRecall } from './recall';
import { describeScale } from './scale';
import { measureScreens, measureStart } from './screens';
import { measureSent } from './sent';
import { measureSources, searchSourcesOnce } from './sources';
import { measureTransactions } from './transactions';
import { measureVault } from './vault';
import { measureWorkers } from './workers';
import { measureWaiting } from './workers-memory';

const clock: Clock = { now: () => Date.now() };
let ids = 0;
const random: Random = { id: (length) => (ids += 1).toString(36).padStart(length, '0').slice(-length) };
const run = silentRun;

/** Milliseconds that `work` takes, the best of `times`: the least disturbed run of a noisy machine. */
async function best(times: number, work: () => Promise<unknown>): Promise<number> {
  let fastest = Infinity;
  for (let at = 0; at < times; at += 1) {
    const start = performance.now();
    await work();
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function markdownFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !entry.parentPath.includes(`${path.sep}.`))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Reads every markdown file with the same number of reads under way as the snapshot has. */
async function plainRead(folder: string): Promise<number> {
  const files = await markdownFiles(folder);
  let at = 0;
  let bytes = 0;
  const worker = async (): Promise<void> => {
    for (let file = files[at++]; file !== undefined; file = files[at++]) bytes += (await readFile(file, 'utf8')).length;
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return bytes;
}

interface Opened {
  readonly vault: Vault;
  readonly read: (cache: boolean) => Promise<Snapshot>;
}

/** A wiki on disk; a folder of notes without a manifest is given one in memory. */
async function openWiki(folder: string): Promise<Opened> {
  const vault = createNodeVault(folder);
  const { MemoryVault } = await import('../src/vault');
  const manifests = existsSync(path.join(folder, 'KNOWLEDGE.md'))
    ? vault
    : new MemoryVault({ 'KNOWLEDGE.md': MANIFEST }, clock);
  const lens = await resolveLens(manifests, 'KNOWLEDGE.md');
  return { vault, read: (cache) => readSnapshot({ vault, lens, run, cacheSecret: cache ? 's' : null, clock }) };
}

function searchTimes(index: PageIndex, queries: readonly string[]): number[] {
  return queries.map((query) => {
    const start = performance.now();
    index.search(query);
    return performance.now() - start;
  });
}

/** What opening, one edit, lint and search cost on one wiki. */
async function measureWiki(folder: string, queries: readonly string[]): Promise<Record<string, number>> {
  const { vault, read } = await openWiki(folder);
  await plainRead(folder);
  const plain = await best(3, () => plainRead(folder));
  const cold = await best(3, () => read(false));
  let snapshot = await read(false);
  await saveSnapshotCache(snapshot, vault, 's');
  const warm = await best(3, () => read(true));
  const lens = snapshot.lens;
  // As every wiki is that is kept: with its index.
  if ((await snapshot.text('_index.md')) === null) {
    snapshot = snapshot.with([{ op: 'create', path: '_index.md', text: renderIndex(snapshot) }]);
  }

  const [first] = [...snapshot.pages.keys()];
  const edits: number[] = [];
  const relints: number[] = [];
  const engine = createLintEngine();
  const lintStart = performance.now();
  const report = await engine.lint(snapshot, lens, { clock, run });
  const fullLint = performance.now() - lintStart;
  for (let at = 0; at < 20 && first !== undefined; at += 1) {
    const old = (await snapshot.text(first)) ?? '';
    const text = `${old}\nOne more line with a [[link-${at}]].\n`;
    const editStart = performance.now();
    snapshot = snapshot.with([{ op: 'update', path: first, expected: hashText(old), text }]);
    edits.push(performance.now() - editStart);
    const relintStart = performance.now();
    await engine.lint(snapshot, lens, { clock, run });
    relints.push(performance.now() - relintStart);
  }
  const indexStart = performance.now();
  const index = await createPageIndex(snapshot, run);
  const indexBuild = performance.now() - indexStart;
  const times = searchTimes(index, queries);
  return {
    pages: snapshot.pages.size,
    findings: report.findings.length,
    plainReadMs: plain,
    coldSnapshotMs: cold,
    coldToPlain: cold / plain,
    warmStartMs: warm,
    warmToPlain: warm / plain,
    editP50Ms: percentile(edits, 0.5),
    editMaxMs: percentile(edits, 1),
    fullLintMs: fullLint,
    incrementalLintP50Ms: percentile(relints, 0.5),
    incrementalLintMaxMs: percentile(relints, 1),
    fullToIncrementalLint: fullLint / percentile(relints, 0.5),
    indexBuildMs: indexBuild,
    searchP50Ms: percentile(times, 0.5),
    searchP95Ms: percentile(times, 0.95),
  };
}

/** Recall and ingest of one source into a wiki that is already open; what a model is sent for it, estimated and as it arrives. */
async function measureIngest(folder: string): Promise<Record<string, number>> {
  const { vault, read } = await openWiki(folder);
  const snapshot = await read(false);
  const index = await createPageIndex(snapshot, run);
  const source = snapshot.source('sources/2026-02-02-second.md');
  if (!source) throw new Error('The generated wiki has no second source.');
  const bytes = await vault.readBytes(source.path);
  const hash = hashBytes(bytes);
  const lens = snapshot.lens;
  const text = await extract({ path: source.path, bytes, hash, run });
  await recall({ text, snapshot, index, lens, budget: 60_000 });
  const recallMs = await best(5, () => recall({ text, snapshot, index, lens, budget: 60_000 }));
  const curate = (): Promise<unknown> =>
    EXTRACTIVE_CURATOR.curate({ snapshot, lens, index, source, text, now: clock.now(), run });
  await curate();
  const ingestMs = await best(5, curate);
  const request = { snapshot, lens, index, source, text, now: clock.now(), run };
  const { inputTokens } = await estimateModelIngest(request, { random });
  return { recallMs, ingestMs, estimatedTokens: inputTokens, ...(await measureSent(request, { random, clock })) };
}

/** One transaction of twelve files against the same writes done plainly and durably, each file on its own. */
async function measureJournal(folder: string): Promise<Record<string, number>> {
  const journal = await openJournal(createNodeVault(folder), { clock, random });
  const text = 'x'.repeat(4000);
  let round = 0;
  const journaled = await best(8, async () => {
    round += 1;
    const changes = Array.from(
      { length: 12 },
      (_, at) => ({ op: 'create', path: `j/${round}-${at}.md`, text }) as const,
    );
    await journal.commit({ title: 'bench', changes, facts: {} }, run);
  });
  await journal.close();
  await mkdir(path.join(folder, 'p'), { recursive: true });
  const plain = await best(8, async () => {
    round += 1;
    for (let at = 0; at < 12; at += 1) {
      const file = path.join(folder, 'p', `${round}-${at}.md`);
      await writeFile(file, text);
      const handle = await open(file, 'r+');
      await handle.sync();
      await handle.close();
    }
  });
  return { transactionMs: journaled, plainDurableWritesMs: plain, journalToPlain: journaled / plain };
}

interface Memory {
  /** Peak resident memory of the process, garbage that was not collected yet included. Megabytes. */
  readonly peakMB: number;
  /** What is still held once everything else was collected. Megabytes. */
  readonly retainedMB: number;
}

/** The memory of a process of its own that opens the wiki, lints and searches it; without a folder, of one that does nothing. */
function memoryOf(...folder: string[]): Memory {
  const words = ['--expose-gc', process.argv[1] ?? '', '--memory', ...folder];
  const result = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(result.stderr);
  return JSON.parse(result.stdout) as Memory;
}

async function measureMemory(folder: string | undefined): Promise<void> {
  const held: unknown[] = [];
  if (folder !== undefined) {
    const { read } = await openWiki(folder);
    const snapshot = await read(false);
    const engine = createLintEngine();
    await engine.lint(snapshot, snapshot.lens, { clock, run });
    const index = await createPageIndex(snapshot, run);
    searchTimes(index, QUERIES);
    held.push(snapshot, engine, index);
  }
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const memory: Memory = {
    peakMB: process.resourceUsage().maxRSS / 1024,
    retainedMB: (heapUsed + external) / 2 ** 20,
  };
  process.stdout.write(JSON.stringify(memory));
  // Named after the measurement, so that nothing of it is collected before.
  if (held.length > 3) throw new Error('unreachable');
}

const round = (value: number): number => Number(value.toPrecision(3));
const rounded = (figures: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]));

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Titles of a real vault, whole and half typed, as queries. */
function titlesOf(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const next = numbers(5);
  return Array.from({ length: 300 }, (_, at) => {
    const name = path.basename(names[Math.floor(next() * names.length)] ?? 'note.md', '.md');
    return at % 2 === 0 ? name : name.slice(0, Math.max(3, Math.floor(name.length / 2)));
  });
}

async function main(): Promise<void> {
  const [first, second, ...others] = process.argv.slice(2);
  if (first === '--memory') return measureMemory(second);
  if (first === '--hostile-memory') return printPeak(second ?? '');
  if (first === '--growth') {
    process.stdout.write(`${JSON.stringify(await measureGrowth(say, second), null, 2)}\n`);
    return;
  }
  if (first === '--large-changes') {
    process.stdout.write(`${JSON.stringify(await measureLargeChanges(say), null, 2)}\n`);
    return;
  }
  if (first === '--sources-once') return searchSourcesOnce(second ?? '');
  if (first === '--recall') {
    const folders = second === undefined ? [] : [second, ...others];
    process.stdout.write(`${JSON.stringify(await measureRecall(folders, say), null, 2)}\n`);
    return;
  }
  if (first === '--start') {
    process.stdout.write(`${JSON.stringify(await measureStart(), null, 2)}\n`);
    return;
  }
  if (first === '--first-use') {
    const only = second === undefined ? undefined : [second, ...others];
    process.stdout.write(`${JSON.stringify(await measureFirstUse(say, { ...(only && { only }) }), null, 2)}\n`);
    return;
  }
  if (first === '--backlog') {
    const figures = await measureBacklog(Number(second ?? 300), others[0] === 'apply');
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    return;
  }
  if (first === '--packs') {
    process.stdout.write(`${JSON.stringify(await measurePacks(5_000, Number(second ?? 100_000)), null, 2)}\n`);
    return;
  }
  if (first === '--workers' && second === 'memory') {
    const [wikis = 4, ...steps] = others.map(Number);
    const figures = await measureWaiting(say, wikis, steps.length > 0 ? steps : [100, 200, 400], 90_000);
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    return;
  }
  if (first === '--workers') {
    const figures = await measureWorkers(say, second, others.map(Number));
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    // A proof that failed ends so that whatever started it sees that.
    if ((figures.proof?.problems.length ?? 0) > 0) process.exitCode = 1;
    return;
  }
  if (first === '--scale' && second === 'transactions') {
    process.stdout.write(`${JSON.stringify(await measureTransactions(say), null, 2)}\n`);
    return;
  }
  if (first === '--scale') {
    process.stdout.write(`${describeScale(process.argv.slice(3))}\n`);
    return;
  }
  if (first === '--queue') {
    process.stdout.write(`${JSON.stringify(await measureQueue(Number(second ?? 1000)), null, 2)}\n`);
    return;
  }
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'living-wiki-bench-')));
  try {
    if (first === '--sent') {
      const sent: Record<string, Record<string, number>> = {};
      for (const pages of [100, 10_000]) {
        const folder = path.join(scratch, String(pages));
        writeWiki(folder, pages);
        say(`ingest at ${pages} pages`);
        sent[String(pages)] = rounded(await measureIngest(folder));
      }
      process.stdout.write(`${JSON.stringify(sent, null, 2)}\n`);
      return;
    }
    if (first === '--hostile') {
      process.stdout.write(`${JSON.stringify(await measureHostile(scratch, say), null, 2)}\n`);
      return;
    }
    if (first === '--sources') {
      process.stdout.write(`${JSON.stringify(measureSources(scratch, say), null, 2)}\n`);
      return;
    }
    if (first === '--vault') {
      const cli = path.resolve('dist', 'cli.mjs');
      process.stdout.write(`${JSON.stringify(measureVault(scratch, Number(second ?? 58_600), cli, say), null, 2)}\n`);
      return;
    }
    if (first === '--load') {
      const words = process.argv.slice(3);
      const [rate = 30, seconds = 60, pages = 10_000] = words.filter((word) => word !== 'worker').map(Number);
      const options = { rate, seconds, pages, hasWorker: words.includes('worker') };
      const figures = await measureLoad(scratch, options, say);
      process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
      return;
    }
    if (first === '--evidence') {
      writeWiki(scratch, second === undefined ? 10_000 : Number(second));
      const slower = Number(process.argv[4] ?? 1);
      const figures = slower > 1 ? measureSlowEvidence(scratch, slower, say) : measureEvidence(scratch, say);
      process.stdout.write(`${JSON.stringify(await figures, null, 2)}\n`);
      return;
    }
    if (first === '--screens') {
      writeWiki(scratch, second === undefined ? 10_000 : Number(second));
      process.stdout.write(`${JSON.stringify(await measureScreens(scratch, say), null, 2)}\n`);
      return;
    }
    const result: Record<string, unknown> = {
      machine: {
        cpu: cpus()[0]?.model.trim() ?? 'unknown',
        cores: cpus().length,
        memoryGiB: Math.round(totalmem() / 2 ** 30),
        node: process.version,
      },
    };
    const sizes = [100, 1_000, 10_000];
    const folders = sizes.map((pages) => path.join(scratch, String(pages)));
    sizes.forEach((pages, at) => {
      say(`writing a wiki of ${pages} pages`);
      writeWiki(folders[at] ?? '', pages);
    });
    const large = folders.at(-1) ?? '';
    say('opening, editing, lint and search at 10,000 pages');
    result.wiki10000 = rounded(await measureWiki(large, QUERIES));
    const ingest: Record<string, Record<string, number>> = {};
    for (const [at, folder] of folders.entries()) {
      say(`recall and ingest at ${sizes[at] ?? 0} pages`);
      ingest[String(sizes[at])] = rounded(await measureIngest(folder));
    }
    const flat = (name: string): number => round((ingest['10000']?.[name] ?? 0) / (ingest['100']?.[name] ?? 1));
    result.ingest = {
      ...ingest,
      recall10000To100: flat('recallMs'),
      ingest10000To100: flat('ingestMs'),
      estimatedTokens10000To100: flat('estimatedTokens'),
      sentTokens10000To100: flat('sentTokens'),
      sentCharacters10000To100: flat('sentCharacters'),
    };
    say('journal');
    result.journal = rounded(await measureJournal(folders[0] ?? ''));
    say('memory');
    const baseline = memoryOf();
    const open = memoryOf(large);
    result.memory = rounded({
      baselinePeakMB: baseline.peakMB,
      peakMB: open.peakMB,
      peakAboveBaselineMB: open.peakMB - baseline.peakMB,
      retainedAboveBaselineMB: open.retainedMB - baseline.retainedMB,
    });
    say('search in sources');
    result.sources = measureSources(scratch, say);
    say('recall of real corpora');
    result.recall = await measureRecall(first === undefined ? [] : [first], say);
    say('screens at 10,000 pages');
    result.screens = await measureScreens(large, say);
    if (first !== undefined) {
      say(`the vault ${first}`);
      const copyless = path.resolve(first);
      result.vault = rounded(await measureWiki(copyless, titlesOf(copyless)));
    }
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

await main();
