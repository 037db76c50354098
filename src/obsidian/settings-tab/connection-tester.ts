import { asWikiError, formatCost, testModelServer, type ModelInfo } from '../../workbench';
import { type PluginController } from '../controller';
import { appClock, appRandom, appRun } from '../host';
import { coreText, settings as words } from '../locale';

/** Tests the configured model, and knows which models its server offers. */
export class ConnectionTester {
  /** Models that the server listed in the last test. */
  models: readonly ModelInfo[] = [];
  /** The outcome of the last test, as text. */
  result = '';
  /** Whether the last test failed. */
  hasFailed = false;
  readonly #controller: PluginController;
  readonly #onChange: () => void;
  #running: AbortController | null = null;

  /** @param onChange called when a test starts or ends */
  constructor(controller: PluginController, onChange: () => void) {
    this.#controller = controller;
    this.#onChange = onChange;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Forgets what another server said. */
  reset(): void {
    this.abort();
    this.models = [];
    this.result = '';
    this.hasFailed = false;
  }

  abort(): void {
    this.#running?.abort();
    this.#running = null;
  }

  /** Asks the server for its models, and each configured model one short question. */
  async run(): Promise<void> {
    const test = (this.#running = new AbortController());
    this.#onChange();
    let lines: readonly (string | null)[];
    let offered = this.models;
    let hasFailed = true;
    try {
      await this.#controller.approveModel();
      const host = await this.#controller.host();
      const { model = '', ...settings } = host.modelSettings();
      const request = { settings: { ...settings, model }, ...host.network, clock: appClock, random: appRandom };
      const { ok, message, remedy, models, warnings, cost } = await testModelServer(request, appRun(test.signal));
      lines = [
        coreText(message),
        remedy && coreText(remedy),
        ...warnings.map(coreText),
        cost.models.length > 0 ? words.model.used(coreText(formatCost(cost))) : null,
      ];
      offered = models;
      hasFailed = !ok;
    } catch (error) {
      const { message, remedy } = asWikiError(error, 'living-wiki:unexpected');
      lines = [message, remedy ?? null];
    }
    if (this.#running !== test) return;
    this.#running = null;
    this.models = offered;
    this.hasFailed = hasFailed;
    this.result = lines.filter(Boolean).join(' ');
    this.#onChange();
  }

  /** Takes over the price that the server states for the chosen model, unless one is set. */
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
