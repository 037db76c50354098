import { Menu } from 'obsidian';
import { formatMoney, type LedgerRow } from '../../workbench';
import { memory } from '../locale';
import { addButton, menuPosition } from '../ui';
import { drawFilter } from './draw-filter';
import { drawLedger, type LedgerActions } from './draw-ledger';
import { ledgerStates, matchingRows, totalMoney, type LedgerFilter } from './view-model/ledger';

const words = memory.ledgerView;

interface LedgerPageActions extends LedgerActions {
  back(): void;
  filter(filter: LedgerFilter): void;
}

/** What became of each conversation, with its sum and its filter. @param most rows that are drawn */
export function drawLedgerPage(
  parent: HTMLElement,
  ledger: readonly LedgerRow[],
  { filter, most }: { readonly filter: LedgerFilter; readonly most: number },
  actions: LedgerPageActions,
): void {
  const head = parent.createDiv({ cls: 'living-wiki-head' });
  const top = head.createDiv({ cls: 'living-wiki-row' });
  addButton(top, { icon: 'chevron-left', cls: 'clickable-icon', label: words.back, key: 'back' }, () => actions.back());
  top.createEl('h2', { cls: 'living-wiki-title', text: memory.ledger });
  const states = ledgerStates(ledger);
  if (states.size > 1 || filter.state !== null) {
    const options = { icon: 'list-filter', cls: 'clickable-icon', label: words.filterState, key: 'ledger state' };
    const button = addButton(top, options, () => openMenu(button, states, filter, actions));
    button.setAttr('aria-haspopup', 'menu');
    button.toggleClass('is-active', filter.state !== null);
  }
  const rows = matchingRows(ledger, filter);
  const money = totalMoney(rows);
  const total = words.total(rows.length, money === null ? null : formatMoney(money));
  const which = filter.state === null ? '' : `${words.states[filter.state]}: `;
  if (ledger.length > 0) head.createDiv({ cls: 'living-wiki-muted', text: which + total, attr: { role: 'status' } });
  if (ledger.length > 1) {
    drawFilter(head, words.filter, filter.text, (text) => actions.filter({ ...filter, text }));
  }
  const scroller = parent.createDiv({ cls: 'living-wiki-scroll', attr: { tabindex: -1 } });
  const isFiltered = filter.state !== null || filter.text.trim() !== '';
  drawLedger(scroller, rows, { most, empty: isFiltered ? memory.noMatch : words.empty }, actions);
}

function openMenu(
  button: HTMLElement,
  states: ReadonlyMap<LedgerRow['status'], number>,
  filter: LedgerFilter,
  actions: LedgerPageActions,
): void {
  const menu = new Menu();
  const add = (title: string, state: LedgerFilter['state']): void => {
    menu.addItem((item) =>
      item
        .setTitle(title)
        .setChecked(filter.state === state)
        .onClick(() => actions.filter({ ...filter, state })),
    );
  };
  add(words.allStates, null);
  for (const [state, count] of states) add(words.stateCount(words.states[state], count), state);
  menu.showAtPosition(menuPosition(button));
}
