import { type KnowledgeUnit } from '../../deliberation';
import { wordsOf } from '../../markdown';
import { formsOf } from '../../search';

/** A unit whose question is close to another one. */
export interface SimilarUnit {
  readonly id: string;
  readonly question: string;
  /** 0 to 1: how much of the words the two have in common. */
  readonly closeness: number;
}

const MIN_CLOSENESS = 0.4;
const MAX_NEAR = 5;

/** Units with a question close to this one, closest first: candidates for a parent or a relation. */
export function findSimilarUnits(canonical: string, units: readonly KnowledgeUnit[]): readonly SimilarUnit[] {
  const words = stemmed(canonical);
  return units
    .filter(({ canonical_question }) => canonical_question !== canonical)
    .map(({ id, canonical_question: question }) => ({ id, question, closeness: closeness(words, stemmed(question)) }))
    .filter((each) => each.closeness >= MIN_CLOSENESS)
    .sort((a, b) => b.closeness - a.closeness)
    .slice(0, MAX_NEAR);
}

/** Words with the shortest of their forms for each. */
const stemmed = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text.toLowerCase()).map((word) => [word, ...formsOf(word)].sort((a, b) => a.length - b.length)[0] ?? word),
  );

function closeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
