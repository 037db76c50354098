import { type Translation } from '../translation';

export const maintain: Translation['maintain'] = {};
