import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentRun } from '../../../src/base';
import { createNodeLock, createNodeVault, nodeRandom } from '../../../src/node';
import { GitCheckout, type GitCheckoutOptions } from '../../../src/server/git';
import { applyProposal, setUpWiki, Workbench } from '../../../src/workbench';
import { commitAll, filesOf, git } from '../../support/git';
import { countingRandom, steadyClock, testDevice } from '../../support/wiki';

export { commitAll, filesOf, git };

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'living-wiki-git-'));
  folders.push(folder);
  return folder;
}

export const TOWER = `# Tower

The Cordouan Lighthouse is a lighthouse in the mouth of the Gironde. Its tower is 67 metres tall.
`;

let template: Promise<string> | null = null;

/** A bare repository with a wiki of a few pages, made once. */
async function makeTemplate(): Promise<string> {
  const root = newFolder();
  git(root, 'init', '-q', '--bare', '-b', 'main', 'remote.git');
  git(root, 'clone', '-q', 'remote.git', 'person');
  const person = path.join(root, 'person');
  const vault = createNodeVault(person);
  const deps = { vault, root: '', clock: steadyClock(), random: countingRandom(), device: testDevice() };
  await vault.write('sources/tower.md', TOWER);
  await setUpWiki({ ...deps, folderName: 'wiki', adopt: true }, silentRun);
  const wiki = await Workbench.open(deps);
  const { proposals } = await wiki.ingest({});
  for (const { id } of proposals) await applyProposal(wiki, id);
  await wiki.close();
  writeFileSync(path.join(person, '.gitignore'), '.wiki/\n');
  commitAll(person, 'Begin');
  return root;
}

export interface TestServer {
  readonly checkout: GitCheckout;
  readonly wiki: Workbench;
  /** The wiki's files on this machine. */
  readonly folder: string;
  readonly notices: readonly string[];
}

export class TestTeam {
  readonly root: string;
  readonly remote: string;
  /** A clone that a person works in. */
  readonly person: string;

  private constructor(root: string) {
    this.root = root;
    this.remote = path.join(root, 'remote.git');
    this.person = path.join(root, 'person');
  }

  static async make(): Promise<TestTeam> {
    template ??= makeTemplate();
    const root = newFolder();
    cpSync(await template, root, { recursive: true });
    const team = new TestTeam(root);
    git(team.person, 'remote', 'set-url', 'origin', team.remote);
    return team;
  }

  /** A server with a clone of its own; with the same name again, the same one after a new start. */
  async server(
    name: string,
    limits: GitCheckoutOptions['limits'] = {},
    isReviewedOnBranches = false,
  ): Promise<TestServer> {
    const notices: string[] = [];
    const clock = { now: () => Date.now() };
    const checkout = await GitCheckout.open(
      {
        remote: { url: this.remote, branch: 'main', path: '', token: null, sshKey: null, knownHosts: null },
        folder: path.join(this.root, name),
        isReviewedOnBranches,
        clock,
        lock: (folder) => createNodeLock(folder),
        notice: (code, at) => void notices.push(`${code} ${at ?? ''}`),
        onHidden: (proposal, why) => void notices.push(`${proposal} ${why}`),
        limits,
      },
      silentRun,
    );
    const { folder } = checkout.location;
    const lock = createNodeLock(folder);
    const vault = createNodeVault(folder);
    const wiki = await Workbench.open({ vault, root: '', clock, random: nodeRandom, device: testDevice(), lock });
    return { checkout, wiki, folder, notices };
  }

  /** What somebody who clones now has. */
  fresh(): Record<string, string> {
    const clone = newFolder();
    git(clone, 'clone', '-q', this.remote, '.');
    return filesOf(clone);
  }

  log(format = '%s'): readonly string[] {
    return git(this.remote, 'log', `--format=${format}`, 'main').trim().split('\n');
  }
}

export function write(folder: string, name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

/** Uploads a source and has it read. @returns the proposal that waits */
export async function propose({ wiki, checkout, folder }: TestServer, name: string, text: string): Promise<string> {
  write(folder, name, text);
  await wiki.refresh([name]);
  await checkout.publish({ kind: 'sources', paths: [name] }, wiki, silentRun);
  const [made] = (await wiki.ingest({ sources: [name] })).proposals;
  if (made === undefined) throw new Error('nothing was proposed');
  return made.id;
}

export async function apply({ wiki, checkout }: TestServer, proposal: string): Promise<void> {
  await applyProposal(wiki, proposal);
  await checkout.publish({ kind: 'applied', proposal, transaction: null }, wiki, silentRun);
}

export function edit(folder: string, name: string, change: (text: string) => string): void {
  const file = path.join(folder, name);
  const [before, after] = [readFileSync(file, 'utf8'), change(readFileSync(file, 'utf8'))];
  if (before === after) throw new Error('nothing changed');
  writeFileSync(file, after);
}
