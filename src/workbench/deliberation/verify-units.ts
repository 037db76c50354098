import { checkpoint, isWikiError, parseForeignJson, type Run } from '../../base';
import {
  parseJwks,
  readBundle,
  stateOfUnit,
  verifyUnit,
  type KnowledgeUnit,
  type PublicUnitKey,
  type Staleness,
  type UnitVerification,
} from '../../deliberation';
import { type Vault } from '../../vault';
import { readGivenTexts } from './given-sources';
import { type WikiSession } from '../wiki-session';
import { bundleFile, currentHashes, findUnit, JWKS_FILE, readUnits } from './unit-files';

/** A unit of the wiki with what holds of it now. */
export interface ListedUnit {
  readonly unit: KnowledgeUnit;
  readonly state: Staleness;
}

/** The units of the wiki, newest first, and the files that are none. */
export async function listUnits(
  session: WikiSession,
  run: Run,
): Promise<{
  readonly units: readonly ListedUnit[];
  readonly broken: readonly { readonly path: string; readonly message: string }[];
}> {
  await checkpoint(run);
  const { units, broken } = await readUnits(session.vault);
  const all = [...units.values()];
  const hashes = await currentHashes(session.snapshot, all);
  const now = session.host.clock.now();
  const listed = all.map((unit) => ({ unit, state: stateOfUnit(unit, all, hashes, now) }));
  const time = ({ unit }: ListedUnit): number => Date.parse(unit.published_at ?? unit.fresh_until);
  return { units: listed.sort((a, b) => time(b) - time(a)), broken };
}

/** Checks units of the wiki with everything that is on this device. @param name all when absent */
export async function verifyUnits(
  session: WikiSession,
  name: string | undefined,
  run: Run,
): Promise<readonly UnitVerification[]> {
  const { vault } = session;
  const { units, broken } = await readUnits(vault);
  const wanted = name === undefined ? [...units.values()] : [findUnit(units, name)];
  const own = await readKeys(vault, JWKS_FILE);
  const verified: UnitVerification[] = [];
  for (const unit of wanted) {
    await checkpoint(run);
    const path = bundleFile(unit.id);
    if ((await vault.stat(path)) === null) {
      verified.push(
        failed(unit.id, path, 'The deliberation of the unit is missing, so its receipts cannot be checked.'),
      );
      continue;
    }
    const { bundle, problems } = readBundle(await vault.readText(path));
    if (bundle === null) {
      verified.push(
        failed(unit.id, problems[0]?.field ?? path, problems[0]?.message ?? 'The deliberation cannot be read.'),
      );
      continue;
    }
    verified.push(
      verifyUnit({ bundle, unit, ...(await keysOf(session, own)), sources: await sourcesOf(session, unit, run) }),
    );
  }
  if (name === undefined) for (const { path, message } of broken) verified.push(failed(path, path, message));
  return verified;
}

/** Checks the text of a bundle that may come from anybody. @param jwks keys that came with it */
export function verifyBundleText(
  text: string,
  keys: readonly PublicUnitKey[],
  trusted: readonly PublicUnitKey[],
): UnitVerification {
  const { bundle, problems } = readBundle(text);
  if (bundle === null) return failed('', problems[0]?.field ?? '', problems[0]?.message ?? 'The file cannot be read.');
  return verifyUnit({ bundle, keys, trusted, sources: new Map() });
}

async function keysOf(
  { host }: WikiSession,
  given: readonly PublicUnitKey[],
): Promise<{ readonly keys: readonly PublicUnitKey[]; readonly trusted: readonly PublicUnitKey[] }> {
  const { unitKeys } = host;
  return {
    keys: given,
    trusted: unitKeys === undefined ? [] : [...(await unitKeys.own()), ...(await unitKeys.trusted())],
  };
}

async function readKeys(vault: Vault, path: string): Promise<readonly PublicUnitKey[]> {
  if ((await vault.stat(path)) === null) return [];
  try {
    return parseJwks(parseForeignJson(await vault.readText(path)), path);
  } catch (error) {
    if (isWikiError(error) || error instanceof SyntaxError) return [];
    throw error;
  }
}

/** The texts of a unit as they are now; `null` for one that is gone, absent for one from elsewhere. */
export async function sourcesOf(
  session: WikiSession,
  { sources = [] }: KnowledgeUnit,
  run: Run,
): Promise<ReadonlyMap<string, { readonly hash: string; readonly text: string } | null>> {
  const { snapshot } = session;
  const found = new Map<string, { readonly hash: string; readonly text: string } | null>();
  for (const { uri } of sources) {
    const isSource = snapshot.sources.has(uri);
    if (!isSource && !snapshot.pages.has(uri)) {
      if (!/^[a-z][a-z0-9+.-]*:/i.test(uri)) found.set(uri, null);
      continue;
    }
    const [given] = (await readGivenTexts(session, snapshot, isSource ? { sources: [uri] } : { pages: [uri] }, run))
      .sources;
    const hash = (await currentHashes(snapshot, [{ sources: [{ uri }] } as unknown as KnowledgeUnit])).get(uri);
    found.set(uri, { hash: hash ?? '', text: given?.text ?? '' });
  }
  return found;
}

const failed = (id: string, place: string, message: string): UnitVerification => ({
  id,
  failures: [{ place, message }],
  signatures: [],
  sources: [],
  quotes: { found: 0, total: 0 },
  isUnsigned: false,
  summary: `Not valid: ${message}`,
});
