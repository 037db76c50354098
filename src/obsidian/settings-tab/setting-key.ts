import { type ModelField, type Settings } from '../settings';

/** The key of a control in the settings tab. */
export type SettingKey = keyof Settings | ModelField | 'plainHttp';
