/**
 * workspace: what a `KNOWLEDGE.md` means: whether it is valid, which parents it has, what all of them together say,
 * and where every single value of that comes from.
 *
 * Promises: reads, never writes. No manifest, however broken or hostile, makes it throw where one of many is meant:
 * it becomes a problem with a field and a line, or a warning of the lens. A view never loses its own settings to a
 * broken parent, and never escapes a parent's policy.
 */
export { findDrift } from './drift';
export { findManifests, listLenses } from './find';
export { BUILTIN_KINDS, entityType, isSubtype, kindName, typeName, typeOf } from './kinds';
export { resolvedManifest, resolveLens } from './lens';
export { mergeManifests } from './merge';
export { parseManifest } from './parse';
export { fieldOrigin, suggestFields } from './provenance';
export { MANIFEST_NAME } from './manifest-reader';
export {
  type Authority,
  type ChainLink,
  type ConflictResolution,
  type DriftNote,
  type EntityType,
  type FoundManifest,
  type Lens,
  type LensWarning,
  type LintKind,
  type LintSetting,
  type Manifest,
  type ManifestProblem,
  type Origin,
  type ParsedManifest,
  type PolicyVerdict,
  type ResolvedManifest,
  type Severity,
  type ViewPolicy,
} from './types';
