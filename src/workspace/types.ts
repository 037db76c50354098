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
  /** Typed references to other workspaces; kept, never interpreted. */
  readonly refs?: JsonValue;
}

/** One manifest of a resolved chain. */
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
  /** Path of the manifest that causes it, with the field if there is one: `a/KNOWLEDGE.md#extends`. */
  readonly at: string;
}

/** Which manifest sets a value. */
export interface Origin {
  readonly value: unknown;
  /** Path of the manifest that sets it; of a union, of the last that adds to it; `default` for a built-in default. */
  readonly from: string;
  /** Of a union: every manifest that contributes to it, root first. */
  readonly contributors?: readonly string[];
  /** What it overrides, nearest first. */
  readonly overrode: readonly { readonly value: unknown; readonly from: string }[];
  /** Of a lint's severity: it is lower than in the parent. */
  readonly softened?: boolean;
}

/**
 * A resolved view, or the root manifest. The keys of `provenance` are dotted field paths:
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
  /** Why its chain is broken, so that only its own manifest is used; also one of the warnings. */
  readonly broken?: LensWarning;
  readonly provenance: ReadonlyMap<string, Origin>;
  /** Why this view must not be used (`knowledge_appliesto_unresolvable`, `governance:lint_softening_refused`). */
  readonly refused?: WikiError;
  /** The policies of all manifests of its chain, the root's first. */
  readonly policies: readonly BoundPolicy[];
  /** Of the root's lens in a list of all lenses: the views that cannot be read, and why. */
  readonly unreadable?: readonly LensWarning[];
}

/** A problem with one field of a manifest. `line` counts from 1, in the file. */
export interface ManifestProblem extends Place {
  /** Path of the field: `lints[2].severity`; `''` for the block as a whole. */
  readonly field: string;
  /** What is wrong and what to write instead, in sentences. */
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A parsed `KNOWLEDGE.md`. */
export type ParsedManifest =
  /** Valid. `problems` are harmless mistakes, such as a lint id that occurs twice. */
  | { readonly kind: 'manifest'; readonly manifest: Manifest; readonly problems: readonly ManifestProblem[] }
  /** Another format with the same file name; `error` says why, if its frontmatter cannot be read. */
  | { readonly kind: 'other'; readonly error?: WikiError }
  | {
      readonly kind: 'invalid';
      /** `knowledge_workspace_invalid` or `schema_missing`. */
      readonly error: WikiError;
      readonly problems: readonly ManifestProblem[];
      /** Its `extends`, if that could be read. */
      readonly extends?: string;
    };

/** One `KNOWLEDGE.md` of a vault. */
export interface FoundManifest {
  /** Vault-relative path of the file. */
  readonly path: string;
  readonly parsed: ParsedManifest;
}

/** A resolved lens as other tools read it. */
export interface ResolvedManifest {
  readonly effective: Manifest;
  readonly chain: readonly ChainLink[];
  readonly warnings: readonly LensWarning[];
}

/** A place where the prose of `AGENTS.md` disagrees with the manifest. Source: AIP-10, Layer 3. */
export interface DriftNote {
  /** In `AGENTS.md`, counted from 1. */
  readonly line: number;
  /** The manifest's field: `entityTypes`, `curation.conflictResolution`, `lints.max-age-90.severity`. */
  readonly field: string;
  /** What the manifest says. */
  readonly expected: string;
  /** What the prose says; absent where it leaves something out. */
  readonly found?: string;
  /** What disagrees and what to do, in sentences. */
  readonly message: string;
}

/** What a policy does about one kind of change: allow it, allow it with a warning, or refuse the view. */
export type PolicyVerdict = 'allow' | 'report' | 'refuse';

/** The part of a governance policy that this product reads. An absent field decides nothing. */
export interface ViewPolicy {
  readonly lintSoftening?: PolicyVerdict;
  /** Lints of this severity or above must not fall below it, nor be narrowed; `error` by default. */
  readonly floor: Severity;
  /** Ids of lints that views may weaken anyway, and fields of `curation` (`curation.tone`) that they may change. */
  readonly exceptions: readonly string[];
  readonly governanceRebinding?: PolicyVerdict;
  /** Ids of lints that no view may weaken, whatever else the policy says. */
  readonly protectedLints: readonly string[];
  /** Fields that no view may override: `curation.tone`, or a group such as `sources`. */
  readonly protectedFields: readonly string[];
  /** Further files that a person approves, relative to the policy's wiki; a folder ends with a slash. */
  readonly approvalFiles: readonly string[];
  /** Names of the people who may approve; `null` where anyone may. */
  readonly approvers: readonly string[] | null;
  /** Public keys, in minisign's form, whose signatures on sources count. */
  readonly signers: readonly string[];
}

export interface BoundPolicy extends ViewPolicy {
  /** Path of the file that states it, relative to the vault. */
  readonly from: string;
}
