import { type ConsensusLevel, type Significance, type Stance } from './types';

/** The stance of every model that answers, `silent` for one that says nothing of a claim. */
export type ModelStance = Stance | 'silent';

/** What the claims of a unit come to, for the level of consensus. */
interface ClaimCounts {
  readonly agreed: number;
  /** One entry for each disputed claim. */
  readonly disputed: readonly Significance[];
  /** Core claims that some models support while the others are silent or unsure: no dispute, and no agreement either. */
  readonly unsettledCore: number;
}

/**
 * The level of consensus. Source: Knowledge Units draft, section 5; where it leaves a case open, the weaker level.
 *
 * | agreed | core disputes | other disputes | unsettled core claims | level     |
 * | ------ | ------------- | -------------- | --------------------- | --------- |
 * | none   | any           | any            | any                   | divergent |
 * | some   | some          | any            | any                   | split     |
 * | some   | none          | some           | any                   | strong    |
 * | some   | none          | none           | some                  | strong    |
 * | some   | none          | none           | none                  | unanimous |
 */
export function consensusLevel({ agreed, disputed, unsettledCore }: ClaimCounts): ConsensusLevel {
  if (agreed === 0) return 'divergent';
  if (disputed.includes('core')) return 'split';
  return disputed.length > 0 || unsettledCore > 0 ? 'strong' : 'unanimous';
}

/**
 * The list that a claim belongs to; `null` if no model makes it. Silence is never agreement: a claim that only some models make, and none
 * disputes, is uncertain.
 */
export function listOf(stances: readonly ModelStance[]): 'agreed' | 'disputed' | 'uncertain' | null {
  const has = (stance: ModelStance): boolean => stances.includes(stance);
  if (!has('supports') && !has('unsure')) return null;
  if (has('disputes')) return 'disputed';
  return stances.every((stance) => stance === 'supports') ? 'agreed' : 'uncertain';
}

/** What a level means, for a reader. */
export const LEVEL_MEANINGS: Readonly<Record<ConsensusLevel, string>> = {
  unanimous: 'All models make the same claims, and none disputes any.',
  strong: 'The models agree on the core of the answer and differ on emphasis or edge cases.',
  split: 'The models agree on part of the answer and disagree on at least one core claim.',
  divergent: 'The models have no claim in common.',
};

/** Belongs beside every level. */
export const EVIDENCE_NOT_PROOF = 'Agreement of models is evidence, not proof.';
