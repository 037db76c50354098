import { readVault } from '../../scripts/playground/server.mjs';
import { markupReader } from '../../src/node/markup';
import { MemoryVault, type Vault } from '../../src/vault';
import { setUpWiki, silentRun, Workbench } from '../../src/workbench';
import { type PageVault } from '../host/page/options';
import { countingRandom, steadyClock } from '../support/wiki';

export const root = 'lighthouse';
const survey = 'sources/2026-04-18-laser-survey.html';

export interface Waiting {
  readonly files: PageVault;
  /** Of the survey's proposal, and of the one after it. */
  readonly ids: readonly [string, string];
}

/** The example vault with two proposals that wait. */
export async function waitingVault(): Promise<Waiting> {
  const vault = new MemoryVault();
  for (const [path, data] of Object.entries(await readVault('examples/vault'))) {
    await vault.write(path, typeof data === 'string' ? data : Buffer.from(data.base64, 'base64'));
  }
  let ids = 0;
  const wiki = await Workbench.open({
    vault,
    root,
    clock: { now: () => Date.parse('2026-06-01T08:00:00Z') },
    markup: markupReader,
    random: { id: (length: number) => (ids += 1).toString(36).padStart(length, '0') },
  });
  const { proposals, failed } = await wiki.ingest({ sources: [survey, 'sources/2026-05-09-grant-letter.txt'] });
  await wiki.close();
  if (proposals.length < 2) throw new Error(`not proposed: ${JSON.stringify(failed)}`);
  return { files: await asFiles(vault), ids: [proposals[0]!.id, proposals[1]!.id] };
}

/** A new wiki in the folder `wiki`, with a proposal that waits for each source. */
export async function proposedVault(sources: Readonly<Record<string, string>>): Promise<PageVault> {
  const vault = new MemoryVault();
  const host = { clock: steadyClock(), random: countingRandom() };
  await setUpWiki({ vault, root: 'wiki', folderName: 'test', template: 'research', ...host }, silentRun);
  for (const [name, text] of Object.entries(sources)) await vault.write(`wiki/sources/${name}`, text);
  const wiki = await Workbench.open({ vault, root: 'wiki', markup: markupReader, ...host });
  await wiki.ingest({});
  await wiki.close();
  return asFiles(vault);
}

/** All files of a vault, also the hidden ones of its wikis. @param folder before each path */
export async function asFiles(vault: Vault, folder = ''): Promise<PageVault> {
  const files: Record<string, { base64: string }> = {};
  const walk = async (below: string): Promise<void> => {
    for (const { kind, path } of await vault.list(below)) {
      if (kind === 'folder') await walk(path);
      else files[`${folder}${path}`] = { base64: Buffer.from(await vault.readBytes(path)).toString('base64') };
    }
  };
  await walk('');
  return files;
}
