import { type Translation } from '../translation';

export const pictures: Translation['pictures'] = {};
