import { type Clock, type Random, type Run, type WikiError } from '../../base';
import {
  createBudget,
  createModel,
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
import { type ModelHost } from './server';
import { costOfEntries, type ModelCost } from './cost';
import { endpointFor, type ModelSettings } from './settings';
import { AnswerStore, createCapabilityStore, stateVault } from './stores';
import { UsageLog } from './usage-log';

interface RecordedCall {
  readonly calls: readonly CallRecord[];
  /** Whose answer was taken; `null` when none was. */
  readonly model: string | null;
  readonly cached: boolean;
}

/**
 * Everything that one run of ingest asks of language models: the model with its fallback and its memory, what it has
 * used, and the limits.
 */
export class ModelJob {
  readonly settings: ModelSettings;
  /** With its fallback; what was answered once in this wiki is not asked again. */
  readonly model: LanguageModel;
  /** The chosen model alone, for recordings. */
  readonly endpoint: EndpointModel;
  /** Counts what is used, for whatever else belongs to the job. */
  readonly ledger: Budget;
  readonly #book: UsageLog;
  readonly #answers: AnswerStore;
  #heard: RecordedCall[] = [];
  #from = 0;
  #reused = 0;

  /**
   * @param vault scoped to the wiki
   * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:model_address_invalid`
   */
  constructor(host: ModelHost, vault: Vault, { clock, random }: { clock: Clock; random: Random }) {
    const { settings, fetch, timer } = host;
    this.settings = settings;
    const state = stateVault(vault);
    this.#book = new UsageLog(state, random.id(12));
    this.#answers = new AnswerStore(state);
    this.ledger = createJobLedger(host, this.#book, clock);
    const deps: ModelDeps = {
      fetch,
      timer,
      clock,
      random,
      capabilities: createCapabilityStore(state),
      budget: this.ledger,
    };
    this.endpoint = createModel(endpointFor(settings), deps);
    const { fallbackModel } = settings;
    const other = fallbackModel === undefined ? null : createModel(endpointFor(settings, fallbackModel), deps);
    const both = other === null ? this.endpoint : withFallback(this.endpoint, other);
    this.model = this.#watched(withAnswerCache(both, this.#answers));
  }

  /** What is asked from now on is for this source. */
  beginSource(source: string): void {
    this.#book.source = source;
    this.#answers.beginSource();
    this.#heard = [];
    this.#from = this.ledger.charged.length;
  }

  /**
   * To be told of a source that failed. Where the model had answered in good form, and the answers were what was wrong,
   * they are forgotten, so that the next try asks anew.
   */
  async recordFailure({ code }: WikiError): Promise<void> {
    const isAnswered = (this.#heard.at(-1)?.model ?? null) !== null;
    if (isAnswered && UNUSABLE_ANSWER_CODES.has(code)) await this.#answers.forget();
  }

  /** What was used since `begin`. */
  sourceCost(): ModelCost {
    return costOfEntries(this.ledger.charged.slice(this.#from), this.#heard.filter(({ cached }) => cached).length);
  }

  /** What the whole job has used. */
  totalCost(): ModelCost {
    return costOfEntries(this.ledger.charged, this.#reused);
  }

  /** Tokens and money as a ledger counts them before anything is sent. */
  estimate(tokens: { readonly input: number; readonly output: number }): Cost {
    return this.ledger.estimate(this.model.name, tokens);
  }

  /** The same of recordings, with the model that hears them. */
  estimateRecordings(seconds: number): Cost & { readonly model: string } {
    const model = this.settings.transcriptionModel ?? DEFAULT_TRANSCRIPTION_MODEL;
    return { model, ...this.ledger.estimate(model, { input: 0, output: 0, seconds }) };
  }

  /** Where another model than the chosen one answered, since `begin`, and why; one sentence each. */
  fallbackNotes(): readonly string[] {
    const chosen = this.model.name;
    const notes = this.#heard.flatMap(({ model, calls, cached }) => {
      if (model === null || model === chosen) return [];
      const why = calls.find((call) => call.model === chosen && call.outcome !== 'answered')?.note ?? '';
      const reason = cached || why === '' ? `${chosen} gave no usable answer.` : why;
      return [`${chosen} did not do it: ${reason} ${model} answered instead.`];
    });
    return [...new Set(notes)];
  }

  /** A run whose steps tell what the job has used so far. */
  withProgress(run: Run, at: { readonly done: number; readonly total: number; readonly path: string }): Run {
    const progress: Run['progress'] = (step) => {
      // Waiting, and trying another model, are news of their own.
      if (step.stage.startsWith('Waiting') || step.stage.startsWith('Trying')) {
        run.progress(step);
        return;
      }
      const cost = this.ledger.charged.length === 0 ? null : formatCost(this.totalCost());
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

  #watched(model: LanguageModel): LanguageModel {
    return {
      name: model.name,
      identity: model.identity,
      ask: async <T>(request: ModelRequest<T>, run: Run) => {
        try {
          const answer = await model.ask(request, run);
          this.#heard.push({ calls: answer.calls, model: answer.model, cached: answer.cached });
          if (answer.cached) this.#reused += 1;
          return answer;
        } catch (error) {
          if (isModelError(error)) this.#heard.push({ calls: error.calls, model: null, cached: false });
          throw error;
        }
      },
    };
  }
}

/** Counts for one job, with the limits that a person set. @param own what this wiki keeps of the day */
export function createJobLedger(
  { settings: { prices, job, day }, usageLog: book }: ModelHost,
  own: DailyUsage,
  clock: Clock,
): Budget {
  return createBudget({ prices, job, day, days: book ? inBothLogs(book, own) : own, clock });
}

/** The day is what the shared book says; what this wiki uses goes into both. */
function inBothLogs(shared: DailyUsage, own: DailyUsage): DailyUsage {
  return {
    read: (day) => shared.read(day),
    async add(day, entry) {
      await shared.add(day, entry);
      await own.add(day, entry);
    },
  };
}

/** Failures that the next source would meet as well. */
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

/** What curators say of answers that they cannot use. */
const UNUSABLE_ANSWER_CODES: ReadonlySet<string> = new Set([
  'living-wiki:model_empty_answer',
  'living-wiki:model_invalid_answer',
  'living-wiki:source_empty',
]);

/** Limits that a person set: reaching one is no failure of a source. */
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
