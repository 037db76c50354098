import { asWikiError, describeCost, tryModel } from '../../workbench';
import type { ModelInfo } from '../../workbench';
import type { WikiDesk } from '../desk';
import { appClock, appRandom, appRun } from '../host';
import { settings as words } from '../locale';

/** Tries the model that is chosen, and knows what its server offers. */
export class ModelTrial {
  /** What the server said it offers when it was asked last. */
  offered: readonly ModelInfo[] = [];
  /** What came of the last test. */
  said = '';
  readonly #desk: WikiDesk;
  readonly #changed: () => void;
  #running: AbortController | null = null;

  /** @param changed to be called when a test began or ended */
  constructor(desk: WikiDesk, changed: () => void) {
    this.#desk = desk;
    this.#changed = changed;
  }

  get running(): boolean {
    return this.#running !== null;
  }

  /** Another server was chosen: what the one before says is of no use. */
  forget(): void {
    this.abort();
    this.offered = [];
    this.said = '';
  }

  abort(): void {
    this.#running?.abort();
    this.#running = null;
  }

  /** Asks the server for its list, and the chosen models one short question each. Closing the settings ends it. */
  async run(): Promise<void> {
    const test = (this.#running = new AbortController());
    this.#changed();
    let said: readonly (string | null)[];
    let offered = this.offered;
    try {
      const { model = '', ...settings } = this.#desk.host.modelSettings();
      const look = { settings: { ...settings, model }, ...this.#desk.host.network, clock: appClock, random: appRandom };
      const { message, remedy, models, warnings, cost } = await tryModel(look, appRun(test.signal));
      said = [message, remedy, ...warnings, cost.models.length > 0 ? words.model.used(describeCost(cost)) : null];
      offered = models;
    } catch (error) {
      const { message, remedy } = asWikiError(error, 'living-wiki:unexpected');
      said = [message, remedy ?? null];
    }
    if (this.#running !== test) return;
    this.#running = null;
    this.offered = offered;
    this.said = said.filter(Boolean).join(' ');
    this.#changed();
  }

  /** Where the server says what a model costs, nobody has to look it up. */
  async takePrice(): Promise<void> {
    const { model } = this.#desk.settings;
    const { prices } = model;
    const price = this.offered.find(({ id }) => id === model.model)?.price ?? null;
    if (price === null || prices.currency !== 'USD' || prices.prices.some((one) => one.model === price.model)) return;
    await this.#desk.change({ model: { ...model, prices: { ...prices, prices: [...prices.prices, price] } } });
  }
}
