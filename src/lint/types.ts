import { type Clock, type ErrorCode, type Run } from '../base';
import { type FileEdit } from '../change';
import { type Snapshot } from '../wiki';
import { type Lens, type LintKind, type Manifest, type Severity } from '../workspace';

/** What lint reports. Lines and columns count from 1. */
export interface Finding {
  /** The id of the rule, or of the manifest's lint that configures it. */
  readonly rule: string;
  /** The id of the rule itself: the kind of finding, as it is counted and documented. */
  readonly check: string;
  readonly code: ErrorCode;
  readonly severity: Severity;
  /** Relative to the wiki's root; `KNOWLEDGE.md` or `_index.md` for findings about those. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** Plain text: the fact, then what to do. Field names are in backticks, names from the wiki in double quotes. */
  readonly message: string;
  /** For example the nearest existing targets of a broken link. */
  readonly suggestions: readonly string[];
  /** Whether it has a safe fix: an edit by {@link LintEngine.fix}, or generating the index again, as every change does. */
  readonly fixable: boolean;
  /** Tells this finding from others of its rule and path. Does not change when lines move. */
  readonly key: string;
}

/** What a pass over a whole wiki reports besides its pages. Checks of a proposal leave it out. */
export interface WikiLintInput {
  /** The wiki's own lens and all its views, as `listLenses` gives them. */
  readonly lenses: readonly Lens[];
  readonly changes: readonly GoverningChange[];
  /** Sources that the manifest no longer keeps, with what to do, in sentences. */
  readonly expired?: readonly { readonly path: string; readonly message: string }[];
}

/** A manifest, `AGENTS.md` or policy that is not as a person last approved it. */
export interface GoverningChange {
  /** Relative to the wiki's root. */
  readonly path: string;
  /** What differs and what to do, in sentences. */
  readonly message: string;
  /** The first dotted field of a manifest that differs; `''` where there is none. */
  readonly field: string;
  /** In a guide or policy, counted from 1. */
  readonly line: number;
}

export interface LintOptions {
  /** `max-age` depends on the day. */
  readonly clock: Clock;
  readonly run: Run;
  /** The manifest whose `metadata.living-wiki.ignore` applies: for a proposal, the proposed one. Default: the snapshot's. */
  readonly ignoreFrom?: Pick<Manifest, 'metadata'>;
  readonly surroundings?: WikiLintInput;
  /**
   * Passes over snapshots that build on each other, so that the next pass checks little. Without one, the wiki as it is on disk and what is
   * about to be applied to it.
   */
  readonly series?: 'pending' | 'pending-next';
}

export interface LintReport {
  /** Sorted by path, line, column, rule. */
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<Severity, number>>;
  /** How many findings `metadata.living-wiki.ignore` of the manifest hides. */
  readonly ignored: number;
}

/** Incremental lint: a second pass, over the next snapshot, checks only what the changes can affect. */
export interface LintEngine {
  /** The result is always that of a full pass. */
  lint(snapshot: Snapshot, lens: Lens, options: LintOptions): Promise<LintReport>;
  /** The safe fixes of these findings, as one edit for each file. */
  fix(snapshot: Snapshot, lens: Lens, findings: readonly Finding[], options: LintOptions): Promise<readonly FileEdit[]>;
  /**
   * Fixes a finding with one of its suggestions.
   * @returns no edits when the rule cannot apply suggestions or the finding is gone
   */
  applySuggestion(
    snapshot: Snapshot,
    lens: Lens,
    finding: Finding,
    suggestion: string,
    options: LintOptions,
  ): Promise<readonly FileEdit[]>;
  /**
   * Keeps what is known of the pages for the next run, where the engine has a store.
   * @param snapshot the wiki as it is on disk
   */
  keep(snapshot: Snapshot, lens: Lens, options: Pick<LintOptions, 'clock' | 'run'>): Promise<void>;
}

/** What hosts may know of a rule. Each rule is one file in `rules/`. */
export interface Rule {
  /** Kebab-case, stable. */
  readonly id: string;
  /** The code of its findings. Rules that report problems found elsewhere keep the codes of those. */
  readonly code: ErrorCode;
  readonly title: string;
  /** The severity unless the manifest sets another. */
  readonly severity: Severity;
  /** `edit`: {@link LintEngine.fix} has a fix. `regenerate`: generating the index again fixes it. */
  readonly fixedBy: 'edit' | 'regenerate' | 'nothing';
  /** Its fixes change how a page reads: each page gets a proposal of its own. */
  readonly hasOwnProposal?: boolean;
  /** The `kind` of the lints that configure it. Without one, a lint of kind `custom` with the rule's id does. */
  readonly kind?: LintKind;
  /** The manifest can neither change its severity nor ignore its findings: they may be about a manifest that was tampered with. */
  readonly isBinding?: boolean;
}
