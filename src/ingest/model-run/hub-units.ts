import { findDates } from '../../base';
import { hubRole, type HubRole, type Page } from '../../wiki';
import { findHolders } from '../contradictions/holders';
import { type Unit } from '../units';
import { type IngestPlan, type PlannedPage } from './planned-page';
import { type WrittenPage } from './read-written';

/** More would fill the prompt of a page that tells each in a few words. */
const MAX_ADDED = 16;
const MAX_NOTED = 4;
const MAX_SHOWN = 100;

interface HubUnits {
  readonly plan: IngestPlan;
  /** Units that belong on a hub and that the plan does not give to it, by the hub's slug. */
  readonly wanted: ReadonlyMap<string, readonly number[]>;
}

/**
 * A plan whose timeline also gets the dated events that it gives to other pages, and whose list of people those who are named with a role. A model
 * that plans many pages forgets some. Only hubs that the plan changes get more: a page for one row is not worth a call.
 *
 * @param listed pages that the plan was shown
 * @param day of the source, which is no event
 */
export function withHubUnits(
  plan: IngestPlan,
  units: readonly Unit[],
  listed: readonly Page[],
  day: string | null,
): HubUnits {
  const placed = new Set(plan.pages.flatMap((page) => page.units));
  const wanted = new Map<string, readonly number[]>();
  const pages = plan.pages.map((planned): PlannedPage => {
    const isMeant = testFor(planned.page, day);
    if (isMeant === null) return planned;
    const own = new Set(planned.units);
    const added = units.filter((unit) => placed.has(unit.number) && !own.has(unit.number) && isMeant(unit));
    const numbers = added.slice(0, MAX_ADDED).map(({ number }) => number);
    wanted.set(planned.slug, numbers);
    return { ...planned, units: [...planned.units, ...numbers].sort((a, b) => a - b) };
  });
  for (const page of listed) {
    const isMeant = testFor(page, day);
    if (isMeant === null || pages.some(({ slug }) => slug === page.slug)) continue;
    const missed = units.filter((unit) => placed.has(unit.number) && isMeant(unit)).map(({ number }) => number);
    wanted.set(page.slug, missed);
  }
  return { plan: { ...plan, pages }, wanted };
}

/** Says which of them no row of the hub tells. */
export function missedHubUnits(
  { wanted }: Pick<HubUnits, 'wanted'>,
  units: readonly Unit[],
  written: readonly WrittenPage[],
): readonly string[] {
  return [...wanted].flatMap(([slug, numbers]) => {
    const cited = written.find(({ planned }) => planned.slug === slug)?.cited ?? new Set<number>();
    const missed = numbers.filter((number) => !cited.has(number));
    if (missed.length === 0) return [];
    const shown = missed.slice(0, MAX_NOTED).flatMap((number) => units[number - 1]?.text.slice(0, MAX_SHOWN) ?? []);
    const more = missed.length > MAX_NOTED ? `, and ${missed.length - MAX_NOTED} more` : '';
    return [`${slug}: not told there: ${shown.map((text) => `“${text}”`).join(', ')}${more}.`];
  });
}

/** What belongs on a hub; `null` for another page. */
function testFor(page: Page | null, day: string | null): ((unit: Unit) => boolean) | null {
  const role: HubRole | null = page === null ? null : hubRole(page);
  if (role === 'timeline') return (unit) => isEvent(unit, day);
  return role === 'people' ? ({ mode, text }) => mode === 'fact' && findHolders(text).length > 0 : null;
}

/** A statement with a date of its own. A row of a table of years is none, unless it gives a month. */
function isEvent({ mode, kind, text }: Unit, day: string | null): boolean {
  if (mode !== 'fact' || kind === 'code') return false;
  return findDates(text).some(({ year, month, day: date }) => {
    const stated = [year, month, date].map((part) => String(part).padStart(2, '0')).join('-');
    return stated !== day && (kind !== 'row' || month > 0);
  });
}
