import { type YieldBudget } from '../../base';
import { MAX_QUESTIONS, type AskedQuestion } from '../types';
import { stopWords } from './stop-words';
import { isQuestion } from './rank-sentences';
import { type ParsedSource, type Sentence } from './parse-source';
import { tokenizeParts, stem, UNSPACED_SCRIPT, type Word } from './tokenizer';

/** Longer sentences answer nothing. In UTF-16 units. */
const MAX_QUOTE_LENGTH = 420;
/** Sentences quoted for one question. */
const MAX_QUOTES = 2;
/** A sentence must have every word of a question up to this length, and three quarters of the words of a longer one. */
const FEW_TERMS = 3;

/** A question, and the sentences of a source that share its words. */
export interface QuestionMatch extends AskedQuestion {
  readonly sentences: readonly Sentence[];
}

/**
 * Finds sentences that may answer an open question, by shared content words alone. It knows no synonyms and no grammar, so
 * what it finds is shown as a possible answer only.
 */
export async function matchQuestions(
  parsed: ParsedSource,
  questions: readonly AskedQuestion[],
  budget: YieldBudget,
): Promise<readonly QuestionMatch[]> {
  const stops = stopWords('other');
  const wanted = questions.slice(0, MAX_QUESTIONS).map((question) => {
    const terms = contentTerms(tokenizeParts(question.text), stops);
    const least = terms.size <= FEW_TERMS ? terms.size : Math.ceil(terms.size * 0.75);
    return { question, terms, least, found: new Map<Sentence, number>() };
  });
  const open = wanted.filter(({ terms }) => terms.size > 1);
  if (open.length === 0) return [];
  for (const sentence of parsed.sentences) {
    if (budget.spend(sentence.text.length)) await budget.checkpoint();
    if (sentence.text.length > MAX_QUOTE_LENGTH || !isStatement(sentence)) continue;
    const terms = contentTerms(sentence.words, stops);
    for (const { terms: asked, least, found } of open) {
      let shared = 0;
      for (const term of asked) if (terms.has(term)) shared += 1;
      if (shared >= least) found.set(sentence, shared);
    }
  }
  return open.map(({ question, found }) => {
    // A sentence that lacks a word is no answer next to one that has them all.
    const most = [...found.values()].reduce((max, shared) => Math.max(max, shared), 0);
    const best = [...found].filter(([, shared]) => shared === most).map(([sentence]) => sentence);
    return { ...question, sentences: best.slice(0, MAX_QUOTES) };
  });
}

/** An address, a heading or a greeting may share the words but answers nothing. */
const isStatement = (sentence: Sentence): boolean =>
  sentence.form === 'whole' && !sentence.isAllCaps && !isQuestion(sentence);

function contentTerms(words: readonly Word[], stops: ReadonlySet<string>): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const { text, key } of words) {
    if (UNSPACED_SCRIPT.test(text)) for (let at = 0; at + 2 <= text.length; at += 1) terms.add(text.slice(at, at + 2));
    else if (!stops.has(key)) terms.add(stem(key));
  }
  return terms;
}
