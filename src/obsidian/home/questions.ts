import { setIcon } from 'obsidian';
import type { Desk } from '../desk';
import { home as words } from '../locale';
import { act, heading } from './parts';

/** So many are listed. */
const MOST = 12;

/** What the wiki could not answer, and the next ingest is asked. */
export function drawQuestions(el: HTMLElement, desk: Desk): void {
  el.empty();
  const { questions } = desk;
  if (questions.length === 0) return;
  const t = words.questions;
  heading(el, t.title, questions.length);
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  for (const { id, text, proposals } of questions.slice(0, MOST)) {
    const row = list.createEl('li', { cls: 'living-wiki-item' });
    const [proposal] = proposals;
    if (proposal === undefined) row.createDiv({ cls: 'living-wiki-question', text });
    else {
      const open = row.createEl('button', { cls: 'living-wiki-proposal', attr: { 'data-key': `answer ${id}` } });
      open.createSpan({ cls: 'living-wiki-name', text });
      open.createSpan({ cls: 'living-wiki-muted', text: t.answered });
      open.addEventListener(
        'click',
        act(desk, () => desk.ways.openReview(proposal)),
      );
    }
    const remove = row.createEl('button', {
      cls: 'clickable-icon',
      attr: { 'aria-label': t.remove(text), 'data-key': `drop ${id}` },
    });
    setIcon(remove, 'x');
    remove.addEventListener(
      'click',
      act(desk, () => desk.changeQuestions((workbench) => workbench.dropQuestion(id))),
    );
  }
  if (questions.length > MOST) {
    el.createEl('p', { cls: 'living-wiki-muted', text: t.more(questions.length - MOST) });
  }
}
