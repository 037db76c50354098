import { pluralOf } from '../plural';

const { plural: counted } = pluralOf('en');

/** A number with its noun: `1 page`, `2 pages`. */
export const plural = (count: number, one: string, many = `${one}s`): string => counted(count, one, many);
