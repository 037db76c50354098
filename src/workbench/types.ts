import { type Clock, type ErrorCode, type Random } from '../base';
import { type ChangeConflict, type GuardFinding } from '../change';
import { type SourceReaders } from '../ingest';
import { type Finding } from '../lint';
import { type Money } from '../model';
import { type HistoryEntry, type Proposal } from '../proposal';
import { type Vault, type WriteLock } from '../vault';
import { type Lens } from '../workspace';
import { type ModelHost } from './model/server';
import { type ModelCost } from './model/cost';

/** What a host gives the workbench. */
export interface WorkbenchHost extends SourceReaders {
  /** The whole vault; views may lie anywhere in it. */
  readonly vault: Vault;
  /** The wiki's folder in the vault; `''` when the vault is the wiki. */
  readonly root: string;
  /**
   * The wiki's folder as a vault of its own, closed by the host: links out of the folder are refused, also those to
   * other wikis of the vault. Without one, the part of `vault` that lies there.
   */
  readonly wiki?: Vault;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock?: WriteLock;
  /** Whether links may lead to files of the vault outside the wiki, as they do in Obsidian. Costs a walk of the vault. */
  readonly linksLeaveWiki?: boolean;
  /**
   * Whether the host tells of every change in the vault (`Workbench.refresh`, `refreshLenses`), so that lenses are not
   * looked for anew at each use.
   */
  readonly reportsChanges?: boolean;
  /** Without one no model is asked and nothing touches the network. Read anew at each use, so that a host may change it. */
  readonly model?: ModelHost | undefined;
  /**
   * Who makes embeddings for searches, where its settings name an embedding model; read anew at each use. Without one
   * pages are ranked by their words.
   */
  readonly embeddings?: ModelHost | undefined;
}

/** A message that a person should see: what recovery did, a view that is not valid, a state file set aside. */
export interface Notice {
  readonly code: ErrorCode;
  readonly message: string;
  /** The file meant, with the field where one is. */
  readonly at: string;
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
  };
  /** `files` counts the page files that the proposal touches. */
  readonly proposals: readonly { readonly id: string; readonly title: string; readonly files: number }[];
  /** How many open questions wait for a source that answers them. */
  readonly questions: number;
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
  /** Open questions that it answers; once applied, those that an accepted change answers. */
  readonly answers: readonly string[];
  readonly applied: boolean;
  /** The transaction that applied it; `null` while it waits. */
  readonly transaction: string | null;
  /** Why it could not be applied although that was asked for. */
  readonly conflicts: readonly ChangeConflict[];
  readonly blocked: boolean;
  /** What a language model used for it; `null` where none was asked. */
  readonly cost: ModelCost | null;
}

/** What a run of ingest will take, about, before anything is sent. */
export interface IngestEstimate {
  readonly model: string;
  readonly sources: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** Of recordings that are to be transcribed; `null` where there are none. */
  readonly recordings: { readonly model: string; readonly seconds: number; readonly money: Money | null } | null;
  /** Of everything; `null` where the price of a part is unknown. */
  readonly money: Money | null;
}

export interface IngestResult {
  readonly proposals: readonly ProposalResult[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly failed: readonly {
    readonly path: string;
    readonly code: ErrorCode;
    readonly message: string;
    readonly remedy: string | null;
  }[];
  /** `null` where no language model is used. */
  readonly estimate: IngestEstimate | null;
  /** What language models used in this run, failed sources included; `null` where none is used. */
  readonly cost: ModelCost | null;
  /** Why the run ended before its end: a limit, or a model that cannot be reached. */
  readonly stopped: { readonly code: ErrorCode; readonly message: string; readonly remedy: string | null } | null;
}

export interface LintResult {
  /** Name of the lens that judged. */
  readonly lens: string;
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<'error' | 'warn' | 'info', number>>;
  /** How many findings the manifest keeps out, since somebody looked at them (`metadata.living-wiki.ignore`). */
  readonly ignored: number;
  /** The proposal that holds the safe fixes, when they were asked for and there are any. */
  readonly proposal: ProposalResult | null;
  /** The transaction that logged the pass, when that was asked for. */
  readonly logged: string | null;
}

export interface LensSummary {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly isRoot: boolean;
  readonly refused: { readonly code: ErrorCode; readonly message: string } | null;
  readonly warnings: number;
}

export interface SearchResult {
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  readonly score: number;
  readonly snippet: string;
  /** Where no word finds it: the title of the best page that links to it. */
  readonly linkedFrom?: string;
}

export interface UndoResult {
  /** The transaction that took the other back; `null` when it could not. */
  readonly transaction: string | null;
  readonly undid: string;
  readonly files: readonly string[];
  readonly conflicts: readonly ChangeConflict[];
  /** What lint finds in the wiki now that it did not find before: links of later changes to what was taken back. */
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
  /** What was looked at. */
  readonly checked: { readonly pages: number; readonly sources: number; readonly quotes: number };
}

export type { Finding, GuardFinding, HistoryEntry, Lens, Proposal };
