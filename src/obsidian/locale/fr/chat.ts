import { type Translation } from '../translation';

export const chat: Translation['chat'] = {};
