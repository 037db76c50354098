import {
  definesAsked,
  formsOf,
  keywordFilter,
  keywordWorth,
  queryTerms,
  statementWeight,
  statementWords,
  tokenise,
} from '../search';
import { givesAskedValue } from './asked-value';

/** A statement that answers a question without a model, as a line of the answer. */
export interface FoundPassage {
  /** Markdown: the statement with its citation. */
  readonly line: string;
  /** The statement alone. */
  readonly text: string;
  /** What it quotes of sources, word by word. */
  readonly quotes?: readonly string[];
  /** What is shown beside it: the sentences before and after it in its source. */
  readonly beside?: readonly string[];
  /** Its place among the passages of sources, from 0: the search has weighed them by all that the sources say. */
  readonly rank?: number;
  /** The line with such sentences beside what it quotes. @param isNew whether a sentence is not shown yet */
  readonly inContext?: (isNew: (sentence: string) => boolean) => Promise<string>;
  /** What it is about: the title of its page or source, and the headings above. */
  readonly about: string;
}

/** How much a value of the kind that is asked for counts, in words of the question that few passages have. */
const VALUE_WORTH = 0.4;

/** How much it counts that a statement opens with what "What is …?" asks for, in words of the question. */
const DEFINITION_WORTH = 1;

/** How much a word counts that is not in a statement but in what it is about. */
const ABOUT_WORTH = 0.5;

/** How much a word counts that is only in the sentences before and after it. */
const BESIDE_WORTH = 0.3;

/** How much it counts that a search ranks a passage first, in words of the question. */
const RANK_WORTH = 0.8;

/** How much a title counts that has all words of a question, beside a statement that has them. */
const TITLE_WORTH = 0.25;

/**
 * The passages with most of the question's words first, and with a number or a date where one is asked for; of equals, those that
 * come first. None says the same as another.
 */
export function sortPassages(passages: readonly FoundPassage[], question: string): readonly FoundPassage[] {
  const terms = queryTerms(question);
  const keywords = terms.filter(keywordFilter(terms));
  const wanted = keywords.map((term) => [term, ...formsOf(term)]);
  const share = keywords.map(keywordWorth(terms));
  const isAsked = givesAskedValue(question);
  const isDefinition = definesAsked(question);
  const found = distinct(passages).map((passage) => ({
    passage,
    own: hasWords(passage.text, wanted),
    about: hasWords(passage.about, wanted),
    beside: hasWords((passage.beside ?? []).join('\n'), wanted),
  }));
  // A word that few of the passages have tells most.
  const worth = share.map((each, at) => each / Math.sqrt(1 + found.filter(({ own }) => own[at]).length));
  const sum = (weight: (at: number) => number): number =>
    worth.reduce((total, each, at) => total + each * weight(at), 0);
  const scored = found.map(({ passage, own, about, beside }) => {
    const said = sum((at) =>
      Math.max(own[at] === true ? 1 : 0, about[at] === true ? ABOUT_WORTH : 0, beside[at] === true ? BESIDE_WORTH : 0),
    );
    const title = TITLE_WORTH * sum((at) => (about[at] === true ? 1 : 0));
    const value = isAsked(passage.text) ? VALUE_WORTH * Math.max(0, ...worth) : 0;
    const defines = saidIn(passage).some(isDefinition) ? DEFINITION_WORTH * Math.max(0, ...worth) : 0;
    const rank = passage.rank === undefined ? 0 : RANK_WORTH * Math.max(0, ...worth) * (1 - passage.rank / 6);
    return { passage, score: defines + (said + title) * statementWeight(passage.text) + value + rank };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ passage }) => passage);
}

/** How many passages are shown with the sentences beside what they quote: those that are read. */
const MOST_IN_CONTEXT = 5;

/** The lines of an answer: the first passages of pages with the sentences before and after what they quote. */
export async function linesInContext(passages: readonly FoundPassage[]): Promise<readonly string[]> {
  const said = new Set(passages.flatMap((each) => [...saidIn(each), ...(each.beside ?? [])]).map(statementWords));
  const isNew = (sentence: string): boolean => {
    const key = statementWords(sentence);
    const isKnown = said.has(key);
    said.add(key);
    return !isKnown;
  };
  const lines: string[] = [];
  for (const [at, { line, inContext }] of passages.entries())
    lines.push(at < MOST_IN_CONTEXT && inContext !== undefined ? await inContext(isNew) : line);
  return lines;
}

const hasWords = (text: string, wanted: readonly (readonly string[])[]): readonly boolean[] => {
  const words = new Set(tokenise(text));
  return wanted.map((forms) => forms.some((form) => words.has(form)));
};

/** The words of a passage as the page has them and as its sources do: a summary names the section before a sentence. */
export const saidIn = ({ text, quotes = [] }: FoundPassage): readonly string[] => [text, ...quotes];

/** The first of each statement: a summary may say what a page says since. */
function distinct(passages: readonly FoundPassage[]): readonly FoundPassage[] {
  const said = new Set<string>();
  return passages.filter((passage) => {
    const keys = saidIn(passage).map(statementWords);
    const isNew = !keys.some((key) => said.has(key));
    for (const key of keys) said.add(key);
    return isNew;
  });
}
