import { type Report, type WikiRule } from '../rule';
import { replacedUnits, shownUnits } from '../unit-pages';

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
          const other = units.get(target);
          if (other === undefined || replaced.has(target) || other.relations.includes(id)) continue;
          const message = `The unit has a relation to ${target}, which has none back. A unit never changes: name ${id} with --relate when that question is deliberated again.`;
          reports.push({ path: page.path, at: { field: 'metadata' }, message, key: `relation ${target}` });
        }
      }
      return reports;
    }),
};
