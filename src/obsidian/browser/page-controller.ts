import { Notice, type App, type Modal } from 'obsidian';
import { asWikiError, isWikiError } from '../../base';
import { type PlanChange, type Progress, type Proposal, type ReviewSession, type Run } from '../../workbench';
import { Listeners } from '../controller/listeners';
import { showProblem } from '../controller/notices';
import { PressGate } from '../controller/press-gate';
import { SourceModal } from '../controller/source-modal';
import {
  type ControllerEvent,
  type LintState,
  type WikiController,
  type WikiNavigator,
  type WikiWarning,
} from '../controller/types';
import { anySignal, appRun } from '../host/time';
import { browser as words } from '../locale/en/browser';
import { branchText, isStale } from './branch-note';
import { showElsewhere } from './elsewhere';
import { PageModal } from './page-modal';
import { readPlace } from './place';
import { QueuedJobs } from './queued-jobs';
import { refused } from './refused';
import { type RemoteWiki } from './remote-wiki';

/** Members that the screens of this page use. */
type Used =
  | ('app' | 'navigator' | 'preferences' | 'changePreferences' | 'lens' | 'lint' | 'proposals' | 'warnings')
  | ('dismissWarning' | 'whenReleased' | 'on' | 'attempt' | 'runWikiJob' | 'runJob' | 'ingest' | 'inBackground')
  | ('lintNow' | 'review' | 'backgroundRun' | 'openModal' | 'showError' | 'toVaultPath' | 'toWikiPath' | 'changePlan')
  | ('takeUp' | 'keepsNames' | 'lastReading');

/** What a page shows, of what the navigator of the app can open. */
export interface PageScreens {
  review(id: string, isAsked: boolean): Promise<void>;
  overview(): Promise<void>;
  list(): Promise<void>;
  lint(): Promise<void>;
  history(): Promise<void>;
  /** What runs now; `null` for nothing. */
  progress(title: string | null): void;
}

interface BranchNote {
  readonly text: string;
  /** Has the source read again, where only that helps and the token may; `null` otherwise. */
  readonly readAgain: (() => void) | null;
}

/** How often the page asks whether something changed. Milliseconds. */
const LOOK = 15_000;

/** What the screens work with, where the wiki is on a server. */
export class PageController implements Pick<WikiController, Exclude<Used, 'runWikiJob'>> {
  readonly app: App;
  readonly pressGate = new PressGate();
  readonly keepsNames = false;
  readonly lastReading = null;
  readonly navigator: WikiNavigator;
  readonly #wiki: RemoteWiki;
  readonly #screens: PageScreens;
  readonly #listeners = new Listeners();
  readonly #closing = new AbortController();
  #preferences = {
    diff: 'unified',
    lenses: {},
    pagesOnly: false,
    example: '',
  } as const as WikiController['preferences'];
  #proposals: readonly Proposal[] = [];
  /** What waits and on which branch, to tell whether it is another. */
  #seen = '';
  #newest = '';
  #lint: LintState | null = null;
  readonly #queued: QueuedJobs;
  readonly #onlySeen = new Map<string, ReviewSession>();

  constructor(app: App, wiki: RemoteWiki, screens: PageScreens) {
    this.app = app;
    this.#wiki = wiki;
    this.#screens = screens;
    this.navigator = this.#makeNavigator();
    this.#queued = new QueuedJobs({
      ...{ wiki, signal: this.#closing.signal },
      changed: () => this.#listeners.emit('state'),
      attempt: (work) => this.attempt(work),
    });
  }

  /** Reads what waits, and the names of pages in the background. */
  async start(): Promise<void> {
    await this.#look();
    this.attempt(async () => {
      await this.#wiki.readNames(this.backgroundRun());
      this.#listeners.emit('state');
    });
    const timer = window.setInterval(() => this.look(), LOOK);
    this.#closing.signal.addEventListener('abort', () => window.clearInterval(timer));
  }

  close(): void {
    this.#closing.abort();
    this.#listeners.clear();
  }

  /** Asks the server for what others did, where the page is seen. */
  look(): void {
    // What fails here is tried again soon, and whatever the person does says what is wrong.
    if (!window.document.hidden && !this.#closing.signal.aborted) this.#look().catch(() => undefined);
  }

  /** As a wiki that is open: of a workbench, the screens use what {@link RemoteWiki} has. */
  get state(): WikiController['state'] {
    return { kind: 'ready', root: '', workbench: this.#wiki } as unknown as WikiController['state'];
  }

  get proposals(): readonly Proposal[] {
    return this.#proposals;
  }

  get warnings(): readonly WikiWarning[] {
    return this.#queued.warnings;
  }

  get lens(): string | undefined {
    return this.#wiki.lens;
  }

  chooseLens(ref: string | undefined): void {
    this.#wiki.lens = ref;
    this.#lint = null;
    this.#listeners.emit('lens');
    this.attempt(() => this.lintNow());
  }

  get lint(): LintState | null {
    return this.#lint;
  }

  get preferences(): WikiController['preferences'] {
    return this.#preferences;
  }

  changePreferences(patch: Partial<WikiController['preferences']>): void {
    this.#preferences = { ...this.#preferences, ...patch };
  }

  /** The same session for the same proposal: a screen takes another one for another review. */
  review(id: string): ReviewSession {
    const session = this.#wiki.review(id);
    if (this.#wiki.role === 'review') return session;
    const known = this.#onlySeen.get(id) ?? onlySeen(session);
    this.#onlySeen.set(id, known);
    return known;
  }

  async lintNow(): Promise<void> {
    this.#lint = await this.#wiki.lint(this.backgroundRun());
    this.#listeners.emit('lint');
  }

  ingest(sources: readonly string[] = []): Promise<void> {
    return this.#read(sources, words.queued, () => this.#look());
  }

  /** Has sources read, and says which are not. @param onDone called with each proposal that comes of it */
  async #read(
    sources: readonly string[],
    say: (queued: number) => string,
    onDone: (proposal: string) => Promise<void>,
  ): Promise<void> {
    this.#must('propose');
    const { queued, skipped, failed } = await this.#wiki.ingest(sources);
    if (queued.length > 0) new Notice(say(queued.length));
    for (const { path, reason } of skipped) showProblem({ path, message: reason });
    for (const failure of failed) showProblem(failure);
    for (const id of queued) this.attempt(() => this.#queued.follow(id, onDone));
  }

  /** Where else a proposal can be reviewed, or why nowhere; `null` where proposals are not reviewed on branches. */
  branchNote(id: string): BranchNote | null {
    const branch = this.#wiki.branchOf(id);
    if (branch === null) return null;
    const find = (wanted: string) => this.#proposals.find((each) => each.id === wanted)?.changeSet;
    const sources = find(id)?.sources.map(({ path }) => path) ?? [];
    const text = branchText(branch, (other) => find(other)?.title, sources.length > 0);
    const mayRead = isStale(branch) && sources.length > 0 && this.#wiki.role !== 'read';
    if (!mayRead) return { text, readAgain: null };
    const open = (next: string): Promise<void> => this.#openInPlace(id, next);
    return { text, readAgain: () => this.attempt(() => this.#read(sources, () => words.planQueued, open)) };
  }

  runWikiJob<T>(title: string, work: (run: Run, wiki: never) => Promise<T>): Promise<T | null> {
    return this.runJob(title, (run) => {
      this.#must('propose');
      return work(run, this.#wiki as never);
    });
  }

  async runJob<T>(title: string, work: (run: Run) => Promise<T>): Promise<T | null> {
    const say = ({ stage, done, total }: Progress): void =>
      this.#screens.progress(total > 0 ? `${stage} ${done}/${total}` : stage);
    this.#screens.progress(title);
    try {
      return await this.inBackground(() => work(appRun(this.#closing.signal, say)));
    } catch (error) {
      this.showError(error);
      return null;
    } finally {
      this.#screens.progress(null);
    }
  }

  async inBackground<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await this.#look().catch(() => undefined);
    }
  }

  async changePlan(id: string, change: PlanChange): Promise<void> {
    this.#must('review');
    const jobs = await this.#wiki.changePlan(id, change);
    new Notice(words.planQueued);
    for (const job of jobs) this.attempt(() => this.#queued.follow(job, (next) => this.#openInPlace(id, next)));
  }

  /** Opens the proposal that replaces another one, if the person still looks at that. */
  async #openInPlace(id: string, next: string): Promise<void> {
    await this.#look();
    if (readPlace(window.location.hash).id === id) await this.#screens.review(next, false);
  }

  takeUp(): Promise<void> {
    showElsewhere();
    return Promise.resolve();
  }

  whenReleased(work: () => void, key?: unknown): void {
    this.pressGate.run(work, key);
  }

  on(event: ControllerEvent, listener: () => void): () => void {
    return this.#listeners.on(event, listener);
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

  backgroundRun(signal?: AbortSignal): Run {
    const own = this.#closing.signal;
    return appRun(signal === undefined ? own : anySignal(signal, own));
  }

  openModal(modal: Modal): void {
    modal.open();
  }

  showError(error: unknown): void {
    if (isWikiError(error) && error.code === 'living-wiki:cancelled') return;
    showProblem(asWikiError(error, 'living-wiki:unexpected'));
  }

  dismissWarning(key: string): void {
    this.#queued.dismiss(key);
  }

  toVaultPath(path: string): string {
    return path;
  }

  toWikiPath(vaultPath: string): string | null {
    return vaultPath;
  }

  /** Reads what waits and the newest change, and tells the screens of what is different. */
  async #look(): Promise<void> {
    const [proposals, newest] = await Promise.all([this.#wiki.proposals(), this.#wiki.newest()]);
    const before = this.#seen;
    this.#seen = proposals.map(({ id }) => `${id} ${JSON.stringify(this.#wiki.branchOf(id))}`).join();
    const wasNewest = this.#newest;
    [this.#proposals, this.#newest] = [proposals, newest];
    if (this.#seen !== before) this.#listeners.emit('proposals');
    if (newest === wasNewest || wasNewest === '') return;
    this.#listeners.emit('wiki');
    if (this.#lint !== null) this.attempt(() => this.lintNow());
  }

  /** @throws WikiError where the token may not */
  #must(role: 'propose' | 'review'): void {
    if (this.#wiki.role !== role && this.#wiki.role !== 'review') throw refused();
  }

  #makeNavigator(): WikiNavigator {
    const screens = this.#screens;
    const elsewhere = (): Promise<void> => {
      showElsewhere();
      return Promise.resolve();
    };
    return {
      openHome: () => screens.list(),
      openReview: (id, isAsked = false) => screens.review(id, isAsked),
      openOverview: () => screens.overview(),
      openLint: () => screens.lint(),
      openHistory: () => screens.history(),
      openPage: (path) => this.#openPage(path),
      openNote: (path) => this.#openPage(path),
      openSource: async (path, anchor = {}, quote) => {
        const text = await this.#wiki.sourceText(path, quote);
        this.openModal(new SourceModal(this.app, text, anchor, null));
      },
      ...{ openLensView: elsewhere, openJobs: elsewhere, openPacks: elsewhere, openPicture: elsewhere },
      ...{ reviewRules: elsewhere, openMemory: elsewhere, openChat: elsewhere },
    };
  }

  async #openPage(path: string): Promise<void> {
    if (!this.#wiki.isPage(path)) showElsewhere();
    else this.openModal(new PageModal(this.app, path, await this.#wiki.pageText(path)));
  }
}

/** A review for a token that may not decide. The server would refuse as well. */
function onlySeen(session: ReviewSession): ReviewSession {
  const refuse = (): Promise<never> => Promise.reject(refused());
  return {
    id: session.id,
    load: (run) => session.load(run),
    preview: (run) => session.preview(run),
    ...{ decide: refuse, resolve: refuse, apply: refuse, reject: refuse },
  };
}
