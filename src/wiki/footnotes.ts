import { countWords, type FootnoteMark, type TextScan } from '../markdown';
import { type FootnoteProblem, type PageFootnotes } from './types';

type Footnotes = Pick<TextScan, 'footnotes' | 'footnoteReferences'>;

/** How many footnotes a page has, and what is wrong with their labels. Case does not count, as in Obsidian. */
export function pageFootnotes({ footnotes, footnoteReferences }: Footnotes): PageFootnotes {
  if (footnotes.length === 0 && footnoteReferences.length === 0) return NO_FOOTNOTES;
  const used = new Set(footnoteReferences.map(keyOf));
  const defined = new Set<string>();
  const problems: FootnoteProblem[] = [];
  for (const mark of footnotes) {
    const key = keyOf(mark);
    if (defined.has(key)) problems.push(problemOf('duplicate', mark));
    else if (!used.has(key)) problems.push(problemOf('unused', mark));
    defined.add(key);
  }
  const reported = new Set<string>();
  for (const mark of footnoteReferences) {
    const key = keyOf(mark);
    if (defined.has(key) || reported.has(key)) continue;
    reported.add(key);
    problems.push(problemOf('undefined', mark));
  }
  return { count: footnotes.length, problems };
}

/** The words of a body that readers see as its text: without the definitions of footnotes and the references to them. */
export function countProse(text: string, bodyStart: number, { footnotes, footnoteReferences }: Footnotes): number {
  let words = countWords(text.slice(bodyStart));
  let done = 0;
  for (const { start, end } of [...footnotes, ...footnoteReferences].sort((a, b) => a.start - b.start)) {
    if (start < done) continue;
    done = end;
    words -= countWords(text.slice(start, end));
  }
  return words;
}

const NO_FOOTNOTES: PageFootnotes = { count: 0, problems: [] };

const keyOf = ({ label }: FootnoteMark): string => label.toLowerCase();

function problemOf(kind: FootnoteProblem['kind'], { label, line, column }: FootnoteMark): FootnoteProblem {
  return { kind, label, line, column };
}
