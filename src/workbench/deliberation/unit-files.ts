import { compareText, isWikiError, parseForeignJson, WikiError } from '../../base';
import { parseBundle, parseUnit, UNIT_ID, type Bundle, type KnowledgeUnit } from '../../deliberation';
import { type FileEdit } from '../../change';
import { hashText, type Vault } from '../../vault';
import { type Snapshot } from '../../wiki';
import { type WikiSession } from '../wiki-session';

/** Where units are kept, relative to the wiki's root. */
const UNITS_FOLDER = 'units';
export const JWKS_FILE = `${UNITS_FOLDER}/jwks.json`;
export const unitFile = (id: string): string => `${UNITS_FOLDER}/${id}.json`;
export const bundleFile = (id: string): string => `${UNITS_FOLDER}/${id}.bundle.json`;

/** A file of the folder that is no valid unit. */
interface BrokenUnit {
  readonly path: string;
  readonly message: string;
}

interface KeptUnits {
  /** By id. */
  readonly units: ReadonlyMap<string, KnowledgeUnit>;
  readonly broken: readonly BrokenUnit[];
}

/** Every unit of the wiki. A file that cannot be read does not hide the others. */
export async function readUnits(vault: Vault): Promise<KeptUnits> {
  const units = new Map<string, KnowledgeUnit>();
  const broken: BrokenUnit[] = [];
  const files = (await vault.list(UNITS_FOLDER)).filter(({ path, kind }) => kind === 'file' && idOf(path) !== null);
  for (const { path } of files.sort((a, b) => compareText(a.path, b.path))) {
    try {
      const unit = parseUnit(parseForeignJson(await vault.readText(path)), path);
      if (path === unitFile(unit.id)) units.set(unit.id, unit);
      else broken.push({ path, message: `The file holds the unit ${unit.id}.` });
    } catch (error) {
      if (!isWikiError(error) && !(error instanceof SyntaxError)) throw error;
      broken.push({ path, message: error instanceof SyntaxError ? 'The file is not JSON.' : error.message });
    }
  }
  return { units, broken };
}

/** The id in the name of a unit's file; `null` for another file. */
function idOf(path: string): string | null {
  const name = path.slice(UNITS_FOLDER.length + 1).replace(/\.json$/, '');
  return path.endsWith('.json') && UNIT_ID.test(name) ? name : null;
}

/** Units that wait for review, by id. */
export async function waitingUnits(
  session: WikiSession,
): Promise<ReadonlyMap<string, { unit: KnowledgeUnit; proposal: string }>> {
  const waiting = new Map<string, { unit: KnowledgeUnit; proposal: string }>();
  for (const { id: proposal, changeSet } of await session.waitingProposals()) {
    if (changeSet.producer !== 'deliberation') continue;
    for (const file of changeSet.files) {
      const id = idOf(file.path);
      if (id === null) continue;
      const unit = unitOfEdit(file);
      if (unit !== null) waiting.set(id, { unit, proposal });
    }
  }
  return waiting;
}

function unitOfEdit({ hunks }: FileEdit): KnowledgeUnit | null {
  try {
    return parseUnit(parseForeignJson(hunks.map(({ text }) => text).join('')));
  } catch {
    return null;
  }
}

/** @throws WikiError `living-wiki:unit_missing`, `living-wiki:unit_invalid` */
export async function readBundleOf(vault: Vault, id: string): Promise<Bundle> {
  const path = bundleFile(id);
  if ((await vault.stat(path)) === null) throw unitMissing(id);
  return parseBundle(await vault.readText(path), path);
}

function unitMissing(name: string): WikiError {
  return new WikiError('living-wiki:unit_missing', `There is no Knowledge Unit "${name.slice(0, 80)}".`, {
    remedy: 'See: living-wiki units list.',
  });
}

/** For a unit that is only changed while it is the newest of its chain. */
export function unitReplaced(id: string): WikiError {
  return new WikiError('living-wiki:unit_replaced', `${id} was replaced or archived, so it stays as it is.`, {
    remedy: 'Name the unit that replaced it. See: living-wiki units list.',
  });
}

/** @param name an id, or its end @throws WikiError `living-wiki:unit_missing` */
export function findUnit(units: ReadonlyMap<string, KnowledgeUnit>, name: string): KnowledgeUnit {
  const exact = units.get(name) ?? units.get(`ku-${name}`);
  if (exact !== undefined) return exact;
  const [only, ...more] = name.length < 3 ? [] : [...units.values()].filter(({ id }) => id.endsWith(name));
  if (only === undefined || more.length > 0) throw unitMissing(name);
  return only;
}

/** The content of the given texts now; `null` for one that is gone, absent for one from elsewhere. */
export async function currentHashes(
  snapshot: Snapshot,
  units: Iterable<KnowledgeUnit>,
): Promise<ReadonlyMap<string, string | null>> {
  const hashes = new Map<string, string | null>();
  for (const { sources = [] } of units) {
    for (const { uri } of sources)
      if (!hashes.has(uri) && isPath(uri)) hashes.set(uri, await currentHash(snapshot, uri));
  }
  return hashes;
}

/** An address on the web is not on this device. */
const isPath = (uri: string): boolean => !/^[a-z][a-z0-9+.-]*:/i.test(uri);

async function currentHash(snapshot: Snapshot, uri: string): Promise<string | null> {
  if (snapshot.sources.has(uri)) return `sha256:${await snapshot.sourceHash(uri)}`;
  const text = await snapshot.text(uri);
  return text === null ? null : `sha256:${hashText(text)}`;
}
