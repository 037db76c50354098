import { editFrontmatter, type FrontmatterEdit, type Splice } from '../../markdown';

/** The smallest single replacement that turns `before` into `after`. */
function minimalSplice(before: string, after: string): Splice {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}

/**
 * Turns frontmatter edits into text replacements: one per key if they do not touch each other, otherwise one for all.
 *
 * @throws WikiError `living-wiki:frontmatter_unreadable`
 */
export function frontmatterSplices(text: string, edits: readonly FrontmatterEdit[]): readonly Splice[] {
  const goal = editFrontmatter(text, edits);
  if (goal === text) return [];
  const keys = [...new Set(edits.map((edit) => edit.path[0] ?? ''))];
  const single = keys
    .map((key) =>
      editFrontmatter(
        text,
        edits.filter((edit) => edit.path[0] === key),
      ),
    )
    .filter((result) => result !== text)
    .map((result) => minimalSplice(text, result))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const apart = single.every((splice, index) => index === 0 || splice.start > (single[index - 1]?.end ?? 0));
  let result = '';
  let at = 0;
  for (const splice of single) {
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return apart && result + text.slice(at) === goal ? single : [minimalSplice(text, goal)];
}
