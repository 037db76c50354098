import { type App, type Modal, type PaneType, type TAbstractFile } from 'obsidian';
import { type WikiError } from '../../base';
import {
  type Anchor,
  type AutomationSettings,
  type ConversationInput,
  type Finding,
  type HarvestReport,
  type HarvestResult,
  type JobsOverview,
  type Memory,
  type MemoryItem,
  type MemoryOverview,
  type ModelCost,
  type OpenQuestion,
  type PlanChange,
  type Progress,
  type Proposal,
  type ReviewSession,
  type Run,
  type ScheduledSkill,
  type WikiJobs,
  type WikiStatus,
  type Workbench,
} from '../../workbench';
import { type Preferences, type Settings } from '../settings/types';

export type ControllerState =
  /** The layout is not ready, or the wiki is being read. */
  | { readonly kind: 'starting'; readonly progress: Progress | null }
  /** No folder of the vault is a wiki. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: WikiError }
  | { readonly kind: 'ready'; readonly workbench: Workbench; readonly root: string };

/**
 * `state`: a wiki was opened, closed or failed to open. `wiki`: pages or sources changed. `proposals`: the inbox changed,
 * open questions, warnings and whether sources are being read included. `lens`: another lens was chosen. `lint`: findings changed. `job`: a job started, moved on or
 * ended. `jobs`: the queue changed. `settings`: settings or preferences changed. `sources`: the index of the sources moved on.
 * `packs`: other knowledge packs are used in the chat, or packs were published or confirmed. `memory`: what conversations taught changed.
 */
export type ControllerEvent =
  'state' | 'wiki' | 'proposals' | 'lens' | 'lint' | 'job' | 'jobs' | 'settings' | 'sources' | 'packs' | 'memory';

/** A wiki to create. */
export interface NewWiki {
  /** Its folder in the vault; `''` for the vault itself. */
  readonly root: string;
  readonly template: 'research' | 'team' | 'personal';
  /** Keep the notes that are in the folder. */
  readonly adopt: boolean;
  /** The folder of sources, if the layout that was found is kept. */
  readonly sources?: string;
  /** What the wiki is for, in one sentence. */
  readonly purpose?: string;
}

/** A layout that a folder has already. */
export interface KeptLayout {
  readonly sources: string;
  /** What was found, as a sentence. */
  readonly description: string;
}

/** A file to copy into the folder of sources. */
export interface NewSource {
  readonly name: string;
  bytes(): Promise<Uint8Array>;
}

/** Long work that the user sees. One job runs at a time; the others wait. */
export interface RunningJob {
  readonly title: string;
  readonly progress: Progress | null;
  /** How much of the whole job is done, from 0 to 1; never less than before. `null` while nothing can be counted. */
  readonly fraction: number | null;
  /** Cost so far, as text; `null` where nothing is paid for. */
  readonly cost: string | null;
  readonly isCancelled: boolean;
  cancel(): void;
}

/** How far the index of the sources is, which search looks through. */
export interface SourceIndexState {
  /** `null` while nothing is being indexed. */
  readonly progress: Pick<Progress, 'done' | 'total'> | null;
  /** Whether it waits for a job. */
  readonly isPaused: boolean;
  /** Whether a person stopped it. */
  readonly isStopped: boolean;
  /** How many sources are not indexed yet, and how many are older than the limit in the settings has room for. */
  readonly pending: number;
  readonly outside: number;
}

/** The queue of jobs, as it was last read. */
export interface QueueState extends JobsOverview {
  /** Spent today, one amount for each currency. */
  readonly spent: readonly { readonly amount: number; readonly currency: string }[];
  /** Skills that run by themselves. */
  readonly scheduled: readonly ScheduledSkill[];
}

/** What a person waited for and paid to have sources read. */
export interface SourceReading {
  /** Ids of the proposals that it made. */
  readonly proposals: ReadonlySet<string>;
  /** Milliseconds, without what a person took to answer. */
  readonly ms: number;
  /** `null` without a model, and where a price is unknown. */
  readonly money: ModelCost['money'];
}

/** Why a source could not be read. */
export interface RefusedSource {
  readonly message: string;
  /** `''` where there is nothing to say. */
  readonly remedy: string;
}

/** Shown in the views until it is dismissed. */
export interface WikiWarning {
  readonly key: string;
  readonly title: string;
  readonly message: string;
  /** What to do about it. */
  readonly action?: { readonly text: string; run(): unknown };
  /** Shown with its message at once: it answers what the person has just done. */
  readonly isOpen?: boolean;
}

/** The findings for the chosen lens. */
export interface LintState {
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<'error' | 'warn' | 'info', number>>;
  /** How many findings the manifest ignores. */
  readonly ignored: number;
}

export interface PagePosition {
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
  readonly heading?: string;
  /** Where to open it; in the current tab when absent. */
  readonly pane?: PaneType | boolean;
}

/** Screens that the controller opens and other folders draw. */
export interface Screens {
  reviewRules(controller: WikiController): Promise<void>;
}

/** Opens views, pages and positions in sources. Paths are relative to the open wiki. */
export interface WikiNavigator {
  openHome(): Promise<void>;
  /** Opens the problems, ready for its keys. */
  openLint(): Promise<void>;
  openLensView(): Promise<void>;
  openJobs(): Promise<void>;
  openPacks(): Promise<void>;
  openHistory(): Promise<void>;
  /** @param path of the page that the timeline is about; the whole wiki when absent */
  openPicture(name: 'coverage' | 'contradictions' | 'timeline' | 'usage', path?: string): Promise<void>;
  /** Opens the approval of the rules for a model. */
  reviewRules(): Promise<void>;
  /** Opens what conversations taught. */
  openMemory(): Promise<void>;
  /** Opens the chat with the cursor in the question field. */
  openChat(): Promise<void>;
  /** Opens the review of a proposal. @param isAsked the person asked for exactly this change, so it arrives accepted */
  openReview(id: string, isAsked?: boolean): Promise<void>;
  /** Opens what all waiting proposals do together. */
  openOverview(): Promise<void>;
  /** Opens a page. For one that is gone it shows a notice, and creates no file. */
  openPage(path: string, position?: PagePosition): Promise<void>;
  /** {@link openPage} for a path in the vault, which may lie outside the wiki. */
  openNote(vaultPath: string, position?: PagePosition): Promise<void>;
  /**
   * Opens a source at a quote: the line of a note, the page of a PDF. For formats that Obsidian cannot display, it shows
   * the text that was extracted from the file.
   */
  openSource(path: string, anchor?: Anchor, quote?: string): Promise<void>;
}

/** Where conversations are: files and folders of the vault, its folder of conversations when none are named, or what was dropped on the app. */
export type ConversationOrigin =
  | { readonly kind: 'vault'; readonly files?: readonly TAbstractFile[] }
  | { readonly kind: 'dropped'; readonly files: readonly File[] };

export interface HarvestRequest {
  readonly from: ConversationOrigin;
  readonly inputs: readonly ConversationInput[];
  /** How many conversations a person saw that there are. */
  readonly count: number;
  /** Moves a conversation to the trash once what it taught is accepted. */
  readonly isReclaiming: boolean;
}

/** What conversations taught: the memory of the vault, which needs no wiki. */
export interface MemoryControl {
  /** Its folder in the vault. */
  readonly folder: string;
  /** `null` until it was read. */
  readonly overview: MemoryOverview | null;
  /** Why it cannot be read; `null` when it can. */
  readonly problem: WikiError | null;
  /** Harvests to review, oldest first. */
  readonly proposals: readonly Proposal[];
  /** Reads it, also where there is none yet. */
  refresh(): Promise<void>;
  /** Changes it and notifies the views. An error is shown as a notice, and gives `null`. */
  change<T>(work: (memory: Memory, run: Run) => Promise<T>): Promise<T | null>;
  /** The path in the vault of a path in the memory. */
  toVaultPath(path: string): string;
  /** What may be harvested of these. */
  inputs(from: ConversationOrigin): Promise<readonly ConversationInput[]>;
  /** What a harvest would do. Nothing is sent or written. */
  plan(inputs: readonly ConversationInput[], run: Run): Promise<HarvestReport>;
  /** Harvests conversations as a job of the open wiki; each waits for a review. */
  harvest(request: HarvestRequest, run: Run): Promise<HarvestResult>;
  /** Moves files to the trash, each only if all its conversations are proven to be harvested. @returns how many */
  reclaim(inputs: readonly ConversationInput[]): Promise<number>;
  /** Writes a fact as a source of the open wiki. */
  makeSource(item: MemoryItem): Promise<void>;
}

/**
 * What every view, modal and command works with: the open wiki, the chosen lens, jobs and navigation. Views subscribe to
 * events and draw; they never touch the vault themselves.
 */
export interface WikiController {
  readonly app: App;
  readonly navigator: WikiNavigator;
  readonly settings: Settings;
  changeSettings(patch: Partial<Settings>): Promise<void>;
  /** Whether the user of this device agreed to the model server of the settings, which come with the vault. */
  readonly isModelApproved: boolean;
  /** Asks for that, unless it is given. @returns whether the server may be used */
  approveModel(): Promise<boolean>;
  /** Names of the knowledge packs that the chat uses. */
  readonly chatPacks: readonly string[];
  /** Uses other packs in the chat. */
  usePacks(names: readonly string[]): void;
  /** Says that packs changed. */
  packsChanged(): void;
  /** Preferences of this device. */
  readonly preferences: Preferences;
  changePreferences(patch: Partial<Preferences>): void;
  /** What runs and writes by itself in the open wiki, on this device. */
  readonly automation: AutomationSettings;
  changeAutomation(settings: AutomationSettings): void;
  readonly state: ControllerState;
  /** `ref` of the chosen lens: its name, or its path if another lens has that name; `undefined` for the wiki's default lens. */
  readonly lens: string | undefined;
  /** Chooses a lens and remembers it for this wiki. */
  chooseLens(ref: string | undefined): void;
  /** `null` until the first pass is done. */
  readonly lint: LintState | null;
  /** Sources that were never ingested, or changed since. Wiki-relative paths. */
  readonly newSources: readonly string[];
  /** How many sources are still being copied or downloaded. They become new sources when complete. */
  readonly incompleteSources: number;
  /** Proposals to review, in the order in which they apply. */
  readonly proposals: readonly Proposal[];
  /** What pages use of each source that is not used completely. */
  readonly coverage: WikiStatus['coverage'];
  /** Pages that were deleted by hand, of which the user has not said yet whether they may be made again. */
  readonly deleted: WikiStatus['deleted'];
  /** Questions that the next ingest looks for, oldest first. */
  readonly questions: readonly OpenQuestion[];
  /** Adds or drops open questions and notifies the views. Errors are shown as a notice. */
  changeQuestions(work: (workbench: Workbench) => Promise<unknown>): Promise<void>;
  readonly memory: MemoryControl;
  readonly job: RunningJob | null;
  /** The queue; `null` until it was read. */
  readonly queue: QueueState | null;
  /** Changes the queue. An error is shown as a notice. */
  changeQueue(work: (jobs: WikiJobs, run: Run) => Promise<unknown>): Promise<void>;
  /** Reads more of the queue, of which only the beginning is read at first. */
  listMoreJobs(): void;
  readonly sourceIndex: SourceIndexState;
  /** Stops indexing the sources, or goes on with it. */
  stopIndexing(): void;
  resumeIndexing(): void;
  /** Sources that could not be read when they were last tried, with what to do. By wiki-relative path. */
  readonly refusedSources: ReadonlyMap<string, RefusedSource>;
  /** Notes what came of sources that were tried, so that Home shows it. */
  noteRefused(path: string, refused: RefusedSource | null): void;
  /** What the last reading of sources took, as long as the app is open; `null` before. */
  readonly lastReading: SourceReading | null;
  noteReading(reading: SourceReading): void;
  /** Reads what waits again, while a job goes on. */
  proposalsChanged(): void;
  /** Whether sources are being read for proposals, or wait for it. */
  readonly isProposing: boolean;
  /** What to know about the wiki before working with it. */
  readonly warnings: readonly WikiWarning[];
  dismissWarning(key: string): void;

  /**
   * Runs a redraw now, or once a pressed pointer is released, so that no control moves away from under it. Events wait in
   * the same way.
   * @param key of several held redraws with one key, only the latest is run
   */
  whenReleased(work: () => void, key?: unknown): void;
  /** @returns a function that unsubscribes */
  on(event: ControllerEvent, listener: () => void): () => void;
  /** Runs what the user asked for. An error is shown as a notice. */
  attempt(work: () => unknown): void;
  /**
   * Runs long work on the open wiki as the visible job. A failed run is shown as a notice and resolves to `null`; a cancelled one
   * resolves to `null` without a notice.
   */
  runWikiJob<T>(title: string, work: (run: Run, workbench: Workbench) => Promise<T>): Promise<T | null>;
  /** {@link runWikiJob} for work that needs no open wiki. */
  runJob<T>(title: string, work: (run: Run) => Promise<T>): Promise<T | null>;
  /**
   * Proposes changes from sources, or from all new sources when none is named, read through the chosen lens. It asks before a run that costs money, and
   * opens the review if there is one proposal. Wiki-relative paths.
   */
  ingest(sources?: readonly string[], curator?: 'model' | 'extractive'): Promise<void>;
  /**
   * Takes up what an earlier ingest of a source left out, with the model. Wiki-relative path.
   * @param units such as `3, 5-8`; all that was left without a reason when absent
   */
  takeUp(source: string, units?: string): Promise<void>;
  /**
   * Has the model write pages anew that have grown, and the overview, timeline and tables of the wiki, and opens the review of them.
   * @param pages wiki-relative paths; only these are written anew when given
   */
  compose(pages?: readonly string[]): Promise<void>;
  /**
   * Changes the plan of a waiting proposal, reads its source again, and opens the review of the proposal that replaces it.
   * @param always whether a decision about a name counts for every source
   */
  changePlan(id: string, change: PlanChange, always: boolean): Promise<void>;
  /** Whether a decision about a name can be kept for every source: it is written into the rules of the wiki. */
  readonly keepsNames: boolean;
  /** Runs work that writes and is not shown as a job, and updates the views afterwards. */
  inBackground<T>(work: () => Promise<T>): Promise<T>;
  /** Looks for wikis again and opens the chosen one. */
  start(): Promise<void>;
  /** What layout a folder of the vault has that could be adopted, in words; `null` if none. */
  findLayout(root: string): Promise<KeptLayout | null>;
  /** Prepares a new wiki and opens its review. */
  setUp(request: NewWiki): Promise<void>;
  /** The files that a new wiki would consist of. Nothing is written. */
  previewWiki(request: NewWiki): Promise<readonly { readonly path: string; readonly text: string }[]>;
  /** Creates a new wiki and opens it. Where something is in the way, its review opens instead. @returns whether it was created */
  createWiki(request: NewWiki): Promise<boolean>;
  /** Copies files into the folder of sources. */
  addSources(files: readonly NewSource[]): Promise<void>;
  /** Reads files that were changed outside the app. */
  refresh(): Promise<void>;
  /** Lints now, even when automatic checks are off. */
  lintNow(): Promise<void>;
  /** The review of a proposal, or of a new wiki; `null` while no wiki is open. */
  review(id: string): ReviewSession | null;
  /** Folders of all wikis in the vault; `''` is the vault itself. */
  readonly roots: readonly string[];
  /** A run for short reads of a view: yields to the screen and ends when the signal aborts or the wiki is closed. */
  backgroundRun(signal?: AbortSignal): Run;
  /** Opens a modal that is closed when the plugin is unloaded. */
  openModal(modal: Modal): void;
  /** Shows an error and its remedy as a notice. */
  showError(error: unknown): void;

  /** The path in the vault of a wiki-relative path. */
  toVaultPath(path: string): string;
  /** The wiki-relative path of a path in the vault; `null` for what lies outside the wiki. */
  toWikiPath(vaultPath: string): string | null;
}
