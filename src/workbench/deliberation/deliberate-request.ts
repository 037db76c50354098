import {
  type Bundle,
  type DeliberationEvent,
  type Domain,
  type KnowledgeUnit,
  type UnitRelation,
  type Volatility,
} from '../../deliberation';
import { type Cost, type Money, type SpendingLimit } from '../../model';
import { type Proposal } from '../../proposal';
import { type ModelCost } from '../model/cost';
import { type SimilarUnit } from './similar-units';

export interface DeliberateRequest {
  readonly question: string;
  /** Names of servers, `SERVER:MODEL`, or models of the default server. */
  readonly models: readonly string[];
  /** Sorts what was said; the first model when absent. */
  readonly synthesizer?: string;
  readonly sources?: readonly string[];
  readonly pages?: readonly string[];
  readonly volatility?: Volatility;
  readonly domain?: Domain;
  readonly tags?: readonly string[];
  readonly parent?: string;
  readonly relations?: readonly UnitRelation[];
  /** Ids of units that the new one replaces together: it answers what they answered. */
  readonly merge?: readonly string[];
  /** Asks although a unit answers the question. */
  readonly fresh?: boolean;
  /** Makes a unit without a key. */
  readonly unsigned?: boolean;
  /** Of the whole; the limit of one job from the settings when absent. */
  readonly limit?: SpendingLimit;
  /** Seconds for one answer. */
  readonly timeout?: number;
  readonly onEvent?: (event: DeliberationEvent & { readonly money?: Money | null }) => void;
}

/** What a deliberation would ask and cost. Nothing is sent. */
export interface DeliberationEstimate {
  readonly models: readonly { readonly name: string; readonly id: string; readonly cost: Cost }[];
  readonly synthesizer: string;
  readonly calls: number;
  /** `money` is `null` while the price of a model is unknown. */
  readonly total: Cost;
  readonly lineage: string | null;
  /** An active unit that answers the question already. */
  readonly existing: { readonly unit: KnowledgeUnit; readonly proposal: string | null } | null;
  readonly near: readonly SimilarUnit[];
}

export type DeliberationResult =
  | { readonly kind: 'existing'; readonly unit: KnowledgeUnit; readonly proposal: string | null }
  | {
      readonly kind: 'made';
      readonly bundle: Bundle;
      readonly proposal: Proposal;
      readonly cost: ModelCost;
      readonly near: readonly SimilarUnit[];
    };
