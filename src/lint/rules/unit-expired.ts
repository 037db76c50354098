import { parseTime } from '../facts';
import { type PageRule } from '../rule';
import { unitShownBy } from '../unit-pages';

/** Source: Knowledge Units draft, section 7.1. */
export const unitExpired: PageRule = {
  id: 'unit-expired',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:unit_stale',
  title: 'Knowledge Unit past its time',
  severity: 'info',
  fixedBy: 'nothing',
  check(facts) {
    const unit = unitShownBy(facts.page);
    const until = parseTime(unit?.freshUntil);
    if (unit === null || until === null || !facts.hasPassed(until)) return [];
    return [
      {
        at: { field: 'metadata' },
        message: `Stale: the unit ${unit.id} was fresh until ${unit.freshUntil.slice(0, 10)}. Deliberate again if the answer still matters.`,
        key: 'expired',
      },
    ];
  },
};
