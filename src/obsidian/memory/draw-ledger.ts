import { type IconName } from 'obsidian';
import { formatMoney, type LedgerRow } from '../../workbench';
import { memory } from '../locale';
import { addButton, drawEmptyState, iconSpan } from '../ui';
import { dayText } from './view-model/text';

const words = memory.ledgerView;

export interface LedgerActions {
  harvest(row: LedgerRow): void;
  undo(row: LedgerRow): void;
  more(): void;
}

/** What became of each conversation: its state in words, what it cost, and a button only where something can be done. */
export function drawLedger(
  el: HTMLElement,
  rows: readonly LedgerRow[],
  { most, empty }: { readonly most: number; readonly empty: string },
  actions: LedgerActions,
): void {
  if (rows.length === 0) drawEmptyState(el, empty);
  const list = el.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });
  for (const row of rows.slice(0, most)) drawRow(list, row, actions);
  if (rows.length > most)
    addButton(el, { text: memory.showMore(rows.length - most), cls: 'living-wiki-button', key: 'more rows' }, () =>
      actions.more(),
    );
}

function drawRow(list: HTMLElement, row: LedgerRow, actions: LedgerActions): void {
  const item = list.createEl('li', { cls: 'living-wiki-memory-row' });
  iconSpan(item, ICONS[row.status], row.status === 'harvest-failed' ? 'is-bad' : '');
  const body = item.createDiv({ cls: 'living-wiki-memory-body' });
  body.createDiv({ text: row.name, attr: { dir: 'auto' } });
  for (const [at, text] of describe(row).entries()) {
    const isBad = at === 0 && row.status === 'harvest-failed';
    body.createDiv({ cls: isBad ? 'living-wiki-memory-bad' : 'living-wiki-muted', text });
  }
  const end = item.createDiv({ cls: 'living-wiki-memory-end' });
  if (row.money !== null) end.createSpan({ cls: 'living-wiki-muted', text: formatMoney(row.money) });
  const add = (text: string, work: (one: LedgerRow) => void): void => {
    const options = { text, cls: 'living-wiki-button', label: words.act(text, row.name), key: `${text} ${row.hash}` };
    addButton(end, options, () => work(row));
  };
  if (row.status === 'harvest-failed') add(words.retry, (one) => actions.harvest(one));
  if (row.status === 'undone') add(words.harvest, (one) => actions.harvest(one));
  if (row.transaction !== null && row.items > 0) add(words.undo, (one) => actions.undo(one));
}

const ICONS: Readonly<Record<LedgerRow['status'], IconName>> = {
  harvested: 'circle-check',
  'harvest-failed': 'circle-x',
  'too-large': 'info',
  'deleted-unharvested': 'trash-2',
  undone: 'undo-2',
  copy: 'copy',
};

function describe({ status, at, items, error, deleted, path }: LedgerRow): readonly string[] {
  const day = dayText(at);
  switch (status) {
    case 'harvested':
      return [items === 0 ? words.nothing(day) : words.harvested(day, items), ...(deleted ? [words.inTrash] : [])];
    case 'harvest-failed':
      // The code is for the command line and for reports.
      return [words.failed((error ?? '').replace(/ \(living-wiki:\w+\)$/, '')), words.kept];
    case 'too-large':
      return [words.tooLarge];
    case 'deleted-unharvested':
      return [words.discarded(day)];
    case 'copy':
      return [words.copy(path)];
    case 'undone':
      return [words.undone(day, items)];
  }
}
