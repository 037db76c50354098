import { CHAR_CODE, skipSpaces, trimmedEnd } from './chars';

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** Whether a line of dashes makes the line above it the head of a table: both have as many cells. Source: GFM, 4.10. */
export function isTableHead(head: string, rule: string): boolean {
  if (!rule.includes('-') || !DELIMITER_ROW.test(rule.slice(0, trimmedEnd(rule, 0, rule.length)))) return false;
  if (!head.includes('|') && !rule.includes('|')) return false;
  return cellRanges(head).length === cellRanges(rule).length;
}

/** The ranges of the cells of a table row, trimmed. */
export function cellRanges(row: string): [number, number][] {
  const ranges: [number, number][] = [];
  const end = trimmedEnd(row, 0, row.length);
  let at = skipSpaces(row, 0, end);
  if (row.charCodeAt(at) === CHAR_CODE.pipe) at++;
  let start = at;
  for (let i = at; i <= end; i++) {
    const code = row.charCodeAt(i);
    if (i < end && code === CHAR_CODE.backslash) i++;
    else if (i === end || code === CHAR_CODE.pipe) {
      if (i === end && start >= end && ranges.length > 0) break;
      const from = skipSpaces(row, start, i);
      ranges.push([from, trimmedEnd(row, from, Math.min(i, end))]);
      start = i + 1;
    }
  }
  return ranges;
}
