import { type Translation } from '../translation';

export const memory: Translation['memory'] = {};
