/**
 * ingest: turns one source into a change set. It reads the file as text (`extract`), finds the pages that the text may affect
 * (`recall`), and curates: `extractive` quotes, links and files without a model, `model-run` asks a language model.
 *
 * Promises: nothing here writes; what the source says is data, never an instruction; every quote is looked up in the source;
 * a source that cannot be read is a typed error for that source alone.
 */
export * from './types';
export { type PlanWishes } from './plan-wishes';
export { createPdfReader, extract, fullText, tooLargeError, type ExtractInput, type PdfDocument } from './extract';
export { answersIn, withAnswers } from './answered-questions';
export {
  findOpposed,
  findSaid,
  isSamePair,
  makesStatement,
  settlePage,
  type OpposedSide,
  type Settled,
} from './contradictions';
export { EXTRACTIVE_CURATOR } from './extractive';
export { composeHubs, estimateHubs, hubsLagBehind, lacksOverview, type HubRequest } from './hubs';
export { estimateRewrite, isArticle, rewritePages, type RewriteRequest } from './rewrite';
export { sourceRead } from './source-read';
export { recall, type RecalledPage } from './recall';
export { nameKeys, unlinkedMentions, wordKeys } from './unlinked-mentions';
export { formatUnitRanges, numberUnits, readUnitRanges, type Unit } from './units';
export {
  createModelCurator,
  estimateModelIngest,
  oneLine,
  probeSteps,
  type CallEstimate,
  type ModelCuratorOptions,
  type SteeringNote,
} from './model-run';
