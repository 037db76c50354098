import { type Translation } from '../translation';

export const review: Translation['review'] = {};
