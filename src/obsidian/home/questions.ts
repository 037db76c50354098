import type { Desk } from '../desk';
import { home as words } from '../locale';
import { iconButton } from '../panels/parts';
import { act, heading } from './parts';

/** So many are listed. */
const MOST = 12;

/** What the wiki could not answer, and the next ingest is asked. */
export function drawQuestions(el: HTMLElement, desk: Desk): void {
  el.empty();
  const { questions } = desk;
  const { length } = questions;
  if (length === 0) return;
  heading(el, words.questions.title, length);
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  for (const { id, text } of questions.slice(0, MOST)) {
    const row = list.createEl('li', { cls: 'living-wiki-item' });
    row.createDiv({ cls: 'living-wiki-question', text });
    const drop = act(desk, () => desk.changeQuestions((workbench) => workbench.dropQuestion(id)));
    iconButton(row, 'x', words.questions.remove(text), drop).dataset.key = `drop ${id}`;
  }
  if (length > MOST) el.createEl('p', { cls: 'living-wiki-muted', text: words.sources.more(length - MOST) });
}
