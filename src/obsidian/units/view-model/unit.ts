import { type Bundle, type ClaimTrace, type Position, type UnitVerification } from '../../../workbench';

export type ShownStance = Position['stance'] | 'silent';
export const STANCES: readonly ShownStance[] = ['supports', 'disputes', 'unsure', 'silent'];

/** A model of a unit and the letter that the others saw. */
export interface UnitModel {
  readonly model: string;
  readonly slot: number;
}

/** Those that answered, in the deliberation that the unit rests on. */
export function modelsOf(bundle: Bundle): readonly UnitModel[] {
  const { responses } = bundle.restates ?? bundle;
  return responses.filter(({ round }) => round === 1).map(({ model, slot }) => ({ model, slot }));
}

/** What a model holds of a claim in the end: the later round counts, and within one a dispute. */
export function finalPosition({ positions }: ClaimTrace, model: string): Position | null {
  const weight = { disputes: 2, unsure: 1, supports: 0 };
  const own = positions.filter((each) => each.model === model);
  return [...own].sort((a, b) => b.round - a.round || weight[b.stance] - weight[a.stance])[0] ?? null;
}

export const stanceOf = (trace: ClaimTrace, model: string): ShownStance =>
  finalPosition(trace, model)?.stance ?? 'silent';

/** A receipt as it is shown: good, bad, or with something to know. */
export interface ReceiptMark {
  readonly text: string;
  readonly state: 'good' | 'warn' | 'bad';
  readonly signer: UnitVerification['signatures'][number]['signer'];
  readonly round: number | null;
  readonly slot: number | null;
}

export function receiptMarks({ failures, signatures }: UnitVerification): readonly ReceiptMark[] {
  const broken = new Set(failures.map(({ place }) => place));
  return signatures.map(({ place, model, isValid, signer, round, slot }) => {
    const isFine = isValid === true && signer === 'known';
    const fine = isFine ? 'good' : 'warn';
    return { text: model ?? place, state: broken.has(place) || isValid === false ? 'bad' : fine, signer, round, slot };
  });
}
