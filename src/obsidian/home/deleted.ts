import { type DeletedPage } from '../../workbench';
import { type WikiController } from '../controller';
import { home } from '../locale';
import { addButton } from '../ui';
import { drawHeading } from './heading';

const words = home.deleted;
const MAX_ASKED = 5;

/** Asks once about each page that was deleted by hand whether it may be made again. */
export function drawDeleted(el: HTMLElement, controller: WikiController): void {
  el.empty();
  const { deleted, state } = controller;
  if (deleted.length === 0 || state.kind !== 'ready') return;
  const { workbench } = state;
  drawHeading(el, words.title, deleted.length);
  const answer = (page: DeletedPage, isNever: boolean): void =>
    controller.attempt(() => controller.inBackground(() => workbench.answerDeletion(page, isNever)));
  for (const page of deleted.slice(0, MAX_ASKED)) {
    const { slug, title } = page;
    el.createEl('p', { text: words.asks(title) });
    const row = el.createDiv({ cls: 'living-wiki-row' });
    const never = { text: words.never, label: words.neverLabel(title), key: `never ${slug}` };
    addButton(row, never, () => answer(page, true));
    const may = { text: words.may, label: words.mayLabel(title), key: `may ${slug}` };
    addButton(row, may, () => answer(page, false));
  }
}
