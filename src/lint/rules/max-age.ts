import { isoTime, type JsonObject } from '../../base';
import { parseTime } from '../facts';
import { type Page } from '../../wiki';
import { type PageRule } from '../rule';

const DAY = 86_400_000;
const DEFAULT_DAYS = 365;

/**
 * Claims that nothing recent backs. Source: AIP-10, lint contract: "pages whose sources are all older than a
 * schema-defined threshold and have not been re-confirmed"; specs README, 9.
 */
export const maxAge: PageRule = {
  id: 'max-age',
  kind: 'max-age',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:claim_stale',
  title: 'Stale claim',
  what: 'A page with sources, all of them older than `params.days`, that has not been re-confirmed since. `updated_at` re-confirms a page, unless the page itself carries the mark `metadata.lint.stale: true` that AIP-10’s own example sets: then only a newer source does. Sources without a date say nothing about age.',
  why: 'What was true when the sources were written may have changed. Reading the page again, or a newer source, settles it.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  params: { days: `The age in days from which a page is stale. Default ${DEFAULT_DAYS}.` },
  examples: [
    {
      name: 'An old source and no update since; the day of the check is 2026-05-01',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: max-age-90\n    kind: max-age\n    appliesTo: "*"\n    severity: warn\n    params:\n      days: 90\n---\n',
        'sources/2025-11-15-forecast.md': 'We expect much.\n',
        'concepts/old.md':
          '---\nschema: knowledge/v1\nslug: old\nkind: concept\ntitle: Old\nsources:\n  - sources/2025-11-15-forecast.md\nupdated_at: "2025-12-01T00:00:00Z"\n---\n\nMuch is expected.\n',
        'concepts/confirmed.md':
          '---\nschema: knowledge/v1\nslug: confirmed\nkind: concept\ntitle: Confirmed\nsources:\n  - sources/2025-11-15-forecast.md\nupdated_at: "2026-04-01T00:00:00Z"\n---\n\nMuch is expected.\n',
      },
      finds: ['concepts/old.md:6'],
    },
    {
      name: 'A page that is marked as stale stays so until a newer source is cited',
      files: {
        'sources/2024-10-01-meeting.md': 'The target is 1.\n',
        'concepts/targets.md':
          '---\nschema: knowledge/v1\nslug: targets\nkind: concept\ntitle: Targets\nsources: [sources/2024-10-01-meeting.md]\nupdated_at: "2026-04-27T16:15:00Z"\nmetadata:\n  lint:\n    stale: true\n---\n\nThe target is 1.\n',
      },
      finds: ['concepts/targets.md:6'],
    },
  ],
  checkParams: (params) =>
    params.days === undefined || daysOf(params) !== null
      ? null
      : 'Unexpected params.days, expected a number of days above 0',
  check(facts, setting) {
    const { page } = facts;
    if (page.sources.length === 0) return [];
    const days = daysOf(setting.params) ?? DEFAULT_DAYS;
    const times = page.sources.map((ref) => facts.sourceTime(ref));
    if (!isMarkedStale(page)) times.push(parseTime(page.updatedAt));
    const newest = times.reduce<number | null>((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
    if (newest === null || !facts.hasPassed(newest + days * DAY)) return [];
    const when = isoTime(newest).slice(0, 10);
    return [
      {
        at: { field: 'sources' },
        message: `Unexpected stale page, last backed by a source or an update on ${when}, expected one within ${days} days`,
        key: 'stale',
      },
    ];
  },
};

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
