import { findHeading, headingKey, type Heading } from '../markdown';

/** A heading as the target of a link: without the characters that end or split one. Obsidian finds the heading by it. */
export function headingTarget(heading: string): string {
  return heading
    .replace(/[[\]|#^\\:%]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The index of a heading by its name as somebody wrote it, or -1. A heading that contains `#` or `|` is found by its words too,
 * although a link would be split there.
 */
export function findNamedHeading(headings: readonly Heading[], name: string): number {
  const key = headingKey(name);
  const whole = headings.findIndex(({ text }) => headingKey(text) === key);
  return whole === -1 || /^[^#|]*$/.test(name) ? findHeading(headings, name) : whole;
}
