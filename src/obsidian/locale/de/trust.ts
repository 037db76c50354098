import { type Translation } from '../translation';

export const trust: Translation['trust'] = {};
