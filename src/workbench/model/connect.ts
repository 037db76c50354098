import type { Clock, Random, Run } from '../../base';
import { createLedger, createMemoryDays, embed, isModelError, listModels, testConnection } from '../../model';
import type { ConnectionTest, DayTotals, Fetch, ModelInfo, Timer } from '../../model';
import { costOfEntries } from './cost';
import type { ModelCost } from './cost';
import { addressOf, endpointOf, notConfigured } from './settings';
import type { ModelSettings } from './settings';
import { passingMemory } from './stores';

/** What a host gives, so that a model can be asked. */
export interface ModelHost {
  readonly settings: ModelSettings;
  readonly fetch: Fetch;
  readonly timer: Timer;
  /**
   * What counts against the limits of a day, where these hold for more than one wiki: of a person's machine, of a vault.
   * Without one each wiki has its own day.
   */
  readonly book?: DayTotals;
}

/** A look at a model server, without a wiki. */
export interface ServerLook extends ModelHost {
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The models that the server offers.
 * @throws WikiError `living-wiki:model_not_configured` without an address; ModelError of the room `model`
 */
export function offeredModels(look: ServerLook, run: Run): Promise<readonly ModelInfo[]> {
  if (addressOf(look.settings) === null) throw notConfigured(look.settings);
  return listModels(endpointOf(look.settings, look.settings.model ?? ''), { ...look, memory: passingMemory() }, run);
}

/** What came of a test, of the chosen model and of the embedding model together. */
export interface ServerTest extends ConnectionTest {
  /** What the test itself has used. */
  readonly cost: ModelCost;
}

/**
 * Tries the server, the key and the model with one short question, then the embedding model, where one is set up, with one
 * word. The limits of work do not hold here, but what is used counts on the day.
 * @param look its model is empty where a person has none yet: then the list is all that is asked of the server for it
 * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:cancelled`; what is wrong stands in the result
 */
export async function tryModel(look: ServerLook, run: Run): Promise<ServerTest> {
  const { settings, clock, book } = look;
  const { embeddingModel, model = embeddingModel && '' } = settings;
  const ledger = createLedger({ prices: settings.prices, days: book ?? createMemoryDays(), clock });
  const deps = { ...look, ledger, memory: passingMemory() };
  const test = await testConnection(endpointOf(settings, model), deps, run);
  const both = test.ok && embeddingModel !== undefined ? await withEmbeddings(embeddingModel) : test;
  return { ...both, cost: costOfEntries(ledger.entries, 0) };

  async function withEmbeddings(name: string): Promise<ConnectionTest> {
    try {
      const [vector] = await embed(endpointOf(settings, name), deps, ['ready'], run);
      return { ...test, message: `${test.message} ${name} makes embeddings of ${vector?.length ?? 0} numbers.` };
    } catch (error) {
      if (!isModelError(error)) throw error;
      const message = `${test.message} The embedding model "${name}" does not work: ${error.message}`;
      return { ...test, ok: false, message, remedy: error.remedy ?? null, code: error.code };
    }
  }
}
