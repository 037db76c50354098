import { type WikiController } from '../controller';
import { home as words } from '../locale';
import { iconButton } from '../panels/parts';
import { safely, heading } from './parts';

/** So many are listed. */
const MAX_LISTED = 12;

/** What the wiki could not answer, and the next ingest is asked. */
export function drawQuestions(el: HTMLElement, controller: WikiController): void {
  el.empty();
  const { questions } = controller;
  const { length } = questions;
  if (length === 0) return;
  heading(el, words.questions.title, length);
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  for (const { id, text } of questions.slice(0, MAX_LISTED)) {
    const row = list.createEl('li', { cls: 'living-wiki-item' });
    row.createDiv({ cls: 'living-wiki-question', text });
    const drop = safely(controller, () => controller.changeQuestions((workbench) => workbench.dropQuestion(id)));
    iconButton(row, 'x', words.questions.remove(text), drop).dataset.key = `drop ${id}`;
  }
  if (length > MAX_LISTED)
    el.createEl('p', { cls: 'living-wiki-muted', text: words.sources.more(length - MAX_LISTED) });
}
