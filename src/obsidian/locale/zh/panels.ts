import { type Translation } from '../translation';

export const panels: Translation['panels'] = {};
