import { type Translation } from '../translation';

export const settings: Translation['settings'] = {};
