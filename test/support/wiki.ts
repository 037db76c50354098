import { gunzipSync } from 'node:zlib';
import { silentRun, type Clock, type Random } from '../../src/base';
import { type JobTimer } from '../../src/jobs';
import { MemoryVault, type Vault } from '../../src/vault';
import { setUpWiki, Workbench, type DeviceMemory } from '../../src/workbench';

/** A clock that moves a second at every look, from a fixed day. */
export function steadyClock(start = Date.parse('2026-05-01T08:00:00Z')): Clock {
  let now = start;
  return { now: () => (now += 1_000) };
}

/** Identifiers that count up, so that a test can be repeated to the byte. */
export function countingRandom(): Random {
  let at = 0;
  return { id: (length) => (at += 1).toString(36).padStart(length, '0').slice(-length) };
}

export type Tree = Readonly<Record<string, string>>;

/** Every file below a folder as text; `.wiki/` is left out unless asked for. */
export async function treeOf(vault: Vault, withState = false, folder = ''): Promise<Tree> {
  const tree: Record<string, string> = {};
  for (const entry of await vault.list(folder)) {
    if (!withState && entry.path === '.wiki') continue;
    if (entry.kind === 'folder') Object.assign(tree, await treeOf(vault, withState, entry.path));
    else tree[entry.path] = textOf(await vault.readBytes(entry.path));
  }
  return tree;
}

/** A file as text, compressed state too, so that a search for a secret looks inside. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** What a device keeps outside the vault; two with the same secret are the same device. */
export function testDevice(secret = 'the secret of this device'): DeviceMemory {
  let isKnown = false;
  let approvals: string | null = null;
  return {
    secret: () => secret,
    knowsWiki: () => isKnown,
    rememberWiki: () => void (isKnown = true),
    knowsConfirmations: () => false,
    approvals: () => approvals,
    saveApprovals: (text) => {
      approvals = text;
      return true;
    },
    person: () => 'Tess',
  };
}

/** A device that knew the wiki before this version: the rules for a model in it is taken once as it is. */
export function knownDevice(): DeviceMemory {
  const device = testDevice();
  device.rememberWiki();
  return device;
}

export interface TestWiki {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly random: Random;
  readonly device: DeviceMemory;
  /** Opens it (again, as a new start of the program would). */
  open(): Promise<Workbench>;
  tree(): Promise<Tree>;
}

/** A wiki in memory with these sources and pages, set up as `init` does it. */
export async function testWiki(files: Tree = {}, vault: Vault = new MemoryVault({}, steadyClock())): Promise<TestWiki> {
  const clock = steadyClock();
  const random = countingRandom();
  const device = testDevice();
  for (const [path, text] of Object.entries(files)) await vault.write(path, text);
  await setUpWiki({ vault, root: '', folderName: 'test wiki', adopt: true, clock, random, device }, silentRun);
  return {
    vault,
    clock,
    random,
    device,
    open: () => Workbench.open({ vault, root: '', clock, random, device }),
    tree: () => treeOf(vault),
  };
}

/** Approves the rules for the model as it is now: the test changed it, and is its owner. */
export async function approveRules(wiki: TestWiki): Promise<void> {
  const workbench = await wiki.open();
  await workbench.confirmChanges(await workbench.unconfirmedChanges());
  await workbench.close();
}

/** The timer of a queue whose pauses pass at once, and in which no sign of life is due. @param pass called at each pause */
export function queueTimer(pass: () => void = () => undefined): JobTimer {
  return {
    async sleep(ms, signal) {
      if (ms !== BEAT) pass();
      else await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  };
}

/** Milliseconds between two signs of life of a job. */
const BEAT = 3000;

export const LENS_SOURCE = `# Fresnel lenses

A Fresnel lens is a lens built from concentric rings of prisms. The Fresnel lens was brought to lighthouses by
Augustin Fresnel in 1823. It throws a beam as strong as a solid lens many times its weight.

The Cordouan Lighthouse was the first to have one. Its tower is 67 metres tall.
`;

export const TOWER_SOURCE = `# Cordouan

The Cordouan Lighthouse is a lighthouse in the mouth of the Gironde. Its tower is 68 metres tall. The Fresnel lens
of the Cordouan Lighthouse was lit in 1823, and Augustin Fresnel came to see it.
`;
