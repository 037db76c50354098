import * as z from 'zod/mini';
import { answerSchema } from '../model';
import { fold, formsOf, tokenise } from '../search';
import { wellFormed } from './canonical';
import { listOf, type ModelStance } from './consensus';
import { labelOf } from './labels';
import { type GivenSource } from './prompts';
import { SIGNIFICANCES, type ClaimTrace, type Position, type Role, type SourceQuote } from './types';

/** What a model said in one of the first two rounds. */
export interface ModelStatement {
  readonly round: 1 | 2;
  readonly slot: number;
  readonly model: string;
  readonly role: Role;
  readonly content: string;
}

/** How the third round names a text: `A1` is what A answered, `A2` what it criticised. */
export const textLabel = ({ slot, round }: Pick<ModelStatement, 'slot' | 'round'>): string =>
  `${labelOf(slot)}${round}`;

const sorting = z.object({
  claims: z.array(
    z.object({
      claim: z.string(),
      significance: z.enum(SIGNIFICANCES),
      stances: z.array(
        z.object({ text: z.string(), stance: z.enum(['supports', 'disputes', 'unsure']), quote: z.string() }),
      ),
      sources: z.array(z.object({ source: z.string(), quote: z.string() })),
      reason: z.string(),
    }),
  ),
  follow_ups: z.array(z.string()),
  synthesis: z.string(),
});
export type SortedClaims = z.infer<typeof sorting>;

export const sortedClaimsSchema = () => answerSchema('deliberation', sorting);

const MAX_CLAIMS = 60;
const MAX_CLAIM_LENGTH = 600;
const MAX_FOLLOW_UPS = 5;
const MAX_SYNTHESIS_LENGTH = 4_000;

/** What code keeps of the third round. */
export interface Extraction {
  readonly traces: readonly (ClaimTrace & { readonly reason: string })[];
  readonly followUps: readonly string[];
  readonly synthesis: string;
  /** Claims that nobody made. */
  readonly invented: readonly string[];
  /** Quotes that are not in the text they were given for. */
  readonly missingQuotes: number;
  /** Models that take no stance on anything that another model said. */
  readonly apart: readonly string[];
}

/** Text of a model as it stands on one line of a page: no line break, and nothing that a template plugin runs. */
const claimLine = (text: string, length = MAX_CLAIM_LENGTH): string =>
  wellFormed(text)
    .replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/<%/g, '< %')
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

/**
 * Checks the third round against what was said. A stance counts only if its quote is in the text that it names; a claim only if some text
 * makes it and its words are in the quotes that it rests on. Which list a claim belongs to follows from the stances.
 */
export function checkSortedClaims(
  sorted: SortedClaims,
  said: readonly ModelStatement[],
  sources: readonly GivenSource[],
): Extraction {
  const texts = new Map(said.map((each) => [textLabel(each), { each, folded: comparable(each.content) }]));
  const models = [...new Set(said.filter(({ round }) => round === 1).map(({ model }) => model))];
  const given = new Map(sources.map(({ name, uri, text }) => [name, { uri, folded: comparable(text) }]));
  const traces: (ClaimTrace & { reason: string })[] = [];
  const invented: string[] = [];
  const seen = new Set<string>();
  let missingQuotes = 0;
  for (const { claim: text, significance, stances, sources: cited, reason } of sorted.claims.slice(0, MAX_CLAIMS)) {
    const claim = claimLine(text);
    if (claim === '' || seen.has(comparable(claim))) continue;
    seen.add(comparable(claim));
    const positions: Position[] = [];
    const spoken: string[] = [];
    for (const { text: label, stance, quote: raw } of stances) {
      const found = texts.get(label.trim().toUpperCase());
      const quote = claimLine(raw);
      if (found === undefined || !isQuoteOf(quote, found.folded)) {
        missingQuotes += 1;
        continue;
      }
      const { model, round, slot, role, content } = found.each;
      spoken.push(content);
      positions.push({ model, stance, round, slot, role, quote });
    }
    const list = listOf(stancesOf(positions, models));
    if (list === null || !isCarriedBy(claim, positions, spoken)) {
      invented.push(claim);
      continue;
    }
    const quotes: SourceQuote[] = [];
    for (const { source, quote: raw } of cited) {
      const found = given.get(source.trim().toUpperCase());
      const quote = claimLine(raw);
      if (found !== undefined && isQuoteOf(quote, found.folded)) quotes.push({ uri: found.uri, quote });
      else missingQuotes += 1;
    }
    traces.push({ claim, list, significance, positions, sources: quotes, reason: claimLine(reason, 200) });
  }
  return {
    traces,
    followUps: [...new Set(sorted.follow_ups.map((each) => claimLine(each, 300)))]
      .filter(Boolean)
      .slice(0, MAX_FOLLOW_UPS),
    synthesis: synthesisText(sorted.synthesis),
    invented,
    missingQuotes,
    apart: modelsApart(traces, models),
  };
}

/** The stance of each model: that of the later round, where it took one in both. Within a round, a dispute outweighs the rest. */
export function stancesOf(positions: readonly Position[], models: readonly string[]): readonly ModelStance[] {
  return models.map((model) => positionOf(positions, model)?.stance ?? 'silent');
}

const WEIGHT = { disputes: 2, unsure: 1, supports: 0 } as const;

/** What a model holds of a claim in the end; `undefined` where it says nothing of it. */
export function positionOf(positions: readonly Position[], model: string): Position | undefined {
  return positions
    .filter((each) => each.model === model)
    .sort((a, b) => b.round - a.round || WEIGHT[b.stance] - WEIGHT[a.stance])[0];
}

export const comparable = (text: string): string =>
  fold(text.normalize('NFKC'))
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[‐-―−]/g, '-')
    .replace(/[*_`\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/** A shorter one would be found anywhere. */
const MIN_QUOTE_LENGTH = 6;
const MIN_UNSPACED_LENGTH = 3;

/** @param folded from {@link comparable} */
export function isQuoteOf(quote: string, folded: string): boolean {
  const wanted = comparable(quote).replace(/^["'\s.…]+|["'\s.…]+$/g, '');
  const least = /[\u3000-\u9fff\uac00-\ud7af]/.test(wanted) ? MIN_UNSPACED_LENGTH : MIN_QUOTE_LENGTH;
  return wanted.length >= least && folded.includes(wanted);
}

const numbersOf = (text: string): readonly string[] =>
  (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replace(/[.,]/g, ''));

/**
 * Whether a claim says no more than the texts that it is quoted from: a third of its words are in the quotes, two thirds in those texts, and
 * so is every number. Texts that dispute it count, because they repeat what they deny.
 */
function isCarriedBy(claim: string, positions: readonly Position[], texts: readonly string[]): boolean {
  const words = [...new Set(tokenise(claim))].filter((term) => term.length > 2 || /[^\p{Script=Latin}]/u.test(term));
  const carried = (text: string): number => {
    const there = new Set(tokenise(text).flatMap((term) => [term, ...formsOf(term)]));
    return words.filter((term) => there.has(term) || formsOf(term).some((form) => there.has(form))).length;
  };
  const [quoted, all] = [positions.map(({ quote }) => quote).join('\n'), texts.join('\n')];
  const numbers = new Set(numbersOf(all));
  const hasNumbers = numbersOf(claim).every((number) => numbers.has(number));
  return hasNumbers && carried(quoted) * 3 >= words.length && carried(all) * 3 >= words.length * 2;
}

function synthesisText(text: string): string {
  const clean = wellFormed(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cf}/gu, '')
    .replace(/<%/g, '< %')
    .trim();
  return clean
    .slice(0, MAX_SYNTHESIS_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** The models that share no claim with any other: they probably answered something else. */
function modelsApart(traces: readonly ClaimTrace[], models: readonly string[]): readonly string[] {
  const shared = new Set(
    traces.flatMap(({ positions }) => {
      const speakers = [...new Set(positions.map(({ model }) => model))];
      return speakers.length > 1 ? speakers : [];
    }),
  );
  return models.filter((model) => !shared.has(model));
}
