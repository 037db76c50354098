import { type Translation } from '../translation';

export const jobs: Translation['jobs'] = {};
