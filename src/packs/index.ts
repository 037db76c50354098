/**
 * packs: knowledge packs of other people and tools, found, described, activated, resolved and fenced; a wiki published as one.
 * Source: Agent Knowledge client guide.
 *
 * Promises: nothing in a pack is executed, and a pack writes nothing. No link leads out of the place where a pack was found.
 * All text of a pack is inside a wrapper that it cannot close. Which text is chosen is decided by code: the same packs and the
 * same request give the same bytes, within the token budget. A pack never loads whole. Knows no wiki, no model and no host.
 */
export { activatePack } from './activate';
export { packSources } from './as-sources';
export { CATALOG_RULES, packCatalog } from './catalog';
export { discoverPacks } from './discover';
export { fencePack } from './fence';
export { packContentHash } from './pack-files';
export { readPackLink } from './pack-link';
export { openPackPlace, type OpenedPlace } from './open-place';
export { PackResolver, type ResolvedContext } from './resolve';
export { PACK_NAME } from './schema';
export { type ResolvePurpose } from './select';
export { PackSession, type Activation } from './session';
export { stateWarnings } from './state-warnings';
export { logPackUse, readPackLog, type PackLogEntry } from './usage-log';
export { type Discovery, type Grounding, type Pack, type PackScope, type TextTools } from './types';
export { buildPack } from './publish/build';
export { PRODUCER, writePack, type WrittenPack } from './publish/write';
export {
  type BuiltPack,
  type PublishedClaim,
  type PublishedLink,
  type PublishedPage,
  type PublishedSource,
  type PublishedWiki,
  type WithheldItem,
} from './publish/types';
