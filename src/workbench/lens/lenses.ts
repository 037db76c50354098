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
  return [...lenses.map(summariseLens), ...unreadable.map(summariseUnreadable)];
}

/** Named by its folder, because its manifest is unreadable. */
function summariseUnreadable({ code, message, at }: LensWarning): LensSummary {
  const folder = parentPath(at);
  const title = folder.slice(folder.lastIndexOf('/') + 1);
  return { name: at, title, description: '', path: at, isRoot: false, refused: { code, message }, warnings: 0 };
}

export function summariseLens(lens: Lens): LensSummary {
  return {
    name: lens.name,
    title: lens.effective.title,
    description: lens.effective.description,
    path: lens.path,
    isRoot: lens.isRoot,
    refused: lens.refused ? { code: lens.refused.code, message: lens.refused.message } : null,
    warnings: lens.warnings.length,
  };
}

/**
 * A lens by its name or by the path of its manifest; without a name, the wiki's own. It may be a refused one.
 * @throws WikiError `living-wiki:lens_missing`
 */
export async function findLens(session: WikiSession, name: string | undefined, run: Run): Promise<Lens> {
  if (name === undefined || name === session.lens.name) return session.lens;
  const lenses = await session.lenses(run);
  const found = lenses.find((lens) => lens.name === name) ?? lenses.find((lens) => lens.path === name);
  if (found) return found;
  const usable = lenses.filter((lens) => !lens.refused).map((lens) => lens.name);
  // It may be one of these: the name of a manifest that is being written cannot be read.
  const unreadable = lenses.flatMap((lens) => lens.unreadable ?? []).map(({ at }) => ` ${at} is unreadable.`);
  throw new WikiError('living-wiki:lens_missing', `This wiki has no lens "${name}".`, {
    remedy: `Choose one of: ${usable.join(', ')}.${unreadable.join('')}`,
  });
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
