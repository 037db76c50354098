import { type Translation } from '../translation';

export const plan: Translation['plan'] = {};
