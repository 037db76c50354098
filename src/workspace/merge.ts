import { deepMerge } from './plain-json';
import { type EntityType, type LintSetting, type Manifest } from './types';

/**
 * A child manifest laid over its parent. Pure; neither is changed.
 *
 * Identity (`name`, `title`, `description`, `version`) is the child's; `extends` and `appliesTo` are never inherited;
 * entity types merge by name (fields are the union, any other property that the child states wins); a lint of the same
 * id replaces the parent's whole; `sources`, `curation`, `queryHints` and `display` override leaf by leaf, lists
 * wholesale; `metadata` merges deeply; `refs` is replaced wholesale. Parents' order is kept, new entries follow.
 *
 * Source: AIP-10, merge strategy; specs README, 5 and 17.
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
