import { Notice, type App, type Modal } from 'obsidian';
import {
  asWikiError,
  isWikiError,
  type OpenQuestion,
  type Proposal,
  type ReviewSession,
  type Run,
  type Workbench,
} from '../../workbench';
import { appRun, anySignal } from '../host';
import { app as words } from '../locale';
import { loadPreferences, savePreferences, type Preferences, type Settings, type SettingsStore } from '../settings';
import { addSources, type NewSource } from './add-sources';
import { AppHost } from './app-host';
import { VaultWatcher } from './vault-watcher';
import { ingest } from './ingest';
import { JobQueue } from './job-queue';
import { LintRunner } from './lint-runner';
import { Listeners } from './listeners';
import { showProblem } from './notices';
import { WikiOpener } from './wiki-opener';
import { WikiSetups } from './wiki-setups';
import {
  type WikiController,
  type ControllerEvent,
  type LintState,
  type ControllerState,
  type NewWiki,
  type RunningJob,
} from './types';
import { Inbox } from './inbox';
import { WikiNavigator } from './navigator';

/** The {@link WikiController}: one open wiki of the vault, and what is kept up to date about it. */
export class PluginController implements WikiController {
  readonly app: App;
  readonly navigator: WikiNavigator = new WikiNavigator(this);
  readonly host: AppHost;
  readonly #store: SettingsStore;
  readonly #listeners = new Listeners();
  readonly #jobs = new JobQueue(() => this.#emit('job'));
  readonly #vaultWatcher: VaultWatcher;
  readonly #inbox: Inbox;
  readonly #lintRunner = new LintRunner(this, () => this.#emit('lint'));
  readonly #setups: WikiSetups;
  readonly #opener: WikiOpener;
  #preferences: Preferences;
  #modals: readonly Modal[] = [];
  #isClosed = false;

  constructor(app: App, store: SettingsStore) {
    this.app = app;
    this.#store = store;
    this.#preferences = loadPreferences(app);
    this.host = new AppHost(app, () => store.settings);
    const { vault } = this.host;
    this.#inbox = new Inbox(this, vault, () => this.#emit('proposals'));
    this.#vaultWatcher = new VaultWatcher(this, vault, {
      onLensesChanged: () => this.#emit('lens'),
      onFilesChanged: () => this.#onFilesWritten(),
    });
    const companions = [this.#vaultWatcher, this.#lintRunner, this.#inbox];
    this.#opener = new WikiOpener(
      this.host,
      () => store.settings,
      companions,
      (event) => this.#emit(event),
    );
    this.#setups = new WikiSetups(this.host, (root) => void this.#openNewWiki(root));
  }

  get settings(): Settings {
    return this.#store.settings;
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

  get questions(): readonly OpenQuestion[] {
    return this.#inbox.questions;
  }

  changeQuestions(work: (workbench: Workbench) => Promise<unknown>): Promise<void> {
    return this.#inbox.changeQuestions(work);
  }

  get job(): RunningJob | null {
    return this.#jobs.current;
  }

  on(event: ControllerEvent, listener: () => void): () => void {
    return this.#listeners.on(event, listener);
  }

  /** To be called when the layout is ready; again to look anew. */
  start(): Promise<void> {
    return this.#opener.start();
  }

  /** Resolves when what is being opened is open; while the app itself still starts, when that is done too. */
  async whenOpened(): Promise<void> {
    await new Promise<void>((resolve) => this.app.workspace.onLayoutReady(resolve));
    await this.#opener.settled;
  }

  /** Stops everything, and waits until nothing runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // What asks something is answered with no, so that nothing waits for it.
    for (const modal of this.#modals.filter(isOpen)) modal.close();
    this.#opener.abort();
    await this.#jobs.close();
    await this.#opener.close();
    this.#listeners.clear();
  }

  async changeSettings(patch: Partial<Settings>): Promise<void> {
    const { wiki, lintLive, watchSources } = this.settings;
    await this.#store.change(patch);
    this.#emit('settings');
    if (this.settings.wiki !== wiki) await this.start();
    if (!lintLive) this.#lintRunner.update();
    if (this.settings.watchSources !== watchSources) this.#inbox.update();
  }

  /** The settings were changed behind our back. */
  onExternalSettingsChange(): void {
    this.#emit('settings');
    const root = this.state.kind === 'ready' ? this.state.root : null;
    const { wiki } = this.settings;
    if (wiki !== null && wiki !== root) void this.start();
  }

  changePreferences(patch: Partial<Preferences>): void {
    this.#preferences = { ...this.#preferences, ...patch };
    savePreferences(this.app, this.#preferences);
    this.#emit('settings');
  }

  chooseLens(name: string | undefined): void {
    if (this.state.kind !== 'ready' || name === this.lens) return;
    const { [this.state.root]: _, ...others } = this.#preferences.lenses;
    const lenses = name === undefined ? others : { ...others, [this.state.root]: name };
    this.#preferences = { ...this.#preferences, lenses };
    savePreferences(this.app, this.#preferences);
    this.#emit('lens');
    this.#lintRunner.restart();
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
      return await this.#jobs.add(title, work);
    } catch (error) {
      this.showError(error);
      return null;
    } finally {
      this.#onFilesWritten();
    }
  }

  /** Work that nobody watches, whose writing shows everywhere all the same. */
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
    showProblem(asWikiError(error, 'living-wiki:unexpected'));
  }

  ingest(sources?: readonly string[], curator?: 'model' | 'extractive'): Promise<void> {
    return ingest(this, { ...(sources && { sources }), ...(curator && { curator }), isManual: true });
  }

  async setUp(request: NewWiki): Promise<void> {
    await this.navigator.openReview(this.#setups.prepare(request, this.app.vault.getName()));
  }

  addSources(files: readonly NewSource[]): Promise<void> {
    return addSources(this, this.host.vault, files);
  }

  refresh(): Promise<void> {
    return this.#vaultWatcher.refreshAll();
  }

  lintNow(): Promise<void> {
    return this.#lintRunner.lintNow();
  }

  review(id: string): ReviewSession | null {
    return this.#setups.review(id) ?? (this.state.kind === 'ready' ? this.state.workbench.review(id) : null);
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

  #emit(event: ControllerEvent): void {
    this.#listeners.emit(event);
  }

  /** Opens a wiki that was just made. */
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

  /** What was written shows everywhere. */
  #onFilesWritten(): void {
    if (this.#isClosed || this.state.kind !== 'ready') return;
    this.#emit('wiki');
    this.#inbox.update();
    this.#lintRunner.update();
  }
}

const isOpen = ({ containerEl }: Modal): boolean => containerEl.isConnected;
