import { parseTime } from '../facts';
import { type WikiRule } from '../rule';
import { replacedUnits, shownUnits } from '../unit-pages';

/** Source: Knowledge Units draft, section 7.1. */
export const unitExpired: WikiRule = {
  id: 'unit-expired',
  scope: 'wiki',
  code: 'living-wiki:unit_stale',
  title: 'Knowledge Unit past its time',
  severity: 'info',
  fixedBy: 'nothing',
  check: async (facts) => {
    const current = await facts.memo('unit-expired', [facts.snapshot.pages], () => {
      const units = shownUnits(facts.snapshot);
      const replaced = replacedUnits(units);
      return [...units.values()].filter(({ id }) => !replaced.has(id));
    });
    return current.flatMap(({ id, page, freshUntil }) => {
      const until = parseTime(freshUntil);
      if (until === null || until > facts.now) return [];
      const message = `Stale: the unit ${id} was fresh until ${freshUntil.slice(0, 10)}. Deliberate again if the answer still matters.`;
      return [{ path: page.path, at: { field: 'metadata' }, message, key: 'expired' }];
    });
  },
};
