import { editDistance } from '../base';

/** Less similar names are not suggested; 1 means equal. */
export const MIN_SIMILARITY = 0.6;
/** Names that share a smaller part of their trigrams are not compared further. */
const MIN_TRIGRAM_OVERLAP = 0.4;
/** Longer names are compared by their beginnings. */
const MAX_NAME_LENGTH = 80;

/** What names are compared by, once the trigrams that they share are counted. */
export interface ComparedName {
  readonly folded: string;
  /** The number of its trigrams. */
  readonly size: number;
}

export interface NameFeatures extends ComparedName {
  readonly trigrams: ReadonlySet<string>;
}

export function featuresOf(name: string): NameFeatures {
  const trigrams = new Set<string>();
  for (const word of wordsOf(name)) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3));
  }
  return { folded: foldName(name), size: trigrams.size, trigrams };
}

/**
 * A name without case, accents, spaces and punctuation: `Café Müller` and `cafe-muller` are both `cafemuller`. Signs that
 * make another name stay (`c++` is not `c#`), and numbers stay apart (`v1.2` is not `v12`).
 */
export function foldName(name: string): string {
  return normalizeName(name)
    .replace(/(\p{N})[\s\p{Pd}_.,:/]+(?=\p{N})/gu, '$1|')
    .replace(/[\s\p{Pd}_.,:;!?'’"()]+/gu, '');
}

/** Names with one key have the same features. The words give the trigrams; the folded name tells `c++` from `c`. */
export function featuresKey(name: string): string {
  return `${wordsOf(name).join(' ')}\n${foldName(name)}`;
}

/**
 * How similar two names are, from 0 to 1; 0 for all that are not worth suggesting. It depends on the two names only, so
 * adding or removing a name does not change how others compare.
 *
 * @param common the number of trigrams that they share
 */
export function similarity(a: ComparedName, b: ComparedName, common: number): number {
  if (!sharesEnough(a.size, b.size, common)) return 0;
  const dice = overlap(a.size, b.size, common);
  const length = Math.max(a.folded.length, b.folded.length) || 1;
  const edits = editDistance(a.folded, b.folded, Math.floor((1 - MIN_SIMILARITY) * length));
  const score = Math.max(dice, 1 - edits / length);
  return score >= MIN_SIMILARITY ? score : 0;
}

export function countCommonTrigrams(a: NameFeatures, b: NameFeatures): number {
  const [few, many] = a.size < b.size ? [a.trigrams, b.trigrams] : [b.trigrams, a.trigrams];
  let common = 0;
  for (const trigram of few) if (many.has(trigram)) common++;
  return common;
}

/** Whether two names can share enough trigrams, judging by their numbers alone. */
export function canBeSimilar(a: ComparedName, b: ComparedName): boolean {
  return sharesEnough(a.size, b.size, Math.min(a.size, b.size));
}

/** Whether names with `a` and `b` trigrams, `common` of them in both, are worth comparing. */
export function sharesEnough(a: number, b: number, common: number): boolean {
  return overlap(a, b, common) >= MIN_TRIGRAM_OVERLAP;
}

function overlap(a: number, b: number, common: number): number {
  return (2 * common) / (a + b || 1);
}

function wordsOf(name: string): readonly string[] {
  return normalizeName(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function normalizeName(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC');
}
