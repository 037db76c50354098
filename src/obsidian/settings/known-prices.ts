import { parsePrices, printPrices } from './prices';

/** When the providers' price lists were last compared with these. */
export const PRICES_KNOWN_AT = '2026-10';

/** Where the providers publish their prices. A person opens these; the program never does. */
export const PRICE_PAGES = [
  ['OpenAI', 'https://platform.openai.com/docs/pricing'],
  ['Anthropic', 'https://platform.claude.com/docs/en/about-claude/pricing'],
  ['OpenRouter', 'https://openrouter.ai/models'],
] as const;

/** List prices in USD, in the form that people edit. The first pattern that matches applies. */
const KNOWN = `*gpt-5.4-mini* 0.75 4.5 0.075
*gpt-5.4* 2.5 15 0.25
*gpt-5.2* 1.75 14 0.175
*gpt-5-mini* 0.25 2 0.025
*gpt-4.1 2 8 0.5
*gpt-4o-mini* 0.15 0.6 0.075
*gpt-4o* 2.5 10 1.25
*claude-haiku-4* 1 5 0.1
*claude-sonnet-5 2 10 0.2
*claude-sonnet-4* 3 15 0.3
*claude-opus-5 5 25 0.5
whisper-1 minute 0.006`;

/** The prices that a person entered, followed by the known ones of other models. `null` if what was entered is not valid. */
export function withKnownPrices(entered: string): string | null {
  const own = parsePrices(entered);
  const known = parsePrices(KNOWN);
  if (typeof own === 'number' || typeof known === 'number') return null;
  const names = new Set(own.map(({ model }) => model));
  return printPrices([...own, ...known.filter(({ model }) => !names.has(model))]);
}
