/**
 * model-run: the curator that asks a language model. The model surveys the source and writes edits and new pages. Code looks up
 * every quote, places every edit, writes frontmatter and citations, resolves contradictions by the manifest, and limits
 * everything.
 *
 * Promises: the model sees untrusted text only inside fences, and only pages that the source concerns; prompts do not grow with
 * the wiki. The change set contains only pages, each part names its quotes and whether they are in the source, and the guard
 * has passed it. An answer without content is an error, never a result.
 */
export { oneLine } from './claims';
export { createModelCurator } from './curator';
export { estimateModelIngest } from './estimate';
export { type IngestEstimate, type ModelCuratorOptions, type SteeringNote } from './types';
