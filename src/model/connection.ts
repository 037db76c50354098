import { compareText, plural, type Run, throwIfCancelled } from '../base';
import { withDeadline } from './deadline';
import { limitsOf, secretsOf, type Endpoint, type ModelDeps } from './endpoint';
import { isModelError, ModelError } from './errors';
import { explainError } from './explain-error';
import { createModel } from './model';
import { isUnencrypted, normaliseBaseUrl } from './presets';
import { type Price } from './prices';
import { type CallRecord } from './types';

/** A model in a server's list. */
export interface ModelInfo {
  readonly id: string;
  /** Tokens; `null` if the server does not say, as most do not. */
  readonly context: number | null;
  readonly pictures: boolean | null;
  /** In US dollars; `null` if the server does not say. */
  readonly price: Price | null;
}

const MAX_MODELS = 5000;

/**
 * @param endpoint its `model` does not matter
 * @returns the models, sorted by name
 * @throws ModelError as `ask` does, `living-wiki:model_incompatible_server` if the server has no list
 */
export async function listModels(endpoint: Endpoint, deps: ModelDeps, run: Run): Promise<readonly ModelInfo[]> {
  try {
    return await withDeadline(limitsOf(endpoint), deps.timer, run, async (signal, heartbeat) => {
      const { openClient } = await import('./transport');
      const client = openClient(endpoint, deps.fetch, heartbeat);
      const response = await client.get('/models', { signal }).asResponse();
      return readModels(await response.text());
    });
  } catch (error) {
    throwIfCancelled(run);
    throw explainError(error, { model: endpoint.model, secrets: secretsOf(endpoint), clock: deps.clock });
  }
}

function readModels(body: string): readonly ModelInfo[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    value = null;
  }
  const list = Array.isArray(value) ? (value as unknown) : (value as { data?: unknown } | null)?.data;
  if (!Array.isArray(list)) {
    const what = /^\s*</.test(body) ? 'It answers with a web page.' : 'It lists no models.';
    throw new ModelError(
      'living-wiki:model_incompatible_server',
      `The server at this address does not speak the OpenAI protocol. ${what}`,
    );
  }
  const models = (list as readonly unknown[]).slice(0, MAX_MODELS).flatMap(readModel);
  return models.sort((a, b) => compareText(a.id, b.id));
}

/** Reads a model with the fields that OpenRouter and some others add. Source: OpenRouter API reference, "List available models". */
function readModel(value: unknown): readonly ModelInfo[] {
  const model = (value ?? {}) as Record<string, unknown>;
  const { id, context_length: context, architecture, pricing } = model;
  if (typeof id !== 'string' || id === '') return [];
  const inputs = (architecture as { input_modalities?: unknown } | undefined)?.input_modalities;
  return [
    {
      id,
      context: typeof context === 'number' && context > 0 ? context : null,
      pictures: Array.isArray(inputs) ? inputs.includes('image') : null,
      price: readPrice(id, pricing),
    },
  ];
}

/** Reads dollars per token, given as text; negative means that the price varies. */
function readPrice(model: string, pricing: unknown): Price | null {
  const { prompt, completion, input_cache_read: cached } = (pricing ?? {}) as Record<string, unknown>;
  const amount = (value: unknown): number | null => {
    const million = typeof value === 'string' && value !== '' ? Number(value) * 1_000_000 : Number.NaN;
    return Number.isFinite(million) && million >= 0 ? Number(million.toPrecision(12)) : null;
  };
  const [input, output, cachedInput] = [amount(prompt), amount(completion), amount(cached)];
  if (input === null || output === null) return null;
  return { model, input, output, ...(cachedInput === null ? {} : { cachedInput }) };
}

export interface ConnectionTest {
  readonly ok: boolean;
  /** One sentence: what works, or what is wrong. */
  readonly message: string;
  /** What to do; `null` if all is well. */
  readonly remedy: string | null;
  /** The error code; `null` if all is well. */
  readonly code: ModelError['code'] | null;
  /** The models to choose from; empty if the server does not list them. */
  readonly models: readonly ModelInfo[];
  /** Things to know although all works, one sentence each. */
  readonly warnings: readonly string[];
  /** The short question that was asked. It may cost a fraction of a cent. */
  readonly calls: readonly CallRecord[];
}

/**
 * Tests an endpoint: is there a server, does it accept the key, has it the model, does it answer. Some servers list models
 * without a key, so a short question comes last. Never retries.
 *
 * @param endpoint with an empty `model`, only the list is requested
 * @throws WikiError `living-wiki:cancelled` only
 */
export async function testConnection(endpoint: Endpoint, deps: ModelDeps, run: Run): Promise<ConnectionTest> {
  const quick: Endpoint = { ...endpoint, limits: { ...endpoint.limits, maxRetries: 0 } };
  const warnings: string[] = [];
  let models: readonly ModelInfo[] = [];
  const failed = ({ message, remedy, code, calls }: ModelError): ConnectionTest => ({
    ok: false,
    message,
    remedy: remedy ?? null,
    code,
    models,
    warnings,
    calls,
  });
  const works = (message: string, calls: readonly CallRecord[]): ConnectionTest => ({
    ok: true,
    message,
    remedy: null,
    code: null,
    models,
    warnings,
    calls,
  });
  const { model } = endpoint;
  try {
    if (isUnencrypted(normaliseBaseUrl(endpoint.baseUrl))) {
      warnings.push('The connection is not encrypted. Others on the network can read your texts and the key.');
    }
    try {
      models = await listModels(quick, deps, run);
    } catch (error) {
      if (!isModelError(error)) throw error;
      // Some servers have no list but answer; the question below decides.
      if (error.code !== 'living-wiki:model_incompatible_server' || model === '') return failed(error);
    }
    if (model === '') return works(`The server offers ${plural(models.length, 'model')}.`, []);
    if (models.length > 0 && !models.some(({ id }) => isSameModel(id, model))) {
      const message = `The server has no model "${model}". It offers ${describeModels(models)}.`;
      return failed(new ModelError('living-wiki:model_missing', message));
    }
    const question = { messages: [{ role: 'user', content: 'Answer with the word "ready".' }] } as const;
    const answer = await createModel(quick, deps).ask(question, run);
    return works(`${answer.model} is ready.`, answer.calls);
  } catch (error) {
    if (!isModelError(error)) throw error;
    return failed(error);
  }
}

/** Ollama lists `llama3:latest` and takes `llama3`. */
const isSameModel = (listed: string, wanted: string): boolean => listed === wanted || listed === `${wanted}:latest`;

function describeModels(models: readonly ModelInfo[]): string {
  const names = models.slice(0, 5).map(({ id }) => id);
  const more = models.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
