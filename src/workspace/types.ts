import { type ErrorCode, type JsonObject, type JsonValue, type Place, type WikiError } from '../base';

export type Severity = 'error' | 'warn' | 'info';
export type Authority = 'primary' | 'secondary' | 'rumour';
export type ConflictResolution = 'defer' | 'recency' | 'authority' | 'observation-count' | 'keep-both';
export type LintKind = 'require-source' | 'max-age' | 'min-confidence' | 'broken-ref' | 'orphan' | 'custom';

export interface EntityType {
  readonly name: string;
  readonly fields: readonly string[];
  readonly icon?: string;
  readonly description?: string;
  readonly parent?: string;
}

export interface LintSetting {
  readonly id: string;
  readonly kind: LintKind;
  /** An entity type's name, or `*`. */
  readonly appliesTo: string;
  readonly severity: Severity;
  readonly params: JsonObject;
}

/** The frontmatter of a `KNOWLEDGE.md`, validated. Source: AIP-10, Layer 4; its published JSON Schema. */
export interface Manifest {
  readonly schema: 'knowledge.workspace/v1';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly extends?: string;
  readonly appliesTo?: readonly string[];
  readonly curator?: string;
  readonly governance?: string;
  readonly entityTypes: readonly EntityType[];
  readonly lints: readonly LintSetting[];
  readonly sources: {
    readonly retention?: string;
    readonly signing?: 'required' | 'optional' | 'none';
    readonly hashAlgo?: 'sha256' | 'sha512' | 'blake3';
    readonly authorityDefault?: Authority;
  };
  readonly curation: {
    readonly tone?: string;
    readonly depth?: 'shallow' | 'medium' | 'deep';
    readonly autoLink?: 'byName' | 'manual' | 'off';
    readonly conflictResolution?: ConflictResolution;
    readonly newEntryThreshold?: string;
  };
  readonly queryHints: {
    readonly preferRecent?: boolean;
    readonly preferAuthoritative?: boolean;
    readonly scopeTo?: readonly string[];
  };
  readonly display: { readonly homePage?: string; readonly defaultGrouping?: 'kind' | 'tag' | 'source' };
  readonly metadata: JsonObject;
  /** Typed references to other workspaces; preserved, never interpreted. */
  readonly refs?: JsonValue;
}

/** One manifest of a resolved chain. Source: specs README, 16. */
export interface ChainLink {
  /** Vault-relative path of the `KNOWLEDGE.md`. */
  readonly path: string;
  readonly doctype: 'knowledge.workspace/v1';
  readonly name: string;
  readonly version: string;
}

export interface LensWarning {
  readonly code: ErrorCode;
  readonly message: string;
  /** Vault-relative path of the manifest that causes it, with the field where one is meant: `a/KNOWLEDGE.md#extends`. */
  readonly at: string;
}

/** Where one effective value comes from. */
export interface Origin {
  readonly value: unknown;
  /** Vault-relative path of the manifest that set it; for a union the last that added to it; `default` for ours. */
  readonly from: string;
  /** For a union: every manifest that contributed to it, root first. */
  readonly contributors?: readonly string[];
  /** What it replaced, nearest first. */
  readonly overrode: readonly { readonly value: unknown; readonly from: string }[];
  /** For a lint: the view made it weaker than its parent had it. */
  readonly softened?: boolean;
}

/**
 * A view resolved, or the root manifest. Leaves of `provenance` are named by dotted field path:
 * `curation.tone`, `lints.max-age-90.severity`, `entityTypes.Person.fields`, `metadata.acme.cost_center`.
 */
export interface Lens {
  readonly name: string;
  /** Vault-relative path of its manifest. */
  readonly path: string;
  readonly isRoot: boolean;
  readonly effective: Manifest;
  /** Root first. */
  readonly chain: readonly ChainLink[];
  readonly warnings: readonly LensWarning[];
  readonly provenance: ReadonlyMap<string, Origin>;
  /** Why this view may not be used (`knowledge_appliesto_unresolvable`, `governance:lint_softening_refused`); absent when it may. */
  readonly refused?: WikiError;
  /** Of a wiki's own lens, where all its lenses are listed: the views on it that cannot be read, and why. */
  readonly unreadable?: readonly LensWarning[];
}

/** What is wrong with one field of a manifest. `line` counts from 1, in the file. */
export interface ManifestProblem extends Place {
  /** Dotted path of the field: `lints[2].severity`; `''` where the block as a whole is meant. */
  readonly field: string;
  /** `Unexpected X, expected Y`. */
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A `KNOWLEDGE.md` as its text tells it. */
export type ParsedManifest =
  /** Valid. `problems` hold what is doubtful but harmless: a lint id given twice, for one. */
  | { readonly kind: 'manifest'; readonly manifest: Manifest; readonly problems: readonly ManifestProblem[] }
  /** Another format of the same file name. Source: specs README, 18. */
  | { readonly kind: 'other' }
  | {
      readonly kind: 'invalid';
      /** `knowledge_workspace_invalid` or `schema_missing`. */
      readonly error: WikiError;
      readonly problems: readonly ManifestProblem[];
      /** What it names as its parent, where that much could be read. */
      readonly extends?: string;
    };

/** One `KNOWLEDGE.md` of a vault. */
export interface FoundManifest {
  /** Vault-relative path of the file. */
  readonly path: string;
  readonly parsed: ParsedManifest;
}

/** A resolved lens as other tools read it. Source: specs README, 16. */
export interface ResolvedManifest {
  readonly effective: Manifest;
  readonly chain: readonly ChainLink[];
  readonly warnings: readonly LensWarning[];
}

/** Where the prose of `AGENTS.md` and the manifest part. Source: AIP-10, Layer 3. */
export interface DriftNote {
  /** In `AGENTS.md`, counted from 1. */
  readonly line: number;
  /** The manifest's field that is meant: `entityTypes`, `curation.conflictResolution`, `lints.max-age-90.severity`. */
  readonly field: string;
  /** What the manifest says. */
  readonly expected: string;
  /** What the prose says; absent where it only leaves something out. */
  readonly found?: string;
  /** `Unexpected X, expected Y`, plain text. */
  readonly message: string;
}

/** What a policy says about one kind of change: pass in silence, pass with a warning, or refuse the view. */
export type PolicyVerdict = 'allow' | 'report' | 'refuse';

/** The part of a governance policy that this product understands; an absent field says nothing. */
export interface ViewPolicy {
  readonly lintSoftening?: PolicyVerdict;
  /** Lints that stand at this severity or above may not fall below it, nor be narrowed; `error` when absent. */
  readonly floor: Severity;
  /** Ids of lints that views may weaken all the same. */
  readonly exceptions: readonly string[];
  readonly governanceRebinding?: PolicyVerdict;
}
