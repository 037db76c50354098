import { WikiError, type Run } from '../../base';
import { complete, full, headline, summary } from '../../deliberation';
import { type WikiSession } from '../wiki-session';
import { readUnitBundle } from './read-unit';
import { listUnits } from './verify-units';

/** A unit in a list that an agent reads. */
export interface ListedForAgent {
  readonly id: string;
  readonly status: string;
  /** Level 0. */
  readonly headline: string;
}

/** Units in one answer. */
const MAX_LISTED = 200;

export async function unitsForAgent(
  session: WikiSession,
  run: Run,
): Promise<readonly (ListedForAgent | { readonly note: string })[]> {
  const { units } = await listUnits(session, run);
  const listed = units
    .slice(0, MAX_LISTED)
    .map(({ unit, state }) => ({ id: unit.id, status: state.status, headline: headline(unit) }));
  const left = units.length - listed.length;
  return left > 0 ? [...listed, { note: `${left} older units are not listed.` }] : listed;
}

/** A unit at a level, with a word about whether it still holds. @throws WikiError `living-wiki:unit_missing`, `living-wiki:unit_invalid` */
export async function unitForAgent(session: WikiSession, name: string, level: number, run: Run): Promise<string> {
  const { unit, state, bundle } = await readUnitBundle(session, name, run);
  const note = state.status === 'active' ? '' : `\n(${state.status}: it may no longer hold)`;
  if (level < 3) return `${([headline, summary][level] ?? full)(unit)}${note}`;
  if (bundle !== null) return complete(bundle);
  throw new WikiError('living-wiki:unit_invalid', 'The deliberation of the unit is missing or cannot be read.', {
    remedy: 'Read level 2.',
  });
}
