import { type Notice, type OpenQuestion, type Proposal, type WikiStatus, type Workbench } from '../../workbench';
import { appClock } from '../host/time';
import { type ObsidianVault } from '../vault';
import { createDebouncer } from './debounce';
import { showNotice } from './notices';
import { STABLE_AFTER, StableFileDetector } from './stable-file-detector';
import { app as words, coreText } from '../locale';
import { RulesWarning } from './rules-warning';
import { type WikiController, type WikiWarning } from './types';
import { type WikiService } from './wiki-opener';

/** Milliseconds. */
const DAY = 86_400_000;

/** What waits for the user: new sources, proposals and open questions. Reloaded when something was written. */
export class Inbox implements WikiService {
  newSources: readonly string[] = [];
  incompleteSources = 0;
  proposals: readonly Proposal[] = [];
  questions: readonly OpenQuestion[] = [];
  coverage: WikiStatus['coverage'] = [];
  deleted: WikiStatus['deleted'] = [];
  readonly #rules: RulesWarning;
  /** Notices that explain at length, until they are dismissed. */
  #kept: readonly WikiWarning[] = [];
  readonly #controller: WikiController;
  readonly #onChange: () => void;
  readonly #stableFiles = new StableFileDetector();
  readonly #shownNotices = new Set<string>();
  /** Sources that were ingested automatically once. They are not tried again, whatever came of it. */
  readonly #attempted = new Set<string>();
  readonly #debouncer = createDebouncer(STABLE_AFTER, () => this.#reload());
  #vault: ObsidianVault | null = null;
  /** When old changes may lose their undo next. Milliseconds since the epoch. */
  #retentionDue = 0;

  constructor(controller: WikiController, onChange: () => void) {
    this.#controller = controller;
    this.#onChange = onChange;
    this.#rules = new RulesWarning(() => controller.navigator.reviewRules());
  }

  get warnings(): readonly WikiWarning[] {
    return [...this.#rules.shown, ...this.#kept];
  }

  start(vault: ObsidianVault): void {
    this.#vault = vault;
  }

  update(): void {
    this.#debouncer.run();
  }

  async stop(): Promise<void> {
    await this.#debouncer.stop();
    this.newSources = this.proposals = this.questions = this.#kept = [];
    this.#rules.files = 0;
    this.coverage = [];
    this.deleted = [];
    this.incompleteSources = 0;
    this.#retentionDue = 0;
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
    if (state.kind !== 'ready' || this.#vault === null) return;
    try {
      if (await this.#load(state.workbench, this.#vault)) await this.#proposeAutomatically(this.#vault);
    } catch (error) {
      this.#controller.showError(error);
    }
  }

  /** @returns `false` if the wiki was closed since */
  async #load(workbench: Workbench, vault: ObsidianVault): Promise<boolean> {
    const controller = this.#controller;
    const run = controller.backgroundRun();
    const status = await workbench.status(run);
    const proposals = await workbench.proposals();
    const questions = await workbench.questions(run);
    const expiry = await this.#keepRetention(workbench);
    this.#rules.files = status.warnings.filter(({ code }) => code === 'living-wiki:change_unconfirmed').length;
    this.#showNotices([...status.recovered, ...status.warnings.filter(isUrgent), ...expiry]);
    const proposed = new Set(proposals.flatMap(({ changeSet }) => changeSet.sources.map(({ path }) => path)));
    const { pending, changed } = status.sources;
    const isWatching = controller.settings.watchSources;
    const candidates = isWatching ? [...changed, ...pending].filter((path) => !proposed.has(path)) : [];
    const vaultPaths = candidates.map((path) => controller.toVaultPath(path));
    const stable = new Set(await this.#stableFiles.stablePaths(vault, vaultPaths, appClock.now()));
    if (run.signal.aborted) return false;
    this.newSources = candidates.filter((path) => stable.has(controller.toVaultPath(path)));
    this.incompleteSources = candidates.length - stable.size;
    this.proposals = proposals;
    this.coverage = status.coverage;
    this.deleted = status.deleted;
    this.questions = questions;
    this.#onChange();
    if (this.incompleteSources > 0) this.#debouncer.schedule();
    return true;
  }

  /** Shows each notice once, even if the status repeats it. One that explains at length stays in the views instead. */
  #showNotices(notices: readonly { readonly code: string; readonly at: string; readonly message: string }[]): void {
    for (const { code, at, message } of notices) {
      const key = `${code} ${at} ${message}`;
      const title =
        code in words.warnings.titles ? words.warnings.titles[code as keyof typeof words.warnings.titles] : null;
      if (this.#shownNotices.has(key)) continue;
      this.#shownNotices.add(key);
      if (title === null) showNotice(coreText(message));
      else this.#kept = [...this.#kept, { key, title, message: coreText(message) }];
    }
  }

  /** Says on Home which old changes will lose their undo, and removes it a week later. Once a day, and never beside a job. */
  async #keepRetention(workbench: Workbench): Promise<readonly Notice[]> {
    const { settings, job } = this.#controller;
    const now = appClock.now();
    if (now < this.#retentionDue || job !== null) return [];
    this.#retentionDue = now + DAY;
    const retention = { days: settings.undoDays, changes: settings.undoChanges };
    const expiry = await workbench.applyRetention(retention, this.#controller.backgroundRun());
    return expiry === null ? [] : [expiry];
  }

  dismissWarning(key: string): void {
    this.#rules.dismiss(key);
    this.#kept = this.#kept.filter((one) => one.key !== key);
    this.#onChange();
  }

  async #proposeAutomatically(vault: ObsidianVault): Promise<void> {
    const controller = this.#controller;
    if (!controller.settings.proposeAutomatically || controller.job !== null || !controller.isModelApproved) return;
    const sources: string[] = [];
    for (const path of this.newSources) {
      const stat = await vault.stat(controller.toVaultPath(path));
      const key = `${path} ${stat?.size ?? 0} ${stat?.mtime ?? 0}`;
      if (!this.#attempted.has(key)) sources.push(path);
      this.#attempted.add(key);
    }
    if (sources.length === 0) return;
    const { ingest } = await import('./ingest');
    void ingest(controller, { sources, isManual: false });
  }
}

const URGENT: ReadonlySet<string> = new Set(['living-wiki:journal_foreign', 'living-wiki:trust_baseline']);

/** Problems with the wiki's state files, and the first look at its rules, are shown at once, not only on the home view. */
function isUrgent({ code }: { readonly code: string }): boolean {
  return URGENT.has(code) || code.startsWith('living-wiki:state_');
}
