import { pluralOf } from '../plural';

export const { choose, plural } = pluralOf('es');
