import { type WikiController } from '../controller';
import { home as words } from '../locale';
import { addButton } from '../ui';
import { drawHeading } from './heading';

const MAX_LISTED = 12;

/** Questions that the next ingest looks for. */
export function drawQuestions(el: HTMLElement, controller: WikiController): void {
  el.empty();
  const { questions } = controller;
  const { length } = questions;
  if (length === 0) return;
  drawHeading(el, words.questions.title, length);
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  for (const { id, text } of questions.slice(0, MAX_LISTED)) {
    const row = list.createEl('li', { cls: 'living-wiki-item' });
    row.createDiv({ cls: 'living-wiki-question', text });
    const options = {
      icon: 'x',
      cls: 'clickable-icon living-wiki-icon-button',
      label: words.questions.remove(text),
      key: `drop ${id}`,
    };
    addButton(row, options, () => void controller.changeQuestions((workbench) => workbench.dropQuestion(id)));
  }
  const hidden = length - MAX_LISTED;
  if (hidden > 0) el.createEl('p', { cls: 'living-wiki-muted', text: words.sources.more(hidden) });
}
