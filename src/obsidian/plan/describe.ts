import { LEFT_REASONS, type IngestFacts, type PlanWishes, type WikiStatus } from '../../workbench';
import { joinTexts, plan as words } from '../locale';

type CoverageCount = WikiStatus['coverage'][number];
type Reason = keyof typeof words.coverage.reasons;

/** What "Continue" takes up: it was left without a reason. */
const OPEN: readonly Reason[] = ['postponed', 'declined', 'unplaced'];

/** `443 of 461 passages used, 12 navigational, 6 boilerplate` */
export function describeCoverage({ used, units, reasons }: Omit<CoverageCount, 'path'>): string {
  const left = LEFT_REASONS.flatMap((reason) => {
    const count = reasons[reason] ?? 0;
    return count === 0 ? [] : [`${count} ${words.coverage.reasons[reason]}`];
  });
  return joinTexts([words.coverage.used(used, units), ...left]);
}

/** How many passages "Continue" would take up. */
export function openPassages({ reasons }: Pick<CoverageCount, 'reasons'>): number {
  return OPEN.reduce((sum, reason) => sum + (reasons[reason] ?? 0), 0);
}

/** The coverage that a proposal would give, from its facts; `null` if it has none. */
export function plannedCoverage({ coverage }: IngestFacts): Omit<CoverageCount, 'path'> | null {
  if (coverage === undefined) return null;
  const reasons: Partial<Record<Reason, number>> = {};
  const add = (name: string, units: string): void => {
    const reason = LEFT_REASONS.find((each) => each === name) ?? 'unplaced';
    const count = countUnits(units);
    if (count > 0) reasons[reason] = (reasons[reason] ?? 0) + count;
  };
  for (const { reason, units } of coverage.left) add(reason, units);
  for (const { units } of coverage.postponed) add('postponed', units);
  add('unplaced', coverage.unplaced);
  return { units: coverage.units, used: countUnits(coverage.cited), reasons };
}

/** How many units there are in ranges such as `3, 5-8`. */
function countUnits(ranges: string): number {
  return ranges.split(',').reduce((sum, range) => {
    const [from = NaN, to = from] = range.trim() === '' ? [] : range.split('-').map(Number);
    return Number.isNaN(to - from) ? sum : sum + to - from + 1;
  }, 0);
}

/** What a person wanted of a plan, one phrase each. */
export function describeWishes({ names, spared, moves, units }: PlanWishes): readonly string[] {
  const t = words.wishes;
  return [
    ...names.map((decision) => {
      if (decision.kind === 'same') return t.same(decision.name, decision.as);
      return decision.kind === 'rename' ? t.rename(decision.name, decision.to) : t[decision.kind](decision.name);
    }),
    ...spared.map(t.spared),
    ...moves.map(({ from, to }) => t.move(from, to)),
    ...(units === '' ? [] : [t.units(units)]),
  ];
}
