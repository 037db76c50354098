import * as z from 'zod/mini';
import { isWikiError } from '../../base';
import { allHunks, type ChangeSet } from '../../change';
import { formatUnitRanges, readUnitRanges } from '../../ingest';
import { type Hash } from '../../vault';
import { stateVault } from '../model/stores';
import { readIngestFacts } from '../review/ingest-facts';
import { SealedFiles } from '../sealed-files';
import { type WikiSession } from '../wiki-session';
import { LEFT_REASONS } from './reason';

const FILE = 'coverage.json';
const VERSION = 1;
/** More units than this are not counted. */
const MAX_UNITS = 999_999;

const partShape = () =>
  z.object({
    units: z.string(),
    reason: z.enum(['used', ...LEFT_REASONS]),
    note: z.string(),
  });

const recordShape = () => z.object({ hash: z.string(), units: z.int(), parts: z.array(partShape()) });

const fileShape = z.lazy(() =>
  z.object({ version: z.literal(VERSION), sources: z.record(z.string(), recordShape()) }),
);

/** Units with one reason. */
type CoveragePart = z.infer<ReturnType<typeof partShape>>;

/** What became of the units of a source. Each unit is in one part; `units` of a part are ranges such as `3, 5-8`. */
export interface CoverageRecord {
  /** Of the content that was numbered. */
  readonly hash: Hash;
  /** How many units the source has. */
  readonly units: number;
  readonly parts: readonly CoveragePart[];
}

/** By path of the source. Empty where this device recorded none. */
export async function readCoverage({ vault, host }: WikiSession): Promise<Readonly<Record<string, CoverageRecord>>> {
  const text = await new SealedFiles(stateVault(vault), host).read(FILE);
  try {
    const read = fileShape.safeParse(JSON.parse(text ?? 'null'));
    return read.success ? read.data.sources : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/**
 * Records what an applied proposal made of the units of its source. It is only shown, so a vault that is read-only is no error.
 * @param rejected ids of the hunks that were left out
 */
export async function recordCoverage(
  session: WikiSession,
  changeSet: ChangeSet,
  rejected: ReadonlySet<string>,
): Promise<void> {
  const proposed = proposedCoverage(changeSet, rejected);
  const [source] = changeSet.sources;
  if (proposed === null || source === undefined) return;
  const known = await readCoverage(session);
  const before = Object.hasOwn(known, source.path) ? known[source.path] : undefined;
  const record = before?.hash === source.hash ? mergeCoverage(before, proposed) : proposed;
  const sources = { ...known, [source.path]: record };
  try {
    const files = new SealedFiles(stateVault(session.vault), session.host);
    await files.write(FILE, JSON.stringify({ version: VERSION, sources }));
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}

/** What a proposal that a model made from one source does with its units; `null` for any other. */
export function proposedCoverage(
  changeSet: ChangeSet,
  rejected: ReadonlySet<string> = new Set(),
): CoverageRecord | null {
  const facts = readIngestFacts(changeSet);
  const [source, second] = changeSet.sources;
  if (facts?.coverage === undefined || source === undefined || second !== undefined) return null;
  const { units, cited, left, postponed, unplaced } = facts.coverage;
  const declined = declinedUnits(changeSet, rejected);
  const used = numbersIn(cited);
  const parts: CoveragePart[] = [
    { units: formatUnitRanges(used.filter((number) => !declined.has(number))), reason: 'used', note: '' },
    { units: formatUnitRanges(used.filter((number) => declined.has(number))), reason: 'declined', note: '' },
    ...left.map((each) => ({ ...each, reason: partShape().shape.reason.safeParse(each.reason).data ?? 'unplaced' })),
    ...postponed.map(({ title, units: own }) => ({ units: own, reason: 'postponed' as const, note: title })),
    { units: unplaced, reason: 'unplaced', note: '' },
  ];
  return { hash: source.hash, units, parts: disjoint(parts) };
}

/** Parts in which no unit is twice. A forged proposal may name all units in each of thousands. */
function disjoint(parts: readonly CoveragePart[]): readonly CoveragePart[] {
  const seen = new Set<number>();
  const kept: CoveragePart[] = [];
  let work = 0;
  for (const part of parts) {
    const numbers = work >= MAX_UNITS ? [] : numbersIn(part.units);
    work += numbers.length;
    const own = numbers.filter((number) => !seen.has(number));
    for (const number of own) seen.add(number);
    if (own.length > 0) kept.push({ ...part, units: formatUnitRanges(own) });
  }
  return kept;
}

/** The units that only rejected hunks cite: numbers at the end of the labels of footnotes. */
function declinedUnits(changeSet: ChangeSet, rejected: ReadonlySet<string>): ReadonlySet<number> {
  const declined = new Set<number>();
  const kept = new Set<number>();
  for (const { hunk } of rejected.size === 0 ? [] : allHunks(changeSet)) {
    for (const { label } of hunk.footnotes ?? []) {
      const number = Number(/-(\d{1,6})$/.exec(label)?.[1] ?? 0);
      if (number > 0) (rejected.has(hunk.id) ? declined : kept).add(number);
    }
  }
  return new Set([...declined].filter((number) => !kept.has(number)));
}

/** A later ingest of the same content decides anew about the units that it took up. */
export function mergeCoverage(before: CoverageRecord, later: CoverageRecord): CoverageRecord {
  const decided = new Set(later.parts.flatMap(({ units }) => numbersIn(units)));
  const kept = before.parts.map((part) => ({
    ...part,
    units: formatUnitRanges(numbersIn(part.units).filter((number) => !decided.has(number))),
  }));
  const parts = new Map<string, CoveragePart>();
  for (const part of [...kept, ...later.parts]) {
    const key = `${part.reason}\n${part.note}`;
    const units = formatUnitRanges([...numbersIn(parts.get(key)?.units ?? ''), ...numbersIn(part.units)]);
    if (units !== '') parts.set(key, { ...part, units });
  }
  return { hash: later.hash, units: Math.max(before.units, later.units), parts: [...parts.values()] };
}

export function numbersIn(units: string): readonly number[] {
  return readUnitRanges([units], 1, MAX_UNITS).numbers;
}
