import { type WikiController } from '../../controller';
import { review as words } from '../../locale';
import { addButton } from '../../ui';
import { undoReviewed, written, type GoTo, type ReviewResult } from './result';

interface Previous {
  readonly id: string;
  readonly title: string;
  readonly result: ReviewResult;
}

/** What came of the proposal before this one, with its undo. */
export function drawPrevious(
  parent: HTMLElement,
  controller: WikiController,
  { id, title, result }: Previous,
  go: GoTo,
): void {
  const { transaction, files } = written(result);
  const box = parent.createDiv({ cls: 'living-wiki-previous', attr: { role: 'status' } });
  const isApplied = result.kind === 'outcome' && result.outcome.kind === 'applied';
  box.createSpan({ text: isApplied ? words.result.was(title, files.length) : words.result.wasRejected(title) });
  if (transaction !== null) {
    const undo = { text: words.result.undo, cls: 'living-wiki-small-button', label: words.result.undoLabel(title) };
    addButton(box, undo, () => undoReviewed(controller, id, transaction, go));
  }
  addButton(box, { icon: 'x', cls: 'clickable-icon', label: words.result.hide }, () => box.remove());
}
