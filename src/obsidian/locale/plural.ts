import { numberText } from './format';

export interface Plural {
  /** A number with its noun. */
  readonly plural: (count: number, one: string, other: string) => string;
  /** The word that goes with a number. */
  readonly choose: (count: number, one: string, other: string) => string;
}

/**
 * The rule by which a language counts. Of the six languages here, none counts whole things in more than two forms below a
 * million.
 */
export function pluralOf(language: string): Plural {
  let rules: Intl.PluralRules | undefined;
  const choose = (count: number, one: string, other: string): string => {
    rules ??= new Intl.PluralRules(language);
    return rules.select(count) === 'one' ? one : other;
  };
  return { choose, plural: (count, one, other) => `${numberText(count)} ${choose(count, one, other)}` };
}
