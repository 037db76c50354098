import { type Translation } from '../translation';

export const units: Translation['units'] = {};
