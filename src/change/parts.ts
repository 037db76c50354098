import { readFrontmatter, scanText } from '../markdown';

/**
 * Splits a page into the parts that a reviewer decides on: everything up to the first level-2 heading, then one part per
 * section. Joined, they give the text again.
 */
export function splitParts(text: string): readonly string[] {
  const { bodyStart } = readFrontmatter(text);
  const cuts = scanText(text)
    .headings.filter((heading) => heading.level === 2 && heading.start > bodyStart)
    .map((heading) => heading.start);
  const edges = [0, ...cuts, text.length];
  return edges.slice(0, -1).map((start, index) => text.slice(start, edges[index + 1]));
}
