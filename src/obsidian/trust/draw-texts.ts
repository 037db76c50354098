import { approvalDiff, type DiffLine, type UnconfirmedChange } from '../../workbench';
import { trust as words } from '../locale';

/** Lines of one file; a longer text is read in the file itself. */
const MAX_LINES = 400;

const LOOKS: Readonly<Record<DiffLine['kind'], { readonly tag: 'ins' | 'del' | 'div'; readonly sign: string }>> = {
  added: { tag: 'ins', sign: '+' },
  removed: { tag: 'del', sign: '−' },
  context: { tag: 'div', sign: ' ' },
};

/** The text of every file that changed, folded; drawn when it is opened. */
export function drawTexts(parent: HTMLElement, changes: readonly UnconfirmedChange[]): void {
  const fold = parent.createEl('details', { cls: 'living-wiki-approval-texts' });
  fold.createEl('summary', { text: words.texts(changes.length) });
  fold.addEventListener('toggle', () => {
    if (!fold.open || fold.childElementCount > 1) return;
    for (const change of changes) drawText(fold, change);
  });
}

function drawText(parent: HTMLElement, change: UnconfirmedChange): void {
  parent.createDiv({ cls: 'living-wiki-name', text: change.path });
  const blocks = approvalDiff(change);
  if (blocks.length === 0) {
    parent.createDiv({ cls: 'living-wiki-muted', text: words.noText });
    return;
  }
  const attr = { tabindex: 0, role: 'group', 'aria-label': change.path };
  const box = parent.createDiv({ cls: 'living-wiki-diff', attr });
  let left = MAX_LINES;
  for (const [at, block] of blocks.entries()) {
    if (at > 0) box.createDiv({ cls: 'living-wiki-diff-gap', text: '⋯', attr: { title: words.gap } });
    for (const { kind, text } of block.slice(0, Math.max(0, left))) {
      const { tag, sign } = LOOKS[kind];
      const line = box.createEl(tag, { cls: `living-wiki-diff-line is-${kind}` });
      line.createSpan({ cls: 'living-wiki-diff-sign', text: sign, attr: { 'aria-hidden': 'true' } });
      line.createSpan({ text });
    }
    left -= block.length;
  }
  if (left < 0) box.createDiv({ cls: 'living-wiki-diff-gap', text: '⋯', attr: { title: words.gap } });
}
