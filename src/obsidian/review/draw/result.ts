import { Notice } from 'obsidian';
import { memoryProposalOf, type Proposal, type ReviewOutcome } from '../../../workbench';
import { type WikiController } from '../../controller';
import { memory as memoryWords, review as words } from '../../locale';
import { type ReviewQueue } from '../review-queue';
import { label } from './small';
import { addButton } from '../../ui';

/** Shows another proposal in place of this one. @param isAsked the person asked for exactly this change */
export type GoTo = (id: string, isAsked?: boolean) => void;

export type ReviewResult =
  | { readonly kind: 'outcome'; readonly outcome: Extract<ReviewOutcome, { kind: 'applied' | 'rejected' }> }
  /** Decided before this view was opened, or elsewhere while it was open (`seen`). */
  | { readonly kind: 'decided'; readonly proposal: Proposal; readonly seen: boolean };

/**
 * The result of a review, with undo and the next proposal.
 * @returns updates which proposal is next
 */
export function drawResult(
  parent: HTMLElement,
  controller: WikiController,
  id: string,
  ending: ReviewResult,
  queue: ReviewQueue,
  go: GoTo,
): () => void {
  parent.empty();
  const box = parent.createDiv({ cls: 'living-wiki-result', attr: { role: 'status' } });
  const [title, text] = titleAndText(ending);
  const head = box.createEl('h3', { text: title, attr: { tabindex: -1 } });
  box.createEl('p', { text });
  const { transaction, files } = written(ending);
  const actions = box.createDiv({ cls: 'living-wiki-form-row' });
  if (transaction !== null)
    addButton(actions, { text: words.result.undo, cls: 'living-wiki-button' }, () =>
      undoReviewed(controller, id, transaction, go),
    );
  const next = box.createDiv({ cls: 'living-wiki-form-row' });
  const isMemory = memoryProposalOf(id) !== null;
  drawWritten(box, controller, files, (path) => (isMemory ? controller.memory : controller).toVaultPath(path));
  head.focus({ preventScroll: true });
  const update = (): void => drawNext(next, controller, id, queue, go);
  update();
  return update;
}

/** Offers the next proposal. The list of the controller may be a moment old, so the stored ones are asked. */
function drawNext(
  parent: HTMLElement,
  controller: WikiController,
  id: string,
  queue: ReviewQueue,
  go: (id: string) => void,
): void {
  controller.attempt(async () => {
    const nextId = await queue.nextAfter(id);
    const next = queue.waiting.find((proposal) => proposal.id === nextId);
    const text = next === undefined ? words.result.noNext : words.result.next(next.changeSet.title);
    if (parent.textContent === text) return;
    parent.empty();
    if (next === undefined) parent.createDiv({ cls: 'living-wiki-muted', text });
    else addButton(parent, { text, cls: 'living-wiki-button mod-cta living-wiki-next' }, () => go(next.id));
  });
}

/** Proposes to undo what a review applied, and opens its review. */
export function undoReviewed(controller: WikiController, id: string, transaction: string, go: GoTo): void {
  controller.attempt(async () => {
    if (memoryProposalOf(id) !== null) return undoHarvest(controller, transaction);
    const proposal = await controller.runWikiJob(words.result.undoing, (run, workbench) =>
      workbench.proposeUndo(transaction, run),
    );
    if (proposal) go(proposal.id, true);
  });
}

async function undoHarvest(controller: WikiController, transaction: string): Promise<void> {
  const done = await controller.memory.change((memory, run) => memory.undo(transaction, run));
  if (done !== null) new Notice(memoryWords.undone(done.files.length));
}

/** Lists the files that were written. Those that were deleted cannot be opened. */
function drawWritten(
  parent: HTMLElement,
  controller: WikiController,
  files: readonly string[],
  toVaultPath: (path: string) => string,
): void {
  if (files.length === 0) return;
  label(parent, words.result.written, files.length);
  const list = parent.createEl('ul', { cls: 'living-wiki-written' });
  for (const path of files) {
    const item = list.createEl('li');
    if (controller.app.vault.getFileByPath(toVaultPath(path)) === null) {
      item.createEl('s', { text: path });
      item.createSpan({ cls: 'living-wiki-muted', text: ` ${words.result.deleted}` });
      continue;
    }
    const open = addButton(item, { text: path, cls: 'living-wiki-button living-wiki-link' }, () =>
      controller.attempt(() => controller.navigator.openNote(toVaultPath(path))),
    );
    open.setAttr('aria-label', words.result.open(path));
  }
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

export function written(ending: ReviewResult): {
  readonly transaction: string | null;
  readonly files: readonly string[];
} {
  if (ending.kind === 'decided') {
    return { transaction: ending.proposal.decision?.transaction ?? null, files: [] };
  }
  const { outcome } = ending;
  return outcome.kind === 'applied' ? outcome : { transaction: null, files: [] };
}
