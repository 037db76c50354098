import { type Translation } from '../translation';

export const home: Translation['home'] = {};
