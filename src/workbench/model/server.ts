import { type Clock, type Random, type Run } from '../../base';
import {
  createBudget,
  createMemoryDailyUsage,
  embed,
  isModelError,
  listModels,
  testConnection,
  type ConnectionTest,
  type DailyUsage,
  type Fetch,
  type ModelInfo,
  type Timer,
} from '../../model';
import { costOfEntries, type ModelCost } from './cost';
import { serverAddress, endpointFor, modelNotConfigured, type ModelSettings } from './settings';
import { createTransientMemory } from './stores';

/** What a host gives, so that a model can be asked. */
export interface ModelHost {
  readonly settings: ModelSettings;
  readonly fetch: Fetch;
  readonly timer: Timer;
  /**
   * What counts against the limits of a day, where these hold for more than one wiki: of a person's machine, of a vault.
   * Without one each wiki has its own day.
   */
  readonly usageLog?: DailyUsage;
}

/** A look at a model server, without a wiki. */
export interface ModelServer extends ModelHost {
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The models that the server offers.
 * @throws WikiError `living-wiki:model_not_configured` without an address; ModelError of the room `model`
 */
export function listServerModels(look: ModelServer, run: Run): Promise<readonly ModelInfo[]> {
  if (serverAddress(look.settings) === null) throw modelNotConfigured(look.settings);
  return listModels(
    endpointFor(look.settings, look.settings.model ?? ''),
    { ...look, capabilities: createTransientMemory() },
    run,
  );
}

/** What came of a test, of the chosen model and of the embedding model together. */
export interface ModelServerTest extends ConnectionTest {
  /** What the test itself has used. */
  readonly cost: ModelCost;
}

/**
 * Tries the server, the key and the model with one short question, then the embedding model, where one is set up, with one
 * word. The limits of work do not hold here, but what is used counts on the day.
 * @param look its model is empty where a person has none yet: then the list is all that is asked of the server for it
 * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:cancelled`; what is wrong stands in the result
 */
export async function testModelServer(look: ModelServer, run: Run): Promise<ModelServerTest> {
  const { settings, clock, usageLog: book } = look;
  const { embeddingModel, model = embeddingModel && '' } = settings;
  const ledger = createBudget({ prices: settings.prices, days: book ?? createMemoryDailyUsage(), clock });
  const deps = { ...look, budget: ledger, capabilities: createTransientMemory() };
  const test = await testConnection(endpointFor(settings, model), deps, run);
  const both = test.ok && embeddingModel !== undefined ? await withEmbeddings(embeddingModel) : test;
  return { ...both, cost: costOfEntries(ledger.charged, 0) };

  async function withEmbeddings(name: string): Promise<ConnectionTest> {
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
