import { isoTime, type JsonObject } from '../../base';
import { parseTime } from '../facts';
import { type Page } from '../../wiki';
import { type PageRule } from '../rule';

const DAY = 86_400_000;
export const DEFAULT_DAYS = 365;

/**
 * Source: AIP-10, lint contract: "pages whose sources are all older than a schema-defined threshold and have not been
 * re-confirmed".
 */
export const maxAge: PageRule = {
  id: 'max-age',
  kind: 'max-age',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:claim_stale',
  title: 'Stale claim',
  severity: 'warn',
  fixedBy: 'nothing',
  checkParams: (params) =>
    params.days === undefined || daysOf(params) !== null ? null : '`params.days` must be a number above 0.',
  check(facts, setting) {
    const { page } = facts;
    if (page.sources.length === 0) return [];
    const days = ageInDays(setting.params);
    const times = page.sources.map((ref) => facts.sourceTime(ref));
    if (!isMarkedStale(page)) times.push(parseTime(page.updatedAt));
    const newest = times.reduce<number | null>((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
    if (newest === null || !facts.hasPassed(newest + days * DAY)) return [];
    const when = isoTime(newest).slice(0, 10);
    return [
      {
        at: { field: 'sources' },
        message: `Stale: the last source or update is from ${when}, more than ${days} days ago. Check the page again or cite a newer source.`,
        key: 'stale',
      },
    ];
  },
};

/** What a setting of this rule allows. */
export function ageInDays(params: JsonObject): number {
  return daysOf(params) ?? DEFAULT_DAYS;
}

function daysOf(params: JsonObject): number | null {
  const { days } = params;
  return typeof days === 'number' && Number.isFinite(days) && days > 0 && days < 1_000_000 ? days : null;
}

/** Source: AIP-10's published example of a stale entry. */
function isMarkedStale(page: Page): boolean {
  const { metadata } = page.data;
  if (typeof metadata !== 'object' || metadata === null || !Object.hasOwn(metadata, 'lint')) return false;
  const { lint } = metadata as { readonly lint: unknown };
  return (
    typeof lint === 'object' &&
    lint !== null &&
    Object.hasOwn(lint, 'stale') &&
    (lint as { stale: unknown }).stale === true
  );
}
