import {
  isPast,
  readCallouts,
  readLedger,
  statementKey,
  supportKey,
  toOpposed,
  wordKey,
  type Claim,
  type OpposedPair,
  type OpposedStatement,
  type Snapshot,
} from '../../wiki';
import { compareStatements, type KnownSentence } from './compare-statements';
import { type ConflictPolicy } from './policy';

/** Whether a sentence of a page makes the statement: it rests on the same passage or, without a source, has the same words. */
export function makesStatement(claim: Claim, { sourceId, text }: OpposedStatement): boolean {
  if (sourceId === null) return claim.support.length === 0 && claim.key === wordKey(text);
  return (
    claim.support.includes(supportKey(sourceId, text)) ||
    (claim.citations.includes(sourceId) && claim.key.includes(wordKey(text)))
  );
}

/** Whether two pairs are about the same statements. */
export function isSamePair({ sides }: OpposedPair, other: OpposedPair): boolean {
  const keys = (pair: OpposedPair['sides']): string => pair.map(statementKey).sort().join('\n');
  return keys(sides) === keys(other.sides);
}

interface SideSentence extends KnownSentence {
  readonly statement: OpposedStatement;
  readonly claim: Claim;
}

/** Where the statements of one side are. */
export interface OpposedSide {
  /** Of the page; of one page for both sides, or of two. */
  readonly text: string;
  /** Ids of the sources whose statements count, and `null` for sentences without a source; all count when absent. */
  readonly ids?: ReadonlySet<string | null>;
}

/**
 * Statements of two sides that cannot both be true: first what callouts name, then what code finds in the words of the sources, and if
 * that is nothing, the two sentences of one paragraph that are most alike. What was moved to "History", and what a person settled, is left out.
 *
 * @param names all names of the pages
 * @param hint what the disagreement is about, in words; `''` if unknown, `null` not to go by likeness at all
 */
export function findOpposed(
  sides: readonly [OpposedSide, OpposedSide],
  names: readonly string[],
  snapshot: Snapshot,
  hint: string | null,
): readonly OpposedPair[] {
  const [a, b] = sides;
  const callouts = [...new Set([a.text, b.text])].flatMap(readCallouts);
  const has = ({ ids }: OpposedSide, { sourceId }: OpposedStatement): boolean => ids?.has(sourceId) ?? true;
  const fits = ({ sides: [one, other] }: OpposedPair): boolean =>
    (has(a, one) && has(b, other)) || (has(a, other) && has(b, one));
  const named = callouts.flatMap(({ state, pair }) => (pair !== null && fits(pair) ? [{ state, pair }] : []));
  const open = named.flatMap(({ state, pair }) => (state === 'open' ? [pair] : []));
  const isNew = (pair: OpposedPair): boolean =>
    !named.some((other) => isSamePair(pair, other.pair)) &&
    !callouts.some(({ state, attribute }) => state !== 'open' && attribute === pair.attribute);
  const [first, second] = [sentencesOf(a, snapshot), sentencesOf(b, snapshot)];
  const found = [...open, ...compareSides(first, second, names).filter(isNew)];
  if (found.length > 0 || named.length > 0 || a.text !== b.text || hint === null) return found;
  return [mostAlike(first, second, hint)].flatMap((pair) => (pair !== null && isNew(pair) ? [pair] : []));
}

function sentencesOf({ text, ids }: OpposedSide, snapshot: Snapshot): readonly SideSentence[] {
  return readLedger(text).claims.flatMap((claim) => {
    if (isPast(claim) || claim.kind === 'code') return [];
    const cited = [...new Set([...claim.notes.map(({ sourceId }) => sourceId), ...claim.citations])];
    const own = (cited.length === 0 ? [null] : cited).filter((id) => ids?.has(id) ?? true);
    return own.map((id) => {
      const statement = toOpposed(claim, id === null ? undefined : new Set([id]));
      const source = id === null ? null : (snapshot.source(id) ?? null);
      return { text: statement.text, source, before: null, statement, claim };
    });
  });
}

function compareSides(
  known: readonly SideSentence[],
  others: readonly SideSentence[],
  names: readonly string[],
): readonly OpposedPair[] {
  const found: OpposedPair[] = [];
  for (const source of new Set(others.flatMap((each) => each.source ?? []))) {
    const sentences = others.filter((each) => each.source === source).map((sentence) => ({ sentence, before: null }));
    const policy: ConflictPolicy = {
      resolution: 'defer',
      dateOf: (other) => other.date?.slice(0, 10) ?? null,
      source,
      date: source.date?.slice(0, 10) ?? null,
      isSuperseded: () => false,
    };
    for (const { attribute, existing, sentence } of compareStatements(known, sentences, names, policy).conflicts) {
      const pair = { attribute, sides: [existing.statement, sentence.statement] as const };
      if (statementKey(existing.statement) === statementKey(sentence.statement)) continue;
      if (!found.some((other) => isSamePair(other, pair))) found.push(pair);
    }
  }
  return found;
}

/** `31 or 29.4`, for two statements that give different numbers and nothing else says what they disagree about; else `''`. */
function differingNumbers(text: string, other: string): string {
  const numbersIn = (words: string): readonly string[] => words.match(/\d[\d.,:-]*\d|\d/g) ?? [];
  const [own, others] = [numbersIn(text), numbersIn(other)];
  const [first] = own.filter((number) => !others.includes(number));
  const [second] = others.filter((number) => !own.includes(number));
  return first === undefined || second === undefined ? '' : `${first} or ${second}`;
}

/** A word of what is disputed tells more than one that two sentences share. */
const HINT_WEIGHT = 3;

/** Two sentences of one paragraph, one of each side, that share the most words with the hint and with each other. */
function mostAlike(first: readonly SideSentence[], second: readonly SideSentence[], hint: string): OpposedPair | null {
  const wordsOf = (text: string): ReadonlySet<string> =>
    new Set(
      wordKey(text)
        .split(' ')
        .filter((word) => word.length > 3 || /\d/.test(word)),
    );
  const about = wordsOf(hint);
  let best: { readonly pair: OpposedPair; readonly score: number } | null = null;
  for (const a of first) {
    const words = wordsOf(a.text);
    const told = [...words].filter((word) => about.has(word)).length;
    for (const b of second) {
      const isApart = Math.abs(a.claim.line - b.claim.line) > 2 || a.claim.heading !== b.claim.heading;
      if (isApart || a.text === b.text || statementKey(a.statement) === statementKey(b.statement)) continue;
      const others = [...wordsOf(b.text)];
      const known = others.filter((word) => words.has(word) || about.has(word)).length;
      const hinted = told + others.filter((word) => about.has(word)).length;
      const score = others.filter((word) => words.has(word)).length + HINT_WEIGHT * hinted;
      if (known < 2 || score <= (best?.score ?? 0)) continue;
      best = {
        score,
        pair: { attribute: hint === '' ? differingNumbers(a.text, b.text) : hint, sides: [a.statement, b.statement] },
      };
    }
  }
  return best?.pair ?? null;
}
