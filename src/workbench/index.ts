/**
 * workbench: opens a wiki and offers every operation of the product once, to whatever host: status, ingest, ask, review,
 * apply, undo, lint, lenses, search, verify, and setting up a new wiki.
 *
 * Promises: hosts only call and show; nothing is written into a wiki but through `proposal` and the journal; opening a
 * wiki first recovers what a crash left; one failed source does not keep the others from being done.
 */
export {
  asWikiError,
  isWikiError,
  silentRun,
  WikiError,
  type Clock,
  type ErrorCode,
  type Progress,
  type Random,
  type Run,
} from '../base';
export {
  unifiedDiff,
  type UnifiedDiff,
  type DiffBlock,
  type Anchor,
  type ChangeConflict,
  type Evidence,
  type FileEdit,
  type Hunk,
  type MergeConflict,
  type DiffLine,
} from '../change';
export { rules } from '../lint';
export { readFrontmatter } from '../markdown';
export {
  addCall,
  createRecorder,
  formatCost,
  formatMoney,
  formatUsage,
  EMPTY_USAGE_TOTAL,
  isLocalAddress,
  PRESETS,
  scrubUrl,
  type ConnectionTest,
  type Cost,
  type DailyUsage,
  type ChargedCall,
  type ModelInfo,
  type Timer as ModelTimer,
} from '../model';
export {
  listServerModels,
  testModelServer,
  type ModelHost,
  type ModelServer,
  type ModelServerTest,
} from './model/server';
export {
  serverAddress,
  isSameServer,
  NO_MODEL_SETTINGS,
  modelNotConfigured,
  readModelSettings,
  toStoredSettings,
  missingSetting,
  type ModelSettings,
} from './model/settings';
export { readCost, type ModelCost, type ModelShare } from './model/cost';
export { type UsageReport, type UsageRow, type UsageSummary } from './model/usage-log';
export {
  answerBody,
  Conversation,
  DEFAULT_PLAIN_LANGUAGE,
  renderAnswer,
  type Answer,
  type AnswerCitation,
  type AskEvent,
  type AskStep,
  type Contradiction,
  type DraftKind,
  type PlainEdit,
  type ReadPage,
  type RemovedCitation,
  type SaveAnswer,
} from '../librarian';
export { type AskOptions, type AskResult } from './ask';
export { isAskFailure, type AskFailure } from './ask-failure';
export {
  answersIn,
  createPdfReader,
  type EncodingGuesser,
  type MarkupEvents,
  type MarkupReader,
  type PdfDocument,
  type PdfReader,
  type SourceReaders,
} from '../ingest';
export { type ApplyProposalRequest } from './acceptance';
export { type IngestRequest } from './ingest';
export { type ExplainedField, type LensExplanation, type StatedValue } from './explain-lens';
export { type FixRequest } from './propose-fixes';
export { type IgnoreRequest } from './propose-ignore';
export { type LensGroup, type LensPage, type LensPages, type PageMark } from './lens-pages';
export { type FieldExplanation, type LensDetails } from './lenses';
export { type LintRequest } from './lint';
export { toAgentResults, type FoundPage } from './search-passages';
export { type NewQuestion, type OpenQuestion } from './questions';
export { type Match, type Passage as FoundPassage } from '../search';
export {
  type HunkDecisions,
  type ConflictSide,
  type GeneratedFile,
  type HunkDecision,
  type Review,
  type ReviewSession,
  type ReviewFile,
  type ReviewHunk,
  type ReviewOutcome,
  type ReviewPreview,
} from './review/types';
export { type SearchRequest } from './search';
export { type QuoteLocation, type SourceView } from './source-view';
export { type TransactionDetails, type TransactionFileDetails } from './transaction-details';
export { reviewSetUp } from './review/set-up-backend';
export { findWikis, setUpWiki, findWikiRoot, type SetupRequest, type SetupResult } from './set-up-wiki';
export { TEMPLATE_NAMES, type TemplateName } from './template-list';
export {
  type Finding,
  type GuardFinding,
  type HistoryEntry,
  type ProposalResult,
  type IngestEstimate,
  type IngestResult,
  type LensSummary,
  type LintResult,
  type Notice,
  type Proposal,
  type ProposedFile,
  type SearchResult,
  type UndoResult,
  type VerifyFailure,
  type VerifyResult,
  type WikiStatus,
  type WorkbenchHost,
} from './types';
export { TerminalWorkbench } from './terminal-workbench';
export { Workbench } from './workbench';
