import { type Hash, type Vault } from '../vault';

export const STATUSES = ['draft', 'ready', 'needs-review', 'stale', 'disputed', 'archived'] as const;
export const TRUSTS = ['unreviewed', 'user-confirmed', 'official', 'external'] as const;
export const PROFILES = ['document-first', 'wiki-first', 'hybrid'] as const;
export const MODES = ['data', 'persona'] as const;
export const GROUNDINGS = ['none', 'recommended', 'required'] as const;

export type PackStatus = (typeof STATUSES)[number];
export type PackTrust = (typeof TRUSTS)[number];
type PackProfile = (typeof PROFILES)[number];
type RuntimeMode = (typeof MODES)[number];
export type Grounding = (typeof GROUNDINGS)[number];

/** What is known of a pack without its content. Source: Agent Knowledge client guide, step 2. */
export interface KnowledgeCatalogItem {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly status: PackStatus;
  readonly trust?: PackTrust;
  readonly profile?: PackProfile;
  readonly runtime?: { readonly mode?: RuntimeMode };
  readonly metadata?: {
    readonly primaryDocument?: string;
    readonly producedBy?: {
      readonly kind?: 'skill' | 'tool' | 'manual' | 'import';
      readonly name?: string;
      readonly version?: string;
      readonly digest?: string;
    };
  };
  readonly version?: string;
  readonly language?: string;
  readonly grounding?: Grounding;
  /** The pack's `KNOWLEDGE.md`, as the host shows it. */
  readonly location: string;
  readonly packRoot: string;
  readonly diagnostics: readonly string[];
}

export type ScopeKind = 'project' | 'user' | 'organization' | 'built-in';

/** A place where packs are looked for. The vault is rooted there, so that no link in it leads out of it. */
export interface PackScope {
  readonly kind: ScopeKind;
  /** As it is shown; the location of each pack begins with it. */
  readonly place: string;
  readonly vault: Vault;
  /** Rules of a `.gitignore` above the place, and the path of the place from that file's folder. */
  readonly ignored?: { readonly rules: string; readonly path: string };
  /** Why the place is not scanned, in one sentence. */
  readonly refused?: string;
}

/** A pack that can be used. */
export interface Pack {
  readonly item: KnowledgeCatalogItem;
  readonly scope: ScopeKind;
  readonly vault: Vault;
  /** The pack's folder in `vault`. */
  readonly folder: string;
  /** Of `KNOWLEDGE.md`. */
  readonly hash: Hash;
}

/** Why something that was found is not a pack, or is not used. */
export type LeftOutReason =
  | 'not-a-file'
  | 'a-wiki'
  | 'too-large'
  | 'unreadable'
  | 'invalid'
  | 'ignored'
  | 'link'
  | 'shadowed'
  | 'archived'
  | 'limit';

export interface LeftOut {
  readonly place: string;
  readonly reason: LeftOutReason;
  /** One plain sentence. */
  readonly message: string;
  readonly name?: string;
}

export interface ScannedPlace {
  readonly kind: ScopeKind;
  readonly place: string;
  /** Folders that were looked into. */
  readonly folders: number;
  /** Names of the packs found there, shadowed ones included. */
  readonly packs: readonly string[];
  readonly exists: boolean;
}

export interface Discovery {
  /** Usable packs, by name; disputed ones wait for a confirmation. */
  readonly packs: readonly Pack[];
  /** Packs that are shown only where they are asked for. */
  readonly archived: readonly Pack[];
  readonly scanned: readonly ScannedPlace[];
  readonly leftOut: readonly LeftOut[];
}

export interface DiscoveryLimits {
  /** Folders below a place, one within the other. */
  readonly depth: number;
  /** Folders that are looked into, of one place. */
  readonly folders: number;
  /** Types that are accepted besides the standard and the namespaced ones. */
  readonly types: readonly string[];
}

export const DEFAULT_LIMITS: DiscoveryLimits = { depth: 6, folders: 2_000, types: [] };

/** What the room needs of the room of models, which it does not know. */
export interface TextTools {
  /** Estimates the tokens of a text; adding text never lowers it. */
  readonly countTokens: (text: string) => number;
  /** Removes characters that nobody sees. */
  readonly clean: (text: string) => string;
}
