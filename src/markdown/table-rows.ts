import { isTableHead } from './tables';
import { type TextRange } from './types';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The rows below the head of each table of a text, as ranges of their lines without line breaks. Code has no tables. */
export function tableRows(text: string): readonly (readonly TextRange[])[] {
  const tables: TextRange[][] = [];
  let fence: string | null = null;
  let rows: TextRange[] | null = null;
  let above = '';
  for (const { 1: line = '', index: start } of text.matchAll(/([^\r\n]*)(?:\r?\n|$)/g)) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence) === true) fence = null;
    } else if (mark !== null) {
      fence = mark;
      rows = null;
    } else if (line.trim() === '') rows = null;
    else if (rows !== null) rows.push({ start, end: start + line.length });
    else if (above !== '' && isTableHead(above, line)) tables.push((rows = []));
    above = fence === null ? line : '';
  }
  return tables;
}
