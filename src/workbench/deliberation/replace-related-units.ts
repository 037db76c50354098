import {
  currentUnit,
  reciprocalOf,
  restateUnit,
  type KnowledgeUnit,
  type UnitRelation,
  type UnitSigner,
} from '../../deliberation';
import { type WikiSession } from '../wiki-session';
import { type DeliberateRequest } from './deliberate-request';
import { type Prepared } from './prepare-deliberation';
import { type NewUnit } from './propose-units';
import { bundleFile, readBundleOf } from './unit-files';

interface Asked {
  /** Of the unit that is being made. */
  readonly id: string;
  readonly request: DeliberateRequest;
  readonly prepared: Prepared;
  readonly signer: UnitSigner | null;
}

/**
 * The units that change their place with a new one, since a unit never changes itself: those that it is related to are restated with a
 * relation back, and those that it was merged from, but for the first, which it replaces itself, are archived and point to it.
 * @returns them, and the relations of the new unit
 */
export async function replaceRelatedUnits(
  session: WikiSession,
  { id, request, prepared, signer }: Asked,
): Promise<{ readonly relations: readonly UnitRelation[]; readonly made: readonly NewUnit[] }> {
  const { units, replaced } = prepared;
  const { clock, random } = session.host;
  const shared = { signer, now: clock.now(), random };
  const relations: UnitRelation[] = [];
  const made: NewUnit[] = [];
  for (const relation of request.relations ?? []) {
    const target = units.get(currentUnit(relation.target_ku_id, units));
    // A relation to a unit from elsewhere, or to what this one replaces, gets no answer.
    if (
      target === undefined ||
      replaced.includes(target) ||
      target.status === 'superseded' ||
      !(await isKept(session, target))
    ) {
      relations.push(relation);
      continue;
    }
    const back = { target_ku_id: id, relation: reciprocalOf(relation.relation) };
    const note = `Restates ${target.id}, to which ${id} is related. Nobody was asked again.`;
    const bundle = restateUnit(await readBundleOf(session.vault, target.id), {
      ...shared,
      status: 'active',
      relations: [...(target.relations ?? []), back],
      note,
    });
    relations.push({ ...relation, target_ku_id: bundle.unit.id });
    made.push({ bundle, operation: 'relate' });
  }
  relations.push(...inherited(prepared, relations));
  for (const unit of replaced.slice(1)) {
    const bundle = restateUnit(await readBundleOf(session.vault, unit.id), {
      ...shared,
      status: 'superseded',
      relations: [{ target_ku_id: id, relation: 'refines' }],
      note: `Merged into ${id}, which answers this question too.`,
    });
    relations.push({ target_ku_id: bundle.unit.id, relation: 'extends' });
    made.push({ bundle, operation: 'archive' });
  }
  return { relations, made };
}

/** The relations of the units that are replaced, but for those that are named again or lie between them. */
function inherited({ units, replaced }: Prepared, named: readonly UnitRelation[]): readonly UnitRelation[] {
  const known = new Set([...named.map(({ target_ku_id }) => target_ku_id), ...replaced.map(({ id }) => id)]);
  const found: UnitRelation[] = [];
  for (const relation of replaced.flatMap((unit) => unit.relations ?? [])) {
    const target = currentUnit(relation.target_ku_id, units);
    if (known.has(target) || known.has(relation.target_ku_id)) continue;
    known.add(target);
    found.push({ ...relation, target_ku_id: target });
  }
  return found;
}

/** Whether it is in the wiki, and does not only wait for review. */
const isKept = async ({ vault }: WikiSession, { id }: KnowledgeUnit): Promise<boolean> =>
  (await vault.stat(bundleFile(id))) !== null;
