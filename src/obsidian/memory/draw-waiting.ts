import { readKeptHarvest, type Proposal } from '../../workbench';
import { memory as words } from '../locale';
import { addButton, iconSpan } from '../ui';

/** The harvests that wait for a review; nothing without any. */
export function drawWaiting(
  el: HTMLElement,
  proposals: readonly Proposal[],
  most: number,
  actions: { keepAll(): void; review(id: string): void },
): void {
  if (proposals.length === 0) return;
  const section = el.createEl('section', { cls: 'living-wiki-memory-waiting' });
  const head = section.createDiv({ cls: 'living-wiki-row' });
  head.createEl('h3', { cls: 'living-wiki-group-title', text: words.waiting(proposals.length) });
  addButton(head, { text: words.keepAll, cls: 'living-wiki-button', key: 'keep all' }, () => actions.keepAll());
  const list = section.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });
  for (const { id, changeSet } of proposals.slice(0, most)) {
    const row = list.createEl('li', { cls: 'living-wiki-memory-row' });
    iconSpan(row, 'file-diff');
    const kept = readKeptHarvest(changeSet);
    const name = kept?.conversation ?? changeSet.title;
    const body = row.createDiv({ cls: 'living-wiki-memory-body' });
    body.createDiv({ text: name, attr: { dir: 'auto' } });
    body.createDiv({ cls: 'living-wiki-muted', text: words.items(kept?.items.length ?? 0) });
    const options = {
      text: words.review,
      cls: 'living-wiki-button',
      label: words.reviewOne(name),
      key: `review ${id}`,
    };
    addButton(row, options, () => actions.review(id));
  }
}
