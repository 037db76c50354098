import { WikiError, type Run } from '../../base';
import {
  currentUnit,
  newUnitId,
  reciprocalOf,
  restateUnit,
  type KnowledgeUnit,
  type RelationKind,
} from '../../deliberation';
import { type Proposal } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { proposeUnits, signerFor, type NewUnit } from './propose-units';
import { findUnit, readBundleOf, readUnits, unitReplaced } from './unit-files';

/** What was proposed, and the new units in the order of those that they replace. */
export interface UnitsProposed {
  readonly proposal: Proposal;
  readonly units: readonly KnowledgeUnit[];
}

export interface ArchiveRequest {
  /** An id, or its end. */
  readonly unit: string;
  /** Why, in one sentence. */
  readonly reason?: string;
  readonly unsigned?: boolean;
}

/**
 * Proposes that a unit no longer counts and nothing replaces it. The unit itself stays as it is: a new one says that it is over.
 * @throws WikiError `living-wiki:unit_missing`, `living-wiki:unit_replaced`, `living-wiki:unit_key_missing`
 */
export async function archiveUnit(session: WikiSession, request: ArchiveRequest, run: Run): Promise<UnitsProposed> {
  const { units } = await readUnits(session.vault);
  const unit = current(findUnit(units, request.unit), units);
  const why = (request.reason ?? '').trim();
  const bundle = restateUnit(await readBundleOf(session.vault, unit.id), {
    ...(await how(session, request.unsigned)),
    status: 'superseded',
    relations: [],
    note: `Archived: ${why === '' ? 'it is no longer relevant.' : why.slice(0, 500)}`,
  });
  return propose(session, `Archive: ${unit.canonical_question}`, [{ bundle, operation: 'archive' }], run);
}

export interface RelateRequest {
  readonly unit: string;
  readonly target: string;
  /** What the unit is to its target; the relation that it has already when absent. */
  readonly relation?: RelationKind;
  readonly unsigned?: boolean;
}

/**
 * Proposes that two units name each other. Each that does not name the other yet is restated with the relation.
 * @throws WikiError `living-wiki:unit_missing`, `living-wiki:unit_replaced`, `living-wiki:unit_related`, `living-wiki:unit_key_missing`
 */
export async function relateUnits(session: WikiSession, request: RelateRequest, run: Run): Promise<UnitsProposed> {
  const { units } = await readUnits(session.vault);
  const [a, b] = [current(findUnit(units, request.unit), units), current(findUnit(units, request.target), units)];
  if (a.id === b.id) throw cannotRelate('A unit has no relation to itself.', 'Name two units.');
  const held = relationTo(a, b, units);
  const back = relationTo(b, a, units);
  const relation = request.relation ?? held ?? (back && reciprocalOf(back));
  if (relation === undefined)
    throw cannotRelate('The two units have no relation yet.', 'Say which: --as refines, for example.');
  const [needsA, needsB] = [held !== relation, back !== reciprocalOf(relation)];
  if (!needsA && !needsB) throw cannotRelate('The two units name each other already.', 'There is nothing to do.');
  const details = await how(session, request.unsigned);
  // Both are known before either is signed, so that each can name the other as it will be.
  const idOf = (unit: KnowledgeUnit, isNew: boolean): string => (isNew ? newUnitId(session.host.random) : unit.id);
  const [idA, idB] = [idOf(a, needsA), idOf(b, needsB)];
  const restate = async (
    unit: KnowledgeUnit,
    id: string,
    other: KnowledgeUnit,
    target: string,
    kind: RelationKind,
  ): Promise<NewUnit> => {
    const others = (unit.relations ?? []).filter((each) => currentUnit(each.target_ku_id, units) !== other.id);
    const bundle = restateUnit(await readBundleOf(session.vault, unit.id), {
      ...details,
      id,
      status: 'active',
      relations: [...others, { target_ku_id: target, relation: kind }],
      note: `Restates ${unit.id} with a relation to ${target}. Nobody was asked again.`,
    });
    return { bundle, operation: 'relate' };
  };
  const made = [
    ...(needsA ? [await restate(a, idA, b, idB, relation)] : []),
    ...(needsB ? [await restate(b, idB, a, idA, reciprocalOf(relation))] : []),
  ];
  return propose(session, `Relation: ${a.canonical_question}`, made, run);
}

const relationTo = (
  { relations = [] }: KnowledgeUnit,
  target: KnowledgeUnit,
  units: ReadonlyMap<string, KnowledgeUnit>,
): RelationKind | undefined =>
  relations.find(({ target_ku_id }) => currentUnit(target_ku_id, units) === target.id)?.relation;

function current(unit: KnowledgeUnit, units: ReadonlyMap<string, KnowledgeUnit>): KnowledgeUnit {
  if (unit.status === 'superseded' || currentUnit(unit.id, units) !== unit.id) throw unitReplaced(unit.id);
  return unit;
}

async function how(
  session: WikiSession,
  unsigned?: boolean,
): Promise<Pick<Parameters<typeof restateUnit>[1], 'signer' | 'now' | 'random'>> {
  const { clock, random } = session.host;
  return { signer: await signerFor(session, unsigned), now: clock.now(), random };
}

async function propose(
  session: WikiSession,
  title: string,
  made: readonly NewUnit[],
  run: Run,
): Promise<UnitsProposed> {
  const [first, ...more] = made;
  if (first === undefined) throw new Error('Something is restated.');
  const proposal = await proposeUnits(session, { title, made: [first, ...more] }, run);
  return { proposal, units: made.map(({ bundle }) => bundle.unit) };
}

const cannotRelate = (message: string, remedy: string): WikiError =>
  new WikiError('living-wiki:unit_related', message, { remedy });
