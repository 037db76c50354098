import { splitSentences } from '../../markdown';
import { stem } from '../extractive/tokenizer';
import { contentWords } from './select-rows';

/** A row as readers of tables quote it: "number: 21; state: derelict; remarks: It is long." */
const ROW = /^[^:;]{1,40}: [^;]*; [^:;]{1,40}: /;

/**
 * What a row of a table says about something: the sentence of a field that shares most words with it. A whole row would bury what a
 * reader is to compare. Anything else is left whole.
 */
export function excerptOf(quote: string, about: string): string {
  if (!ROW.test(quote)) return quote;
  const wanted = new Set(stemsOf(about));
  const parts = quote.split('; ').flatMap((field) => {
    const value = field.replace(/^[^:]{1,40}: /, '');
    return splitSentences(value).map(({ start, end }) => value.slice(start, end));
  });
  const shared = parts.map((part) => new Set(stemsOf(part).filter((word) => wanted.has(word))).size);
  const most = Math.max(...shared);
  const best = parts[shared.indexOf(most)];
  // One common word, or the same of several parts, says too little.
  if (best === undefined || most < 2 || shared.filter((count) => count === most).length > 1) return quote;
  return best;
}

const stemsOf = (text: string): readonly string[] => contentWords(text).map(stem);
