import { WikiError, type Run } from '../../base';
import { parentPath } from '../../vault';
import {
  fieldOrigin,
  suggestFields,
  resolvedManifest,
  type Lens,
  type LensWarning,
  type Origin,
} from '../../workspace';
import { type WikiSession } from '../wiki-session';
import { type LensSummary, type Notice } from '../types';

/** The lens of the wiki itself, then every view of it, also those that are refused, and last those that are unreadable. */
export async function allLenses(session: WikiSession, run: Run): Promise<readonly LensSummary[]> {
  const lenses = await session.lenses(run);
  const unreadable = lenses.flatMap((lens) => lens.unreadable ?? []);
  const isShared = (lens: Lens): boolean => lenses.some(({ name, path }) => name === lens.name && path !== lens.path);
  return [
    ...lenses.map((lens) => ({ ...summariseLens(lens), ref: isShared(lens) ? lens.path : lens.name })),
    ...unreadable.map(summariseUnreadable),
  ];
}

/** Named by its folder, because its manifest is unreadable. */
function summariseUnreadable({ code, message, at }: LensWarning): LensSummary {
  const folder = parentPath(at);
  const title = folder.slice(folder.lastIndexOf('/') + 1);
  const refused = { code, message };
  return { name: at, title, description: '', path: at, isRoot: false, refused, problem: null, warnings: 0, ref: at };
}

export function summariseLens(lens: Lens): LensSummary {
  const reasonOf = (problem: Lens['refused'] | LensWarning): LensSummary['problem'] =>
    problem ? { code: problem.code, message: problem.message } : null;
  return {
    name: lens.name,
    title: lens.effective.title,
    description: lens.effective.description,
    path: lens.path,
    isRoot: lens.isRoot,
    refused: reasonOf(lens.refused),
    problem: reasonOf(lens.broken),
    warnings: lens.warnings.length,
    ref: lens.name,
  };
}

/**
 * A lens by its name, or by the path of its manifest or folder; without a name, the wiki's own. It may be a refused one.
 * @throws WikiError `living-wiki:lens_missing`; `living-wiki:lens_ambiguous` for a name that several lenses have
 */
export async function findLens(session: WikiSession, name: string | undefined, run: Run): Promise<Lens> {
  if (name === undefined) return session.lens;
  const lenses = await session.lenses(run);
  const [found, ...others] = lenses.filter((lens) => lens.name === name);
  if (others.length > 0) throw ambiguousLens(name, [found, ...others]);
  if (found) return found.isRoot ? session.lens : found;
  const path = name.replace(/\/$/, '');
  const located = lenses.find((lens) => lens.path === path || parentPath(lens.path) === path);
  if (located) return located.isRoot ? session.lens : located;
  const usable = lenses.filter((lens) => !lens.refused).map((lens) => lens.name);
  // It may be one of these: the name of a manifest that is being written cannot be read.
  const unreadable = lenses.flatMap((lens) => lens.unreadable ?? []).map(({ at }) => ` ${at} is unreadable.`);
  throw new WikiError('living-wiki:lens_missing', `This wiki has no lens "${name}".`, {
    remedy: `Choose one of: ${usable.join(', ')}.${unreadable.join('')}`,
  });
}

function ambiguousLens(name: string, lenses: readonly (Lens | undefined)[]): WikiError {
  const message = `This wiki has ${lenses.length} lenses named "${name}".`;
  const paths = lenses.map((lens) => lens?.path).join(', ');
  return new WikiError('living-wiki:lens_ambiguous', message, { remedy: `Name one by its file: ${paths}.` });
}

/** A lens that is not refused. @throws WikiError the reason for which it is refused */
export async function usableLens(session: WikiSession, name: string | undefined, run: Run): Promise<Lens> {
  const lens = await findLens(session, name, run);
  if (lens.refused) throw lens.refused;
  return lens;
}

/** A lens with its resolved manifest and the origin of every value. */
export interface LensDetails {
  readonly name: string;
  readonly path: string;
  readonly refused: LensSummary['refused'];
  readonly effective: Lens['effective'];
  readonly chain: Lens['chain'];
  readonly warnings: readonly Notice[];
  readonly provenance: Readonly<Record<string, Origin>>;
}

export function describeLens(lens: Lens): LensDetails {
  const resolved = resolvedManifest(lens);
  return {
    name: lens.name,
    path: lens.path,
    refused: summariseLens(lens).refused,
    effective: resolved.effective,
    chain: resolved.chain,
    warnings: resolved.warnings,
    provenance: Object.fromEntries(lens.provenance),
  };
}

export interface FieldExplanation {
  readonly lens: string;
  readonly field: string;
  readonly origin: Origin;
  readonly chain: Lens['chain'];
}

/**
 * Why a field of a lens has its value.
 * @throws WikiError `living-wiki:field_missing`, with the fields that are spelt most like it
 */
export function explainField(lens: Lens, field: string): FieldExplanation {
  const origin = fieldOrigin(lens, field);
  if (origin) return { lens: lens.name, field, origin, chain: lens.chain };
  const suggested = suggestFields(lens, field);
  throw new WikiError('living-wiki:field_missing', `The lens "${lens.name}" has no field "${field}".`, {
    remedy: suggested.length > 0 ? `Did you mean ${suggested.join(' or ')}?` : 'Show the lens to see its fields.',
  });
}
