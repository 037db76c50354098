import { type WikiController } from '../controller';
import { memory } from '../locale';
import { addButton, iconSpan } from '../ui';
import { plainText } from '../memory/view-model/text';
import { drawHeading } from './heading';

const words = memory.home;
/** Tasks and decisions that are listed, the newest of each. */
const LISTED = 4;

/** What conversations left to do and decided. */
export function drawMemory(el: HTMLElement, controller: WikiController): void {
  el.empty();
  const { memory: control, navigator } = controller;
  const items = control.overview?.items ?? [];
  const newest = (category: string): typeof items =>
    items
      .filter((item) => item.category === category)
      .slice(-LISTED)
      .reverse();
  const shown = [...newest('tasks_open'), ...newest('decisions')];
  if (shown.length === 0) return;
  drawHeading(el, words.title);
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  for (const { category, text, path, line } of shown) {
    const isTask = category === 'tasks_open';
    const options = { cls: 'living-wiki-way clickable-icon', key: `memory ${path} ${line}` };
    const button = addButton(list.createEl('li'), options, () =>
      controller.attempt(() => navigator.openNote(control.toVaultPath(path), { line })),
    );
    iconSpan(button, isTask ? 'square' : 'check');
    button.createSpan({ cls: 'living-wiki-spoken', text: `${isTask ? words.task : words.decision}: ` });
    button.createSpan({ text: plainText(text), attr: { dir: 'auto' } });
  }
}
