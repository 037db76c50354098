import { review as words } from '../../locale';
import { shownValues, type FieldChange } from '../view-model/fields';
import { shownColumns, type Column, type TableChange, type TableRow } from '../view-model/tables';
import { markWords, type MarkedPair, type DiffPiece } from '../view-model/word-diff';
import { addScreenReaderText, type DrawQueue } from '../../ui';

/** How many items of a list are drawn at once. */
const DRAWN_ITEMS = 100;

/** Changed properties, one per row: old and new value, or the added and removed items of a list. */
export function drawFields(parent: HTMLElement, queue: DrawQueue, fields: readonly FieldChange[]): void {
  const table = parent.createEl('table', { cls: 'living-wiki-fields' });
  table.createEl('caption', { cls: 'living-wiki-spoken', text: words.fields });
  const body = table.createEl('tbody');
  for (const field of fields) {
    const row = body.createEl('tr', { cls: `is-${field.kind}` });
    row.createEl('th', { cls: 'living-wiki-field-name', text: field.name, attr: { scope: 'row' } });
    const cell = row.createEl('td');
    if (field.items) {
      drawItems(cell, queue, field.items);
      continue;
    }
    const [before, after] = shownValues(field);
    if (field.before !== null && field.after !== null) {
      const marks = marksOf(before, after);
      value(cell, 'removed', marks.before);
      cell.createSpan({ cls: 'living-wiki-arrow', text: ' → ', attr: { 'aria-hidden': 'true' } });
      value(cell, 'added', marks.after);
    } else if (field.after !== null) value(cell, 'added', [{ text: after, marked: false }]);
    else value(cell, 'removed', [{ text: before, marked: false }]);
  }
}

function drawItems(cell: HTMLElement, queue: DrawQueue, { removed, added }: NonNullable<FieldChange['items']>): void {
  const items = [
    ...removed.map((text) => ['removed', text] as const),
    ...added.map((text) => ['added', text] as const),
    ...(removed.length + added.length === 0 ? [['added', words.empty] as const] : []),
  ];
  const draw = (from: number): void => {
    const list = cell.createEl('ul');
    for (const [kind, text] of items.slice(from, from + DRAWN_ITEMS)) listItem(list, kind, text);
    const next = from + DRAWN_ITEMS;
    if (next < items.length) queue.add(list, () => draw(next));
  };
  draw(0);
}

/** Marks words in sentences. A short value is shown as replaced completely. */
function marksOf(before: string, after: string): MarkedPair {
  if (/\s/.test(before.trim()) && before.length > 24) return markWords(before, after);
  return { before: [{ text: before, marked: false }], after: [{ text: after, marked: false }] };
}

function listItem(list: HTMLElement, kind: 'added' | 'removed', text: string): void {
  const item = list.createEl('li', { cls: `is-${kind}` });
  item.createSpan({ cls: 'living-wiki-sign', text: kind === 'added' ? '+' : '−', attr: { 'aria-hidden': 'true' } });
  addScreenReaderText(item, words[kind]);
  item.createEl(kind === 'added' ? 'ins' : 'del', { text });
}

function value(parent: HTMLElement, kind: 'added' | 'removed', pieces: readonly DiffPiece[]): void {
  const span = parent.createSpan({ cls: `living-wiki-value is-${kind}` });
  addScreenReaderText(span, words[kind]);
  for (const piece of pieces) {
    if (piece.marked) span.createEl(kind === 'added' ? 'ins' : 'del', { text: piece.text });
    else span.appendText(piece.text);
  }
  if (pieces.length === 0) span.appendText(words.empty);
}

/** How many unchanged rows are shown around a changed one. */
const CONTEXT_ROWS = 1;

/** A table with its changes marked in the cells. */
export function drawTable(parent: HTMLElement, change: TableChange): void {
  if (change.isWhitespaceOnly) {
    parent.createDiv({ cls: 'living-wiki-hunk-note', text: words.whitespaceOnly });
    return;
  }
  const scroll = parent.createDiv({
    cls: 'living-wiki-table-scroll',
    attr: { tabindex: 0, role: 'group', 'aria-label': words.table },
  });
  const table = scroll.createEl('table', { cls: 'living-wiki-table' });
  let hidden = 0;
  const { rows } = change;
  const columns = shownColumns(change);
  rows.forEach((row, index) => {
    const isNear = rows
      .slice(Math.max(0, index - CONTEXT_ROWS), index + CONTEXT_ROWS + 1)
      .some(({ state }) => state !== 'same');
    if (index > 0 && !isNear) hidden++;
    else {
      drawSkipped(table, hidden, columns.length);
      hidden = 0;
      drawTableRow(table, row, columns, index === 0);
    }
  });
  drawSkipped(table, hidden, columns.length);
}

function drawSkipped(table: HTMLElement, rows: number, columns: number): void {
  if (rows === 0) return;
  const row = table.createEl('tr', { cls: 'living-wiki-table-gap' });
  row.createEl('td', { cls: 'living-wiki-skipped', text: words.sameRows(rows), attr: { colspan: columns } });
}

function drawTableRow(table: HTMLElement, row: TableRow, columns: readonly Column[], head: boolean): void {
  const line = table.createEl('tr', { cls: `is-${row.state}` });
  for (const { at, hidden: left } of columns) {
    if (left > 0) {
      line.createEl('td', { cls: 'living-wiki-muted', text: head ? words.sameColumns(left) : '⋯' });
      continue;
    }
    const cell = row.cells[at] ?? { before: null, after: null };
    // An empty head cell names no column.
    const isHead = head && Boolean(cell.before ?? cell.after);
    const box = isHead ? line.createEl('th', { attr: { scope: 'col' } }) : line.createEl('td');
    if (at === 0 && (row.state === 'added' || row.state === 'removed')) addScreenReaderText(box, words[row.state]);
    if (cell.before === cell.after) box.appendText(cell.after ?? '');
    else if (row.state === 'changed') {
      box.addClass('is-cell-changed');
      if (cell.before !== null && cell.before !== '')
        value(box, 'removed', markWords(cell.before, cell.after ?? '').before);
      if (cell.after !== null && cell.after !== '') value(box, 'added', markWords(cell.before ?? '', cell.after).after);
    } else box.appendText(cell.after ?? cell.before ?? '');
  }
}
