import { unifiedDiff, type FileEdit } from '../../workbench';
import { panels as words } from '../locale';
import { countLines, truncateView, DIFF_LINES } from './view-model/history';
import { addButton, addScreenReaderText } from '../ui';

const t = words.history;

const LOOKS = {
  added: { tag: 'ins', sign: '+' },
  removed: { tag: 'del', sign: '−' },
  context: { tag: 'div', sign: ' ' },
} as const;

/** The diff of one file. A long diff is drawn part by part, on request. */
export function drawDiff(parent: HTMLElement, edit: FileEdit): HTMLElement {
  const view = unifiedDiff(edit);
  const { added, removed } = countLines(view);
  const el = parent.createDiv({ cls: 'living-wiki-diff-box' });
  if (added + removed === 0) {
    el.createDiv({ cls: 'living-wiki-muted', text: t.noDiff });
    return el;
  }
  addScreenReaderText(el, `${t.added(added)}, ${t.removed(removed)}.`);
  const draw = (limit: number): void => {
    el.querySelector('.living-wiki-diff')?.remove();
    const { blocks, left } = truncateView(view, limit);
    const box = el.createDiv({
      cls: 'living-wiki-diff',
      attr: { tabindex: 0, role: 'group', 'aria-label': t.showDiff(edit.to ?? edit.path) },
    });
    blocks.forEach(({ lines }, at) => {
      if (at > 0) box.createDiv({ cls: 'living-wiki-diff-gap', text: '⋯', attr: { title: t.gap } });
      for (const { kind, text } of lines) {
        const { tag, sign } = LOOKS[kind];
        const line = box.createEl(tag, { cls: `living-wiki-diff-line is-${kind}` });
        line.createSpan({ cls: 'living-wiki-diff-sign', text: sign, attr: { 'aria-hidden': 'true' } });
        line.createSpan({ text });
      }
    });
    if (left > 0)
      addButton(box, { cls: 'living-wiki-plain living-wiki-link' }, () => draw(limit + 10 * DIFF_LINES)).setText(
        t.moreLines(left),
      );
  };
  draw(DIFF_LINES);
  return el;
}
