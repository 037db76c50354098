import { type JsonObject } from '../../base';
import { dependsOnContext, formatUnitRanges, isSlight, saysNothingAlone, type Unit } from '../units';
import { saidOnPages } from './already-said';
import { type IngestPlan, type LeftUnits, type PlannedPage } from './planned-page';
import { type WrittenPage } from './read-written';

/** What became of every unit of a source. */
interface Coverage {
  readonly units: number;
  /** Numbers of units that a page cites. */
  readonly cited: ReadonlySet<number>;
  readonly left: readonly LeftUnits[];
  /** Units for pages that a limit kept from being written. */
  readonly postponed: readonly { readonly page: PlannedPage; readonly units: readonly number[] }[];
  /** Units that nothing cites and no reason was given for. */
  readonly unplaced: readonly number[];
}

/** Why units are no details of the subject of their source where no page takes them up. */
const UNTOLD = {
  slight: { reason: 'boilerplate', note: 'says nothing by itself' },
  frame: { reason: 'boilerplate', note: 'tells only who wrote the source, where and when' },
  question: { reason: 'navigational', note: 'a question that no page repeats' },
  event: { reason: 'navigational', note: 'that something was opened, closed or renamed' },
} as const;
type Untold = keyof typeof UNTOLD;

function whyUntold(unit: Unit, frame: ReadonlySet<number>): Untold | null {
  if (isSlight(unit)) return 'slight';
  if (unit.mode === 'question' || unit.mode === 'event') return unit.mode;
  if (frame.has(unit.number)) return 'frame';
  return saysNothingAlone(unit) || isBareItem(unit) ? 'slight' : null;
}

/** An item with nothing above it that would say what it is an item of. */
function isBareItem(unit: Unit): boolean {
  return unit.kind === 'item' && unit.lead === null && unit.anchor.heading === undefined && dependsOnContext(unit);
}

/**
 * Every unit is cited, left, postponed or unplaced; the first of these counts.
 *
 * @param frame numbers of the units that tell only of the source itself
 */
export function coverageOf(
  units: readonly Unit[],
  frame: ReadonlySet<number>,
  plan: IngestPlan,
  written: readonly WrittenPage[],
  postponed: readonly PlannedPage[],
): Coverage {
  const cited = new Set(written.flatMap((page) => [...page.cited]));
  const reasons = plan.left
    .filter(({ reason }) => reason !== 'unplaced')
    .map((left) => ({ ...left, units: left.units.filter((number) => !cited.has(number)) }));
  const explained = new Set([...cited, ...reasons.flatMap(({ units }) => units)]);
  const later = postponed.map((page) => ({ page, units: page.units.filter((number) => !explained.has(number)) }));
  for (const { units } of later) for (const number of units) explained.add(number);
  const open = units.filter(({ number }) => !explained.has(number));
  const findSaid = saidOnPages(open.length === 0 ? [] : written);
  const unplaced: number[] = [];
  const further = new Map<string, Omit<LeftUnits, 'units'> & { readonly units: number[] }>();
  for (const unit of open) {
    const why = whyUntold(unit, frame);
    const slug = why === null ? findSaid(unit) : null;
    if (why === null && slug === null) unplaced.push(unit.number);
    else {
      const key = why ?? slug ?? '';
      const left = why === null ? { reason: 'already-said' as const, note: `“${key}” says it` } : UNTOLD[why];
      const own = further.get(key) ?? { ...left, units: [] };
      own.units.push(unit.number);
      further.set(key, own);
    }
  }
  reasons.push(...further.values());
  return {
    units: units.length,
    cited,
    left: reasons.filter(({ units }) => units.length > 0),
    postponed: later,
    unplaced,
  };
}

/** For the facts of a change set. */
export function coverageFacts({ units, cited, left, postponed, unplaced }: Coverage): JsonObject {
  return {
    units,
    cited: formatUnitRanges([...cited]),
    left: left.map((each) => ({ units: formatUnitRanges(each.units), reason: each.reason, note: each.note })),
    postponed: postponed.map(({ page, units: own }) => ({
      slug: page.slug,
      title: page.title,
      units: formatUnitRanges(own),
    })),
    unplaced: formatUnitRanges(unplaced),
  };
}

/** One line for the reviewer: `443 of 461 passages used, 12 navigational, 6 boilerplate`. */
export function coverageNote({ units, cited, left, postponed, unplaced }: Coverage): string {
  const counts = new Map<string, number>();
  for (const { reason, units: own } of left) counts.set(reason, (counts.get(reason) ?? 0) + own.length);
  const later = postponed.reduce((sum, each) => sum + each.units.length, 0);
  return [
    `${cited.size} of ${units} passages used`,
    ...[...counts].map(([reason, count]) => `${count} ${reason.replace('-', ' ')}`),
    ...(later === 0 ? [] : [`${later} for pages that the limit left out`]),
    ...(unplaced.length === 0 ? [] : [`${unplaced.length} under “Further details” of the summary`]),
  ].join(', ');
}
