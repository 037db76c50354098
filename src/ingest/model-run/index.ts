/**
 * model-run: the curator that asks a language model. The model surveys the source and words edits and new pages; code looks
 * every quote up, places every edit, writes frontmatter and citations, settles contradictions by the manifest, and bounds all.
 *
 * Promises: the model sees what others wrote only inside fences, and sees no page that the source does not concern; what is
 * sent does not grow with the wiki. Nothing but pages is in the change set, each part names its quotes with the verdict of
 * code, and the guard has passed it. An answer without content is an error, never a result. Without a model nothing here runs.
 */
export { oneLine } from './claims';
export { createModelCurator } from './curator';
export { estimateModelIngest } from './estimate';
export { type IngestEstimate, type ModelCuratorOptions, type SteeringNote } from './types';
