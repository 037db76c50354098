import { deepMerge } from './plain-json';
import { type EntityType, type LintSetting, type Manifest } from './types';

/**
 * Merges a child manifest into its parent. Pure; neither is changed.
 *
 * - `name`, `title`, `description` and `version` are the child's; `extends` and `appliesTo` are never inherited
 * - entity types merge by name: fields are the union, any other property of the child wins
 * - a lint with the same id replaces the parent's as a whole
 * - `sources`, `curation`, `queryHints` and `display` merge field by field, where lists are replaced as a whole
 * - `metadata` merges deeply; `refs` is replaced
 * - the parent's order is kept, new entries follow
 *
 * Source: AIP-10, merge strategy; `docs/formats.md`, manifest.
 */
export function mergeManifests(parent: Manifest, child: Manifest): Manifest {
  const curator = child.curator ?? parent.curator;
  const governance = child.governance ?? parent.governance;
  const refs = child.refs ?? parent.refs;
  return {
    schema: child.schema,
    name: child.name,
    title: child.title,
    description: child.description,
    version: child.version,
    ...(child.extends === undefined ? {} : { extends: child.extends }),
    ...(child.appliesTo === undefined ? {} : { appliesTo: child.appliesTo }),
    ...(curator === undefined ? {} : { curator }),
    ...(governance === undefined ? {} : { governance }),
    entityTypes: mergeByKey(parent.entityTypes, child.entityTypes, (type) => type.name, mergeEntityTypes),
    lints: mergeByKey(
      parent.lints,
      child.lints,
      (lint: LintSetting) => lint.id,
      (_, replacement) => replacement,
    ),
    sources: { ...parent.sources, ...child.sources },
    curation: { ...parent.curation, ...child.curation },
    queryHints: { ...parent.queryHints, ...child.queryHints },
    display: { ...parent.display, ...child.display },
    metadata: deepMerge(parent.metadata, child.metadata),
    ...(refs === undefined ? {} : { refs }),
  };
}

function mergeEntityTypes(parent: EntityType, child: EntityType): EntityType {
  return { ...parent, ...child, fields: [...new Set([...parent.fields, ...child.fields])] };
}

function mergeByKey<Item>(
  parents: readonly Item[],
  children: readonly Item[],
  key: (item: Item) => string,
  merge: (parent: Item, child: Item) => Item,
): readonly Item[] {
  const merged = new Map(parents.map((item) => [key(item), item]));
  for (const child of children) {
    const parent = merged.get(key(child));
    merged.set(key(child), parent === undefined ? child : merge(parent, child));
  }
  return [...merged.values()];
}
