import { isWikiError, throwIfCancelled } from '../../base';
import { type Report, type WikiFacts, type WikiRule } from '../rule';
import { replacedUnits, shownUnits } from '../unit-pages';

/** Source: Knowledge Units draft, sections 3.4 and 7.1. */
export const unitStale: WikiRule = {
  id: 'unit-stale',
  scope: 'wiki',
  code: 'living-wiki:unit_stale',
  title: 'Knowledge Unit with a changed source',
  severity: 'warn',
  fixedBy: 'nothing',
  check: (facts) =>
    facts.memo('unit-stale', [facts.snapshot.pages, facts.snapshot.sources], () => compareSources(facts)),
};

async function compareSources({ snapshot, run }: WikiFacts): Promise<readonly Report[]> {
  const reports: Report[] = [];
  const units = shownUnits(snapshot);
  const replaced = replacedUnits(units);
  for (const { id, page, sources } of units.values()) {
    if (replaced.has(id)) continue;
    for (const { uri, hash } of sources) {
      throwIfCancelled(run);
      const current = await hashOf(snapshot, uri);
      if (current === undefined || current === hash) continue;
      const what = current === null ? 'is gone' : 'has changed';
      const message = `Stale: "${uri}" ${what} since the models read it for ${id}. Deliberate again if the answer still matters.`;
      reports.push({ path: page.path, at: { field: 'metadata' }, message, key: `source ${uri}` });
    }
  }
  return reports;
}

/** `null` for a source that is gone; `undefined` for what is no source, such as a page or an address. */
async function hashOf(snapshot: WikiFacts['snapshot'], uri: string): Promise<string | null | undefined> {
  const { sources, layout, pages } = snapshot;
  if (!sources.has(uri)) return uri.startsWith(`${layout.sources}/`) && !pages.has(uri) ? null : undefined;
  try {
    return `sha256:${await snapshot.sourceHash(uri)}`;
  } catch (error) {
    if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    return null;
  }
}
