import { type Clock, type ErrorCode, type Random, type Run } from '../base';
import { type ChangeConflict, type GuardFinding } from '../change';
import { type SourceReaders } from '../ingest';
import { type JobOwner, type JobTimer, type JobStore } from '../jobs';
import { type Finding } from '../lint';
import { type PublicUnitKey, type UnitSigner } from '../deliberation';
import { type Money } from '../model';
import { type HistoryEntry, type Proposal } from '../proposal';
import { type Vault, type WriteLock } from '../vault';
import { type Snapshot } from '../wiki';
import { type Lens } from '../workspace';
import { type AutomationSettings } from './automation/settings';
import { type CoverageReason } from './coverage/reason';
import { type DeviceMemory } from './device-memory';
import { type HarvestJob, type HarvestResult } from './memory/types';
import { type ModelHost } from './model/host';
import { type ModelCost } from './model/cost';
import { type PackHost } from './packs/pack-host';
import { type SourceSearchService } from './search/source-search-types';

export { type DeviceMemory };

/** An open wiki, as far as search in its sources needs it. */
export interface OpenWiki {
  readonly host: WorkbenchHost;
  /** Scoped to the wiki's root. */
  readonly vault: Vault;
  readonly snapshot: Snapshot;
  /** The wiki's own. */
  readonly lens: Lens;
}

/** What a host provides so that long work is queued: who it is, how it waits, and what keeps other programs out. */
export interface JobHost {
  readonly owner: JobOwner;
  readonly timer: JobTimer;
  /** Where jobs are kept; in the wiki's `.wiki/jobs/` when absent. */
  readonly store?: JobStore;
  /** Of the queue, not of the wiki's pages. */
  readonly lock?: WriteLock;
  /** Whether a program is known to be gone, so that its job is interrupted at once. */
  readonly isDead?: (owner: JobOwner) => boolean;
  /** Whether the program is about to end: what runs is finished, and nothing more is started. */
  readonly isStopping?: () => boolean;
  /**
   * Brings the files in `.wiki/` to what other programs wrote, of a host where these have folders of their own. What a job of another program
   * is said to have done is there afterwards.
   */
  readonly bringIntoStep?: (run: Run) => Promise<void>;
  /** How many programs may run jobs at the same time; 1 by default. Read at each use. */
  readonly parallel?: number;
}

/** The keys for Knowledge Units. A host keeps them outside every vault. */
export interface UnitKeys {
  /** What signs on this device; `null` before a key was made. */
  signer(): Promise<UnitSigner | null>;
  /** The public keys of this device, also the retired and revoked ones. */
  own(): Promise<readonly PublicUnitKey[]>;
  /** Keys of others that a person approved here, with what is known of their end. */
  trusted(): Promise<readonly PublicUnitKey[]>;
}

/** What a host provides. */
export interface WorkbenchHost extends SourceReaders {
  /** The whole vault. Views may be anywhere in it. */
  readonly vault: Vault;
  /** The wiki's folder in the vault; `''` when the vault is the wiki. */
  readonly root: string;
  /**
   * The wiki's folder as a vault of its own, in which the host refuses links that lead out of the folder, also to other wikis
   * of the vault. When absent, that folder of `vault`.
   */
  readonly wiki?: Vault;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock?: WriteLock;
  /** Without one, no interrupted change is finished. */
  readonly device?: DeviceMemory;
  /** Whether this program only makes proposals: its pages are a copy of somebody else's, so it writes none. */
  readonly onlyProposes?: boolean;
  /** Without it, long work is not queued, and a crash forgets it. */
  readonly jobs?: JobHost;
  /** What a person lets happen by itself in this wiki. Read at each use; nothing when absent. */
  readonly automation?: () => AutomationSettings;
  /** Whether links may lead to files outside the wiki, as in Obsidian. It costs a walk of the vault. */
  readonly linksLeaveWiki?: boolean;
  /**
   * Whether the host reports every change in the vault (`Workbench.refresh`, `invalidateLenses`), so that lenses are not
   * searched for at each use.
   */
  readonly reportsChanges?: boolean;
  /** Without one, no model is asked and nothing uses the network. Read at each use, so the host may change it. */
  readonly model?: ModelHost | undefined;
  /**
   * Makes embeddings for searches, if its settings name an embedding model. Read at each use. Without one, pages are ranked
   * by words only.
   */
  readonly embeddings?: ModelHost | undefined;
  /** `createSourceSearch`, of a host that searches sources. Without it, only pages are searched. */
  readonly sourceSearch?: (wiki: OpenWiki) => SourceSearchService;
  /** Where knowledge packs are looked for. Without it, none are used. */
  readonly packs?: PackHost;
  /** Whether the host calls `Workbench.indexSources` after every change, so that no search waits for the index. */
  readonly indexesSources?: boolean;
  /**
   * What earlier conversations taught, for the models that answer questions and write pages; `null` while its owner wants none told.
   * Read at each request.
   */
  readonly memoryDigest?: () => Promise<string | null>;
  /** Harvests what a queued job names into the memory; `null` where it cannot be found any more. Without it, such jobs are not run here. */
  readonly harvest?: (job: HarvestJob, run: Run) => Promise<HarvestResult | null>;
  /** Signs Knowledge Units, and knows whose signatures are trusted. Without it, no unit is signed and no signer is known. */
  readonly unitKeys?: UnitKeys;
  /** How much text of sources the search indexes, in UTF-16 units, the newest first. Read at each use; without it, all of it. */
  readonly sourceBudget?: () => number;
}

/** A message for a person: what recovery did, an invalid view, a state file that was set aside. */
export interface Notice {
  readonly code: ErrorCode;
  readonly message: string;
  /** The file, with the field if there is one. */
  readonly at: string;
}

/** How much of a source pages use. `used` and `reasons` add up to `units`. */
export interface CoverageCount {
  readonly path: string;
  /** How many units the source has: sentences, items, rows, blocks of code. */
  readonly units: number;
  readonly used: number;
  /** How many units were left, by reason. */
  readonly reasons: Readonly<Partial<Record<CoverageReason, number>>>;
}

/** A page that an ingest wrote and a person deleted by hand. */
export interface DeletedPage {
  readonly slug: string;
  readonly title: string;
}

export interface WikiStatus {
  readonly wiki: { readonly root: string; readonly name: string; readonly title: string; readonly version: string };
  readonly pages: number;
  readonly sources: {
    readonly total: number;
    readonly ingested: number;
    /** Paths of sources that were never ingested. */
    readonly pending: readonly string[];
    /** Paths of sources whose bytes differ from what was ingested. */
    readonly changed: readonly string[];
    /** Sources with the same bytes as another, which is or will be ingested instead (`of`). */
    readonly copies: readonly { readonly path: string; readonly of: string }[];
  };
  /** Ingested sources that pages do not use completely, by path. Only of sources that a model read on this device. */
  readonly coverage: readonly CoverageCount[];
  /** `files` counts the page files that the proposal touches. */
  readonly proposals: readonly { readonly id: string; readonly title: string; readonly files: number }[];
  /** Number of open questions. */
  readonly questions: number;
  /** Pages that were deleted by hand, of which nobody said yet whether they may be made again. */
  readonly deleted: readonly DeletedPage[];
  readonly recovered: readonly Notice[];
  readonly warnings: readonly Notice[];
}

export interface ProposedFile {
  readonly path: string;
  readonly kind: 'created' | 'updated' | 'renamed' | 'deleted';
  readonly hunks: number;
}

export interface ProposalResult {
  readonly id: string;
  readonly source: string;
  readonly files: readonly ProposedFile[];
  readonly findings: { readonly introduced: readonly Finding[]; readonly fixed: readonly Finding[] };
  readonly guard: readonly GuardFinding[];
  readonly notes: readonly string[];
  /** Open questions that it answers; once it is applied, those that an accepted hunk answers. */
  readonly answers: readonly string[];
  readonly applied: boolean;
  /** The transaction that applied it; `null` while it waits. */
  readonly transaction: string | null;
  /** Why it could not be applied. */
  readonly conflicts: readonly ChangeConflict[];
  readonly blocked: boolean;
  /** What a language model used for it; `null` when none was asked. */
  readonly cost: ModelCost | null;
}

/** An estimate for a run of ingest, before anything is sent. */
export interface IngestEstimate {
  readonly model: string;
  readonly sources: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** Of recordings that will be transcribed; `null` when there are none. */
  readonly recordings: { readonly model: string; readonly seconds: number; readonly money: Money | null } | null;
  /** Of everything; `null` when the price of a part is unknown. */
  readonly money: Money | null;
}

export interface IngestResult {
  /** Name of the lens through which the sources were read. */
  readonly lens: string;
  readonly proposals: readonly ProposalResult[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly failed: readonly {
    readonly path: string;
    readonly code: ErrorCode;
    readonly message: string;
    readonly remedy: string | null;
  }[];
  /** `null` when no language model is used. */
  readonly estimate: IngestEstimate | null;
  /** What language models used in this run, also for failed sources; `null` when none is used. */
  readonly cost: ModelCost | null;
  /** Why the model was not asked any more: a limit, or a server that cannot be reached. */
  readonly stopped: { readonly code: ErrorCode; readonly message: string; readonly remedy: string | null } | null;
}

export interface LintResult {
  /** Name of the lens whose rules applied. */
  readonly lens: string;
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<'error' | 'warn' | 'info', number>>;
  /** Number of findings that the manifest ignores (`metadata.living-wiki.ignore`). */
  readonly ignored: number;
  /** The proposal with the safe fixes, if they were asked for and there are any. */
  readonly proposal: ProposalResult | null;
  /** The fixes that change how a page reads, one proposal a page. */
  readonly further: readonly ProposalResult[];
  /** The transaction that logged the pass, if that was asked for. */
  readonly logged: string | null;
}

export interface LensSummary {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly isRoot: boolean;
  readonly refused: { readonly code: ErrorCode; readonly message: string } | null;
  /** Why it is used without its parents, of a view whose chain is broken. */
  readonly problem: { readonly code: ErrorCode; readonly message: string } | null;
  readonly warnings: number;
  /** What names this lens and no other: its name, or its path if another lens has that name. */
  readonly ref: string;
}

export interface SearchResult {
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  readonly score: number;
  /** The whole statement of the page that answers best. */
  readonly snippet: string;
  /** When no word of the page matched: the title of the best page that links to it. */
  readonly linkedFrom?: string;
}

export interface UndoResult {
  /** The transaction that undid the other one; `null` when that was not possible. */
  readonly transaction: string | null;
  readonly undid: string;
  readonly files: readonly string[];
  readonly conflicts: readonly ChangeConflict[];
  /** Later transactions to undo first, in this order. Empty when nothing prevents the undo, or edits by hand do. */
  readonly undoFirst: readonly HistoryEntry[];
  /** New lint findings, such as links of later changes to a page that is gone. */
  readonly findings: { readonly introduced: readonly Finding[] };
}

export interface VerifyFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly path: string;
  readonly line: number;
}

export interface VerifyResult {
  readonly ok: boolean;
  readonly failures: readonly VerifyFailure[];
  /** Numbers of what was checked. */
  readonly checked: { readonly pages: number; readonly sources: number; readonly quotes: number };
}

export type { Finding, GuardFinding, HistoryEntry, Proposal };
