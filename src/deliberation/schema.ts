import * as z from 'zod/mini';
import { WikiError } from '../base';
import { canonicalText, textHash } from './canonical';
import {
  CONSENSUS_LEVELS,
  DOMAINS,
  RELATIONS,
  SIGNIFICANCES,
  STATUSES,
  VOLATILITIES,
  type AgreedClaim,
  type KnowledgeUnit,
  type UncertainClaim,
} from './types';

export const UNIT_ID = /^ku-[a-z0-9]{12}$/;

const line = () => z.string().check(z.minLength(1));
const id = () => z.string().check(z.regex(UNIT_ID));
const hex = (digits: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${digits}}$`)));
/** RFC 3339 with a time, as the format asks; a date that does not exist is none. */
const time = () =>
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/),
    z.refine((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))),
  );
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text;

const agreed = () =>
  z.union([
    line(),
    z.looseObject({
      claim: line(),
      confidence: z.exactOptional(z.enum(['high', 'medium', 'low'])),
      evidence: z.exactOptional(z.string()),
      source_refs: z.exactOptional(z.array(z.string())),
    }),
  ]);
const disputed = () =>
  z.looseObject({
    claim: line(),
    positions: z.record(z.string(), z.string()),
    significance: z.exactOptional(z.enum(SIGNIFICANCES)),
  });
const uncertain = () => z.union([line(), z.looseObject({ claim: line(), reason: z.exactOptional(z.string()) })]);
const source = () =>
  z.looseObject({
    uri: line(),
    title: z.exactOptional(z.string()),
    content_hash: z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/)),
    ingested_at: time(),
  });
const relation = () =>
  z.looseObject({
    target_ku_id: id(),
    relation: z.enum(RELATIONS),
    claims: z.exactOptional(z.array(z.string())),
  });

/** Source: knowledge-unit-v1.json of the authors, with the names and bounds of the draft. */
const shape = z.lazy(() =>
  z.strictObject({
    id: id(),
    version: z.literal(1),
    canonical_question: line(),
    domain: z.exactOptional(z.enum(DOMAINS)),
    tags: z.exactOptional(z.array(z.string().check(z.regex(/^[a-z0-9-]+$/)))),
    consensus_level: z.enum(CONSENSUS_LEVELS),
    agreed: z.array(agreed()),
    disputed: z.exactOptional(z.array(disputed())),
    uncertain: z.exactOptional(z.array(uncertain())),
    synthesis: z.exactOptional(z.string()),
    models_used: z.array(line()).check(z.minLength(2)),
    roster_version: z.exactOptional(z.string().check(z.refine(isDay))),
    roster_hash: z.exactOptional(hex(64)),
    process_template: line(),
    total_tokens: z.exactOptional(z.int().check(z.nonnegative())),
    total_cost_cents: z.exactOptional(z.number().check(z.nonnegative())),
    sources: z.exactOptional(z.array(source())),
    source_url: z.exactOptional(z.string()),
    source_title: z.exactOptional(z.string()),
    status: z.enum(STATUSES),
    fresh_until: time(),
    volatility: z.exactOptional(z.enum(VOLATILITIES)),
    supersedes: z.exactOptional(z.nullable(id())),
    parent_ku_id: z.exactOptional(z.nullable(id())),
    published_at: z.exactOptional(time()),
    receipt_sig: hex(128),
    receipt_kid: z.string(),
    receipt_hash: hex(64),
    relations: z.exactOptional(z.array(relation())),
  }),
);

/** A broken rule of the format: the field, and one plain sentence. */
export interface UnitProblem {
  readonly field: string;
  readonly message: string;
}

type ReadUnit =
  | { readonly unit: KnowledgeUnit; readonly problems: readonly UnitProblem[] }
  | { readonly unit: null; readonly problems: readonly UnitProblem[] };

/** Reads a unit that anybody may have written. With a unit, the problems are those of its meaning; see {@link unitProblems}. */
export function readUnit(value: unknown): ReadUnit {
  const read = shape.safeParse(value);
  if (read.success) {
    const unit = read.data as KnowledgeUnit;
    return { unit, problems: unitProblems(unit) };
  }
  const problems = read.error.issues.map(({ path, code, message }) => {
    const field = path.map(String).join('.');
    if (path[0] === 'version') return { field, message: 'The unit has a version that this program does not know.' };
    return { field, message: code === 'unrecognized_keys' ? 'The format has no such field.' : message };
  });
  return { unit: null, problems };
}

/** @throws WikiError `living-wiki:unit_invalid` */
export function parseUnit(value: unknown, path?: string): KnowledgeUnit {
  const { unit, problems } = readUnit(value);
  const [first] = problems;
  if (unit !== null && first === undefined) return unit;
  const where = first === undefined || first.field === '' ? '' : ` at "${first.field}"`;
  throw new WikiError('living-wiki:unit_invalid', `This is no valid Knowledge Unit${where}: ${first?.message ?? ''}`, {
    ...(path !== undefined && { path }),
    remedy: 'Ask whoever made the unit for it again.',
  });
}

export const claimText = (claim: string | AgreedClaim | UncertainClaim): string =>
  typeof claim === 'string' ? claim : claim.claim;

/** SHA-256 of the RFC 8785 form of the sorted identifiers: our reading of section 3.3. */
export const rosterHash = (models: readonly string[]): string => textHash(canonicalText([...models].sort()));

/** The rules of sections 3 and 5 that a JSON Schema does not express. */
export function unitProblems(unit: KnowledgeUnit): readonly UnitProblem[] {
  const { agreed: claims, disputed: disputes = [], consensus_level: level, models_used: models, sources = [] } = unit;
  const problems: UnitProblem[] = [];
  const add = (field: string, message: string): void => void problems.push({ field, message });
  const hasCore = disputes.some(({ significance }) => significance === 'core');
  if (claims.length === 0 && (level === 'unanimous' || level === 'strong')) {
    add('agreed', `A unit of the level ${level} has agreed claims.`);
  }
  if (level === 'unanimous' && disputes.length > 0) add('disputed', 'A unanimous unit has no disputed claims.');
  if (level === 'split' && !hasCore) add('disputed', 'A split unit has a disputed claim that is core.');
  if (level === 'strong' && hasCore) add('disputed', 'A unit with a disputed core claim is split, not strong.');
  if (unit.canonical_question.trim() === '') add('canonical_question', 'The question is empty.');
  if (new Set(models).size < models.length) add('models_used', 'A model is named twice.');
  const known = new Set(models);
  for (const [at, { positions }] of disputes.entries()) {
    const stranger = Object.keys(positions).find((model) => !known.has(model));
    if (stranger !== undefined) add(`disputed.${at}.positions`, `"${stranger.slice(0, 80)}" is not among the models.`);
  }
  const uris = new Set(sources.map(({ uri }) => uri));
  for (const [at, claim] of claims.entries()) {
    const refs = typeof claim === 'string' ? [] : (claim.source_refs ?? []);
    const missing = refs.find((ref) => !uris.has(ref));
    if (missing !== undefined) add(`agreed.${at}.source_refs`, `"${missing.slice(0, 80)}" is not among the sources.`);
  }
  if (unit.roster_hash !== undefined && unit.roster_hash !== rosterHash(models)) {
    add('roster_hash', 'The hash does not belong to the models.');
  }
  if (unit.supersedes === unit.id) add('supersedes', 'A unit does not replace itself.');
  if (unit.parent_ku_id === unit.id) add('parent_ku_id', 'A unit is not its own parent.');
  if ((unit.relations ?? []).some(({ target_ku_id }) => target_ku_id === unit.id)) {
    add('relations', 'A unit has no relation to itself.');
  }
  if (unit.published_at !== undefined && Date.parse(unit.fresh_until) < Date.parse(unit.published_at)) {
    add('fresh_until', 'The unit ends before it is published.');
  }
  return problems;
}
