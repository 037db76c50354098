import { type OpenQuestion, type Proposal, type Workbench } from '../../workbench';
import { appClock } from '../host';
import { type ObsidianVault } from '../vault';
import { ingest } from './ingest';
import { showNotice } from './notices';
import { type WikiService } from './wiki-opener';
import { STABLE_AFTER, StableFileDetector } from './stable-file-detector';
import { createDebouncer } from './debounce';
import { type WikiController } from './types';

/** What waits for a person: new sources, and proposals. Looked at anew when something was written. */
export class Inbox implements WikiService {
  newSources: readonly string[] = [];
  incompleteSources = 0;
  proposals: readonly Proposal[] = [];
  questions: readonly OpenQuestion[] = [];
  readonly #controller: WikiController;
  readonly #vault: ObsidianVault;
  readonly #onChange: () => void;
  readonly #stableFiles = new StableFileDetector();
  readonly #shownNotices = new Set<string>();
  /** Sources that were proposed for by themselves once; what comes of it is for a person. */
  readonly #attempted = new Set<string>();
  readonly #debouncer = createDebouncer(STABLE_AFTER, () => this.#reload());

  /** @param changed to be called when something else waits */
  constructor(controller: WikiController, vault: ObsidianVault, changed: () => void) {
    this.#controller = controller;
    this.#vault = vault;
    this.#onChange = changed;
  }

  update(): void {
    this.#debouncer.run();
  }

  async stop(): Promise<void> {
    await this.#debouncer.stop();
    this.newSources = this.proposals = this.questions = [];
    this.incompleteSources = 0;
  }

  async changeQuestions(work: (workbench: Workbench) => Promise<unknown>): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    try {
      await work(state.workbench);
      this.questions = await state.workbench.questions(this.#controller.backgroundRun());
      this.#onChange();
    } catch (error) {
      this.#controller.showError(error);
    }
  }

  async #reload(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    try {
      if (await this.#load(state.workbench)) await this.#proposeAutomatically();
    } catch (error) {
      this.#controller.showError(error);
    }
  }

  /** @returns whether it still counts */
  async #load(workbench: Workbench): Promise<boolean> {
    const controller = this.#controller;
    const run = controller.backgroundRun();
    const status = await workbench.status(run);
    const proposals = await workbench.proposals();
    const questions = await workbench.questions(run);
    for (const notice of [...status.recovered, ...status.warnings.filter(isUrgent)]) {
      const key = `${notice.code} ${notice.at} ${notice.message}`;
      if (!this.#shownNotices.has(key)) showNotice(notice.message);
      this.#shownNotices.add(key);
    }
    const read = new Set(proposals.flatMap(({ changeSet }) => changeSet.sources.map(({ path }) => path)));
    const { pending, changed } = status.sources;
    const fresh = controller.settings.watchSources ? [...changed, ...pending].filter((path) => !read.has(path)) : [];
    const vaultPaths = fresh.map((path) => controller.toVaultPath(path));
    const whole = new Set(await this.#stableFiles.stablePaths(this.#vault, vaultPaths, appClock.now()));
    if (run.signal.aborted) return false;
    this.newSources = fresh.filter((path) => whole.has(controller.toVaultPath(path)));
    this.incompleteSources = fresh.length - whole.size;
    this.proposals = proposals;
    this.questions = questions;
    this.#onChange();
    if (this.incompleteSources > 0) this.#debouncer.schedule();
    return true;
  }

  async #proposeAutomatically(): Promise<void> {
    const controller = this.#controller;
    if (!controller.settings.proposeAutomatically || controller.job !== null) return;
    const sources: string[] = [];
    for (const path of this.newSources) {
      const stat = await this.#vault.stat(controller.toVaultPath(path));
      const key = `${path} ${stat?.size ?? 0} ${stat?.mtime ?? 0}`;
      if (!this.#attempted.has(key)) sources.push(path);
      this.#attempted.add(key);
    }
    if (sources.length > 0) void ingest(controller, { sources, isManual: false });
  }
}

/** What a person should hear of at once, and not only when they look. */
function isUrgent({ code }: { readonly code: string }): boolean {
  return code.startsWith('living-wiki:state_');
}
