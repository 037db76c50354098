import { definesAsked, formsOf, keywordFilter, queryTerms, statementWeight, statementWords, tokenise } from '../search';
import { givesAskedValue } from './asked-value';

/** A statement that answers a question without a model, as a line of the answer. */
export interface FoundPassage {
  /** Markdown: the statement with its citation. */
  readonly line: string;
  /** The statement alone. */
  readonly text: string;
  /** What it quotes of sources, word by word. */
  readonly quotes?: readonly string[];
  /** What it is about: the title of its page or source, and the headings above. */
  readonly about: string;
}

/** How much a value of the kind that is asked for counts, in words of the question that few passages have. */
const VALUE_WORTH = 0.4;

/** How much it counts that a statement opens with what "What is …?" asks for, in words of the question. */
const DEFINITION_WORTH = 1;

/** How much a word counts that is not in a statement but in what it is about. */
const ABOUT_WORTH = 0.5;

/** How much a title counts that has all words of a question, beside a statement that has them. */
const TITLE_WORTH = 0.25;

/**
 * The passages with most of the question's words first, and with a number or a date where one is asked for; of equals, those that
 * come first. None says the same as another.
 */
export function sortPassages(passages: readonly FoundPassage[], question: string): readonly FoundPassage[] {
  const terms = queryTerms(question);
  const wanted = terms.filter(keywordFilter(terms)).map((term) => [term, ...formsOf(term)]);
  const isAsked = givesAskedValue(question);
  const isDefinition = definesAsked(question);
  const found = distinct(passages).map((passage) => ({
    passage,
    own: hasWords(passage.text, wanted),
    about: hasWords(passage.about, wanted),
  }));
  // A word that few of the passages have tells most.
  const worth = wanted.map((_, at) => 1 / Math.sqrt(1 + found.filter(({ own }) => own[at]).length));
  const sum = (weight: (at: number) => number): number =>
    worth.reduce((total, each, at) => total + each * weight(at), 0);
  const scored = found.map(({ passage, own, about }) => {
    const said = sum((at) => Math.max(own[at] === true ? 1 : 0, about[at] === true ? ABOUT_WORTH : 0));
    const title = TITLE_WORTH * sum((at) => (about[at] === true ? 1 : 0));
    const value = isAsked(passage.text) ? VALUE_WORTH * Math.max(0, ...worth) : 0;
    const defines = saidIn(passage).some(isDefinition) ? DEFINITION_WORTH * Math.max(0, ...worth) : 0;
    return { passage, score: defines + (said + title) * statementWeight(passage.text) + value };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ passage }) => passage);
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
