import { bodyStartOf, scanText, type FootnoteMark } from '../../markdown';

/** The references to footnotes in the text of a page, in reading order. */
export function footnoteReferences(text: string): readonly FootnoteMark[] {
  return scanText(text, bodyStartOf(text)).footnoteReferences;
}
