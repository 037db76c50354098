import { type Translation } from '../translation';

export const packs: Translation['packs'] = {};
