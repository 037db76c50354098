import type { OpenQuestion, Proposal, Workbench } from '../../workbench';
import { appClock } from '../host';
import type { ObsidianVault } from '../vault';
import { ingest } from './ingest';
import { tell } from './notices';
import type { Companion } from './opening';
import { QUIET, Settling } from './settling';
import { createDebouncer } from './soon';
import type { Desk } from './types';

/** What waits for a person: new sources, and proposals. Looked at anew when something was written. */
export class Waiting implements Companion {
  newSources: readonly string[] = [];
  arriving = 0;
  proposals: readonly Proposal[] = [];
  questions: readonly OpenQuestion[] = [];
  readonly #desk: Desk;
  readonly #vault: ObsidianVault;
  readonly #changed: () => void;
  readonly #settling = new Settling();
  readonly #told = new Set<string>();
  /** Sources that were proposed for by themselves once; what comes of it is for a person. */
  readonly #tried = new Set<string>();
  readonly #look = createDebouncer(QUIET, () => this.#lookNow());

  /** @param changed to be called when something else waits */
  constructor(desk: Desk, vault: ObsidianVault, changed: () => void) {
    this.#desk = desk;
    this.#vault = vault;
    this.#changed = changed;
  }

  ready(): void {
    this.#look.now();
  }

  async stop(): Promise<void> {
    await this.#look.stop();
    this.newSources = this.proposals = this.questions = [];
    this.arriving = 0;
  }

  async changeQuestions(work: (workbench: Workbench) => Promise<unknown>): Promise<void> {
    const { state } = this.#desk;
    if (state.kind !== 'ready') return;
    try {
      await work(state.workbench);
      this.questions = await state.workbench.questions(this.#desk.quietly());
      this.#changed();
    } catch (error) {
      this.#desk.show(error);
    }
  }

  async #lookNow(): Promise<void> {
    const { state } = this.#desk;
    if (state.kind !== 'ready') return;
    try {
      if (await this.#count(state.workbench)) await this.#proposeByItself();
    } catch (error) {
      this.#desk.show(error);
    }
  }

  /** @returns whether it still counts */
  async #count(workbench: Workbench): Promise<boolean> {
    const desk = this.#desk;
    const run = desk.quietly();
    const status = await workbench.status(run);
    const proposals = await workbench.proposals();
    const questions = await workbench.questions(run);
    for (const notice of [...status.recovered, ...status.warnings.filter(isNews)]) {
      const key = `${notice.code} ${notice.at} ${notice.message}`;
      if (!this.#told.has(key)) tell(notice.message);
      this.#told.add(key);
    }
    const read = new Set(proposals.flatMap(({ changeSet }) => changeSet.sources.map(({ path }) => path)));
    const { pending, changed } = status.sources;
    const fresh = desk.settings.watchSources ? [...changed, ...pending].filter((path) => !read.has(path)) : [];
    const vaultPaths = fresh.map((path) => desk.inVault(path));
    const whole = new Set(await this.#settling.whole(this.#vault, vaultPaths, appClock.now()));
    if (run.signal.aborted) return false;
    this.newSources = fresh.filter((path) => whole.has(desk.inVault(path)));
    this.arriving = fresh.length - whole.size;
    this.proposals = proposals;
    this.questions = questions;
    this.#changed();
    if (this.arriving > 0) this.#look.soon();
    return true;
  }

  async #proposeByItself(): Promise<void> {
    const desk = this.#desk;
    if (!desk.settings.proposeAutomatically || desk.job !== null) return;
    const sources: string[] = [];
    for (const path of this.newSources) {
      const stat = await this.#vault.stat(desk.inVault(path));
      const key = `${path} ${stat?.size ?? 0} ${stat?.mtime ?? 0}`;
      if (!this.#tried.has(key)) sources.push(path);
      this.#tried.add(key);
    }
    if (sources.length > 0) void ingest(desk, { sources, isAsked: false });
  }
}

/** What a person should hear of at once, and not only when they look. */
function isNews({ code }: { readonly code: string }): boolean {
  return code.startsWith('living-wiki:state_');
}
