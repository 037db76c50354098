import { WikiError, type Clock, type Random } from '../../base';
import { makerOf, MAX_MODELS, MIN_MODELS, type Participant } from '../../deliberation';
import {
  createBudget,
  createModel,
  createMemoryDailyUsage,
  findPrice,
  normaliseBaseUrl,
  withAnswerCache,
  type AnswerCache,
  type Budget,
  type CapabilityStore,
  type DailyUsage,
  type Price,
  type SpendingLimit,
} from '../../model';
import { type ModelHost } from '../model/host';
import { type NamedEndpoint } from '../model/named-endpoints';
import { endpointFor, serverAddress, settingsOfEndpoint, type ModelSettings } from '../model/settings';

/** A model that was chosen by a name, before it is asked. */
export interface ChosenModel {
  /** As it was chosen: the name of a server, `SERVER:MODEL`, or a model of the default server. */
  readonly name: string;
  /** `maker/model`, as the unit names it. */
  readonly id: string;
  readonly maker: string | null;
  readonly settings: ModelSettings;
  readonly limit: SpendingLimit;
  readonly price: Omit<Price, 'model'> | null;
}

/**
 * The models that a person chose, each once.
 * @throws WikiError `living-wiki:deliberation_models`, `living-wiki:model_not_configured`
 */
export function chooseModels(names: readonly string[], settings: ModelSettings): readonly ChosenModel[] {
  const chosen = names.map((name) => chooseModel(name, settings));
  const unique = new Set(chosen.map(({ id }) => id));
  if (unique.size < chosen.length) throw invalid('A model is chosen twice.');
  if (chosen.length < MIN_MODELS) throw invalid('A deliberation takes at least two models.');
  if (chosen.length > MAX_MODELS) throw invalid(`A deliberation takes at most ${MAX_MODELS} models.`);
  return chosen;
}

export function chooseModel(name: string, settings: ModelSettings): ChosenModel {
  const { endpoints = [], prices } = settings;
  const colon = name.indexOf(':');
  const endpoint =
    endpoints.find((each) => each.name === name) ?? endpoints.find((each) => each.name === name.slice(0, colon));
  const named = endpoint && settingsOfEndpoint(settings, endpoint);
  const given = endpoint === undefined ? name : name.slice(colon + 1);
  const model = endpoint?.name === name ? endpoint.model : given;
  const { endpoints: _, fallbackModel: __, ...own } = named ?? settings;
  const complete = model === undefined ? own : { ...own, model };
  // Refuses what is incomplete, not approved or not encrypted before anything is asked.
  endpointFor(complete);
  const price = endpoint?.price ?? findPrice(prices, model ?? '');
  return {
    name,
    id: identifierOf(model ?? '', complete, endpoint),
    maker: makerOf(model ?? ''),
    settings: complete,
    limit: endpoint?.limit ?? {},
    price: price && {
      input: price.input,
      output: price.output,
      ...(price.cachedInput !== undefined && { cachedInput: price.cachedInput }),
    },
  };
}

function identifierOf(model: string, settings: ModelSettings, endpoint: NamedEndpoint | undefined): string {
  if (/^[^/\s]+\/[^/\s]/.test(model)) return model;
  const address = serverAddress(settings);
  const host = address === null ? '' : new URL(normaliseBaseUrl(address)).hostname;
  return `${makerOf(model) ?? endpoint?.name ?? settings.provider ?? host}/${model}`;
}

function invalid(message: string): WikiError {
  return new WikiError('living-wiki:deliberation_models', message, {
    remedy: 'Name two or more models: living-wiki deliberate "QUESTION" --models A,B,C. See: living-wiki config list.',
  });
}

/** Seconds that a model may be silent, and that an answer may take. */
const IDLE_SECONDS = 120;
const ANSWER_SECONDS = 600;

interface ParticipantDeps {
  readonly host: ModelHost;
  readonly clock: Clock;
  readonly random: Random;
  readonly capabilities: CapabilityStore;
  readonly answers: AnswerCache;
  readonly usage: DailyUsage;
  /** The limit of the whole; the limit of one job from the settings when absent. */
  readonly limit?: SpendingLimit;
  /** Seconds for one answer. */
  readonly timeout?: number;
}

/** The models of one deliberation, with one budget. */
export class Participants {
  readonly budget: Budget;
  /** Whether the limit of the whole, or of the day, stopped a call. */
  isSpent = false;
  readonly #deps: ParticipantDeps;

  constructor(chosen: readonly ChosenModel[], deps: ParticipantDeps) {
    this.#deps = deps;
    const { settings } = deps.host;
    const prices = chosen.flatMap(({ id, price }) => (price === null ? [] : [{ model: id, ...price }]));
    this.budget = createBudget({
      prices: { currency: settings.prices.currency, prices },
      job: deps.limit ?? settings.job,
      day: settings.day,
      days: deps.usage,
      clock: deps.clock,
    });
  }

  participant({ id, settings, limit, price }: ChosenModel): Participant {
    const { host, clock, random, capabilities, answers, timeout } = this.#deps;
    const seconds = { idle: Math.min(timeout ?? IDLE_SECONDS, IDLE_SECONDS), answer: timeout ?? ANSWER_SECONDS };
    const limits = { idleTimeout: seconds.idle * 1_000, answerTimeout: seconds.answer * 1_000, maxRetries: 1 };
    const own = createBudget({
      prices: { currency: host.settings.prices.currency, prices: price === null ? [] : [{ model: id, ...price }] },
      job: limit,
      days: createMemoryDailyUsage(),
      clock,
    });
    const budget: Budget = {
      ...this.budget,
      reserve: async (_, tokens) => {
        const mine = await own.reserve(id, tokens);
        try {
          const shared = await this.budget.reserve(id, tokens);
          return {
            release: () => {
              mine.release();
              shared.release();
            },
            charge: async (usage) => {
              await mine.charge(usage);
              await shared.charge(usage);
            },
          };
        } catch (error) {
          mine.release();
          this.isSpent = true;
          throw error;
        }
      },
    };
    const deps = { fetch: host.fetch, timer: host.timer, clock, random, capabilities, budget };
    return { id, model: withAnswerCache(createModel({ ...endpointFor(settings), limits }, deps), answers) };
  }
}
