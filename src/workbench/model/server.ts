import { type Clock, type Random, type Run } from '../../base';
import {
  createBudget,
  createModel,
  createMemoryDailyUsage,
  embed,
  isModelError,
  listModels,
  testConnection,
  type ConnectionTest,
  type ModelInfo,
} from '../../model';
import { costOfEntries, type ModelCost } from './cost';
import { type ModelHost } from './host';
import { serverAddress, endpointFor, modelNotConfigured } from './settings';
import { createTransientMemory } from './stores';

/** Access to a model server without a wiki. */
export interface ModelServer extends ModelHost {
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The models that the server offers.
 * @throws WikiError `living-wiki:model_not_configured` without an address; ModelError of the room `model`
 */
export function listServerModels(server: ModelServer, run: Run): Promise<readonly ModelInfo[]> {
  const { settings } = server;
  if (serverAddress(settings) === null) throw modelNotConfigured(settings);
  const deps = { ...server, capabilities: createTransientMemory() };
  return listModels(endpointFor(settings, settings.model ?? ''), deps, run);
}

const NEEDS_SMALL_STEPS =
  'The model cannot plan eight sentences at once. Turn small steps on (`small-steps`): it is then asked about a few sentences at a time.';

/** The result of testing the chosen model and the embedding model. */
interface ModelServerTest extends ConnectionTest {
  /** What the test itself used. */
  readonly cost: ModelCost;
}

/**
 * Tests the server, the key and the model with one short question, then the embedding model, if one is set up, with one
 * word. The limits of a job do not apply, but the usage counts for the day. Without a chosen model, only the list of models
 * is requested.
 * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:cancelled`; other problems are in the result
 */
export async function testModelServer(server: ModelServer, run: Run): Promise<ModelServerTest> {
  const { settings, clock, usageLog } = server;
  const { embeddingModel, model = embeddingModel && '' } = settings;
  const budget = createBudget({ prices: settings.prices, days: usageLog ?? createMemoryDailyUsage(), clock });
  const deps = { ...server, budget, capabilities: createTransientMemory() };
  const test = await testConnection(endpointFor(settings, model), deps, run);
  const probed = test.ok && settings.model !== undefined ? await withSteps(test) : test;
  const both = probed.ok && embeddingModel !== undefined ? await withEmbeddings(probed, embeddingModel) : probed;
  return { ...both, cost: costOfEntries(budget.charged, 0) };

  /** Says how ingest has to ask the model. */
  async function withSteps(tested: ConnectionTest): Promise<ConnectionTest> {
    const { probeSteps } = await import('../../ingest');
    try {
      const steps = await probeSteps(createModel(endpointFor(settings), deps), server.random, run);
      return steps === 'whole' ? tested : { ...tested, warnings: [...tested.warnings, NEEDS_SMALL_STEPS] };
    } catch (error) {
      if (!isModelError(error)) throw error;
      return { ...tested, warnings: [...tested.warnings, `The model failed at a second question: ${error.message}`] };
    }
  }

  async function withEmbeddings(test: ConnectionTest, name: string): Promise<ConnectionTest> {
    try {
      const [vector] = await embed(endpointFor(settings, name), deps, ['ready'], run);
      return { ...test, message: `${test.message} ${name} makes embeddings of ${vector?.length ?? 0} numbers.` };
    } catch (error) {
      if (!isModelError(error)) throw error;
      const message = `${test.message} The embedding model "${name}" does not work: ${error.message}`;
      return { ...test, ok: false, message, remedy: error.remedy ?? null, code: error.code };
    }
  }
}
