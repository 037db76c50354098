import { type Run } from '../../base';
import { quotesStillIn, readBundle, timelineOf, type Bundle, type KeptQuote, type UnitEvent } from '../../deliberation';
import { type WikiSession } from '../wiki-session';
import { bundleFile, findUnit } from './unit-files';
import { listUnits, sourcesOf, type ListedUnit } from './verify-units';

/** A unit as a person looks at it. */
export interface UnitDetails extends ListedUnit {
  /** `null` where its file is missing or cannot be read. */
  readonly bundle: Bundle | null;
  readonly timeline: readonly UnitEvent[];
}

/** A unit with its deliberation. @param name an id, or its end @throws WikiError `living-wiki:unit_missing`, `living-wiki:unit_invalid` */
export async function readUnitBundle(session: WikiSession, name: string, run: Run): Promise<UnitDetails> {
  const { units } = await listUnits(session, run);
  const all = new Map(units.map((each) => [each.unit.id, each.unit]));
  const unit = findUnit(all, name);
  const listed = units.find((each) => each.unit.id === unit.id);
  if (listed === undefined) throw new Error('A unit that was found is listed.');
  const path = bundleFile(unit.id);
  const { vault, host } = session;
  const text = (await vault.stat(path)) === null ? null : await vault.readText(path);
  const changed = new Map<string, number | null>();
  for (const uri of listed.state.changed) changed.set(uri, (await vault.stat(uri))?.mtime ?? null);
  return {
    ...listed,
    bundle: text === null ? null : readBundle(text).bundle,
    timeline: timelineOf(unit, all, changed, host.clock.now()),
  };
}

/** What a unit takes from a source, and whether the source still says it. Nobody keeps the text that the models read. */
export async function compareUnitSource(
  session: WikiSession,
  name: string,
  uri: string,
  run: Run,
): Promise<readonly KeptQuote[]> {
  const { unit, bundle } = await readUnitBundle(session, name, run);
  if (bundle === null) return [];
  const source = (
    await sourcesOf(session, { ...unit, sources: (unit.sources ?? []).filter((each) => each.uri === uri) }, run)
  ).get(uri);
  return quotesStillIn(bundle, uri, source?.text ?? '');
}
