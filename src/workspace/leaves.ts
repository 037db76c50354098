import { isMapping, type JsonValue } from '../base';
import { fieldPath } from './field-places';
import { type Manifest } from './types';

/** One value of a manifest whose origin is tracked. */
export interface Leaf {
  /** Dotted: `curation.tone`, `lints.max-age-90.severity`, `entityTypes.Person.fields`, `metadata.acme.cost_center`. */
  readonly path: string;
  /** The steps of `path`. */
  readonly steps: readonly string[];
  readonly value: unknown;
}

/**
 * Every leaf of a manifest in the order of its fields. The path of a type or lint has its name or id, not its position. A
 * list is one leaf; so is an empty mapping in `metadata` or `params`, and an empty `entityTypes` or `lints`.
 */
export function leavesOf(manifest: Manifest): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const add = (steps: readonly string[], value: unknown): void => {
    if (value !== undefined) leaves.push({ path: fieldPath(steps), steps, value });
  };
  const addJson = (steps: readonly string[], value: JsonValue): void => {
    const keys = isMapping(value) ? Object.keys(value) : [];
    if (!isMapping(value) || keys.length === 0) add(steps, value);
    else for (const key of keys) addJson([...steps, key], value[key] ?? null);
  };
  const addFields = (steps: readonly string[], fields: object): void => {
    for (const [name, value] of Object.entries(fields)) add([...steps, name], value);
  };

  const { entityTypes, lints, sources, curation, queryHints, display, metadata, refs, ...scalars } = manifest;
  addFields([], scalars);
  if (entityTypes.length === 0) add(['entityTypes'], entityTypes);
  for (const { name, ...fields } of entityTypes) addFields(['entityTypes', name], fields);
  if (lints.length === 0) add(['lints'], lints);
  for (const { id, params, ...fields } of lints) {
    addFields(['lints', id], fields);
    if (Object.keys(params).length > 0) addJson(['lints', id, 'params'], params);
  }
  addFields(['sources'], sources);
  addFields(['curation'], curation);
  addFields(['queryHints'], queryHints);
  addFields(['display'], display);
  if (Object.keys(metadata).length > 0) addJson(['metadata'], metadata);
  add(['refs'], refs);
  return leaves;
}

/** Returns a function that reads the value of a manifest at a leaf's steps; `undefined` where it sets none. */
export function valueReader(manifest: Manifest): (steps: readonly string[]) => unknown {
  const named: Readonly<Record<string, ReadonlyMap<string, unknown>>> = {
    entityTypes: new Map(manifest.entityTypes.map((type) => [type.name, type])),
    lints: new Map(manifest.lints.map((lint) => [lint.id, lint])),
  };
  return (steps) => {
    const [field = '', name = '', ...rest] = steps;
    return named[field] === undefined ? valueAt(manifest, steps) : valueAt(named[field].get(name), rest);
  };
}

/** Follows `steps` through mappings. A value that is no mapping replaces everything below it, so the walk ends there. */
function valueAt(from: unknown, steps: readonly string[]): unknown {
  let at = from;
  for (const step of steps) {
    if (!isMapping(at)) return at;
    at = Object.prototype.hasOwnProperty.call(at, step) ? at[step] : undefined;
  }
  return at;
}
