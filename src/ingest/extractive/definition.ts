import { stopWords, type Language } from './stop-words';

/** A sentence that says what its subject is. */
export interface Definition {
  /** As written, without a leading article. */
  readonly subject: string;
  readonly sentence: number;
  /** Offset of the subject in the sentence. */
  readonly start: number;
  /** The text after the verb, without an article: its head noun tells the kind. */
  readonly predicate: string;
  /** 2 for an explicit form (`refers to`, `is a kind of`), 1 for `X is a Y`. */
  readonly strength: 1 | 2;
  /** Gives the kind of a common noun and what sets it apart: enough by itself to make a term. */
  readonly isComplete: boolean;
  /** The subject follows `the`: this defines names only. */
  readonly isDefinite: boolean;
  /** The predicate says `a Y`, not `the Y`: it tells the kind. */
  readonly isIndefinite: boolean;
  readonly form: 'copula' | 'explicit';
}

/** Kinds that do not say what a word means: `X is a problem that …`. */
// prettier-ignore
export const VAGUE_KINDS: ReadonlySet<string> = new Set(`thing problem reason result purpose goal question way idea fact point answer example case aim solution key rest cause
need issue task step choice matter truth trick lesson start beginning change proof test evidence challenge benefit
advantage disadvantage drawback concern priority requirement feature option possibility must joy pleasure pity shame
success failure mistake mess delight right privilege one lot bit pain favourite favorite best worst`.split(/\s/));
/** Subjects of sentences that look like definitions and define nothing. */
// prettier-ignore
export const VAGUE_NOUNS: ReadonlySet<string> = new Set([...VAGUE_KINDS, ...`difference number amount part kind sort type use effect rule time day year place side end message object subject
following former latter latest term word`.split(/\s/)]);

/** Function words that may stand inside a subject. */
// prettier-ignore
const INNER_WORDS: ReadonlySet<string> = new Set([
  'of', 'and', 'the', 'de', 'la', 'du', 'des', 'del', 'in', 'for', 'von', 'der', 'und', 'et', 'y',
]);

/** Whether a phrase can be the subject of a definition: one to five words, without pronouns and clauses. */
export function isDefinitionSubject(text: string, language: Language): boolean {
  const words = text.split(/\s+/);
  if (text.length < 2 || text.length > 70 || words.length > 5) return false;
  if (/[,;:!?.()"“”«»\d[\]{}<>|=]/.test(text.replace(/\.(?=\S)/g, ''))) return false;
  const stops = stopWords(language);
  const keys = words.map((word) => word.toLowerCase());
  if (keys.some((key, index) => stops.has(key) && (!INNER_WORDS.has(key) || index === 0 || index === keys.length - 1)))
    return false;
  return !VAGUE_NOUNS.has(keys.at(-1) ?? '') && !VAGUE_NOUNS.has((keys.at(-1) ?? '').replace(/s$/, ''));
}
