import { clip } from '../../base';
import { splitSentences, wordsOf } from '../../markdown';
import { type PageRule } from '../rule';
import { unitShownBy } from '../unit-pages';

/** Source: Knowledge Units draft, sections 3.2 and 11: the synthesis is editorial. */
export const unitUnsupported: PageRule = {
  id: 'unit-unsupported',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:unit_unsupported',
  title: 'Summary of a Knowledge Unit without support',
  severity: 'warn',
  fixedBy: 'nothing',
  check({ page }) {
    const unit = unitShownBy(page);
    if (unit === null || unit.synthesis === '') return [];
    const known = new Set(wordsOf(unit.record.toLowerCase()).map(stem));
    const sentences = splitSentences(unit.synthesis).map(({ start, end }) => unit.synthesis.slice(start, end));
    const alone = sentences.filter((sentence) => !isSupported(sentence, known));
    return alone.slice(0, 1).map((sentence) => ({
      at: { field: 'metadata' },
      message: `The summary says what the record does not: "${clip(sentence, 120)}". The record counts.`,
      key: 'summary',
    }));
  },
};

/** The beginning of a word, which its forms have in common. */
const stem = (word: string): string => word.slice(0, 5);

/** A third of its longer words, and every number. */
function isSupported(sentence: string, known: ReadonlySet<string>): boolean {
  const words = wordsOf(sentence.toLowerCase());
  if (words.some((word) => /^\d/.test(word) && !known.has(stem(word)))) return false;
  const long = words.filter((word) => word.length > 3 || /[^a-z\d]/.test(word));
  return long.filter((word) => known.has(stem(word))).length * 3 >= long.length;
}
