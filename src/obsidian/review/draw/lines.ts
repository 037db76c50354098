import { type DiffLine } from '../../../workbench';
import { review as words } from '../../locale';
import { splitRows, unifiedRows, type Row } from '../view-model/rows';
import { collapsedEnds } from '../view-model/word-diff';
import { addScreenReaderText } from '../../ui';

const SIGN = { context: ' ', added: '+', removed: '-', gap: '⋯' } as const;

/** A diff in one or two columns. Added and removed lines are labelled for screen readers. */
export function drawLines(parent: HTMLElement, lines: readonly DiffLine[], split: boolean): void {
  if (lines.length === 0) return;
  const diff = parent.createDiv({ cls: `living-wiki-diff${split ? ' is-split' : ''}` });
  if (!split) {
    for (const row of unifiedRows(lines)) drawRow(diff, row, row.kind);
    return;
  }
  for (const { left, right } of splitRows(lines)) {
    const pair = diff.createDiv({ cls: 'living-wiki-pair' });
    if (left !== null && left === right) {
      drawRow(pair, left, left.kind);
      const twin = drawRow(pair, left, left.kind);
      twin.setAttr('aria-hidden', 'true');
    } else {
      drawRow(pair, left, 'removed');
      drawRow(pair, right, 'added');
    }
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
  // A completely new line is not shortened.
  const isNew = row.kind !== 'context' && row.pieces.every(({ marked }) => !marked);
  for (const piece of row.pieces) {
    const ends = isNew ? null : collapsedEnds(piece);
    if (ends) {
      text.appendText(ends[0]);
      text.createSpan({ cls: 'living-wiki-muted', text: ` ${SIGN.gap} `, attr: { 'aria-hidden': 'true' } });
      addScreenReaderText(text, words.gapInLine);
      text.appendText(ends[1]);
    } else if (piece.marked) text.createEl(row.kind === 'removed' ? 'del' : 'ins', { text: piece.text });
    else text.appendText(piece.text);
  }
  return line;
}
