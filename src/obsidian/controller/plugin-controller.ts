import { Notice, type App, type Modal } from 'obsidian';
import { asWikiError, isWikiError } from '../../base';
import {
  type AutomationSettings,
  type OpenQuestion,
  type PlanChange,
  type Proposal,
  type ReviewSession,
  type Run,
  type WikiJobs,
  type WikiStatus,
  type Workbench,
} from '../../workbench';
import { anySignal, appRun } from '../host/time';
import { app as words } from '../locale';
import { loadPreferences, savePreferences } from '../settings/preferences';
import { type SettingsStore } from '../settings/store';
import { type Preferences, type Settings } from '../settings/types';
import { type AppHost } from './app-host';
import { Inbox } from './inbox';
import { JobQueue } from './job-queue';
import { JobService } from './job-service';
import { LintRunner } from './lint-runner';
import { Listeners } from './listeners';
import { ModelApproval } from './model-approval';
import { MemoryService } from './memory-service';
import { WorkspaceNavigator } from './navigator';
import { showProblem, showUnapproved } from './notices';
import { PressGate } from './press-gate';
import { ScheduleService } from './schedule-service';
import { SourceRehash } from './source-rehash';
import { SourceIndexer } from './source-indexer';
import {
  type ControllerEvent,
  type ControllerState,
  type KeptLayout,
  type LintState,
  type NewSource,
  type NewWiki,
  type QueueState,
  type RefusedSource,
  type RunningJob,
  type Screens,
  type SourceIndexState,
  type SourceReading,
  type WikiController,
  type WikiNavigator,
  type WikiWarning,
} from './types';
import { VaultWatcher } from './vault-watcher';
import { WikiOpener } from './wiki-opener';
import { WikiSetups } from './wiki-setups';

/** The {@link WikiController} of the plugin: opens one wiki of the vault and keeps its services running. */
export class PluginController implements WikiController {
  readonly app: App;
  readonly navigator: WikiNavigator;
  readonly pressGate = new PressGate();
  readonly #store: SettingsStore;
  readonly #listeners = new Listeners();
  #lastReading: SourceReading | null = null;
  readonly #jobs = new JobQueue(() => this.#emit('job'));
  readonly #jobService = new JobService(this, () => this.#emit('jobs'));
  readonly #schedules = new ScheduleService(this, () => this.#jobService.update());
  readonly #inbox = new Inbox(this, () => this.#emit('proposals'));
  readonly #lintRunner = new LintRunner(this, () => this.#emit('lint'));
  readonly #sourceIndexer = new SourceIndexer(this, () => this.#emit('sources'));
  readonly #vaultWatcher = new VaultWatcher(this, {
    onLensesChanged: () => this.#emit('lens'),
    onFilesChanged: () => this.#onFilesWritten(),
  });
  readonly #sourceRehash = new SourceRehash(this, () => this.#onFilesWritten());
  readonly memory: MemoryService = new MemoryService(
    this,
    () => this.host(),
    () => this.#emit('memory'),
  );
  readonly #opener = new WikiOpener({
    host: () => this.host(),
    settings: () => this.#loadSettings(),
    services: [
      this.#vaultWatcher,
      this.#lintRunner,
      this.#inbox,
      this.#sourceIndexer,
      this.#jobService,
      this.#schedules,
      this.#sourceRehash,
    ],
    emit: (event) => this.#emit(event),
  });
  readonly #setups = new WikiSetups(
    () => this.host(),
    (root) => void this.#openNewWiki(root),
  );
  readonly #approval: ModelApproval;
  #isApprovalDismissed = false;
  #host: Promise<AppHost> | null = null;
  /** There once a wiki is open. */
  #loadedHost: AppHost | null = null;
  #isSettingsLoaded = false;
  #preferences: Preferences;
  #modals: readonly Modal[] = [];
  #isClosed = false;
  #chatPacks: readonly string[] = [];
  readonly #refused = new Map<string, RefusedSource>();
  /** How many runs of ingest a person asked for are not done yet. */
  #proposing = 0;

  /** @param screens that are drawn by rooms above this one */
  constructor(app: App, store: SettingsStore, screens: Screens) {
    this.app = app;
    this.navigator = new WorkspaceNavigator(this, screens);
    this.#store = store;
    this.#preferences = loadPreferences(app);
    this.#approval = new ModelApproval(app, {
      settings: () => this.settings,
      openModal: (modal) => this.openModal(modal),
      onApproved: () => this.#emit('settings'),
    });
  }

  /** The app as host of a workbench; loaded with the first wiki, not with the plugin. */
  host(): Promise<AppHost> {
    this.#host ??= import('./app-host').then(
      ({ AppHost }) =>
        (this.#loadedHost = new AppHost(
          this.app,
          () => this.settings,
          () => this.isModelApproved,
          (job, run) => this.memory.runJob(job, run),
          () => this.#jobService.update(),
        )),
    );
    return this.#host;
  }

  get settings(): Settings {
    return this.#store.settings;
  }

  get chatPacks(): readonly string[] {
    return this.#chatPacks;
  }

  usePacks(names: readonly string[]): void {
    this.#chatPacks = [...new Set(names)];
    this.packsChanged();
  }

  packsChanged(): void {
    this.#emit('packs');
  }

  get preferences(): Preferences {
    return this.#preferences;
  }

  get state(): ControllerState {
    return this.#opener.state;
  }

  get roots(): readonly string[] {
    return this.#opener.roots;
  }

  get lens(): string | undefined {
    return this.state.kind === 'ready' ? this.#preferences.lenses[this.state.root] : undefined;
  }

  get lint(): LintState | null {
    return this.#lintRunner.lint;
  }

  get newSources(): readonly string[] {
    return this.#inbox.newSources;
  }

  get incompleteSources(): number {
    return this.#inbox.incompleteSources;
  }

  get proposals(): readonly Proposal[] {
    return this.#inbox.proposals;
  }

  get coverage(): WikiStatus['coverage'] {
    return this.#inbox.coverage;
  }

  get deleted(): WikiStatus['deleted'] {
    return this.#inbox.deleted;
  }

  get questions(): readonly OpenQuestion[] {
    return this.#inbox.questions;
  }

  changeQuestions(work: (workbench: Workbench) => Promise<unknown>): Promise<void> {
    return this.#inbox.changeQuestions(work);
  }

  get job(): RunningJob | null {
    return this.#jobs.current;
  }

  get sourceIndex(): SourceIndexState {
    return this.#sourceIndexer.state;
  }

  stopIndexing(): void {
    this.#sourceIndexer.interrupt();
  }

  resumeIndexing(): void {
    this.#sourceIndexer.resume();
  }

  get queue(): QueueState | null {
    return this.#jobService.queue;
  }

  changeQueue(work: (jobs: WikiJobs, run: Run) => Promise<unknown>): Promise<void> {
    return this.#jobService.change(work);
  }

  listMoreJobs(): void {
    this.#jobService.listMore();
  }

  get refusedSources(): ReadonlyMap<string, RefusedSource> {
    return this.#refused;
  }

  noteRefused(path: string, refused: RefusedSource | null): void {
    if (refused === null) this.#refused.delete(path);
    else this.#refused.set(path, refused);
    this.#emit('proposals');
  }

  get lastReading(): SourceReading | null {
    return this.#lastReading;
  }

  noteReading(reading: SourceReading): void {
    this.#lastReading = reading;
  }

  proposalsChanged(): void {
    if (!this.#isClosed && this.state.kind === 'ready') this.#inbox.update();
  }

  get isProposing(): boolean {
    return this.#proposing > 0;
  }

  get warnings(): readonly WikiWarning[] {
    const { warnings } = this.#inbox;
    if (this.isModelApproved || this.#isApprovalDismissed || this.state.kind !== 'ready') return warnings;
    return [{ key: APPROVAL, title: words.approval.warning, message: words.approval.warningText }, ...warnings];
  }

  dismissWarning(key: string): void {
    if (key === APPROVAL) {
      this.#isApprovalDismissed = true;
      this.#emit('proposals');
    } else this.#inbox.dismissWarning(key);
  }

  get isModelApproved(): boolean {
    return this.#approval.isGiven;
  }

  approveModel(): Promise<boolean> {
    return this.#approval.ask();
  }

  on(event: ControllerEvent, listener: () => void): () => void {
    return this.#listeners.on(event, listener);
  }

  whenReleased(work: () => void, key: unknown = work): void {
    this.pressGate.run(() => {
      if (!this.#isClosed) work();
    }, key);
  }

  async start(): Promise<void> {
    await this.#opener.start();
    await this.memory.start();
  }

  /** Resolves when the wiki is open or could not be opened; waits for the layout first. */
  async whenOpened(): Promise<void> {
    await new Promise<void>((resolve) => this.app.workspace.onLayoutReady(resolve));
    await this.#opener.settled;
  }

  /** Stops everything, and waits until nothing runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // A closed dialog counts as "no", so that no job waits for its answer.
    for (const modal of this.#modals.filter(isOpen)) modal.close();
    this.#opener.abort();
    this.memory.stop();
    await this.#jobs.close();
    await this.memory.close();
    await this.#opener.close();
    this.#listeners.clear();
  }

  async changeSettings(patch: Partial<Settings>): Promise<void> {
    const before = this.settings;
    const { wiki, lintLive, watchSources, sourceBudget } = before;
    this.#approval.noteChange(before, { ...before, ...patch });
    await this.#store.change(patch);
    this.#emit('settings');
    if (this.settings.wiki !== wiki) await this.start();
    if (!lintLive) this.#lintRunner.update();
    if (this.settings.watchSources !== watchSources) this.#inbox.update();
    if (this.settings.sourceBudget !== sourceBudget) this.#sourceIndexer.update();
  }

  /** Another device changed the settings. */
  async reloadSettings(): Promise<void> {
    this.#isSettingsLoaded = false;
    await this.#loadSettings();
    this.#emit('settings');
    const root = this.state.kind === 'ready' ? this.state.root : null;
    const { wiki } = this.settings;
    if (wiki !== null && wiki !== root) void this.start();
  }

  changePreferences(patch: Partial<Preferences>): void {
    this.#savePreferences(patch);
    this.#emit('settings');
  }

  get automation(): AutomationSettings {
    const nothing = { vaultSkills: false, skills: {} };
    return this.state.kind === 'ready' ? (this.#loadedHost?.automationFor(this.state.root) ?? nothing) : nothing;
  }

  changeAutomation(settings: AutomationSettings): void {
    if (this.state.kind !== 'ready') return;
    this.#loadedHost?.saveAutomation(this.state.root, settings);
    this.#emit('settings');
    this.#jobService.update();
  }

  chooseLens(ref: string | undefined): void {
    if (this.state.kind !== 'ready' || ref === this.lens) return;
    const { [this.state.root]: _, ...others } = this.#preferences.lenses;
    this.#savePreferences({ lenses: ref === undefined ? others : { ...others, [this.state.root]: ref } });
    this.#emit('lens');
    this.#lintRunner.restart();
  }

  attempt(work: () => unknown): void {
    void (async () => {
      try {
        await work();
      } catch (error) {
        this.showError(error);
      }
    })();
  }

  runWikiJob<T>(title: string, work: (run: Run, workbench: Workbench) => Promise<T>): Promise<T | null> {
    return this.runJob(title, async (run) => {
      if (this.state.kind === 'ready') return work(run, this.state.workbench);
      new Notice(this.state.kind === 'starting' ? words.notice.starting : words.notice.noWiki);
      return null;
    });
  }

  async runJob<T>(title: string, work: (run: Run) => Promise<T>): Promise<T | null> {
    try {
      return await this.inBackground(() => this.#jobs.add(title, work));
    } catch (error) {
      this.showError(error);
      return null;
    }
  }

  /** Runs work that is not shown as a job, and updates the views afterwards. */
  async inBackground<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#onFilesWritten();
    }
  }

  backgroundRun(signal?: AbortSignal): Run {
    return appRun(signal === undefined ? this.#opener.signal : anySignal(signal, this.#opener.signal));
  }

  openModal(modal: Modal): void {
    if (this.#isClosed) return;
    this.#modals = [...this.#modals.filter(isOpen), modal];
    modal.open();
  }

  showError(error: unknown): void {
    if (this.#isClosed || (isWikiError(error) && error.code === 'living-wiki:cancelled')) return;
    const problem = asWikiError(error, 'living-wiki:unexpected');
    if (APPROVABLE.has(problem.code)) showUnapproved(problem, () => this.attempt(() => this.navigator.reviewRules()));
    else showProblem(problem);
  }

  async ingest(sources?: readonly string[], curator?: 'model' | 'extractive'): Promise<void> {
    const options = { ...(sources && { sources }), ...(curator && { curator }), isManual: true };
    await this.#propose(async () => (await import('./ingest')).ingest(this, options));
  }

  async takeUp(source: string, units?: string): Promise<void> {
    await this.#propose(async () => (await import('./ingest')).takeUp(this, source, units));
  }

  async compose(pages?: readonly string[]): Promise<void> {
    await this.#propose(async () => (await import('./ingest')).compose(this, pages));
  }

  readonly keepsNames = true;

  async changePlan(id: string, change: PlanChange, always: boolean): Promise<void> {
    await this.#propose(async () => (await import('./ingest')).changePlan(this, id, change, always));
  }

  async #propose(work: () => Promise<void>): Promise<void> {
    this.#proposing += 1;
    this.#emit('proposals');
    try {
      await work();
    } finally {
      this.#proposing -= 1;
      this.#emit('proposals');
    }
  }

  findLayout(root: string): Promise<KeptLayout | null> {
    return this.#setups.findLayout(root, this.backgroundRun());
  }

  async setUp(request: NewWiki): Promise<void> {
    await this.navigator.openReview(await this.#setups.prepare(request, this.app.vault.getName()));
  }

  previewWiki(request: NewWiki): Promise<readonly { readonly path: string; readonly text: string }[]> {
    return this.#setups.preview(request, this.app.vault.getName(), this.backgroundRun());
  }

  async createWiki(request: NewWiki): Promise<boolean> {
    const id = await this.#setups.prepare(request, this.app.vault.getName());
    const isCreated = await this.runJob(words.jobs.setUp, (run) => this.#setups.create(id, run));
    if (isCreated === true) await this.#openNewWiki(request.root);
    else await this.navigator.openReview(id);
    return isCreated === true;
  }

  async addSources(files: readonly NewSource[]): Promise<void> {
    const { addSources } = await import('./add-sources');
    const { vault } = await this.host();
    await addSources(this, vault, files);
  }

  refresh(): Promise<void> {
    return this.#vaultWatcher.refreshAll();
  }

  lintNow(): Promise<void> {
    return this.#lintRunner.lintNow();
  }

  review(id: string): ReviewSession | null {
    const own = this.#setups.review(id) ?? this.memory.review(id);
    return own ?? (this.state.kind === 'ready' ? this.state.workbench.review(id) : null);
  }

  toVaultPath(path: string): string {
    const root = this.state.kind === 'ready' ? this.state.root : '';
    return root === '' ? path : `${root}/${path}`;
  }

  toWikiPath(vaultPath: string): string | null {
    if (this.state.kind !== 'ready') return null;
    const { root } = this.state;
    if (root === '') return vaultPath;
    return vaultPath.startsWith(`${root}/`) ? vaultPath.slice(root.length + 1) : null;
  }

  async #loadSettings(): Promise<Settings> {
    if (!this.#isSettingsLoaded && (await this.#store.load())) new Notice(words.notice.settingsAside, 0);
    this.#isSettingsLoaded = true;
    return this.settings;
  }

  #emit(event: ControllerEvent): void {
    this.whenReleased(() => this.#listeners.emit(event), event);
  }

  #savePreferences(patch: Partial<Preferences>): void {
    this.#preferences = { ...this.#preferences, ...patch };
    savePreferences(this.app, this.#preferences);
  }

  async #openNewWiki(root: string): Promise<void> {
    try {
      await this.#store.change({ wiki: root });
      this.#emit('settings');
      await this.start();
      await this.navigator.openHome();
    } catch (error) {
      this.showError(error);
    }
  }

  #onFilesWritten(): void {
    if (this.#isClosed || this.state.kind !== 'ready') return;
    this.#emit('wiki');
    this.#inbox.update();
    this.#lintRunner.update();
    this.#sourceIndexer.update();
    this.#jobService.update();
  }
}

/** Key of the warning that the model server awaits a yes. */
const APPROVAL = 'model-approval';

/** Problems that end when a person approves the rules for the model. */
const APPROVABLE: ReadonlySet<string> = new Set(['living-wiki:rules_not_approved', 'living-wiki:skill_unconfirmed']);

const isOpen = ({ containerEl }: Modal): boolean => containerEl.isConnected;
