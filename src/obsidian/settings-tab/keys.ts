import type { ModelField, Settings } from '../settings';

/** What a row of the settings stands for. */
export type Key = keyof Settings | ModelField;
