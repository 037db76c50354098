import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentRun } from '../src/base';
import { createNodeVault } from '../src/node/vault';
import { estimateTokens, stripInvisible } from '../src/model';
import { discoverPacks, PackResolver } from '../src/packs';
import { numbers, sentence } from './generate';

/** What context from one pack costs. Milliseconds of processor time, the best of five where it is warm. */
export interface PackFigures {
  readonly files: number;
  /** The first time, when every file is read and indexed. */
  readonly firstMs: number;
  /** Again, for another task. */
  readonly warmMs: number;
  /** To look for packs in a place with so many folders, with the default limits. */
  readonly folders: number;
  readonly discoverMs: number;
}

/** @param files of the pack @param folders of the place in which packs are looked for */
export async function measurePacks(files: number, folders: number): Promise<PackFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-packs-'));
  try {
    await writePack(path.join(folder, 'packs', 'large'), files);
    const { packs } = await discoverPacks(scopeOf(path.join(folder, 'packs')), silentRun);
    const resolver = new PackResolver({ countTokens: estimateTokens, clean: (text) => stripInvisible(text).text });
    const resolve = async (task: string): Promise<number> => {
      const begun = processorMs();
      await resolver.resolve({ task, packs, budget: 4_000 }, silentRun);
      return processorMs() - begun;
    };
    const firstMs = await resolve('the tower of harbour 17');
    const warm: number[] = [];
    for (let at = 0; at < 5; at += 1) warm.push(await resolve(`page ${at * 31} about the harbour`));
    for (let at = 0; at < folders; at += 1) await mkdir(path.join(folder, 'many', `f${at}`), { recursive: true });
    const begun = processorMs();
    await discoverPacks(scopeOf(path.join(folder, 'many')), silentRun);
    return { files, firstMs, warmMs: Math.min(...warm), folders, discoverMs: processorMs() - begun };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const scopeOf = (place: string) => [{ kind: 'project' as const, place, vault: createNodeVault(place) }];

async function writePack(folder: string, files: number): Promise<void> {
  await mkdir(path.join(folder, 'wiki'), { recursive: true });
  const guide =
    '---\nname: large\ndescription: Many pages.\ntype: research-wiki\nstatus: ready\nprofile: wiki-first\n---\n\n# Large\n';
  await writeFile(path.join(folder, 'KNOWLEDGE.md'), guide);
  const next = numbers(7);
  for (let at = 0; at < files; at += 1) {
    const body = Array.from({ length: 8 }, () => sentence(next)).join(' ');
    const text = `# Page ${at}\n\n${body}\n\n## Harbour ${at % 97}\n\n${sentence(next)}\n`;
    await writeFile(path.join(folder, 'wiki', `page-${at}.md`), text);
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
