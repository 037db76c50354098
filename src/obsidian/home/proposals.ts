import { type WikiController } from '../controller';
import { home as words } from '../locale';
import { safely, heading } from './parts';

/** The changes that wait for a person. */
export function drawProposals(el: HTMLElement, controller: WikiController): void {
  el.empty();
  heading(el, words.waiting.title, controller.proposals.length);
  if (controller.proposals.length === 0) {
    el.createEl('p', { cls: 'living-wiki-muted', text: words.waiting.none });
    return;
  }
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  for (const { id, changeSet } of controller.proposals) {
    const hunks = changeSet.files.reduce((sum, file) => sum + Math.max(1, file.hunks.length), 0);
    const row = list.createEl('li');
    const open = row.createEl('button', {
      cls: 'living-wiki-proposal',
      attr: { 'data-key': id, 'aria-label': words.waiting.reviewOne(changeSet.title) },
    });
    open.createSpan({ cls: 'living-wiki-name', text: changeSet.title });
    open.createSpan({ cls: 'living-wiki-muted', text: words.waiting.files(changeSet.files.length, hunks) });
    open.addEventListener(
      'click',
      safely(controller, () => controller.navigator.openReview(id)),
    );
  }
}
