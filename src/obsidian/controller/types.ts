import { type App, type Modal } from 'obsidian';
import {
  type Finding,
  type OpenQuestion,
  type Progress,
  type Proposal,
  type ReviewSession,
  type Run,
  type Workbench,
  type WikiError,
} from '../../workbench';
import { type NewSource } from './add-sources';
import { type Preferences, type Settings } from '../settings';
import { type WikiNavigator } from './navigator';

/** What the plugin has in hand. */
export type ControllerState =
  /** The layout is not ready, or the wiki is being read. */
  | { readonly kind: 'starting'; readonly progress: Progress | null }
  /** No folder of the vault is a wiki. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: WikiError }
  | { readonly kind: 'ready'; readonly workbench: Workbench; readonly root: string };

/**
 * `state` the wiki was opened, closed or failed; `wiki` pages or sources changed; `proposals` what waits changed, questions included;
 * `lens` another lens was chosen; `lint` new findings; `job` a job began, moved or ended; `settings` were changed.
 */
export type ControllerEvent = 'state' | 'wiki' | 'proposals' | 'lens' | 'lint' | 'job' | 'settings';

/** A wiki that is to be. */
export interface NewWiki {
  /** Its folder in the vault; `''` for the vault itself. */
  readonly root: string;
  readonly template: 'research' | 'team' | 'personal';
  /** Keep the notes that are there. */
  readonly adopt: boolean;
}

/** Long work that a person sees: one at a time, the others wait. */
export interface RunningJob {
  readonly title: string;
  readonly progress: Progress | null;
  /** What it has cost so far, as text; `null` where nothing is paid for. */
  readonly cost: string | null;
  readonly isCancelled: boolean;
  cancel(): void;
}

/** The findings that the lint panel shows, through the lens that was chosen. */
export interface LintState {
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<'error' | 'warn' | 'info', number>>;
  /** How many the manifest keeps out. */
  readonly ignored: number;
}

/**
 * What every view, modal and command works with: the open wiki, the lens looked through, jobs with progress and cancel,
 * and the ways to other views. Views subscribe, draw, and never touch the vault themselves.
 */
export interface WikiController {
  readonly app: App;
  readonly navigator: WikiNavigator;
  readonly settings: Settings;
  /** Saves a part of the settings and says so. */
  changeSettings(patch: Partial<Settings>): Promise<void>;
  /** What this person prefers on this device. */
  readonly preferences: Preferences;
  changePreferences(patch: Partial<Preferences>): void;
  readonly state: ControllerState;
  /** Name of the lens that was chosen; `undefined` for the wiki's own. */
  readonly lens: string | undefined;
  /** Chooses a lens; remembered per wiki. */
  chooseLens(name: string | undefined): void;
  /** `null` until the first pass is done. */
  readonly lint: LintState | null;
  /** Sources that were never ingested, or changed since. Wiki-relative paths. */
  readonly newSources: readonly string[];
  /** How many files in `sources/` are still being copied or downloaded; they become new sources when they are whole. */
  readonly incompleteSources: number;
  /** The proposals that wait, in the order in which they apply. */
  readonly proposals: readonly Proposal[];
  /** What the wiki could not answer and the next ingest is asked, oldest first. */
  readonly questions: readonly OpenQuestion[];
  /** Adds or drops open questions, and tells the views. An error is shown. */
  changeQuestions(runWikiJob: (workbench: Workbench) => Promise<unknown>): Promise<void>;
  readonly job: RunningJob | null;

  /** @returns stops listening */
  on(event: ControllerEvent, listener: () => void): () => void;
  /**
   * Runs long work as the shown job. An error is shown as a notice with its remedy and resolves to `null`; so does a
   * cancelled run, quietly.
   */
  runWikiJob<T>(title: string, runWikiJob: (run: Run, workbench: Workbench) => Promise<T>): Promise<T | null>;
  /** {@link runWikiJob} that needs no open wiki. */
  runJob<T>(title: string, runWikiJob: (run: Run) => Promise<T>): Promise<T | null>;
  /**
   * Proposes changes for sources, all new ones when none is named: asks before a run that costs, shows the job, opens
   * the review of a single proposal. Wiki-relative paths.
   */
  ingest(sources?: readonly string[], curator?: 'model' | 'extractive'): Promise<void>;
  /** Looks for wikis again, and opens the chosen one. */
  start(): Promise<void>;
  /** Prepares a new wiki, and opens the review of what would be made. */
  setUp(request: NewWiki): Promise<void>;
  /** Copies files that a person handed over into `sources/`. */
  addSources(files: readonly NewSource[]): Promise<void>;
  /** Brings the picture of the wiki up to date with files that were written outside, and what hangs on it. */
  refresh(): Promise<void>;
  /** Looks for findings now, whether or not that is done as pages change. */
  lintNow(): Promise<void>;
  /** A change under review: a proposal of the wiki, or a new wiki that is to be made. `null` while no wiki is open. */
  review(id: string): ReviewSession | null;
  /** Folders of all wikis in the vault; `''` is the vault itself. */
  readonly roots: readonly string[];
  /** A run for short reading work of a view: yields to the screen, ends when the signal aborts. */
  backgroundRun(signal?: AbortSignal): Run;
  /** Opens a modal, and closes it when the plugin is unloaded: it belongs to no component of the app. */
  openModal(modal: Modal): void;
  /** Shows an error as a sentence and its remedy. */
  showError(error: unknown): void;

  /** A wiki-relative path as the vault has it, and back; `null` for what lies outside the wiki. */
  toVaultPath(path: string): string;
  toWikiPath(vaultPath: string): string | null;
}
