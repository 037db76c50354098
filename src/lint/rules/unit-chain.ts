import { type Report, type WikiRule } from '../rule';
import { shownUnits } from '../unit-pages';

/** Source: Knowledge Units draft, sections 7 and 8. */
export const unitChain: WikiRule = {
  id: 'unit-chain',
  scope: 'wiki',
  code: 'living-wiki:unit_chain_broken',
  title: 'Knowledge Unit with a broken chain',
  severity: 'warn',
  fixedBy: 'nothing',
  check: (facts) =>
    facts.memo('unit-chain', [facts.snapshot.pages, facts.snapshot.files], () => {
      const { snapshot } = facts;
      const reports: Report[] = [];
      const units = shownUnits(snapshot);
      for (const { id, page, supersedes, parent, relations } of units.values()) {
        const report = (message: string, key: string): void =>
          void reports.push({ path: page.path, at: { field: 'metadata' }, message, key });
        for (const file of [`units/${id}.json`, `units/${id}.bundle.json`]) {
          if (!snapshot.files.has(file))
            report(`The file "${file}" is missing, so the unit cannot be checked. Restore it.`, file);
        }
        const named = [supersedes, parent, ...relations].filter((each) => each !== null);
        for (const other of new Set(named)) {
          const isThere = units.has(other) || snapshot.files.has(`units/${other}.json`);
          if (!isThere) report(`The unit names ${other}, which is not in this wiki.`, `unit ${other}`);
        }
      }
      return reports;
    }),
};
