import { type Translation } from '../translation';

export const app: Translation['app'] = {};
