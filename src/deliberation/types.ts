import { type JsonObject } from '../base';

/** How far the models agree, from most to least. Source: Knowledge Units draft, section 5. */
export const CONSENSUS_LEVELS = ['unanimous', 'strong', 'split', 'divergent'] as const;
export type ConsensusLevel = (typeof CONSENSUS_LEVELS)[number];

export const SIGNIFICANCES = ['core', 'framing', 'edge_case'] as const;
export type Significance = (typeof SIGNIFICANCES)[number];

export const VOLATILITIES = ['stable', 'evolving', 'volatile'] as const;
export type Volatility = (typeof VOLATILITIES)[number];

export const STATUSES = ['active', 'stale', 'superseded'] as const;
export type UnitStatus = (typeof STATUSES)[number];

export const DOMAINS = [
  'technology',
  'science',
  'health',
  'policy',
  'economics',
  'agent_security',
  'agent_governance',
  'research',
  'engineering',
] as const;
export type Domain = (typeof DOMAINS)[number];

export const RELATIONS = ['supports', 'contradicts', 'refines', 'extends', 'depends_on'] as const;
export type RelationKind = (typeof RELATIONS)[number];

export interface AgreedClaim {
  readonly claim: string;
  readonly confidence?: 'high' | 'medium' | 'low';
  readonly evidence?: string;
  /** Of sources of the unit: their `uri`. */
  readonly source_refs?: readonly string[];
}

export interface DisputedClaim {
  readonly claim: string;
  /** By identifier of the model. */
  readonly positions: Readonly<Record<string, string>>;
  readonly significance?: Significance;
}

export interface UncertainClaim {
  readonly claim: string;
  readonly reason?: string;
}

export interface UnitSource {
  readonly uri: string;
  readonly title?: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly content_hash: string;
  readonly ingested_at: string;
}

export interface UnitRelation {
  readonly target_ku_id: string;
  readonly relation: RelationKind;
  readonly claims?: readonly string[];
}

/**
 * What several models made of one question, with what binds it to their signed answers. The names are those of the format.
 * Source: Knowledge Units draft, section 3.
 */
export interface KnowledgeUnit {
  readonly id: string;
  readonly version: 1;
  readonly canonical_question: string;
  readonly domain?: Domain;
  readonly tags?: readonly string[];
  readonly consensus_level: ConsensusLevel;
  readonly agreed: readonly (string | AgreedClaim)[];
  readonly disputed?: readonly DisputedClaim[];
  readonly uncertain?: readonly (string | UncertainClaim)[];
  readonly synthesis?: string;
  readonly models_used: readonly string[];
  readonly roster_version?: string;
  readonly roster_hash?: string;
  readonly process_template: string;
  readonly total_tokens?: number;
  readonly total_cost_cents?: number;
  readonly sources?: readonly UnitSource[];
  readonly source_url?: string;
  readonly source_title?: string;
  readonly status: UnitStatus;
  readonly fresh_until: string;
  readonly volatility?: Volatility;
  readonly supersedes?: string | null;
  readonly parent_ku_id?: string | null;
  readonly published_at?: string;
  readonly receipt_sig: string;
  readonly receipt_kid: string;
  readonly receipt_hash: string;
  readonly relations?: readonly UnitRelation[];
}

/** A unit without what is computed from the receipts: what the last receipt covers. */
export type UnitRecord = Omit<KnowledgeUnit, 'receipt_sig' | 'receipt_kid' | 'receipt_hash'>;

export const ROLES = [
  'independent',
  'verifier',
  'devil_advocate',
  'synthesizer',
  'clarity_editor',
  'synthesis',
] as const;
export type Role = (typeof ROLES)[number];

/** The round in which models answer, criticise, and have what they said sorted. */
export type Round = 1 | 2 | 3;

/** A signed statement. Source: draft-farley-acta-signed-receipts, the envelope. */
export interface Receipt {
  readonly payload: JsonObject;
  readonly signature: {
    readonly alg: 'EdDSA';
    readonly kid: string;
    /** 64 bytes as lower-case hexadecimal digits. */
    readonly sig: string;
  };
}

/** What one model said in one round. Source: Knowledge Units draft, section 4.1. */
export interface ResponseRecord {
  readonly ku_id: string;
  readonly round: Round;
  /** From 1; the place of the model among those that were asked. */
  readonly slot: number;
  readonly model: string;
  readonly role: Role;
  readonly content: string;
  /** 64 hexadecimal digits. */
  readonly content_hash: string;
  readonly receipt_sig: string;
  readonly receipt_kid: string;
  /** `null` in a unit that was made without a key. */
  readonly receipt: Receipt | null;
}

/** A model that said nothing in a round, and why. */
export interface Absence {
  readonly round: Round;
  readonly slot: number;
  readonly model: string;
  readonly role: Role;
  readonly reason: string;
}

export type Stance = 'supports' | 'disputes' | 'unsure';

/** What a model holds of a claim, and where it said so. Code found the quote in that response. */
export interface Position {
  readonly model: string;
  readonly stance: Stance;
  readonly round: Round;
  readonly slot: number;
  readonly role: Role;
  readonly quote: string;
}

export interface SourceQuote {
  readonly uri: string;
  readonly quote: string;
}

/** Where a claim of the unit comes from. */
export interface ClaimTrace {
  readonly claim: string;
  readonly list: 'agreed' | 'disputed' | 'uncertain';
  readonly significance: Significance;
  readonly positions: readonly Position[];
  readonly sources: readonly SourceQuote[];
}

/** What code threw out of the last round. */
interface ThrownOut {
  /** Claims that no quote of an answer carries. */
  readonly claims: readonly string[];
  /** Quotes that the named answer does not have. */
  readonly quotes: number;
}

/** What the synthesis says beside the unit. The receipt of the last round covers it together with the unit. */
export interface Deliberated {
  readonly traces: readonly ClaimTrace[];
  readonly follow_ups: readonly string[];
  readonly absences: readonly Absence[];
  readonly thrown_out: ThrownOut;
  /** What a reader should know, one plain sentence each. */
  readonly warnings: readonly string[];
}

/** The whole deliberation: level 3. */
export interface Bundle {
  readonly version: 1;
  readonly unit: KnowledgeUnit;
  readonly deliberated: Deliberated;
  readonly responses: readonly ResponseRecord[];
  /** The deliberation that a restated unit says again. It restates none itself. */
  readonly restates?: Bundle;
}
