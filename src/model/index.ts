/**
 * model: one port for language models. It copes with servers that lack features, gives each error a code, detects refusals,
 * estimates and limits cost, and fences untrusted text.
 *
 * Promises: knows no wiki and no host; network, time, randomness, waiting and storage are parameters. A refusal, an empty and
 * a cut-off answer are errors. A successful call is never paid for twice. An unknown price is unknown, not 0. No message,
 * record or request body contains a key. No text can contain the delimiter of its fence.
 */
export { answerSchema } from './answer-schema';
export { requestKey, withAnswerCache, type AnswerCache } from './answer-cache';
export { listModels, testConnection, type ConnectionTest, type ModelInfo } from './connection';
export { embed, type Vector } from './embed';
export { identityOf, type Endpoint, type ModelDeps } from './endpoint';
export { isModelError, ModelError } from './errors';
export { withFallback } from './fallback';
export { fence, FENCE_RULES, stableFence } from './fence';
export { stripInvisible } from './invisible';
export { revealHidden, type HiddenText } from './reveal-hidden';
export {
  createBudget,
  createMemoryDailyUsage,
  EMPTY_USAGE_TOTAL,
  addCall,
  type SpendingLimit,
  type DailyUsage,
  type Budget,
  type ChargedCall,
  type BudgetOptions,
  type UsageTotal,
} from './budget';
export { createModel } from './model';
export { isLocalAddress, isUnencrypted, normaliseBaseUrl, PRESETS, type Preset } from './presets';
export {
  formatCost,
  formatMoney,
  formatUsage,
  EMPTY_PRICE_TABLE,
  findPrice,
  readPriceTable,
  type Cost,
  type Money,
  type Price,
  type PriceTable,
} from './prices';
export { buildPrompt } from './prompt';
export { createRecorder } from './recorder';
export { estimatePictureTokens } from './picture-tokens';
export { detectRefusal } from './refusal';
export { repairJson } from './repair';
export { scrubUrl } from './scrub-secrets';
export { audioDuration } from './audio-duration';
export { addUsage, estimateRequest, estimateTokens, NO_USAGE } from './tokens';
export { DEFAULT_TRANSCRIPTION_MODEL } from './transcribe';
export { parseToolCall } from './tool-text';
export { defineTool, runTools, type Tool, type ToolStep } from './tools';
export {
  type AnswerListener,
  type AnswerLayout,
  type AnswerSchema,
  type ReadLayout,
  type CallRecord,
  type CapabilityStore,
  type EndpointModel,
  type Fetch,
  type LanguageModel,
  type Message,
  type ModelAnswer,
  type ModelRequest,
  type TranscriptSegment,
  type Timer,
  type Transcript,
  type Usage,
  type Validation,
} from './types';
export { withinContext } from './within-context';
