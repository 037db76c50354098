import { Notice } from 'obsidian';
import type { App } from 'obsidian';
import { addressOf, asWikiError, findWikis, isWikiError, reviewSetUp, whatIsMissing, Workbench } from '../../workbench';
import type {
  Anchor,
  IngestEstimate,
  IngestResult,
  ModelHost,
  Progress,
  Proposal,
  ReviewDesk,
  Run,
  WorkbenchHost,
} from '../../workbench';
import {
  appClock,
  appRandom,
  appRun,
  appTimer,
  createAppLock,
  createFetch,
  createPdfReader,
  guessEncoding,
  markupReader,
} from '../host';
import { app as words } from '../locale';
import { loadChoices, saveChoices } from '../settings';
import type { Choices, Settings, SettingsStore } from '../settings';
import { scopeVault } from '../../vault';
import type { WriteLock } from '../../vault';
import { ObsidianVault } from '../vault';
import { addSources } from './add-sources';
import type { NewSource } from './add-sources';
import { askBeforeCost } from './estimate-modal';
import type { Answer } from './estimate-modal';
import { Jobs } from './jobs';
import { isThisComputer } from './privacy';
import { QUIET, Settling } from './settling';
import { createDebouncer } from './soon';
import { SourceModal } from './source-modal';
import type { Desk, DeskEvent, DeskLint, DeskState, NewWiki, ShownJob } from './types';
import { HISTORY_VIEW, HOME_VIEW, LENS_VIEW, LINT_VIEW, REVIEW_VIEW } from './view-types';
import { isShown, Ways } from './ways';

/** How long the vault must be quiet before changed files are read, and pages are judged anew. Milliseconds. */
const READ_AFTER = 300;
const JUDGE_AFTER = 400;
/** How long after a wiki was opened its pages are kept for the next start: the app may be closed without a word. Milliseconds. */
const KEEP_AFTER = 5_000;
/** Notices of errors stay as long as they take to read. Milliseconds. */
const ERROR_NOTICE = 12_000;

/** The {@link Desk}: one open wiki of the vault, kept true to its files. */
export class WikiDesk implements Desk {
  readonly app: App;
  readonly vault: ObsidianVault;
  readonly #store: SettingsStore;
  readonly #ways: Ways;
  readonly #jobs = new Jobs(() => this.#say('job'));
  readonly #listeners = new Map<DeskEvent, Set<() => void>>();
  readonly #settling = new Settling();
  readonly #fetch = createFetch();
  readonly #pdf = createPdfReader();
  readonly #changedPaths = new Set<string>();
  readonly #told = new Set<string>();
  readonly #setUps = new Map<string, ReviewDesk>();
  /** Sources that were proposed for by themselves once; what comes of it is for a person. */
  readonly #tried = new Set<string>();
  readonly #read = createDebouncer(READ_AFTER, () => this.#readChanged());
  readonly #judge = createDebouncer(JUDGE_AFTER, () => this.#judgeNow());
  readonly #count = createDebouncer(QUIET, () => this.#countNow());
  readonly #keep = createDebouncer(KEEP_AFTER, () => this.#keepNow());
  #state: DeskState = { kind: 'starting', progress: null };
  #roots: readonly string[] = [];
  #choices: Choices;
  #lint: DeskLint | null = null;
  #newSources: readonly string[] = [];
  #arriving = 0;
  #proposals: readonly Proposal[] = [];
  /** Ends with what was opened. */
  #open = new AbortController();
  #opening: Promise<void> = Promise.resolve();
  #stopWatching: (() => void) | null = null;
  #isClosed = false;

  constructor(app: App, store: SettingsStore) {
    this.app = app;
    this.vault = new ObsidianVault(app);
    this.#store = store;
    this.#ways = new Ways(app);
    this.#choices = loadChoices(app);
  }

  get settings(): Settings {
    return this.#store.settings;
  }

  get choices(): Choices {
    return this.#choices;
  }

  get state(): DeskState {
    return this.#state;
  }

  /** Folders of all wikis in the vault. */
  get roots(): readonly string[] {
    return this.#roots;
  }

  get lens(): string | undefined {
    return this.#state.kind === 'ready' ? this.#choices.lenses[this.#state.root] : undefined;
  }

  get lint(): DeskLint | null {
    return this.#lint;
  }

  get newSources(): readonly string[] {
    return this.#newSources;
  }

  get arriving(): number {
    return this.#arriving;
  }

  get waiting(): number {
    return this.#proposals.length;
  }

  get proposals(): readonly Proposal[] {
    return this.#proposals;
  }

  get job(): ShownJob | null {
    return this.#jobs.current;
  }

  /** Looks for wikis and opens one. To be called when the layout is ready; again to look anew. */
  start(): Promise<void> {
    this.#opening = this.#opening.then(() => this.#openOne());
    return this.#opening;
  }

  /** Resolves when what is being opened is open. */
  opened(): Promise<void> {
    return this.#opening;
  }

  /** The settings were changed behind our back. */
  settingsChanged(): void {
    this.#say('settings');
    const root = this.#state.kind === 'ready' ? this.#state.root : null;
    const { wiki } = this.settings;
    if (wiki !== null && wiki !== root) void this.start();
  }

  /** Work that nobody watches, whose writing shows everywhere all the same. */
  async background<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#afterWork();
    }
  }

  /** Stops everything, and waits until nothing runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#open.abort();
    await this.#jobs.close();
    await this.#opening;
    await this.#letGo();
    this.#listeners.clear();
  }

  async change(patch: Partial<Settings>): Promise<void> {
    const { wiki, lintLive, watchSources } = this.settings;
    await this.#store.change(patch);
    this.#say('settings');
    if (this.settings.wiki !== wiki) await this.start();
    if (this.settings.lintLive && !lintLive) this.#judge.soon();
    if (this.settings.watchSources !== watchSources) this.#count.now();
  }

  choose(patch: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...patch };
    saveChoices(this.app, this.#choices);
    this.#say('settings');
  }

  chooseLens(name: string | undefined): void {
    if (this.#state.kind !== 'ready' || name === this.lens) return;
    const { [this.#state.root]: _, ...others } = this.#choices.lenses;
    const lenses = name === undefined ? others : { ...others, [this.#state.root]: name };
    this.#choices = { ...this.#choices, lenses };
    saveChoices(this.app, this.#choices);
    this.#lint = null;
    this.#say('lens');
    this.#say('lint');
    this.#judge.now();
  }

  on(event: DeskEvent, listener: () => void): () => void {
    const own = (): void => listener();
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(own));
    return () => void listeners.delete(own);
  }

  async work<T>(title: string, work: (run: Run, workbench: Workbench) => Promise<T>): Promise<T | null> {
    return this.#work(title, (run, _, workbench) => work(run, workbench));
  }

  #work<T>(title: string, work: (run: Run, job: ShownJob, workbench: Workbench) => Promise<T>): Promise<T | null> {
    return this.#perform(title, async (run, job) => {
      if (this.#state.kind !== 'ready') {
        new Notice(this.#state.kind === 'starting' ? words.notice.starting : words.notice.noWiki);
        return null;
      }
      return work(run, job, this.#state.workbench);
    });
  }

  perform<T>(title: string, work: (run: Run) => Promise<T>): Promise<T | null> {
    return this.#perform(title, (run) => work(run));
  }

  async #perform<T>(title: string, work: (run: Run, job: ShownJob) => Promise<T>): Promise<T | null> {
    try {
      return await this.#jobs.add(title, work);
    } catch (error) {
      this.show(error);
      return null;
    } finally {
      this.#afterWork();
    }
  }

  quietly(signal?: AbortSignal): Run {
    return appRun(signal === undefined ? this.#open.signal : eitherOf(signal, this.#open.signal));
  }

  show(error: unknown): void {
    if (this.#isClosed || (isWikiError(error) && error.code === 'living-wiki:cancelled')) return;
    const { message, path, remedy } = asWikiError(error, 'living-wiki:unexpected');
    const text = words.notice.error(message, remedy ?? null);
    new Notice(path === undefined || message.includes(path) ? text : words.notice.at(path, text), ERROR_NOTICE);
  }

  async ingest(sources?: readonly string[], curator?: 'model' | 'extractive'): Promise<void> {
    await this.#ingest({ ...(sources && { sources }), ...(curator && { curator }), isAsked: true });
  }

  async #ingest(wish: {
    sources?: readonly string[];
    curator?: 'model' | 'extractive';
    isAsked: boolean;
  }): Promise<void> {
    const { curator: usual, model } = this.settings;
    const hasModel = usual === 'model' && whatIsMissing(model) === null;
    const curator = wish.curator ?? (hasModel ? 'model' : 'extractive');
    const said: { answer: Answer } = { answer: 'go' };
    const result = await this.#work(words.jobs.ingest, (run, job, workbench) => {
      const onEstimate = async (estimate: IngestEstimate): Promise<void> => {
        const address = addressOf(model) ?? '';
        if (!wish.isAsked || isThisComputer(address)) return;
        said.answer = await askBeforeCost(this.app, estimate, address);
        if (said.answer !== 'go') job.cancel();
      };
      return workbench.ingest({ ...(wish.sources && { sources: wish.sources }), curator, onEstimate }, run);
    });
    if (said.answer === 'built-in') await this.#ingest({ ...wish, curator: 'extractive' });
    else if (result !== null) await this.#tellOf(result, wish);
  }

  async #tellOf(result: IngestResult, wish: { sources?: readonly string[]; isAsked: boolean }): Promise<void> {
    const { proposals, failed, skipped, stopped } = result;
    for (const { path, message, remedy } of failed) {
      new Notice(words.notice.at(path, words.notice.error(message, remedy)), ERROR_NOTICE);
    }
    if (stopped !== null) new Notice(words.notice.error(stopped.message, stopped.remedy), ERROR_NOTICE);
    if (wish.sources !== undefined) {
      for (const { path, reason } of skipped) new Notice(words.notice.skipped(path, reason), ERROR_NOTICE);
    }
    const [first] = proposals;
    if (first === undefined) {
      if (wish.isAsked && failed.length + skipped.length === 0 && stopped === null) new Notice(words.notice.nothingNew);
      return;
    }
    if (wish.isAsked && proposals.length === 1) await this.openReview(first.id);
    else new Notice(words.notice.proposed(proposals.length));
  }

  async setUp({ root, template, adopt }: NewWiki): Promise<void> {
    const made = reviewSetUp({
      vault: this.vault,
      root,
      template,
      adopt,
      folderName: this.app.vault.getName(),
      clock: appClock,
      random: appRandom,
      lock: this.#lockOf(root),
    });
    this.#setUps.set(made.id, {
      id: made.id,
      load: (run) => made.load(run),
      decide: (changes) => made.decide(changes),
      preview: (run) => made.preview(run),
      resolve: (path, hunks, side) => made.resolve(path, hunks, side),
      reject: (reason) => made.reject(reason),
      apply: async (run) => {
        const outcome = await made.apply(run);
        if (outcome.kind === 'applied') void this.#moveTo(root);
        return outcome;
      },
    });
    await this.openReview(made.id);
  }

  /** Opens a wiki that was just made. */
  async #moveTo(root: string): Promise<void> {
    try {
      await this.#store.change({ wiki: root });
      this.#say('settings');
      await this.start();
      await this.openHome();
    } catch (error) {
      this.show(error);
    }
  }

  async addSources(files: readonly NewSource[]): Promise<void> {
    await this.work(words.jobs.copying, async (run, workbench) => {
      const added = await addSources(this.vault, this.inVault('sources'), files);
      await workbench.refresh(
        added.flatMap((path) => this.inWiki(path) ?? []),
        run,
      );
      new Notice(words.notice.copied(added.length));
    });
  }

  async refresh(): Promise<void> {
    this.#changedPaths.add('');
    await this.#readChanged();
  }

  async check(): Promise<void> {
    await this.#judgeNow(true);
  }

  review(id: string): ReviewDesk | null {
    const setUp = this.#setUps.get(id);
    if (setUp !== undefined) return setUp;
    return this.#state.kind === 'ready' ? this.#state.workbench.review(id) : null;
  }

  inVault(path: string): string {
    const root = this.#state.kind === 'ready' ? this.#state.root : '';
    return root === '' ? path : `${root}/${path}`;
  }

  inWiki(vaultPath: string): string | null {
    if (this.#state.kind !== 'ready') return null;
    const { root } = this.#state;
    if (root === '') return vaultPath;
    return vaultPath.startsWith(`${root}/`) ? vaultPath.slice(root.length + 1) : null;
  }

  openReview(id: string): Promise<void> {
    return this.#ways.openTab(REVIEW_VIEW, { id });
  }

  openLensView(): Promise<void> {
    return this.#ways.openSide(LENS_VIEW, 'left');
  }

  openLint(): Promise<void> {
    return this.#ways.openSide(LINT_VIEW, 'right');
  }

  openHistory(): Promise<void> {
    return this.#ways.openTab(HISTORY_VIEW);
  }

  openHome(): Promise<void> {
    return this.#ways.openSide(HOME_VIEW, 'right');
  }

  openPage(path: string, place?: { readonly line?: number; readonly heading?: string }): Promise<void> {
    return this.#ways.openPage(this.inVault(path), place);
  }

  async openSource(path: string, anchor?: Anchor, quote?: string): Promise<void> {
    const file = this.app.vault.getFileByPath(this.inVault(path));
    if (file === null) {
      new Notice(words.source.gone(path), ERROR_NOTICE);
      return;
    }
    const open = (): Promise<void> => this.#ways.openSource(file, anchor, quote);
    if (quote === undefined || isShown(file.extension) || this.#state.kind !== 'ready') {
      await open();
      return;
    }
    try {
      const text = await this.#state.workbench.sourceText(path, quote, this.quietly());
      new SourceModal(this.app, text, anchor ?? {}, () => void open()).open();
    } catch (error) {
      this.show(error);
    }
  }

  #say(event: DeskEvent): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      try {
        listener();
      } catch (error) {
        // One view that cannot draw must not keep the others from drawing.
        console.error(error);
      }
    }
  }

  #become(state: DeskState): void {
    this.#state = state;
    this.#say('state');
  }

  async #openOne(): Promise<void> {
    if (this.#isClosed) return;
    await this.#letGo();
    this.#open = new AbortController();
    const progress = (step: Progress): void => this.#become({ kind: 'starting', progress: step });
    const run = appRun(this.#open.signal, progress);
    this.#become({ kind: 'starting', progress: null });
    this.#stopWatching = this.vault.watchOthers((event) => {
      this.#note(event.path, event.kind === 'removed');
      if (event.kind === 'renamed') this.#note(event.from, true);
    });
    try {
      this.#roots = await findWikis(this.vault, run);
      const { wiki } = this.settings;
      const root = wiki !== null && this.#roots.includes(wiki) ? wiki : this.#roots[0];
      if (root === undefined) {
        this.#become({ kind: 'none' });
        return;
      }
      const workbench = await Workbench.open(this.#host(root), run);
      if (this.#open.signal.aborted) {
        await workbench.close(appRun(new AbortController().signal));
        return;
      }
      this.#become({ kind: 'ready', workbench, root });
      this.#say('lens');
      this.#count.now();
      this.#keep.soon();
      if (this.settings.lintLive) this.#judge.soon();
    } catch (error) {
      const failure = asWikiError(error, 'living-wiki:unexpected');
      if (failure.code !== 'living-wiki:cancelled') this.#become({ kind: 'failed', error: failure });
    }
  }

  #host(root: string): WorkbenchHost {
    const modelHost = (): ModelHost | undefined => this.#modelHost();
    return {
      vault: this.vault,
      root,
      linksLeaveWiki: root !== '',
      clock: appClock,
      random: appRandom,
      lock: this.#lockOf(root),
      pdf: this.#pdf,
      markup: markupReader,
      guessEncoding,
      get model() {
        return modelHost();
      },
    };
  }

  #lockOf(root: string): WriteLock {
    return createAppLock(this.app, scopeVault(this.vault, root));
  }

  /** What is chosen now, with the key that it needs; nothing where something is missing. */
  #modelHost(): ModelHost | undefined {
    const { model } = this.settings;
    if (whatIsMissing(model) !== null) return undefined;
    return { settings: this.modelSettings(), fetch: this.#fetch, timer: appTimer };
  }

  /** The settings of the model with its key. */
  modelSettings(): ModelHost['settings'] {
    const { model, secret } = this.settings;
    const apiKey = secret === '' ? null : this.app.secretStorage.getSecret(secret);
    return apiKey === null || apiKey.trim() === '' ? model : { ...model, apiKey: apiKey.trim() };
  }

  get network(): Pick<ModelHost, 'fetch' | 'timer'> {
    return { fetch: this.#fetch, timer: appTimer };
  }

  async #letGo(): Promise<void> {
    this.#stopWatching?.();
    this.#stopWatching = null;
    this.#open.abort();
    for (const debouncer of [this.#read, this.#judge, this.#count, this.#keep]) await debouncer.stop();
    this.#changedPaths.clear();
    this.#lint = null;
    this.#newSources = [];
    this.#arriving = 0;
    this.#proposals = [];
    const state = this.#state;
    if (state.kind !== 'ready') return;
    this.#state = { kind: 'starting', progress: null };
    await state.workbench.close(appRun(new AbortController().signal));
  }

  /** Takes note of a file that somebody else changed. */
  #note(path: string, isGone: boolean): void {
    const isManifest = path === 'KNOWLEDGE.md' || path.endsWith('/KNOWLEDGE.md');
    if (isManifest) this.#changedPaths.add(MANIFEST);
    const isOurs = isManifest && path === this.inVault('KNOWLEDGE.md');
    // A wiki came, or went.
    if (isManifest && (this.#state.kind !== 'ready' || (isOurs && isGone))) this.#changedPaths.add(ANEW);
    const inside = this.inWiki(path);
    if (inside !== null) this.#changedPaths.add(inside);
    if (this.#changedPaths.size > 0) this.#read.soon();
  }

  async #readChanged(): Promise<void> {
    const paths = [...this.#changedPaths];
    this.#changedPaths.clear();
    if (paths.includes(ANEW)) {
      // Not waited for: opening anew waits for this.
      void this.start();
      return;
    }
    if (this.#state.kind !== 'ready' || paths.length === 0) return;
    const { workbench } = this.#state;
    try {
      if (paths.includes(MANIFEST)) workbench.refreshLenses();
      await workbench.refresh(
        paths.filter((path) => path !== MANIFEST),
        this.quietly(),
      );
      if (paths.includes(MANIFEST)) this.#say('lens');
      this.#afterWork();
    } catch (error) {
      this.show(error);
    }
  }

  /** What was written shows everywhere. */
  #afterWork(): void {
    if (this.#isClosed || this.#state.kind !== 'ready') return;
    this.#say('wiki');
    this.#count.now();
    if (this.settings.lintLive) this.#judge.soon();
  }

  async #keepNow(): Promise<void> {
    if (this.#state.kind !== 'ready') return;
    try {
      await this.#state.workbench.save(this.quietly());
    } catch (error) {
      this.show(error);
    }
  }

  async #countNow(): Promise<void> {
    if (this.#state.kind !== 'ready') return;
    const { workbench } = this.#state;
    const run = this.quietly();
    try {
      const status = await workbench.status(run);
      const proposals = await workbench.proposals();
      for (const notice of [...status.recovered, ...status.warnings.filter(isNews)]) {
        const key = `${notice.code} ${notice.at} ${notice.message}`;
        if (!this.#told.has(key)) new Notice(notice.message, ERROR_NOTICE);
        this.#told.add(key);
      }
      const read = new Set(proposals.flatMap(({ changeSet }) => changeSet.sources.map(({ path }) => path)));
      const { pending, changed } = status.sources;
      const fresh = this.settings.watchSources ? [...changed, ...pending].filter((path) => !read.has(path)) : [];
      const vaultPaths = fresh.map((path) => this.inVault(path));
      const whole = new Set(await this.#settling.whole(this.vault, vaultPaths, appClock.now()));
      if (run.signal.aborted) return;
      this.#newSources = fresh.filter((path) => whole.has(this.inVault(path)));
      this.#arriving = fresh.length - whole.size;
      this.#proposals = proposals;
      this.#say('proposals');
      if (this.#arriving > 0) this.#count.soon();
      await this.#proposeByItself();
    } catch (error) {
      this.show(error);
    }
  }

  async #proposeByItself(): Promise<void> {
    if (!this.settings.proposeAutomatically || this.#jobs.current !== null) return;
    const sources: string[] = [];
    for (const path of this.#newSources) {
      const stat = await this.vault.stat(this.inVault(path));
      const key = `${path} ${stat?.size ?? 0} ${stat?.mtime ?? 0}`;
      if (!this.#tried.has(key)) sources.push(path);
      this.#tried.add(key);
    }
    if (sources.length > 0) void this.#ingest({ sources, isAsked: false });
  }

  async #judgeNow(isAsked = false): Promise<void> {
    if (this.#state.kind !== 'ready') return;
    const { workbench } = this.#state;
    const lens = this.lens;
    const run = this.quietly();
    try {
      const { findings, counts } = await workbench.lint(lens === undefined ? {} : { lens }, run);
      if (run.signal.aborted) return;
      if (lens !== this.lens) {
        await this.#judgeNow(isAsked);
        return;
      }
      this.#lint = { findings, counts };
      this.#say('lint');
    } catch (error) {
      if (run.signal.aborted) return;
      this.show(error);
      // A lens that is gone or was refused shows nothing; the wiki's own always can be looked through.
      if (lens !== undefined && lens === this.lens && isWikiError(error)) this.chooseLens(undefined);
    }
  }
}

/** Stand among the changed paths for: look at the lenses again; look for wikis again. No path holds these characters. */
const MANIFEST = '\0lenses';
const ANEW = '\0anew';

/** Aborts with the first of the two. */
function eitherOf(first: AbortSignal, second: AbortSignal): AbortSignal {
  const aborter = new AbortController();
  const abort = (): void => aborter.abort();
  for (const signal of [first, second]) {
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: aborter.signal });
  }
  return aborter.signal;
}

/** What a person should hear of at once, and not only when they look. */
function isNews({ code }: { readonly code: string }): boolean {
  return code.startsWith('living-wiki:state_');
}
