import { type Translation } from '../translation';

export const evidence: Translation['evidence'] = {};
