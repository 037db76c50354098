import { type ReviewFootnote } from '../../../workbench';

const DEFINITION = /^\[\^([^\s[\]]+)\]:/;

/**
 * A part of a page without the definitions at its end that the numbers in the text show. Part by part, they would be lists that each
 * begin with 1. A person's own footnotes stay.
 */
export function withoutNotes(text: string, footnotes: ReadonlyMap<string, ReviewFootnote>): string {
  const lines = text.split('\n');
  let end = lines.length;
  for (; end > 0; end -= 1) {
    const line = lines[end - 1] ?? '';
    const label = DEFINITION.exec(line)?.[1];
    const isShown = label !== undefined && (footnotes.get(label)?.note ?? null) !== null;
    if (line.trim() !== '' && !isShown) break;
  }
  return lines.slice(0, end).join('\n');
}
