import { type ModelSettings } from '../workbench';

/** One setting. */
export interface ConfigSetting {
  readonly name: string;
  /** A description of valid values. */
  readonly expects: string;
  /** As it is shown; `null` when nothing is set. A key is never shown. */
  format(settings: ModelSettings): string | null;
  /** The settings with the value, or without it for `null`; checked afterwards as a whole. */
  set(settings: ModelSettings, value: string | null): ModelSettings;
}
