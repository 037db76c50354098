import { type TAbstractFile } from 'obsidian';
import {
  type ConversationInput,
  type HarvestJob,
  type HarvestReport,
  type HarvestResult,
  type Memory,
  type MemoryItem,
  type MemoryOverview,
  type Proposal,
  type ReviewOutcome,
  type ReviewSession,
  type Run,
} from '../../workbench';
import { asWikiError, isWikiError, once, type WikiError } from '../../base';
import { type AppHost } from './app-host';
import { createDebouncer } from './debounce';
import { type ConversationOrigin, type HarvestRequest, type MemoryControl, type WikiController } from './types';

/** The default memory folder, and what shows that it is one. */
const FOLDER = 'knowledge';
const LEDGER = `${FOLDER}/ledger.json`;
const NOTES = `${FOLDER}/files`;
const CONVERSATIONS = `${FOLDER}/conversations`;
/** How the reviews of harvests are told from those of the wiki. */
const REVIEW = 'memory:';
/** How long the folder must be quiet before it is read. Milliseconds. */
const READ_DELAY = 300;

const keyOf = ({ paths = [] }: HarvestJob): string => JSON.stringify(paths);

/** The memory of the vault: opened when somebody looks at it, or when there is one; read again when its files change. */
export class MemoryService implements MemoryControl {
  readonly folder = FOLDER;
  overview: MemoryOverview | null = null;
  proposals: readonly Proposal[] = [];
  problem: WikiError | null = null;
  readonly #controller: WikiController;
  readonly #host: () => Promise<AppHost>;
  readonly #onChange: () => void;
  readonly #reader = createDebouncer(READ_DELAY, () => this.#read());
  #memory: Promise<Memory> | null = null;
  #stopWatching: (() => void) | null = null;
  #isClosed = false;
  /** Conversations that go to the trash once what they taught is accepted. */
  readonly #reclaim = new Set<string>();
  readonly #reviews = new Map<string, ReviewSession>();
  /** What was dropped since the app started, by the names of the files: a harvest of it may have to wait. */
  readonly #dropped = new Map<string, readonly ConversationInput[]>();

  constructor(controller: WikiController, host: () => Promise<AppHost>, onChange: () => void) {
    this.#controller = controller;
    this.#host = host;
    this.#onChange = onChange;
  }

  /** Starts to follow the folder, and reads it if it is a memory. */
  async start(): Promise<void> {
    if (this.#stopWatching !== null || this.#isClosed) return;
    const { vault } = this.#controller.app;
    const note = (path: string): void => {
      if (path.startsWith(`${FOLDER}/`)) this.#reader.schedule();
    };
    const refs = [
      ...(['create', 'modify', 'delete'] as const).map((event) =>
        vault.on(event as 'create', (file) => note(file.path)),
      ),
      vault.on('rename', (file, from) => {
        note(file.path);
        note(from);
        this.#controller.attempt(() => this.#follow(file, from));
      }),
    ];
    this.#stopWatching = () => {
      for (const ref of refs) vault.offref(ref);
    };
    if (vault.getFileByPath(LEDGER) !== null) await this.refresh();
  }

  refresh(): Promise<void> {
    return this.#read();
  }

  open(): Promise<Memory> {
    this.#memory ??= this.#open().catch((error: unknown) => {
      this.#memory = null;
      throw error;
    });
    return this.#memory;
  }

  /** Follows the folder no more, at once. What runs goes on until {@link close}. */
  stop(): void {
    this.#isClosed = true;
    this.#stopWatching?.();
    this.#stopWatching = null;
  }

  async close(): Promise<void> {
    this.stop();
    await this.#reader.stop();
    await (await this.#memory?.catch(() => null))?.close();
  }

  toVaultPath(path: string): string {
    return `${FOLDER}/${path}`;
  }

  async change<T>(work: (memory: Memory, run: Run) => Promise<T>): Promise<T | null> {
    try {
      const memory = await this.open();
      return await work(memory, this.#controller.backgroundRun());
    } catch (error) {
      this.#controller.showError(error);
      return null;
    } finally {
      if (this.#memory !== null) await this.#read();
    }
  }

  async inputs(from: ConversationOrigin): Promise<readonly ConversationInput[]> {
    const { app } = this.#controller;
    const { conversationInputs, droppedInputs } = await import('./memory-host');
    if (from.kind === 'dropped') return droppedInputs(from.files);
    const folder = app.vault.getFolderByPath(CONVERSATIONS);
    return conversationInputs(app, from.files ?? (folder === null ? [] : [folder]));
  }

  async plan(inputs: readonly ConversationInput[], run: Run): Promise<HarvestReport> {
    const { planHarvest } = await import('./memory-host');
    return planHarvest(await this.open(), inputs, run);
  }

  async harvest(request: HarvestRequest, run: Run): Promise<HarvestResult> {
    const { state } = this.#controller;
    const { inputs, isReclaiming } = request;
    const work = (within: Run): Promise<HarvestResult> => this.#harvest(inputs, isReclaiming, within);
    // Without a wiki there is no queue; the ledger knows what is harvested.
    if (state.kind !== 'ready') return work(run);
    const { harvestAsJob, harvestJob } = await import('./memory-host');
    const job = harvestJob(request, (await this.open()).host.model !== undefined);
    if (job.outside === true) this.#dropped.set(keyOf(job), inputs);
    return harvestAsJob(state.workbench, job, work, run);
  }

  /** Does a queued harvest, such as one that was interrupted. */
  async runJob(job: HarvestJob, run: Run): Promise<HarvestResult | null> {
    const { paths, reclaim = false, outside } = job;
    if (outside === true) {
      const dropped = this.#dropped.get(keyOf(job));
      return dropped === undefined ? null : this.#harvest(dropped, false, run);
    }
    const { vault } = this.#controller.app;
    const files = paths?.flatMap((path) => vault.getAbstractFileByPath(path) ?? []);
    return this.#harvest(await this.inputs({ kind: 'vault', ...(files && { files }) }), reclaim, run);
  }

  async #harvest(inputs: readonly ConversationInput[], isReclaiming: boolean, run: Run): Promise<HarvestResult> {
    const { harvestConversations } = await import('./memory-host');
    try {
      const result = await harvestConversations(await this.open(), inputs, { apply: false }, run);
      if (isReclaiming) for (const { path } of inputs) this.#reclaim.add(path);
      return result;
    } finally {
      await this.#read();
    }
  }

  async reclaim(inputs: readonly ConversationInput[]): Promise<number> {
    const { reclaimConversations } = await import('./memory-host');
    const done = await this.change((memory, run) => reclaimConversations(memory, inputs, run));
    return done?.length ?? 0;
  }

  async makeSource(item: MemoryItem): Promise<void> {
    const { factSource } = await import('./memory-host');
    const { name, text } = factSource(item, FOLDER);
    await this.#controller.addSources([{ name, bytes: () => Promise.resolve(new TextEncoder().encode(text)) }]);
    this.#onChange();
  }

  /** The review of a harvest; `null` for any other review. */
  review(id: string): ReviewSession | null {
    if (!id.startsWith(REVIEW)) return null;
    const known = this.#reviews.get(id) ?? this.#createReview(id);
    this.#reviews.set(id, known);
    return known;
  }

  #createReview(id: string): ReviewSession {
    const session = once(async () => {
      const { reviewHarvest } = await import('./memory-host');
      return reviewHarvest(await this.open(), id.slice(REVIEW.length));
    });
    const ended = async (outcome: ReviewOutcome): Promise<ReviewOutcome> => {
      await this.#afterReview();
      return outcome;
    };
    return {
      id,
      load: async (run) => (await session()).load(run),
      decide: async (changes) => (await session()).decide(changes),
      preview: async (run) => (await session()).preview(run),
      resolve: async (path, hunks, side, text) => (await session()).resolve(path, hunks, side, text),
      apply: async (run) => ended(await (await session()).apply(run)),
      reject: async (reason) => ended(await (await session()).reject(reason)),
    };
  }

  async #afterReview(): Promise<void> {
    await this.#read();
    if (this.#reclaim.size === 0) return;
    const { vault } = this.#controller.app;
    const files = [...this.#reclaim].flatMap((path) => vault.getFileByPath(path) ?? []);
    // Only what is proven to be harvested goes; the rest waits for its own review.
    await this.reclaim(await this.inputs({ kind: 'vault', files }));
    for (const path of this.#reclaim) if (vault.getFileByPath(path) === null) this.#reclaim.delete(path);
  }

  async #open(): Promise<Memory> {
    const [{ openMemory }, host] = [await import('./memory-host'), await this.#host()];
    return openMemory(this.#controller, host, this.#controller.backgroundRun());
  }

  async #read(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const memory = await this.open();
      this.overview = await memory.overview();
      this.proposals = (await memory.store.waiting()).proposals;
      this.problem = null;
    } catch (error) {
      if (isWikiError(error) && error.code === 'living-wiki:cancelled') return;
      this.problem = asWikiError(error, 'living-wiki:unexpected');
    }
    this.#onChange();
  }

  async #follow({ path }: TAbstractFile, from: string): Promise<void> {
    const notes = this.#controller.app.vault.getFolderByPath(NOTES);
    if (notes === null || path.startsWith(`${FOLDER}/`)) return;
    await (await this.open()).edits.renameNoted(from, path, this.#controller.backgroundRun());
  }
}
