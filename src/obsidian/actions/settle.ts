import { Notice } from 'obsidian';
import { type WikiController } from '../controller';
import { panels } from '../locale';
import { SettleModal } from '../panels';
import { propose } from './propose';

const words = panels.lint.settle;

/**
 * Shows the contradictions that a page takes part in, and proposes what the person decides.
 * @param page wiki-relative
 * @param ids of some of them; all when absent
 */
export async function settleOnPage(controller: WikiController, page: string, ids?: ReadonlySet<string>): Promise<void> {
  const { state, navigator } = controller;
  if (state.kind !== 'ready') return;
  const all = await state.workbench.contradictions(controller.backgroundRun());
  const found = all.filter(({ id, pages }) => (ids === undefined ? pages.includes(page) : ids.has(id)));
  const [first] = found;
  if (first === undefined) {
    new Notice(words.nothing);
    return;
  }
  controller.openModal(
    new SettleModal(
      controller,
      found,
      (id, answer) =>
        controller.attempt(() =>
          propose(controller, words.preparing, words.nothing, (run, wiki) => wiki.proposeSettlement(id, answer, run)),
        ),
      () =>
        controller.attempt(async () => {
          const [one, other] = first.declaredBy;
          await navigator.openPage(one);
          await navigator.openPage(other, { pane: 'split' });
        }),
    ),
  );
}
