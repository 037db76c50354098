import { type DailyUsage, type Fetch, type Timer } from '../../model';
import { type ModelSettings } from './settings';

/** What a host provides so that a model can be asked. */
export interface ModelHost {
  readonly settings: ModelSettings;
  readonly fetch: Fetch;
  readonly timer: Timer;
  /**
   * Usage that counts against the daily limits, when several wikis share them. Without one, each wiki has its own limits.
   */
  readonly usageLog?: DailyUsage;
}
