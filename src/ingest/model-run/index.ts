/**
 * model-run: the curator that asks a language model. Code numbers the source's units; the model plans which page takes which unit,
 * and writes pages whose sentences cite units by number; code prints the quotes as footnotes, keeps what is a person's, and
 * accounts for every unit of the source and every statement of a page.
 *
 * Promises: the model sees untrusted text only inside fences, and only pages that the source concerns; prompts do not grow with
 * the wiki. A quote that is not in the source cannot occur. What a page no longer says is named. The change set contains only
 * pages, and the guard has passed it. An answer without content is an error, never a result.
 */
export { oneLine } from './prompt';
export { createModelCurator } from './curator';
export { probeSteps } from './probe-steps';
export { estimateModelIngest } from './estimate';
export { type CallEstimate, type ModelCuratorOptions, type SteeringNote } from './types';
