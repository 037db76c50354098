import { type Clock, type Run, type WikiError } from '../../base';
import {
  createBudget,
  createModel,
  estimateTokens,
  formatCost,
  isModelError,
  DEFAULT_TRANSCRIPTION_MODEL,
  withAnswerCache,
  withFallback,
  type CallRecord,
  type Cost,
  type DailyUsage,
  type EndpointModel,
  type LanguageModel,
  type Budget,
  type ModelDeps,
  type ModelRequest,
} from '../../model';
import { type Vault } from '../../vault';
import { knowledgeBlock, withKnowledge } from '../memory/knowledge';
import { type WorkbenchHost } from '../types';
import { type ModelHost } from './host';
import { costOfEntries, type ModelCost } from './cost';
import { endpointFor, type ModelSettings } from './settings';
import { AnswerStore, createCapabilityStore, stateVault } from './stores';
import { UsageLog } from './usage-log';

/** A request that was made to the model with its fallback. */
interface RecordedCall {
  readonly calls: readonly CallRecord[];
  /** The model whose answer was used; `null` when it failed. */
  readonly model: string | null;
  readonly cached: boolean;
}

/**
 * The language models of one run of ingest, or of one question: with their fallback, cached answers, usage and limits.
 */
export class ModelJob {
  readonly settings: ModelSettings;
  /** With its fallback. A question that was answered before in this wiki is not asked again. */
  readonly model: LanguageModel;
  /** The chosen model without fallback and cache, for recordings. */
  readonly endpoint: EndpointModel;
  /** Counts the usage, also of what else belongs to the job. */
  readonly budget: Budget;
  readonly #usageLog: UsageLog;
  readonly #answers: AnswerStore;
  readonly #digest: () => Promise<string | null>;
  #requests: RecordedCall[] = [];
  #firstEntry = 0;
  #reused = 0;

  /**
   * @param vault scoped to the wiki
   * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:model_address_invalid`
   */
  constructor(
    host: ModelHost,
    vault: Vault,
    wikiHost: Pick<WorkbenchHost, 'clock' | 'random' | 'device' | 'memoryDigest'>,
  ) {
    const { clock, random } = wikiHost;
    const { settings, fetch, timer } = host;
    this.settings = settings;
    const state = stateVault(vault);
    this.#usageLog = new UsageLog(state, random.id(12));
    this.#answers = new AnswerStore(state, wikiHost);
    this.budget = createJobBudget(host, this.#usageLog, clock);
    const deps: ModelDeps = {
      fetch,
      timer,
      clock,
      random,
      capabilities: createCapabilityStore(state, wikiHost),
      budget: this.budget,
    };
    this.endpoint = createModel(endpointFor(settings), deps);
    const { fallbackModel } = settings;
    const other = fallbackModel === undefined ? null : createModel(endpointFor(settings, fallbackModel), deps);
    const both = other === null ? this.endpoint : withFallback(this.endpoint, other);
    const { memoryDigest } = wikiHost;
    const cached = withAnswerCache(both, this.#answers);
    this.#digest = memoryDigest ?? (() => Promise.resolve(null));
    this.model = this.#recordingCalls(memoryDigest ? withKnowledge(cached, this.#digest) : cached);
  }

  /** Starts a source: the calls that follow are counted for it. */
  beginSource(source: string): void {
    this.#usageLog.source = source;
    this.#answers.beginSource();
    this.#requests = [];
    this.#firstEntry = this.budget.charged.length;
  }

  /**
   * Call it when a source failed. If well-formed but useless answers were the reason, they are removed from the cache, so
   * that the next try asks again.
   */
  async recordFailure({ code }: WikiError): Promise<void> {
    const isAnswered = (this.#requests.at(-1)?.model ?? null) !== null;
    if (isAnswered && UNUSABLE_ANSWER_CODES.has(code)) await this.#answers.forget();
  }

  /** What was used since `beginSource`. */
  sourceCost(): ModelCost {
    return costOfEntries(
      this.budget.charged.slice(this.#firstEntry),
      this.#requests.filter(({ cached }) => cached).length,
    );
  }

  /** What the whole job used. */
  totalCost(): ModelCost {
    return costOfEntries(this.budget.charged, this.#reused);
  }

  /** Tokens that the memory adds to each call; 0 while none of it is told. */
  async knowledgeTokens(): Promise<number> {
    const digest = await this.#digest();
    return digest === null ? 0 : estimateTokens(knowledgeBlock(digest));
  }

  /** The estimated cost, before anything is sent. */
  estimate(tokens: { readonly input: number; readonly output: number }): Cost {
    return this.budget.estimate(this.model.name, tokens);
  }

  /** The same for recordings, with the model that transcribes them. */
  estimateRecordings(seconds: number): Cost & { readonly model: string } {
    const model = this.settings.transcriptionModel ?? DEFAULT_TRANSCRIPTION_MODEL;
    return { model, ...this.budget.estimate(model, { input: 0, output: 0, seconds }) };
  }

  /** Why another model than the chosen one answered since `beginSource`, one sentence each. */
  fallbackNotes(): readonly string[] {
    const chosen = this.model.name;
    const notes = this.#requests.flatMap(({ model, calls, cached }) => {
      if (model === null || model === chosen) return [];
      const why = calls.find((call) => call.model === chosen && call.outcome !== 'answered')?.note ?? '';
      const reason = cached || why === '' ? `${chosen} gave no usable answer.` : why;
      return [`${reason} ${model} answered instead of ${chosen}.`];
    });
    return [...new Set(notes)];
  }

  /** A run that reports the progress of the job and its cost so far. */
  withProgress(run: Run, at: { readonly done: number; readonly total: number; readonly path: string }): Run {
    const progress: Run['progress'] = (step) => {
      // Waiting, and trying another model, are reported as they are.
      if (step.stage.startsWith('Waiting') || step.stage.startsWith('Trying')) {
        run.progress(step);
        return;
      }
      const cost = this.budget.charged.length === 0 ? null : formatCost(this.totalCost());
      const detail = cost === null ? at.path : `${cost}; ${at.path}`;
      run.progress({
        stage: 'Reading sources',
        done: at.done,
        total: at.total,
        detail,
        ...(cost !== null && { cost }),
      });
    };
    return { ...run, progress };
  }

  #recordingCalls(model: LanguageModel): LanguageModel {
    return {
      name: model.name,
      identity: model.identity,
      ask: async <T>(request: ModelRequest<T>, run: Run) => {
        try {
          const answer = await model.ask(request, run);
          this.#requests.push({ calls: answer.calls, model: answer.model, cached: answer.cached });
          if (answer.cached) this.#reused += 1;
          return answer;
        } catch (error) {
          if (isModelError(error)) this.#requests.push({ calls: error.calls, model: null, cached: false });
          throw error;
        }
      },
    };
  }
}

/** The budget of one job, with the limits that a person set. @param own the usage of this wiki */
export function createJobBudget(
  { settings: { prices, job, day }, usageLog }: ModelHost,
  own: DailyUsage,
  clock: Clock,
): Budget {
  return createBudget({ prices, job, day, days: usageLog ? inBothLogs(usageLog, own) : own, clock });
}

/** Reads the shared log, and adds to both. */
function inBothLogs(shared: DailyUsage, own: DailyUsage): DailyUsage {
  return {
    read: (day) => shared.read(day),
    async add(day, entry, hold) {
      await shared.add(day, entry, hold);
      await own.add(day, entry);
    },
    ...(shared.hold && { hold: shared.hold.bind(shared) }),
    ...(shared.release && { release: shared.release.bind(shared) }),
  };
}

/** Failures that would repeat with the next source. */
const STOPPING_CODES: ReadonlySet<string> = new Set([
  'living-wiki:model_authentication',
  'living-wiki:model_budget_exhausted',
  'living-wiki:model_certificate',
  'living-wiki:model_credit_exhausted',
  'living-wiki:model_incompatible_server',
  'living-wiki:model_missing',
  'living-wiki:model_network',
  'living-wiki:model_price_unknown',
]);

/** What curators report when answers are useless. */
const UNUSABLE_ANSWER_CODES: ReadonlySet<string> = new Set([
  'living-wiki:harvest_failed',
  'living-wiki:model_empty_answer',
  'living-wiki:model_invalid_answer',
  'living-wiki:source_empty',
]);

/** Limits that a person set. Reaching one is no failure of the source. */
const LIMIT_CODES: ReadonlySet<string> = new Set([
  'living-wiki:model_budget_exhausted',
  'living-wiki:model_price_unknown',
]);

export function stopsIngest({ code }: WikiError): boolean {
  return STOPPING_CODES.has(code);
}

export function isLimitReached({ code }: WikiError): boolean {
  return LIMIT_CODES.has(code);
}
