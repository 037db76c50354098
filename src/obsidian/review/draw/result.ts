import { type Proposal, type ReviewOutcome } from '../../../workbench';
import { type WikiController } from '../../controller';
import { review as words } from '../../locale';
import { label } from './small';
import { addButton } from '../../ui';

export type ReviewResult =
  | { readonly kind: 'outcome'; readonly outcome: Extract<ReviewOutcome, { kind: 'applied' | 'rejected' }> }
  /** Decided before this view was opened, or elsewhere while it was open (`seen`). */
  | { readonly kind: 'decided'; readonly proposal: Proposal; readonly seen: boolean };

/** The result of a review, with undo and the next proposal. */
export function drawResult(
  parent: HTMLElement,
  controller: WikiController,
  id: string,
  ending: ReviewResult,
  go: (id: string) => void,
): void {
  parent.empty();
  const box = parent.createDiv({ cls: 'living-wiki-result', attr: { role: 'status' } });
  const [title, text] = titleAndText(ending);
  const head = box.createEl('h3', { text: title, attr: { tabindex: -1 } });
  box.createEl('p', { text });
  const { transaction, files } = written(ending);
  const actions = box.createDiv({ cls: 'living-wiki-form-row' });
  if (transaction !== null)
    addButton(actions, { text: words.result.undo, cls: 'living-wiki-button' }, () =>
      controller.attempt(() => undo(controller, transaction, go)),
    );
  const next = controller.proposals.find((proposal) => proposal.id !== id);
  if (next) {
    addButton(actions, { text: words.result.next(next.changeSet.title), cls: 'living-wiki-button mod-cta' }, () =>
      go(next.id),
    );
  } else box.createEl('p', { cls: 'living-wiki-muted', text: words.result.noNext });
  if (files.length > 0) {
    label(box, words.result.written, files.length);
    const list = box.createEl('ul', { cls: 'living-wiki-written' });
    for (const path of files) {
      const open = addButton(list.createEl('li'), { text: path, cls: 'living-wiki-button living-wiki-link' }, () =>
        controller.attempt(() => controller.navigator.openPage(path)),
      );
      open.setAttr('aria-label', words.result.open(path));
    }
  }
  head.focus({ preventScroll: true });
}

function titleAndText(ending: ReviewResult): readonly [string, string] {
  const { result } = words;
  if (ending.kind === 'outcome') {
    return ending.outcome.kind === 'applied'
      ? [result.applied, result.appliedText(ending.outcome.files.length)]
      : [result.rejected, result.rejectedText];
  }
  const { state, decision } = ending.proposal;
  const at = (decision?.at ?? '').replace('T', ' ').replace(/:\d\dZ$/, ' UTC');
  return [
    state === 'applied' ? result.isApplied : result.isRejected,
    ending.seen ? result.elsewhere(at) : result.earlier(at),
  ];
}

function written(ending: ReviewResult): { readonly transaction: string | null; readonly files: readonly string[] } {
  if (ending.kind === 'decided') {
    return { transaction: ending.proposal.decision?.transaction ?? null, files: [] };
  }
  const { outcome } = ending;
  return outcome.kind === 'applied' ? outcome : { transaction: null, files: [] };
}

async function undo(controller: WikiController, transaction: string, go: (id: string) => void): Promise<void> {
  const proposal = await controller.runWikiJob(words.result.undoing, (run, workbench) =>
    workbench.proposeUndo(transaction, run),
  );
  if (proposal) go(proposal.id);
}
