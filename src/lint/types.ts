import { type Clock, type ErrorCode, type Run } from '../base';
import { type FileEdit } from '../change';
import { type Page, type Snapshot } from '../wiki';
import { type Lens, type LintKind, type Manifest, type Severity } from '../workspace';

/** What lint reports. Lines and columns count from 1. */
export interface Finding {
  /** The rule's id, or the id of the manifest's lint that set it. */
  readonly rule: string;
  /** The rule's own id, whatever the manifest calls it: the kind of finding, as it is counted and documented. */
  readonly check: string;
  readonly code: ErrorCode;
  readonly severity: Severity;
  /** Relative to the wiki's root; `KNOWLEDGE.md` or `_index.md` for findings about those. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** `Unexpected X, expected Y`, plain text. */
  readonly message: string;
  /** The nearest existing targets of a broken link, and the like. */
  readonly suggestions: readonly string[];
  /**
   * Whether it can be mended safely: by the edits of {@link LintEngine.fix}, or by writing the generated files anew
   * (see `needsRegeneration`).
   */
  readonly fixable: boolean;
  /** What tells this finding from others of its rule and path, stable when lines move. */
  readonly key: string;
}

export interface LintOptions {
  /** `max-age` depends on the day. */
  readonly clock: Clock;
  readonly run: Run;
  /** Whose `metadata.living-wiki.ignore` counts: a manifest that is to be. The snapshot's when absent. */
  readonly ignoreFrom?: Pick<Manifest, 'metadata'>;
}

export interface LintReport {
  /** Sorted by path, line, column, rule. */
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<Severity, number>>;
  /** How many findings `metadata.living-wiki.ignore` of the manifest keeps out of `findings`. */
  readonly ignored: number;
}

/** Lint with a memory: a second pass over the next snapshot checks only what the change can affect. */
export interface LintEngine {
  /** A full pass the first time; after that incremental, with the same result as a full pass. */
  lint(snapshot: Snapshot, lens: Lens, options: LintOptions): Promise<LintReport>;
  /** Safe fixes for these findings as file edits on the current texts (one edit a file). */
  fix(snapshot: Snapshot, lens: Lens, findings: readonly Finding[], options: LintOptions): Promise<readonly FileEdit[]>;
  /**
   * What mends a finding by one of its suggestions, as file edits.
   * @returns nothing where its rule offers no such choice, or the finding is no longer there
   */
  applySuggestion(
    snapshot: Snapshot,
    lens: Lens,
    finding: Finding,
    suggestion: string,
    options: LintOptions,
  ): Promise<readonly FileEdit[]>;
}

/** One thing that lint checks: what hosts show and the documentation prints. Each rule is one file in `rules/`. */
export interface Rule {
  /** Kebab-case, stable. */
  readonly id: string;
  /** The code of its findings; the rules that pass on what others found keep the code they were given. */
  readonly code: ErrorCode;
  readonly title: string;
  /** What it looks for, in plain sentences. */
  readonly what: string;
  /** Why that matters to the person. */
  readonly why: string;
  /** When the manifest says nothing else. */
  readonly severity: Severity;
  readonly fixable: boolean;
  /** `edit` by {@link LintEngine.fix}; `regenerate` by writing the generated files anew. */
  readonly fixedBy: 'edit' | 'regenerate' | 'nothing';
  /** The `kind` by which lints of a manifest configure it; all others are configured as `custom` under the rule's id. */
  readonly kind?: LintKind;
  /** What `params` of a manifest's lint may hold: name and meaning. */
  readonly params?: Readonly<Record<string, string>>;
  readonly examples: readonly RuleExample[];
}

/** A rule example; the tests execute it, the documentation shows it. */
export interface RuleExample {
  readonly name: string;
  /** Path to text; `KNOWLEDGE.md`, `_index.md` and sources may be given, else minimal ones are supplied. */
  readonly files: Readonly<Record<string, string>>;
  /** `path:line` of each expected finding of this rule. */
  readonly finds: readonly string[];
  /** Texts after the fix, for fixable rules, by the path that they have then. */
  readonly fixed?: Readonly<Record<string, string>>;
}

export type { Page };
