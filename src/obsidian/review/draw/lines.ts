import { type DiffLine } from '../../../workbench';
import { review as words } from '../../locale';
import { fileLines, fileLinesAsync } from '../view-model/lines';
import { splitRows, unifiedRows, type Row, type RowPair } from '../view-model/rows';
import { collapsedEnds } from '../view-model/word-diff';
import { addScreenReaderText, type DrawQueue } from '../../ui';

const SIGN = { context: ' ', added: '+', removed: '-', gap: '⋯' } as const;

/** How many rows are drawn at once. More than fit on a screen. */
const PART_ROWS = 80;
/** A longer text is laid out in parts, which begin new lines. Characters. */
const PART_LENGTH = 4_000;
/** Up to so many characters, both texts together, two texts are compared at once. */
const SMALL = 30_000;

/** A diff in one or two columns. Added and removed lines are labelled for screen readers. A long diff is drawn part by part. */
export function drawLines(parent: HTMLElement, queue: DrawQueue, lines: readonly DiffLine[], split: boolean): void {
  if (lines.length === 0) return;
  const diff = parent.createDiv({ cls: `living-wiki-diff${split ? ' is-split' : ''}` });
  const draw = split ? drawPairs(splitRows(lines)) : drawRows(unifiedRows(lines));
  if (lines.length <= PART_ROWS) {
    draw(diff, Infinity);
    return;
  }
  const rest = createDiv({ cls: 'living-wiki-lines-part' });
  let left = lines.length;
  const drawPart = (): void => {
    const part = diff.createDiv({ cls: 'living-wiki-lines-part' });
    setRows(part, Math.min(left, PART_ROWS));
    const isEnd = draw(part, PART_ROWS);
    left = Math.max(PART_ROWS, left - PART_ROWS);
    rest.remove();
    if (isEnd) return;
    // What is left takes its room, so that what follows moves little.
    setRows(rest, left);
    diff.append(rest);
    queue.add(rest, drawPart);
  };
  drawPart();
}

/** The diff of two texts. Large ones are compared in turns. */
export function drawComparison(
  parent: HTMLElement,
  queue: DrawQueue,
  path: string,
  [before, after]: readonly [before: string | null, after: string],
  split: boolean,
): void {
  if ((before?.length ?? 0) + after.length <= SMALL) {
    drawLines(parent, queue, fileLines(path, before, after), split);
    return;
  }
  const note = parent.createDiv({ cls: 'living-wiki-hunk-note living-wiki-muted', text: words.loading });
  queue.wait(fileLinesAsync(path, before, after, queue.run), (lines) => {
    note.remove();
    drawLines(parent, queue, lines, split);
  });
}

function setRows(part: HTMLElement, rows: number): void {
  part.style.setProperty('--living-wiki-rows', String(rows));
}

/** @returns a function that draws the next rows, and says whether these were the last */
function drawRows(rows: Iterator<Row, void>): (parent: HTMLElement, most: number) => boolean {
  return (parent, most) => {
    for (let drawn = 0; drawn < most; drawn += 1) {
      const next = rows.next();
      if (next.done === true) return true;
      drawRow(parent, next.value, next.value.kind);
    }
    return false;
  };
}

function drawPairs(rows: Iterator<RowPair, void>): (parent: HTMLElement, most: number) => boolean {
  return (parent, most) => {
    for (let drawn = 0; drawn < most; drawn += 1) {
      const next = rows.next();
      if (next.done === true) return true;
      drawPair(parent.createDiv({ cls: 'living-wiki-pair' }), next.value);
    }
    return false;
  };
}

function drawPair(pair: HTMLElement, { left, right }: RowPair): void {
  if (left !== null && left === right) {
    drawRow(pair, left, left.kind);
    const twin = drawRow(pair, left, left.kind);
    twin.setAttr('aria-hidden', 'true');
  } else {
    drawRow(pair, left, 'removed');
    drawRow(pair, right, 'added');
  }
}

function drawRow(parent: HTMLElement, row: Row | null, side: Row['kind']): HTMLElement {
  const line = parent.createDiv({ cls: `living-wiki-line is-${row?.kind ?? 'none'}` });
  if (!row) {
    line.setAttr('aria-hidden', 'true');
    return line;
  }
  line.createSpan({ cls: 'living-wiki-sign', text: SIGN[row.kind], attr: { 'aria-hidden': 'true' } });
  if (row.kind === 'gap') addScreenReaderText(line, words.gap);
  if (side === 'added' || side === 'removed') addScreenReaderText(line, words[side]);
  const text = line.createSpan({ cls: 'living-wiki-line-text' });
  const { pieces } = row;
  // A completely new line is not shortened.
  const isNew = row.kind !== 'context' && pieces.every(({ marked }) => !marked);
  for (const piece of pieces) {
    const ends = isNew ? null : collapsedEnds(piece);
    if (ends) {
      text.appendText(ends[0]);
      text.createSpan({ cls: 'living-wiki-muted', text: ` ${SIGN.gap} `, attr: { 'aria-hidden': 'true' } });
      addScreenReaderText(text, words.gapInLine);
      text.appendText(ends[1]);
    } else if (piece.marked) addLongText(text, piece.text, row.kind === 'removed' ? 'del' : 'ins');
    else addLongText(text, piece.text, null);
  }
  return line;
}

/** Adds a text of a line. The browser lays out a line as a whole, so a very long one is broken at spaces. */
function addLongText(parent: HTMLElement, text: string, tag: 'ins' | 'del' | null): void {
  if (text.length <= PART_LENGTH) {
    if (tag === null) parent.appendText(text);
    else parent.createEl(tag, { text });
    return;
  }
  for (let start = 0; start < text.length;) {
    const end = endOfPart(text, start);
    const part = parent.createSpan({ cls: 'living-wiki-line-part' });
    if (tag === null) part.appendText(text.slice(start, end));
    else part.createEl(tag, { text: text.slice(start, end) });
    start = end;
  }
}

/** After the last space within the length of a part; never within a character. */
function endOfPart(text: string, start: number): number {
  const longest = start + PART_LENGTH;
  if (longest >= text.length) return text.length;
  const space = text.lastIndexOf(' ', longest - 1) + 1;
  if (space > start) return space;
  return /[\uDC00-\uDFFF]/.test(text.charAt(longest)) ? longest - 1 : longest;
}
