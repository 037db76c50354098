import { type MemoryItem } from '../../workbench';
import { memory as words } from '../locale';
import { addButton, restoreFocus } from '../ui';
import { itemsOf, TABS, type MemoryTab } from './view-model/text';

/** The element that the tabs show. */
export const PANEL = 'living-wiki-memory-panel';

/**
 * The five lists with their counts, as tabs that the arrow keys move along.
 *
 * @param view the element that is drawn again when another is chosen
 */
export function drawTabs(
  head: HTMLElement,
  items: readonly MemoryItem[],
  chosen: MemoryTab,
  view: HTMLElement,
  choose: (tab: MemoryTab) => void,
): void {
  const list = head.createDiv({
    cls: 'living-wiki-memory-tabs',
    attr: { role: 'tablist', 'aria-label': words.tabsLabel },
  });
  for (const tab of TABS) {
    const isChosen = tab === chosen;
    const cls = `living-wiki-memory-tab${isChosen ? ' is-active' : ''}`;
    const button = addButton(list, { key: `tab ${tab}`, cls }, () => choose(tab));
    button.createSpan({ cls: 'living-wiki-memory-count', text: String(itemsOf(items, tab, '').length) });
    button.createSpan({ text: words.tabs[tab] });
    for (const [name, value] of Object.entries({
      role: 'tab',
      id: `${PANEL}-${tab}`,
      'aria-selected': String(isChosen),
      'aria-controls': PANEL,
      tabindex: isChosen ? '0' : '-1',
    }))
      button.setAttr(name, value);
  }
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(chosen) + step + TABS.length) % TABS.length] ?? 'tasks';
    choose(next);
    restoreFocus(view, `tab ${next}`);
  });
}
