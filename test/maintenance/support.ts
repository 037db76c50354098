import {
  type ModelSettings,
  NO_MODEL_SETTINGS,
  Workbench,
  type ModelHost,
  type WorkbenchHost,
} from '../../src/workbench';
import { says } from '../model/server/behaviours';
import { ModelServer, type Behaviour, type Heard } from '../model/server/server';
import { MemoryVault } from '../../src/vault';
import {
  countingRandom,
  LENS_SOURCE,
  steadyClock,
  knownDevice,
  testWiki,
  TOWER_SOURCE,
  treeOf,
  type TestWiki,
  type Tree,
} from '../support/wiki';

/** One turn of a scripted model: tools that it calls, or what it says at the end. */
export type Turn = string | readonly (readonly [tool: string, args: Readonly<Record<string, string>>])[];

const textOf = (heard: Heard): string => JSON.stringify(heard.body.messages);
export const isReview = (heard: Heard): boolean => textOf(heard).includes('You review what another model changed');

/** A reviewer that finds everything in order, or this wrong. */
export function verdict(problem = ''): string {
  return JSON.stringify({ checks: [{ check: 'It did what its report says', ok: problem === '', note: problem }] });
}

/** A model that takes these turns whatever it is told, and a reviewer. */
export function agent(turns: readonly Turn[], review: Behaviour = says(verdict())): Behaviour {
  let at = 0;
  return (heard, response) => {
    if (isReview(heard)) return review(heard, response);
    const turn = turns[Math.min(at, turns.length - 1)] ?? 'Done.';
    at += 1;
    if (typeof turn === 'string') return says(turn)(heard, response);
    if (heard.body.tools === undefined) return says('I was told to stop.')(heard, response);
    const tools = turn.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
    return says('', { tools })(heard, response);
  };
}

let pages: Promise<Tree> | null = null;

/** The files of a wiki with pages from two sources, made once. */
function ingested(): Promise<Tree> {
  return (pages ??= (async () => {
    const wiki = await testWiki({ 'sources/lens.md': LENS_SOURCE, 'sources/tower.md': TOWER_SOURCE });
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    await workbench.close();
    return wiki.tree();
  })());
}

/** A wiki with pages from two sources, a server, and a workbench that asks it. */
export class SkillBench {
  private constructor(
    readonly server: ModelServer,
    readonly wiki: TestWiki,
  ) {}

  static async start(files: Tree = {}): Promise<SkillBench> {
    const vault = new MemoryVault({ ...(await ingested()), ...files }, steadyClock());
    const made = { vault, clock: steadyClock(), random: countingRandom(), device: knownDevice() };
    const open = (): Promise<Workbench> => Workbench.open({ ...made, root: '' });
    return new SkillBench(await ModelServer.start(), { ...made, open, tree: () => treeOf(vault) });
  }

  host(settings: Partial<ModelSettings> = {}): ModelHost {
    return {
      settings: { ...NO_MODEL_SETTINGS, baseUrl: this.server.url, model: 'small', verify: 'off', ...settings },
      fetch,
      timer: {
        sleep: (ms, signal) =>
          ms < 200_000
            ? Promise.resolve()
            : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
      },
    };
  }

  open(more: Partial<WorkbenchHost> = {}): Promise<Workbench> {
    const { vault, clock, random, device } = this.wiki;
    return Workbench.open({ vault, root: '', clock, random, device, model: this.host(), ...more });
  }

  /** What the model was asked, reviews left out. */
  get asked(): readonly Heard[] {
    return this.server.asked.filter((heard) => !isReview(heard));
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
