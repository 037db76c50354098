import { type Report, type WikiRule } from '../rule';
import { currentUnitOf, replacedUnits, shownUnits } from '../unit-pages';

/** Source: Knowledge Units draft, section 3.7. */
export const unitOneSided: WikiRule = {
  id: 'unit-one-sided',
  scope: 'wiki',
  code: 'living-wiki:unit_one_sided',
  title: 'One-sided relation of a Knowledge Unit',
  severity: 'info',
  fixedBy: 'nothing',
  check: (facts) =>
    facts.memo('unit-one-sided', [facts.snapshot.pages], () => {
      const { snapshot } = facts;
      const units = shownUnits(snapshot);
      const replaced = replacedUnits(units);
      const reports: Report[] = [];
      for (const { id, page, relations } of units.values()) {
        if (replaced.has(id)) continue;
        for (const target of relations) {
          const other = units.get(currentUnitOf(target, units));
          if (other === undefined || replaced.has(other.id)) continue;
          if (other.relations.some((each) => currentUnitOf(each, units) === id)) continue;
          const message = `The unit has a relation to ${other.id}, which has none back. Add it with "living-wiki units relate ${id} ${other.id}".`;
          reports.push({ path: page.path, at: { field: 'metadata' }, message, key: `relation ${target}` });
        }
      }
      return reports;
    }),
};
