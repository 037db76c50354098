import { type FileEdit, type Hunk } from '../../change';
import { eolOf } from '../../markdown';
import { type AccountedStatement } from './page-account';

/** The beginning of a list item, a quoted line or a row of a table. */
const LINE_START = /^[ \t]*(?:[-*+]|\d+[.)]|>|\|)[ \t]*(?:\[[ xX]\][ \t]+)?/;

/**
 * The text of a hunk with a statement put back that the hunk removes, footnote marks included: after what stood before it if that is
 * still there, else at the end.
 *
 * @returns `null` if only rejecting the hunk keeps the statement: the hunk changes a part of it or removes nothing else, or a
 * row has no table to stand in
 */
export function keepStatement(
  { base }: FileEdit,
  hunk: Pick<Hunk, 'start' | 'end' | 'text'>,
  { start, end }: Pick<AccountedStatement, 'start' | 'end'>,
): string | null {
  if (start < hunk.start || end > hunk.end || hunk.text.trim() === '') return null;
  const lineStart = base.lastIndexOf('\n', start - 1) + 1;
  const nextBreak = base.indexOf('\n', end);
  const line = base.slice(lineStart, nextBreak === -1 ? base.length : nextBreak).replace(/\r$/, '');
  const mark = LINE_START.exec(line)?.[0] ?? '';
  const isWholeLine = mark !== '' && line.slice(mark.length).trim() === base.slice(lineStart + mark.length, end).trim();
  return isWholeLine ? withLine(base, hunk, lineStart, line, mark) : withSentence(base, hunk, start, end);
}

function withLine(
  base: string,
  hunk: Pick<Hunk, 'start' | 'text'>,
  lineStart: number,
  line: string,
  mark: string,
): string | null {
  const eol = eolOf(base);
  const lines = hunk.text.split(/\r?\n/);
  const above = base.slice(hunk.start, lineStart).split(/\r?\n/).slice(0, -1);
  const anchor = above.reverse().find((each) => each.trim() !== '' && lines.includes(each));
  const same = (each: string): boolean => kindOf(LINE_START.exec(each)?.[0] ?? '') === kindOf(mark);
  let at = anchor === undefined ? -1 : lines.lastIndexOf(anchor);
  if (at === -1 || !same(lines[at] ?? '')) at = lines.findLastIndex(same);
  if (at !== -1) return [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)].join(eol);
  return mark.includes('|') ? null : appended(hunk.text, `${eol}${eol}${line}`);
}

/** `''` for prose; all numbers are one kind. */
function kindOf(mark: string): string {
  return mark.trim().slice(0, 1).replace(/\d/, '1');
}

function withSentence(
  base: string,
  { start: from, text }: Pick<Hunk, 'start' | 'text'>,
  start: number,
  end: number,
): string {
  const sentence = base.slice(start, end);
  const paragraph = Math.max(from, base.lastIndexOf('\n\n', start) + 2);
  const before = base.slice(paragraph, start).trim();
  const at = before === '' ? -1 : text.indexOf(before);
  if (at !== -1) return `${text.slice(0, at + before.length)} ${sentence}${text.slice(at + before.length)}`;
  const last = text.trimEnd().split(/\r?\n/).at(-1) ?? '';
  const isProse = !LINE_START.test(last) && !/^(?: {0,3}#| {0,3}(?:```|~~~)|\[\^)/.test(last);
  const eol = eolOf(base);
  return appended(text, `${isProse ? ' ' : eol + eol}${sentence}`);
}

/** Before the blank lines at the end. */
function appended(text: string, more: string): string {
  const end = text.trimEnd().length;
  return `${text.slice(0, end)}${more}${text.slice(end)}`;
}
