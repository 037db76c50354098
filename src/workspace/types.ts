import type { ErrorCode, JsonObject, WikiError } from '../base';

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
  readonly refs?: JsonObject | readonly JsonObject[];
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
  /** Every manifest that contributed to a union, root first. */
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
}
