import { readStatements } from '../../markdown';
import { replaceMarks } from './marks';

/**
 * The statements of a model's Markdown that cite each mark. A sentence without a mark counts with the one after it in its paragraph,
 * whose mark it may get.
 *
 * @param texts Markdown with marks such as `{1.2}`
 */
export function citingStatements(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const text of texts) {
    const marked = replaceMarks(text, (marks) =>
      marks.map((mark) => (mark.kind === 'unit' ? `[^${mark.mark}]` : '')).join(''),
    );
    let pending: string[] = [];
    let line = 0;
    for (const { text: said, footnotes, line: at } of readStatements(marked).statements) {
      if (at !== line) pending = [];
      line = at;
      pending.push(said);
      if (footnotes.length === 0) continue;
      for (const mark of footnotes) found.set(mark, [...(found.get(mark) ?? []), pending.join(' ')]);
      pending = [];
    }
  }
  return found;
}
