import { type OpenQuestion } from '../../workbench';
import { type WikiController } from '../controller';
import { home as words } from '../locale';
import { addButton, drawLimited } from '../ui';
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
  const draw = ({ id, text }: OpenQuestion): void => {
    const row = list.createEl('li', { cls: 'living-wiki-item' });
    row.createDiv({ cls: 'living-wiki-question', text });
    const options = {
      icon: 'x',
      cls: 'clickable-icon living-wiki-icon-button',
      label: words.questions.remove(text),
      key: `drop ${id}`,
    };
    addButton(row, options, () => void controller.changeQuestions((workbench) => workbench.dropQuestion(id)));
  };
  drawLimited(list, questions, MAX_LISTED, draw);
}
