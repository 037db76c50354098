/**
 * workbench: opens a wiki and offers every operation of the product to every host: status, ingest, ask, review, apply, undo,
 * lint, lenses, search, verify, and the set-up of a new wiki.
 *
 * Promises: a host only calls and shows; a wiki is only written through `proposal` and the journal; opening a wiki first
 * recovers what a crash left; a source that fails does not stop the others. Code for models, extraction and search is loaded
 * when an operation first needs it, so this module must not import it statically.
 */
export {
  asWikiError,
  isWikiError,
  silentRun,
  WikiError,
  type Clock,
  type Progress,
  type Random,
  type Run,
} from '../base';
export {
  unifiedDiff,
  unifiedDiffAsync,
  lossesOf,
  type UnifiedDiff,
  type Anchor,
  type ChangeConflict,
  type Evidence,
  type FileEdit,
  type Hunk,
  type DiffLine,
} from '../change';
export { rules } from '../lint';
export { inertMarkdown, readFrontmatter, wordsOf } from '../markdown';
export {
  addCall,
  createRecorder,
  formatCost,
  formatMoney,
  formatUsage,
  EMPTY_USAGE_TOTAL,
  isLocalAddress,
  isUnencrypted,
  PRESETS,
  scrubUrl,
  type DailyUsage,
  type ChargedCall,
  type ModelInfo,
  type Timer as ModelTimer,
  type UsageTotal,
} from '../model';
export { listServerModels, testModelServer, type ModelServer } from './model/server';
export {
  addressOfEndpoint,
  serverAddress,
  isSameServer,
  isServerAllowed,
  withPlainHttp,
  NO_MODEL_SETTINGS,
  modelNotConfigured,
  readModelSettings,
  toStoredSettings,
  missingSetting,
  readsByModel,
  type ModelSettings,
} from './model/settings';
export { modelCostInWords, readCost, type ModelCost } from './model/cost';
export type { UsageReport, UsageRow, UsageSummary } from './model/usage-report';
export {
  Conversation,
  namePacks,
  renderAnswer,
  type Answer,
  type AnswerCitation,
  type AskEvent,
  type AskStep,
  type DraftKind,
  type PackCitation,
  type SourceCitation,
} from '../librarian';
export type { AskOptions, AskResult } from './ask/ask';
export { isAskFailure, type AskFailure } from './ask/ask-failure';
export { createPdfReader } from './sources/pdf-reader';
export type { EncodingGuesser, MarkupReader, PdfDocument, PdfReader } from '../ingest';
export type { WikiContradiction } from './contradictions/find-contradictions';
export type { SettledContradiction } from './contradictions/propose-settlement';
export type { IngestRequest } from './ingest/request';
export { readWishes, type PlanChange } from './ingest/plan-wishes';
export type { PlanWishes } from '../ingest';
export { ALREADY_INGESTED } from './ingest/skip-reason';
export { INGEST_STAGE } from './ingest/stage';
export {
  MAX_GATE_LINES,
  MAX_STALE_UNITS,
  NO_AUTOMATION,
  readAutomation,
  withSkill,
  type AutomationSettings,
  type SkillAutomation,
  type SkillGate,
  type SkillSchedule,
  type StaleUnitsAutomation,
} from './automation/settings';
export type { ScheduleConditions, ScheduledSkill, SkillScheduler } from './automation/scheduler';
export { cronOf, nextTime, plainTimes } from './automation/times';
export { GATES, MAX_LINES, skillMissing, type Gate } from '../maintenance';
export type { SkillPreview } from './maintenance/preview';
export type { MaintainRequest } from './maintenance/request';
export type { RunReport } from './maintenance/run-report';
export { placeOfJob } from './jobs/kinds';
export type { JobsOverview, WikiJobs } from './jobs/wiki-jobs';
export {
  JOB_STATES,
  type Job,
  type JobMove,
  type JobRunner,
  type JobState,
  type JobTimer,
  type QueuePause,
} from '../jobs';
export type { ExplainedField, LensExplanation, ExplainedValue } from './lens/explain-lens';
export type { IgnoreRequest } from './proposals/propose-ignore';
export { footnoteReferences } from './evidence/references';
export { type NoteEvidence } from './evidence/evidence-of-note';
export { isUnfounded } from './evidence/note-verdict';
export { EVIDENCE_STATES, type EvidenceBlock, type PageEvidence } from './evidence/page-evidence';
export type { PageChange } from './evidence/page-history';
export type { PageRelations, RelatedPage } from './evidence/page-relations';
export { readQuery, type QueryProblem, type WikiQuery } from './queries/read-query';
export type { QueryResult, QueryRow } from './queries/run-query';
export type { LensGroup, LensPage, LensPages } from './lens/lens-pages';
export type { LensDetails } from './lens/lenses';
export { createSourceSearch } from './search/lazy-source-search';
export { describeUnsearched } from './search/describe-unsearched';
export { toAgentResults } from './search/agent-results';
export type { FoundPage } from './search/search-passages';
export type { ModelHost } from './model/host';
export type { CoverageGrid, GridCell, GridMark, GridPage, GridSource } from './coverage/coverage-grid';
export { LEFT_REASONS } from './coverage/reason';
export type { LeftUnit, SourceCoverage } from './coverage/source-coverage';
export type { TimelineChange, TimelineSource, WikiTimeline } from './timeline';
export type { FoundInSource, SourceCounts } from './search/source-search-types';
export type { NameDecision } from '../workspace';
export type { OpenQuestion } from './questions';
export type { Match, Passage as FoundPassage } from '../search';
export { describeSourceUse, inContext } from '../search';
export {
  readContradiction,
  readFlaggedContradictions,
  settleContradiction,
  sideNames,
  type ContradictionSide,
  type ReviewContradiction,
  type Settlement,
} from './review/contradictions';
export { keepStatement } from './review/keep-statement';
export {
  pageAccount,
  pageAccountAsync,
  pageFootnotes,
  type AccountedStatement,
  type PageAccount,
  type ReviewFootnote,
} from './review/page-account';
export { isWrittenAnew, readIngestFacts, type IngestFacts } from './review/ingest-facts';
export type {
  HunkDecisions,
  ConflictSide,
  GeneratedFile,
  HunkDecision,
  Review,
  ReviewSession,
  ReviewFile,
  ReviewHunk,
  ReviewOutcome,
  ReviewPreview,
} from './review/types';
export { type SourceDifference } from './review/source-difference';
export { describePackState } from './packs/describe';
export { stateWarnings as packStateWarnings } from '../packs';
export { builtInScope } from './packs/built-in';
export { DEFAULT_PACK_FOLDER, type PackHost } from './packs/pack-host';
export { DEFAULT_BRIEFING_TOKENS } from './packs/publish-request';
export type { ExportResult, WikiPublisher } from './packs/publisher';
export { packName } from './packs/pack-name';
export { contextForAgent, MAX_CONTEXT_TOKENS } from './packs/agent-context';
export type { PackLibrary } from './packs/pack-library';
export { discoverPacks, packSources } from '../packs';
export type { BuiltPack, Discovery, Pack, PackScope, ResolvedContext, WithheldItem } from '../packs';
export { sourceTitles } from './sources/source-titles';
export type { SourceView } from './sources/source-view';
export type { ApprovalMark } from './trust/approval-marks';
export type { TrustState, UnconfirmedChange } from './trust/confirmation';
export { approvalDiff } from './trust/approval-diff';
export { describeApproval } from './trust/approvals';
export type { TransactionDetails, TransactionFileDetails } from './proposals/transaction-details';
export { describePlace, findPage, findWikis, readContradictionBullet, type PageNote } from '../wiki';
export { findWikiRoot } from './set-up/find-wiki-root';
export { type UndoOrder } from '../proposal';
export { describeLayout, findLayout, reviewSetUp, setUpWiki } from './set-up/set-up';
export type { SetupRequest } from './set-up/set-up-wiki';
export { TEMPLATE_NAMES, type TemplateName } from './set-up/templates';
export type {
  DeletedPage,
  Finding,
  GuardFinding,
  HistoryEntry,
  ProposalResult,
  IngestEstimate,
  IngestResult,
  LensSummary,
  LintResult,
  Notice,
  Proposal,
  UndoResult,
  WikiStatus,
  DeviceMemory,
  JobHost,
  UnitKeys,
  WorkbenchHost,
} from './types';
export { DROPS_STATEMENTS } from './proposals/acceptance';
export { applyProposal as applyAccepted } from './proposals/apply-proposal';
export { missingDependencies } from './proposals/dependencies';
export {
  answeringProposals,
  applyProposal,
  archiveUnit,
  findRun,
  compact,
  compareUnitSource,
  deliberate,
  estimateDeliberation,
  explainField,
  findQuestion,
  harvestAsJob,
  lensDetails,
  listUnits,
  openPackLibrary,
  readUnit,
  relateUnits,
  revokeApprovals,
  searchPages,
  staleUnitRequests,
  trustState,
  undoChange,
  unitForAgent,
  unitsForAgent,
  planCompact,
  queuePlanChange,
  verify,
  verifyUnits,
} from './operations';
export type { DeliberateRequest, DeliberationEstimate, DeliberationResult } from './deliberation/deliberate-request';
export { MOST_STALE_UNITS } from './deliberation/stale-units';
export type { UnitDetails } from './deliberation/read-unit';
export type { UnitsProposed } from './deliberation/unit-operations';
export {
  currentSigner,
  EVIDENCE_NOT_PROOF,
  isOwnUnitKey,
  pageBody,
  publicKeys,
  withNewKey,
  withRevokedKey,
  type OwnUnitKey,
  parseJwks,
  printJwks,
} from '../deliberation';
export { verifyBundleText, type ListedUnit } from './deliberation/verify-units';
export type { NamedEndpoint } from './model/named-endpoints';
export type {
  Bundle,
  ClaimTrace,
  DeliberationEvent,
  Position,
  KnowledgeUnit,
  PublicUnitKey,
  RelationKind,
  UnitEvent,
  UnitVerification,
} from '../deliberation';
export { addRule, decidedNames, decideNames, forgetName, ownersRules, removeRule } from './owner';
export { proposalPatch } from './proposals/proposal-patch';
export { Workbench } from './workbench';
export { DEFAULT_RETENTION, type CompactPlan } from './compact';
export { type ExpiredSource, type RetentionReport } from './retention';
export { factSource, factSourceName } from './memory/fact-source';
export { readKeptHarvest } from './memory/kept-harvest';
export { harvestConversations, waitingHarvests } from './memory/harvest';
export { planHarvest } from './memory/plan-harvest';
export { discardConversations, reclaimConversations } from './memory/reclaim';
export { MEMORY_FOLDER, readDigest } from './memory/knowledge';
export { Memory } from './memory/memory';
export { addMemoryQuestions, withdrawMemoryQuestions } from './memory/questions';
export { memoryProposalOf, memoryReviewId, reviewHarvest } from './memory/review-backend';
export {
  type ConversationInput,
  type HarvestedConversation,
  type HarvestJob,
  type HarvestReport,
  type HarvestResult,
  type LedgerRow,
  type MemoryHost,
  type MemoryItem,
  type MemoryOverview,
} from './memory/types';
export { DIGEST_MAX_BYTES, type ClassReason, type NotedFile } from '../harvest';
