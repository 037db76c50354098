import { type ModelField, type Settings } from '../settings';

/** What a row of the settings stands for. */
export type SettingKey = keyof Settings | ModelField;
