import { Notice } from 'obsidian';
import type { App, Modal } from 'obsidian';
import { asWikiError, isWikiError } from '../../workbench';
import type { OpenQuestion, Proposal, ReviewDesk, Run, Workbench } from '../../workbench';
import { appRun, eitherOf } from '../host';
import { app as words } from '../locale';
import { loadChoices, saveChoices } from '../settings';
import type { Choices, Settings, SettingsStore } from '../settings';
import { addSources } from './add-sources';
import type { NewSource } from './add-sources';
import { AppHost } from './app-host';
import { Following } from './following';
import { ingest } from './ingest';
import { Jobs } from './jobs';
import { Judging } from './judging';
import { Listeners } from './listeners';
import { tellProblem } from './notices';
import { Opening } from './opening';
import { SetUps } from './set-ups';
import type { Desk, DeskEvent, DeskLint, DeskState, NewWiki, ShownJob } from './types';
import { Waiting } from './waiting';
import { Ways } from './ways';

/** The {@link Desk}: one open wiki of the vault, and what is kept up to date about it. */
export class WikiDesk implements Desk {
  readonly app: App;
  readonly ways: Ways = new Ways(this);
  readonly host: AppHost;
  readonly #store: SettingsStore;
  readonly #listeners = new Listeners();
  readonly #jobs = new Jobs(() => this.#say('job'));
  readonly #following: Following;
  readonly #waiting: Waiting;
  readonly #judging = new Judging(this, () => this.#say('lint'));
  readonly #setUps: SetUps;
  readonly #opening: Opening;
  #choices: Choices;
  #modals: readonly Modal[] = [];
  #isClosed = false;

  constructor(app: App, store: SettingsStore) {
    this.app = app;
    this.#store = store;
    this.#choices = loadChoices(app);
    this.host = new AppHost(app, () => store.settings);
    const { vault } = this.host;
    this.#waiting = new Waiting(this, vault, () => this.#say('proposals'));
    this.#following = new Following(this, vault, {
      lenses: () => this.#say('lens'),
      pages: () => this.#afterWork(),
    });
    const companions = [this.#following, this.#judging, this.#waiting];
    this.#opening = new Opening(
      this.host,
      () => store.settings,
      companions,
      (event) => this.#say(event),
    );
    this.#setUps = new SetUps(this.host, (root) => void this.#moveTo(root));
  }

  get settings(): Settings {
    return this.#store.settings;
  }

  get choices(): Choices {
    return this.#choices;
  }

  get state(): DeskState {
    return this.#opening.state;
  }

  get roots(): readonly string[] {
    return this.#opening.roots;
  }

  get lens(): string | undefined {
    return this.state.kind === 'ready' ? this.#choices.lenses[this.state.root] : undefined;
  }

  get lint(): DeskLint | null {
    return this.#judging.lint;
  }

  get newSources(): readonly string[] {
    return this.#waiting.newSources;
  }

  get arriving(): number {
    return this.#waiting.arriving;
  }

  get proposals(): readonly Proposal[] {
    return this.#waiting.proposals;
  }

  get questions(): readonly OpenQuestion[] {
    return this.#waiting.questions;
  }

  changeQuestions(work: (workbench: Workbench) => Promise<unknown>): Promise<void> {
    return this.#waiting.changeQuestions(work);
  }

  get job(): ShownJob | null {
    return this.#jobs.current;
  }

  on(event: DeskEvent, listener: () => void): () => void {
    return this.#listeners.on(event, listener);
  }

  /** To be called when the layout is ready; again to look anew. */
  start(): Promise<void> {
    return this.#opening.start();
  }

  /** Resolves when what is being opened is open; while the app itself still starts, when that is done too. */
  async opened(): Promise<void> {
    await new Promise<void>((resolve) => this.app.workspace.onLayoutReady(resolve));
    await this.#opening.last;
  }

  /** Stops everything, and waits until nothing runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // What asks something is answered with no, so that nothing waits for it.
    for (const modal of this.#modals.filter(isOpen)) modal.close();
    this.#opening.abort();
    await this.#jobs.close();
    await this.#opening.close();
    this.#listeners.clear();
  }

  async change(patch: Partial<Settings>): Promise<void> {
    const { wiki, lintLive, watchSources } = this.settings;
    await this.#store.change(patch);
    this.#say('settings');
    if (this.settings.wiki !== wiki) await this.start();
    if (!lintLive) this.#judging.ready();
    if (this.settings.watchSources !== watchSources) this.#waiting.ready();
  }

  /** The settings were changed behind our back. */
  settingsChanged(): void {
    this.#say('settings');
    const root = this.state.kind === 'ready' ? this.state.root : null;
    const { wiki } = this.settings;
    if (wiki !== null && wiki !== root) void this.start();
  }

  choose(patch: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...patch };
    saveChoices(this.app, this.#choices);
    this.#say('settings');
  }

  chooseLens(name: string | undefined): void {
    if (this.state.kind !== 'ready' || name === this.lens) return;
    const { [this.state.root]: _, ...others } = this.#choices.lenses;
    const lenses = name === undefined ? others : { ...others, [this.state.root]: name };
    this.#choices = { ...this.#choices, lenses };
    saveChoices(this.app, this.#choices);
    this.#say('lens');
    this.#judging.afresh();
  }

  work<T>(title: string, work: (run: Run, workbench: Workbench) => Promise<T>): Promise<T | null> {
    return this.perform(title, async (run) => {
      if (this.state.kind === 'ready') return work(run, this.state.workbench);
      new Notice(this.state.kind === 'starting' ? words.notice.starting : words.notice.noWiki);
      return null;
    });
  }

  async perform<T>(title: string, work: (run: Run) => Promise<T>): Promise<T | null> {
    try {
      return await this.#jobs.add(title, work);
    } catch (error) {
      this.show(error);
      return null;
    } finally {
      this.#afterWork();
    }
  }

  /** Work that nobody watches, whose writing shows everywhere all the same. */
  async background<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#afterWork();
    }
  }

  quietly(signal?: AbortSignal): Run {
    return appRun(signal === undefined ? this.#opening.signal : eitherOf(signal, this.#opening.signal));
  }

  openModal(modal: Modal): void {
    if (this.#isClosed) return;
    this.#modals = [...this.#modals.filter(isOpen), modal];
    modal.open();
  }

  show(error: unknown): void {
    if (this.#isClosed || (isWikiError(error) && error.code === 'living-wiki:cancelled')) return;
    tellProblem(asWikiError(error, 'living-wiki:unexpected'));
  }

  ingest(sources?: readonly string[], curator?: 'model' | 'extractive'): Promise<void> {
    return ingest(this, { ...(sources && { sources }), ...(curator && { curator }), isAsked: true });
  }

  async setUp(request: NewWiki): Promise<void> {
    await this.ways.openReview(this.#setUps.prepare(request, this.app.vault.getName()));
  }

  addSources(files: readonly NewSource[]): Promise<void> {
    return addSources(this, this.host.vault, files);
  }

  refresh(): Promise<void> {
    return this.#following.everything();
  }

  check(): Promise<void> {
    return this.#judging.now();
  }

  review(id: string): ReviewDesk | null {
    return this.#setUps.review(id) ?? (this.state.kind === 'ready' ? this.state.workbench.review(id) : null);
  }

  inVault(path: string): string {
    const root = this.state.kind === 'ready' ? this.state.root : '';
    return root === '' ? path : `${root}/${path}`;
  }

  inWiki(vaultPath: string): string | null {
    if (this.state.kind !== 'ready') return null;
    const { root } = this.state;
    if (root === '') return vaultPath;
    return vaultPath.startsWith(`${root}/`) ? vaultPath.slice(root.length + 1) : null;
  }

  #say(event: DeskEvent): void {
    this.#listeners.say(event);
  }

  /** Opens a wiki that was just made. */
  async #moveTo(root: string): Promise<void> {
    try {
      await this.#store.change({ wiki: root });
      this.#say('settings');
      await this.start();
      await this.ways.openHome();
    } catch (error) {
      this.show(error);
    }
  }

  /** What was written shows everywhere. */
  #afterWork(): void {
    if (this.#isClosed || this.state.kind !== 'ready') return;
    this.#say('wiki');
    this.#waiting.ready();
    this.#judging.ready();
  }
}

const isOpen = ({ containerEl }: Modal): boolean => containerEl.isConnected;
