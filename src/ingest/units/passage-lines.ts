import { type SourcePassage } from '../types';

/**
 * Tells the line of the source on which an offset of a passage is. Ask for rising offsets.
 *
 * @returns `undefined` for a source without lines
 */
export function createLineCounter({ text, anchor, lineStarts }: SourcePassage): (offset: number) => number | undefined {
  const { line: first } = anchor;
  let counted = 0;
  let lines = 0;
  return (offset) => {
    if (first === undefined) return undefined;
    if (lineStarts === undefined) lines += text.slice(counted, offset).split('\n').length - 1;
    else while ((lineStarts[lines] ?? Infinity) <= offset) lines += 1;
    counted = offset;
    return first + lines;
  };
}

/** The rest of a passage, with its own place. */
export function passageFrom({ lineStarts, ...passage }: SourcePassage, offset: number): SourcePassage {
  const line = createLineCounter({ ...passage, ...(lineStarts !== undefined && { lineStarts }) })(offset);
  const anchor = line === undefined ? passage.anchor : { ...passage.anchor, line };
  const later = lineStarts?.filter((start) => start > offset).map((start) => start - offset);
  return { ...passage, text: passage.text.slice(offset), anchor, ...(later !== undefined && { lineStarts: later }) };
}
