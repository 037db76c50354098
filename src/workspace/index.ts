/**
 * workspace: what a `KNOWLEDGE.md` means: whether it is valid, what it inherits from its parents, and which manifest sets
 * each value.
 *
 * Promises: it reads and never writes. A broken or hostile manifest becomes a problem with a field and a line, or a warning
 * of the lens; only asking for that one manifest throws. A broken parent never costs a view its own settings, and no view
 * escapes a parent's policy.
 */
export { manifestDifferences, policyDifferences, proseDifferences, type Difference } from './differences';
export { findDrift } from './drift';
export { findManifests, listLenses } from './find';
export { BUILTIN_KINDS, entityType, isSubtype, kindName, typeName, typeOf } from './kinds';
export { resolvedManifest, resolveLens } from './lens';
export { isManifestWeaker, isPolicyWeaker, viewWeakenings } from './manifest-weakenings';
export { mergeManifests } from './merge';
export {
  cleanName,
  nameDecisions,
  nameEntry,
  nameKey,
  readNameList,
  type NameDecision,
  type NameDecisions,
} from './name-decisions';
export { cleanRule, MAX_RULES, readRuleList, standingRules } from './standing-rules';
export { parseManifest } from './parse';
export { findPolicyFiles } from './policy';
export { fieldOrigin, suggestFields } from './provenance';
export { suggest } from './suggest';
export { MANIFEST_NAME } from './manifest-reader';
export { sourcesFolder } from './sources-folder';
export {
  type Authority,
  type ConflictResolution,
  type EntityType,
  type Lens,
  type LensWarning,
  type LintKind,
  type LintSetting,
  type Manifest,
  type ParsedManifest,
  type ManifestProblem,
  type Origin,
  type Severity,
} from './types';
