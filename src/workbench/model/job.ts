import type { Clock, Random, Run, WikiError } from '../../base';
import {
  createLedger,
  createModel,
  describeCost,
  isModelError,
  usualTranscriber,
  withAnswerCache,
  withFallback,
} from '../../model';
import type {
  CallRecord,
  Cost,
  DayTotals,
  EndpointModel,
  LanguageModel,
  Ledger,
  ModelDeps,
  ModelRequest,
} from '../../model';
import type { Vault } from '../../vault';
import type { ModelHost } from './connect';
import { costOfEntries } from './cost';
import type { ModelCost } from './cost';
import { endpointOf } from './settings';
import type { ModelSettings } from './settings';
import { AnswerStore, capabilitiesIn, stateOf } from './stores';
import { UsageBook } from './usage';

interface Heard {
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
  readonly ledger: Ledger;
  readonly #book: UsageBook;
  readonly #answers: AnswerStore;
  #heard: Heard[] = [];
  #from = 0;
  #reused = 0;

  /**
   * @param vault scoped to the wiki
   * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:model_address_invalid`
   */
  constructor(host: ModelHost, vault: Vault, { clock, random }: { clock: Clock; random: Random }) {
    const { settings, fetch, timer } = host;
    this.settings = settings;
    const state = stateOf(vault);
    this.#book = new UsageBook(state, random.id(12));
    this.#answers = new AnswerStore(state);
    this.ledger = ledgerOf(host, this.#book, clock);
    const deps: ModelDeps = { fetch, timer, clock, random, memory: capabilitiesIn(state), ledger: this.ledger };
    this.endpoint = createModel(endpointOf(settings), deps);
    const { fallbackModel } = settings;
    const other = fallbackModel === undefined ? null : createModel(endpointOf(settings, fallbackModel), deps);
    const both = other === null ? this.endpoint : withFallback(this.endpoint, other);
    this.model = this.#watched(withAnswerCache(both, this.#answers));
  }

  /** What is asked from now on is for this source. */
  begin(source: string): void {
    this.#book.source = source;
    this.#answers.begin();
    this.#heard = [];
    this.#from = this.ledger.entries.length;
  }

  /**
   * To be told of a source that failed. Where the model had answered in good form, and the answers were what was wrong,
   * they are forgotten, so that the next try asks anew.
   */
  async failed({ code }: WikiError): Promise<void> {
    const isAnswered = (this.#heard.at(-1)?.model ?? null) !== null;
    if (isAnswered && UNUSABLE.has(code)) await this.#answers.forget();
  }

  /** What was used since `begin`. */
  spent(): ModelCost {
    return costOfEntries(this.ledger.entries.slice(this.#from), this.#heard.filter(({ cached }) => cached).length);
  }

  /** What the whole job has used. */
  total(): ModelCost {
    return costOfEntries(this.ledger.entries, this.#reused);
  }

  /** Tokens and money as a ledger counts them before anything is sent. */
  estimate(tokens: { readonly input: number; readonly output: number }): Cost {
    return this.ledger.estimate(this.model.name, tokens);
  }

  /** The same of recordings, with the model that hears them. */
  estimateRecordings(seconds: number): Cost & { readonly model: string } {
    const model = this.settings.transcriptionModel ?? usualTranscriber;
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
  telling(run: Run, at: { readonly done: number; readonly total: number; readonly path: string }): Run {
    const progress: Run['progress'] = (step) => {
      // Waiting, and trying another model, are news of their own.
      if (step.stage.startsWith('Waiting') || step.stage.startsWith('Trying')) {
        run.progress(step);
        return;
      }
      const cost = this.ledger.entries.length === 0 ? null : describeCost(this.total());
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
export function ledgerOf({ settings: { prices, job, day }, book }: ModelHost, own: DayTotals, clock: Clock): Ledger {
  return createLedger({ prices, job, day, days: book ? sharing(book, own) : own, clock });
}

/** The day is what the shared book says; what this wiki uses goes into both. */
function sharing(shared: DayTotals, own: DayTotals): DayTotals {
  return {
    read: (day) => shared.read(day),
    async add(day, entry) {
      await shared.add(day, entry);
      await own.add(day, entry);
    },
  };
}

/** Failures that the next source would meet as well. */
const STOPPING: ReadonlySet<string> = new Set([
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
const UNUSABLE: ReadonlySet<string> = new Set([
  'living-wiki:model_empty_answer',
  'living-wiki:model_invalid_answer',
  'living-wiki:source_empty',
]);

/** Limits that a person set: reaching one is no failure of a source. */
const LIMITS: ReadonlySet<string> = new Set(['living-wiki:model_budget_exhausted', 'living-wiki:model_price_unknown']);

export function stopsAll({ code }: WikiError): boolean {
  return STOPPING.has(code);
}

export function isLimit({ code }: WikiError): boolean {
  return LIMITS.has(code);
}
