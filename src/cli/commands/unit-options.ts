import { InvalidArgumentError } from 'commander';
import { RELATIONS, UNIT_ID, type UnitRelation } from '../../deliberation';

/** The id of a unit. */
export function unitId(text: string): string {
  if (UNIT_ID.test(text)) return text;
  throw new InvalidArgumentError('Enter the id of a unit, such as ku-z36vuoreb2k3.');
}

/** A list with commas or blanks. */
export const listedNames = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
];

export function relation(text: string, before: readonly UnitRelation[] = []): readonly UnitRelation[] {
  const [target = '', kind = ''] = text.split(':');
  const found = RELATIONS.find((each) => each === kind);
  if (found === undefined) throw new InvalidArgumentError(`Enter ID:RELATION, with one of ${RELATIONS.join(', ')}.`);
  return [...before, { target_ku_id: unitId(target), relation: found }];
}

export function moneyAmount(text: string): number {
  const amount = Number(text);
  if (text.trim() !== '' && Number.isFinite(amount) && amount >= 0) return amount;
  throw new InvalidArgumentError('Enter an amount such as 0.50.');
}
