import { asWikiError, formatCost, testModelServer, type ModelInfo } from '../../workbench';
import { type PluginController } from '../controller';
import { appClock, appRandom, appRun } from '../host';
import { settings as words } from '../locale';

/** Tries the model that is chosen, and knows what its server offers. */
export class ConnectionTester {
  /** What the server said it offers when it was asked last. */
  models: readonly ModelInfo[] = [];
  /** What came of the last test. */
  result = '';
  readonly #controller: PluginController;
  readonly #onChange: () => void;
  #running: AbortController | null = null;

  /** @param changed to be called when a test began or ended */
  constructor(controller: PluginController, changed: () => void) {
    this.#controller = controller;
    this.#onChange = changed;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Another server was chosen: what the one before says is of no use. */
  reset(): void {
    this.abort();
    this.models = [];
    this.result = '';
  }

  abort(): void {
    this.#running?.abort();
    this.#running = null;
  }

  /** Asks the server for its list, and the chosen models one short question each. Closing the settings ends it. */
  async run(): Promise<void> {
    const test = (this.#running = new AbortController());
    this.#onChange();
    let result: readonly (string | null)[];
    let offered = this.models;
    try {
      const { model = '', ...settings } = this.#controller.host.modelSettings();
      const look = {
        settings: { ...settings, model },
        ...this.#controller.host.network,
        clock: appClock,
        random: appRandom,
      };
      const { message, remedy, models, warnings, cost } = await testModelServer(look, appRun(test.signal));
      result = [message, remedy, ...warnings, cost.models.length > 0 ? words.model.used(formatCost(cost)) : null];
      offered = models;
    } catch (error) {
      const { message, remedy } = asWikiError(error, 'living-wiki:unexpected');
      result = [message, remedy ?? null];
    }
    if (this.#running !== test) return;
    this.#running = null;
    this.models = offered;
    this.result = result.filter(Boolean).join(' ');
    this.#onChange();
  }

  /** Where the server says what a model costs, nobody has to look it up. */
  async adoptPrice(): Promise<void> {
    const { model } = this.#controller.settings;
    const { prices } = model;
    const price = this.models.find(({ id }) => id === model.model)?.price ?? null;
    if (price === null || prices.currency !== 'USD' || prices.prices.some((one) => one.model === price.model)) return;
    await this.#controller.changeSettings({
      model: { ...model, prices: { ...prices, prices: [...prices.prices, price] } },
    });
  }
}
