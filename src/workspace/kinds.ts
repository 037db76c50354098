import { type EntityType, type Manifest } from './types';

/** Kinds that exist in every wiki, whatever its manifest says. */
export const BUILTIN_KINDS = ['entity', 'concept', 'summary', 'comparison', 'timeline'] as const;

/** The type name of a kind: `market-signal` is `MarketSignal`. */
export function typeName(kind: string): string {
  return kind
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

/** The kind of a type name: `MarketSignal` is `market-signal`, `APIEndpoint` is `api-endpoint`. */
export function kindName(type: string): string {
  return type
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

/** The declared entity type of that name; `undefined` for a built-in type that the manifest does not declare. */
export function entityType(name: string, manifest: Pick<Manifest, 'entityTypes'>): EntityType | undefined {
  return manifest.entityTypes.find((type) => type.name === name);
}

/**
 * The type name of a kind, spelt as the manifest declares it (`api-endpoint` may be `APIEndpoint`), else by
 * {@link typeName}.
 */
export function typeOf(kind: string, manifest: Pick<Manifest, 'entityTypes'>): string {
  const byRule = typeName(kind);
  if (entityType(byRule, manifest) !== undefined) return byRule;
  return manifest.entityTypes.find((type) => kindName(type.name) === kind)?.name ?? byRule;
}

/** Whether `type` is `ancestor` or inherits from it through `parent`; `*` is everybody's ancestor. */
export function isSubtype(type: string, ancestor: string, manifest: Pick<Manifest, 'entityTypes'>): boolean {
  if (ancestor === '*') return true;
  const seen = new Set<string>();
  for (let at: string | undefined = type; at !== undefined && !seen.has(at); at = entityType(at, manifest)?.parent) {
    if (at === ancestor) return true;
    seen.add(at);
  }
  return false;
}
