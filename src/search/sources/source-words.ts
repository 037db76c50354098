import { editDistance } from '../../base';
import { canBePrefix, maxEdits } from '../fuzzy';
import { indexTerms, numberedTerms, PART, queryTerms } from '../tokenise';
import { formsOf } from '../word-forms';
import { type PartReader } from './parts';
import { type Segment, type TermLine } from './segment';

/** How much another form of a word counts beside the word, one that only begins with it, one spelt nearly so, a part of a word. */
const FORM = 0.6;
const PREFIX = 0.4;
const FUZZY = 0.4;
const IN_PART = 0.25;

/** So many terms that begin as a word does are looked at, and among so many one that is spelt nearly so is looked for. */
const MAX_BEGINNING = 60;
const MAX_NEAR = 20_000;

/** The letters in which a word and a near spelling agree. */
const NEAR_START = 2;

/** A word of a query, and the terms that stand for it. */
export interface SourceWord {
  /** How much a term counts beside the word itself, by the term. */
  readonly forms: ReadonlyMap<string, number>;
  /** The inverse document frequency among all blocks. */
  readonly rarity: number;
}

/** A word with the lines of each segment that its terms have. */
export interface FoundWord extends SourceWord {
  readonly lines: readonly (readonly { readonly line: TermLine; readonly weight: number }[])[];
  readonly blocks: number;
}

/**
 * Looks a word up: itself and its other forms. A part of a word, such as `git` of `GitHub`, counts little beside them; where
 * nothing else fits, it counts as the word. What no text has is looked for as a beginning, and then in near spellings.
 *
 * @param isTyped whether the word may be half typed
 */
export async function findWord(
  term: string,
  isTyped: boolean,
  segments: readonly Segment[],
  parts: PartReader,
): Promise<FoundWord> {
  const total = segments.reduce((sum, { blockCount }) => sum + blockCount, 0);
  const own = new Map([[term, 1], ...formsOf(term).map((form): [string, number] => [form, FORM])]);
  const found = await linesOf(own, segments, parts);
  const isKnown = found.some((lines) => lines.length > 0);
  const inParts = await linesOf(new Map([[PART + term, isKnown ? IN_PART : 1]]), segments, parts);
  const lists = found.map((lines, at) => [...lines, ...(inParts[at] ?? [])]);
  if (isTyped || lists.every((lines) => lines.length === 0)) {
    const weight = isKnown ? PREFIX : 1;
    for (const [at, segment] of segments.entries()) {
      const beginning = await beginningWith(term, segment, parts);
      lists[at] = [...(lists[at] ?? []), ...beginning.map((line) => ({ line, weight: PREFIX * weight }))];
    }
  }
  if (lists.every((lines) => lines.length === 0)) {
    for (const [at, segment] of segments.entries())
      lists[at] = (await nearTo(term, segment, parts)).map((line) => ({ line, weight: FUZZY }));
  }
  const counted = lists.map((lines) => lines.filter(({ line }) => !line.term.startsWith(PART) || !isKnown));
  const blocks = blocksOf(counted, total);
  const forms = new Map(lists.flat().map(({ line, weight }) => [line.term, weight]));
  return { forms, lines: lists, blocks, rarity: rarityOf(blocks, total) };
}

/** Looks up a number with the word before it; `null` where no text has them so. */
export async function findNumbered(
  term: string,
  segments: readonly Segment[],
  parts: PartReader,
): Promise<FoundWord | null> {
  const total = segments.reduce((sum, { blockCount }) => sum + blockCount, 0);
  const lines = await linesOf(new Map([[term, 1]]), segments, parts);
  const blocks = blocksOf(lines, total);
  return blocks === 0 ? null : { forms: new Map([[term, 1]]), lines, blocks, rarity: rarityOf(blocks, total) };
}

function blocksOf(lists: readonly (readonly { readonly line: TermLine }[])[], total: number): number {
  const sum = lists.flat().reduce((blocks, { line }) => blocks + line.blocks, 0);
  return Math.min(total, sum);
}

/** The inverse document frequency. */
const rarityOf = (blocks: number, total: number): number => Math.log(1 + (total - blocks + 0.5) / (blocks + 0.5));

async function linesOf(
  terms: ReadonlyMap<string, number>,
  segments: readonly Segment[],
  parts: PartReader,
): Promise<readonly { readonly line: TermLine; readonly weight: number }[][]> {
  const lists: { readonly line: TermLine; readonly weight: number }[][] = [];
  for (const segment of segments) {
    const list: { readonly line: TermLine; readonly weight: number }[] = [];
    for (const [term, weight] of terms) {
      const line = await segment.find(term, parts);
      if (line !== null) list.push({ line, weight });
    }
    lists.push(list);
  }
  return lists;
}

async function beginningWith(term: string, segment: Segment, parts: PartReader): Promise<readonly TermLine[]> {
  if (!canBePrefix(term)) return [];
  return (await segment.beginning(term, MAX_BEGINNING, parts)).filter((line) => line.term !== term);
}

async function nearTo(term: string, segment: Segment, parts: PartReader): Promise<readonly TermLine[]> {
  const edits = maxEdits(term);
  if (edits === 0) return [];
  const near = await segment.beginning(term.slice(0, NEAR_START), MAX_NEAR, parts);
  return near.filter((line) => editDistance(line.term, term, edits) <= edits);
}

/**
 * How well a text says what is asked: the rarities of the words that it has, each once.
 *
 * @param words as a search found them @param context says what the text is about, and counts half
 */
export function wordScore(text: string, context: string, words: readonly SourceWord[]): number {
  const own = weightsIn(text, words);
  const around = weightsIn(context, words);
  return words.reduce((sum, { rarity }, at) => sum + rarity * Math.max(own[at] ?? 0, (around[at] ?? 0) / 2), 0);
}

/** How much each word counts in a text, from 0 to 1. */
function weightsIn(text: string, words: readonly SourceWord[]): number[] {
  const terms = new Set([...indexTerms(text), ...numberedTerms(text)]);
  return words.map(({ forms }) => {
    let most = 0;
    for (const [form, weight] of forms) if (weight > most && terms.has(form)) most = weight;
    return most;
  });
}

/** Which part of the neighbours in a query stand side by side in a text, too, from 0 to 1. */
export function adjacency(text: string, query: string): number {
  const asked = queryTerms(query);
  if (asked.length < 2) return 0;
  const said = ` ${indexTerms(text).join(' ')} `;
  const pairs = asked.slice(1).filter((term, at) => said.includes(` ${asked[at] ?? ''} ${term} `));
  return pairs.length / (asked.length - 1);
}
