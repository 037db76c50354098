/**
 * model: language models behind one port, and everything between a question and an answer that can be trusted: servers that
 * can do less than asked, errors with names, refusals found out, costs known and capped, texts of others fenced.
 *
 * Promises: knows no wiki and no host; network, time, chance, waiting and storage are given. A refusal, an empty and a
 * cut-off answer are errors. A call that succeeded is never paid for twice. An unknown price is unknown, not 0. No key in a
 * message, a record or a request's body. No text can contain the delimiter of its fence.
 */
export { answerSchema } from './answer-schema';
export { requestKey, withAnswerCache } from './cache';
export { listModels, testConnection } from './connection';
export { embed } from './embed';
export { identityOf, usualLimits } from './endpoint';
export { isModelError, ModelError } from './errors';
export { withFallback } from './fallback';
export { fence, fenceRules } from './fence';
export { makeVisible } from './invisible';
export { createLedger, createMemoryDays, emptyTotal, addEntry } from './ledger';
export { createModel } from './model';
export { isThisComputer, normaliseBaseUrl, presets } from './presets';
export {
  costOf,
  describeCost,
  describeMoney,
  describeUsage,
  estimateCost,
  noPrices,
  priceOf,
  readPriceTable,
} from './prices';
export { layoutPrompt } from './prompt';
export { createRecorder } from './recording/recorder';
export { createReplayer } from './recording/replayer';
export { pictureTokens } from './picture-tokens';
export { detectRefusal } from './refusal';
export { repairJson } from './repair';
export { scrubSecrets, scrubUrl } from './scrub';
export { soundLength } from './sound-length';
export { addUsage, estimateRequest, estimateTokens, noUsage } from './tokens';
export { usualTranscriber } from './transcribe';
export { toolCallInText } from './tool-text';
export { defineTool, runTools } from './tools';
export type { AnswerCache } from './cache';
export type { ConnectionTest, ModelInfo } from './connection';
export type { Vector } from './embed';
export type { Endpoint, EndpointLimits, ModelDeps } from './endpoint';
export type { Fenced } from './fence';
export type { Hidden, Visible } from './invisible';
export type { Cap, DayTotals, Ledger, LedgerEntry, LedgerOptions, Reservation, Total } from './ledger';
export type { Preset } from './presets';
export type { Cost, Money, Price, PriceTable } from './prices';
export type { PromptParts } from './prompt';
export type { RecorderOptions } from './recording/recorder';
export type { Replayer } from './recording/replayer';
export type { SoundLength } from './sound-length';
export type { Refusal, RefusalQuestion } from './refusal';
export type { Repaired } from './repair';
export type { TokenCount } from './tokens';
export type { Tool, ToolLimits, ToolResult, ToolRun, ToolStep } from './tools';
export type {
  AnswerListener,
  AnswerSchema,
  CallRecord,
  Capabilities,
  CapabilityMemory,
  ContentPart,
  EndpointModel,
  Fetch,
  ImagePart,
  LanguageModel,
  Message,
  ModelAnswer,
  ModelErrorCode,
  ModelRequest,
  Segment,
  TextPart,
  Timer,
  ToolCall,
  ToolSpec,
  Transcript,
  Usage,
  Validation,
} from './types';
