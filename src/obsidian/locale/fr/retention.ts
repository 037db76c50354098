import { type Translation } from '../translation';

export const retention: Translation['retention'] = {};
