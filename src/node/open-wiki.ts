import {
  createSourceSearch,
  readDigest,
  Workbench,
  type AutomationSettings,
  type Clock,
  type DeviceMemory,
  type JobHost,
  type ModelHost,
  type PackHost,
  type Run,
} from '../workbench';
import { type WriteLock } from '../vault';
import { AutomationFile } from './automation-file';
import { createDeviceMemory } from './device';
import { guessEncoding } from './encoding';
import { type WikiLocation } from './locate-wiki';
import { createNodeLock, isOwnerGone, nodeOwner } from './lock';
import { markupReader } from './markup';
import { runHarvest } from './memory';
import { nodeTimer, type CommandEnvironment } from './model-config';
import { nodePackHost } from './pack-scopes';
import { createNodePdfReader } from './pdf';
import { nodeRandom } from './random';
import { nodeUnitKeys } from './unit-keys';
import { createNodeVault } from './vault';

/** What is known of the process that opens a wiki. */
export interface NodeEnvironment extends CommandEnvironment {
  readonly clock: Clock;
}

/** What a host puts in the place of the usual: files in the wiki's `.wiki/`. */
export interface WikiPorts {
  /** The model that the work may use; without one, it does not use the network. */
  readonly model?: ModelHost | undefined;
  /** Ranks by meaning, if its settings name an embedding model. */
  readonly embeddings?: ModelHost | undefined;
  /** Keeps other programs from writing. */
  readonly lock?: WriteLock;
  /** How long the usual lock waits for another program. Milliseconds. */
  readonly lockTimeout?: number | undefined;
  readonly jobs?: Partial<JobHost>;
  /** What runs by itself; what this device has noted of the wiki when absent. */
  readonly automation?: () => AutomationSettings;
  /** Where knowledge packs are looked for; where the command line does when absent. */
  readonly packs?: PackHost;
  /** What is kept outside the wiki; the memory of this device when absent. */
  readonly device?: DeviceMemory | undefined;
  /** See `WorkbenchHost.onlyProposes`. */
  readonly onlyProposes?: boolean;
  /** See `WorkbenchHost.reportsChanges`. */
  readonly reportsChanges?: boolean;
}

/** Opens a wiki on this machine with everything that Node can give it. Whoever opens it closes it. */
export async function openWiki(
  environment: NodeEnvironment,
  { folder, vault, root, isObsidianVault }: WikiLocation,
  ports: WikiPorts,
  run: Run,
): Promise<Workbench> {
  const { model, embeddings, lock, lockTimeout, jobs, automation, packs } = ports;
  const { reportsChanges = false, onlyProposes = false } = ports;
  const device = 'device' in ports ? ports.device : createDeviceMemory(environment, folder);
  const opened: { workbench?: Workbench } = {};
  const workbench = await Workbench.open(
    {
      vault: createNodeVault(vault),
      root,
      wiki: createNodeVault(folder),
      linksLeaveWiki: isObsidianVault && root !== '',
      ...{ reportsChanges, onlyProposes },
      clock: environment.clock,
      random: nodeRandom,
      lock: lock ?? createNodeLock(folder, lockTimeout === undefined ? {} : { timeout: lockTimeout }),
      jobs: {
        owner: nodeOwner(),
        isDead: isOwnerGone,
        timer: nodeTimer,
        lock: createNodeLock(folder, { folder: '.wiki/jobs/lock' }),
        ...jobs,
      },
      automation: automation ?? (() => new AutomationFile(environment, folder, nodeRandom).read()),
      memoryDigest: () => readDigest(createNodeVault(vault)),
      harvest: (job, within) =>
        runHarvest(environment, { wiki: folder, workbench: wikiOf(opened), model }, job, within),
      sourceSearch: createSourceSearch,
      unitKeys: nodeUnitKeys(environment),
      packs: packs ?? nodePackHost(environment, [folder, vault]),
      pdf: createNodePdfReader(),
      markup: markupReader,
      guessEncoding,
      ...(device && { device }),
      ...(model && { model }),
      ...(embeddings && { embeddings }),
    },
    run,
  );
  opened.workbench = workbench;
  return workbench;
}

/** No job runs before the wiki is open. */
function wikiOf({ workbench }: { readonly workbench?: Workbench }): Workbench {
  if (workbench === undefined) throw new Error('a job ran before its wiki was open');
  return workbench;
}
