import { type Run } from '../../base';
import { numberUnits, type Unit } from '../../ingest';
import { type SourceState } from '../sources/source-state';
import { readSourceText } from '../sources/source-text';
import { notASource } from '../ingest/select-sources';
import { type CoverageCount } from '../types';
import { type WikiSession } from '../wiki-session';
import { numbersIn, proposedCoverage, readCoverage, type CoverageRecord } from './coverage-record';
import { type CoverageReason } from './reason';

/** A unit of a source that no page uses. */
export interface LeftUnit {
  readonly number: number;
  readonly reason: Exclude<CoverageReason, 'used'>;
  /** Why, in the model's words; the title of the page for a unit that is postponed. */
  readonly note: string;
  /** `null` if the source cannot be read any more as it was. */
  readonly unit: Pick<Unit, 'text' | 'anchor' | 'speaker'> | null;
}

/** What a wiki uses of one source. */
export interface SourceCoverage extends CoverageCount {
  readonly left: readonly LeftUnit[];
  /** Id of the proposal that waits and would do this; `null` for what was applied. */
  readonly proposal: string | null;
}

/**
 * What a waiting proposal makes of a source, else what was made of it.
 * @param name path or id of the source
 * @returns `null` if no model read it, or not on this device
 * @throws WikiError `source_not_found`
 */
export async function sourceCoverage(session: WikiSession, name: string, run: Run): Promise<SourceCoverage | null> {
  const { snapshot } = session;
  const source = snapshot.source(name);
  if (source === undefined) throw notASource(name);
  const { path } = source;
  const waiting = (await session.waitingProposals()).find(({ changeSet }) => changeSet.sources[0]?.path === path);
  const known = await readCoverage(session);
  const applied = Object.hasOwn(known, path) ? known[path] : undefined;
  const record = (waiting && proposedCoverage(waiting.changeSet)) ?? applied ?? null;
  if (record === null) return null;
  const units = await unitsOf(session, path, record, run);
  const left = record.parts.flatMap(({ units: ranges, reason, note }) =>
    reason === 'used'
      ? []
      : numbersIn(ranges)
          // What a source does not have, only a forged proposal names.
          .filter((number) => units.length === 0 || number <= units.length)
          .map((number) => ({ number, reason, note, unit: units[number - 1] ?? null })),
  );
  left.sort((a, b) => a.number - b.number);
  return { ...countCoverage(path, record), left, proposal: waiting?.id ?? null };
}

/** The counts of one record. */
function countCoverage(path: string, { units, parts }: CoverageRecord): CoverageCount {
  const counts = new Map<CoverageReason, number>();
  for (const { reason, units: ranges } of parts) {
    counts.set(reason, (counts.get(reason) ?? 0) + numbersIn(ranges).length);
  }
  const used = counts.get('used') ?? 0;
  counts.delete('used');
  return { path, units, used, reasons: Object.fromEntries(counts) };
}

/**
 * The coverage of each source that is not wholly used.
 * @param ingested the sources that have not changed since they were ingested
 */
export async function incompleteCoverage(
  session: WikiSession,
  ingested: readonly Pick<SourceState, 'source' | 'hash'>[],
): Promise<readonly CoverageCount[]> {
  const records = await readCoverage(session);
  return ingested.flatMap(({ source: { path }, hash }) => {
    const record = Object.hasOwn(records, path) ? records[path] : undefined;
    const count = record?.hash === hash ? countCoverage(path, record) : null;
    return count === null || count.used >= count.units ? [] : [count];
  });
}

/** What is known of each source, by its path. */
export async function countedSources(session: WikiSession): Promise<ReadonlyMap<string, CoverageCount>> {
  const records = await readCoverage(session);
  return new Map(Object.entries(records).map(([path, record]) => [path, countCoverage(path, record)]));
}

async function unitsOf(
  session: WikiSession,
  path: string,
  { hash }: CoverageRecord,
  run: Run,
): Promise<readonly Unit[]> {
  if ((await session.snapshot.sourceHash(path)) !== hash) return [];
  return (await numberUnits(await readSourceText(session, path, hash, run), run)).units;
}
