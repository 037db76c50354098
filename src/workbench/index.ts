/**
 * workbench: opens a wiki and offers every operation of the product once, to whatever host: status, ingest, ask, review,
 * apply, undo, lint, lenses, search, verify, and setting up a new wiki.
 *
 * Promises: hosts only call and show; nothing is written into a wiki but through `proposal` and the journal; opening a
 * wiki first recovers what a crash left; one failed source does not keep the others from being done.
 */
export type { Clock, ErrorCode, Progress, Random, Run } from '../base';
export { asWikiError, isWikiError, quietRun, WikiError } from '../base';
export { unifiedView } from '../change';
export type { UnifiedView, ViewBlock } from '../change';
export type { Anchor, ChangeConflict, Evidence, FileEdit, Hunk, MergeConflict, ViewLine } from '../change';
export { rules } from '../lint';
export { readFrontmatter } from '../markdown';
export {
  addEntry,
  createRecorder,
  describeCost,
  describeMoney,
  describeUsage,
  emptyTotal,
  isThisComputer,
  presets,
  scrubUrl,
} from '../model';
export type { ConnectionTest, Cost, DayTotals, LedgerEntry, ModelInfo, Timer as ModelTimer } from '../model';
export { offeredModels, tryModel } from './model/connect';
export type { ModelHost, ServerLook, ServerTest } from './model/connect';
export {
  addressOf,
  isSameServer,
  noModelSettings,
  notConfigured,
  readModelSettings,
  storedSettings,
  whatIsMissing,
} from './model/settings';
export { costIn } from './model/cost';
export type { ModelCost, ModelShare } from './model/cost';
export type { ModelSettings } from './model/settings';
export type { UsageReport, UsageRow, UsageSum } from './model/usage';
export { answerBody, Conversation, defaultPlainLanguage, renderAnswer } from '../librarian';
export type {
  Answer,
  AnswerCitation,
  AskEvent,
  AskStep,
  Contradiction,
  DraftKind,
  PlainEdit,
  ReadPage,
  RemovedCitation,
  SaveAnswer,
} from '../librarian';
export type { AskOptions, AskResult } from './ask';
export { isAskFailure } from './ask-failure';
export type { AskFailure } from './ask-failure';
export { answersIn, createPdfReader } from '../ingest';
export type { EncodingGuess, MarkupEvents, MarkupReader, PdfDocument, PdfReader, SourceReaders } from '../ingest';
export type { ApplyProposalRequest } from './accept';
export type { IngestRequest } from './ingest';
export type { ExplainedField, LensExplanation, StatedValue } from './explain-lens';
export type { FixRequest } from './fixes';
export type { IgnoreRequest } from './ignore';
export type { LensGroup, LensPage, LensPages, PageMark } from './lens-pages';
export type { FieldExplanation, LensDetails } from './lenses';
export type { LintRequest } from './lint';
export { foundForAgents } from './passages';
export type { FoundPage } from './passages';
export type { NewQuestion, OpenQuestion } from './questions';
export type { Match, Passage as FoundPassage } from '../search';
export type {
  Decisions,
  GeneratedFile,
  HunkDecision,
  Review,
  ReviewDesk,
  ReviewFile,
  ReviewHunk,
  ReviewOutcome,
  ReviewPreview,
} from './review/types';
export type { SearchRequest } from './search';
export type { QuotePassage, SourceView } from './source-view';
export type { TransactionDetails, TransactionFileDetails } from './transaction-details';
export { reviewSetUp } from './review/setup-case';
export { findWikis, setUpWiki, wikiAt } from './setup';
export { templateNames } from './template-list';
export type { TemplateName } from './template-list';
export type { SetupRequest, SetupResult } from './setup';
export type {
  Finding,
  GuardFinding,
  HistoryEntry,
  IngestedProposal,
  IngestEstimate,
  IngestResult,
  LensSummary,
  LintResult,
  Notice,
  Proposal,
  ProposedFile,
  SearchResult,
  UndoResult,
  VerifyFailure,
  VerifyResult,
  WikiStatus,
  WorkbenchHost,
} from './types';
export { TerminalWorkbench } from './terminal-workbench';
export { Workbench } from './workbench';
