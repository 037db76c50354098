import type { Clock, Random, Run } from '../../base';
import { listModels, testConnection } from '../../model';
import type { ConnectionTest, DayTotals, Fetch, ModelInfo, Timer } from '../../model';
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

/**
 * Tries the server, the key and the model with one short question.
 * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:cancelled`; what is wrong stands in the result
 */
export function tryModel(look: ServerLook, run: Run): Promise<ConnectionTest> {
  return testConnection(endpointOf(look.settings), { ...look, memory: passingMemory() }, run);
}
