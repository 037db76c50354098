import { asWikiError, tryModel } from '../../workbench';
import type { ModelInfo } from '../../workbench';
import type { WikiDesk } from '../desk';
import { appClock, appRandom, appRun } from '../host';
import { app, settings as words } from '../locale';

/** Stands for a model while none is chosen: the server's list is asked for all the same. */
const ANY_MODEL = '*';

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

  /** Another server was chosen. */
  forget(): void {
    this.offered = [];
    this.said = '';
  }

  abort(): void {
    this.#running?.abort();
  }

  /** Asks the server for its list, and the chosen model one short question. Closing the settings ends it. */
  async run(): Promise<void> {
    const test = new AbortController();
    this.#running = test;
    this.#changed();
    try {
      const { model = ANY_MODEL, ...settings } = this.#desk.host.modelSettings();
      const look = { settings: { ...settings, model }, ...this.#desk.host.network, clock: appClock, random: appRandom };
      const { message, remedy, models, warnings } = await tryModel(look, appRun(test.signal));
      this.offered = models;
      const isList = model === ANY_MODEL && models.length > 0;
      const said = isList ? [words.model.listed(models.length)] : [message, remedy];
      this.said = [...said, ...warnings].filter((text) => text !== null).join(' ');
    } catch (error) {
      const { message, remedy } = asWikiError(error, 'living-wiki:unexpected');
      this.said = app.notice.error(message, remedy ?? null);
    }
    this.#running = null;
    if (!test.signal.aborted) this.#changed();
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
