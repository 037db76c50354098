import { unifiedDiffAsync, type DiffLine, type FileEdit, type UnifiedDiff } from '../../workbench';
import { panels as words } from '../locale';
import { countLines, diffRows, DIFF_LINES } from './view-model/history';
import { addButton, addScreenReaderText, type DrawQueue } from '../ui';

const t = words.history;

/** Lines around a change. */
const CONTEXT = 3;

const LOOKS = {
  added: { tag: 'ins', sign: '+' },
  removed: { tag: 'del', sign: '−' },
  context: { tag: 'div', sign: ' ' },
} as const;

/** The diff of one file, compared in turns. A long diff is drawn part by part, on request. */
export function drawDiff(parent: HTMLElement, queue: DrawQueue, edit: FileEdit): HTMLElement {
  const el = parent.createDiv({ cls: 'living-wiki-diff-box' });
  const note = el.createDiv({ cls: 'living-wiki-muted', text: words.loading });
  queue.wait(unifiedDiffAsync(edit, CONTEXT, queue.run), (view) => {
    note.remove();
    if (el.isConnected) drawView(el, edit, view);
  });
  return el;
}

function drawView(el: HTMLElement, edit: FileEdit, view: UnifiedDiff): void {
  const { added, removed } = countLines(view);
  if (added + removed === 0) {
    el.createDiv({ cls: 'living-wiki-muted', text: t.noDiff });
    return;
  }
  addScreenReaderText(el, `${t.added(added)}, ${t.removed(removed)}.`);
  const box = el.createDiv({
    cls: 'living-wiki-diff',
    attr: { tabindex: 0, role: 'group', 'aria-label': t.showDiff(edit.to ?? edit.path) },
  });
  const rows = diffRows(view);
  const draw = (from: number): void => {
    for (const row of rows.slice(from, from + DIFF_LINES)) drawRow(box, row);
    const left = rows.slice(from + DIFF_LINES).filter((row) => row !== null).length;
    if (left === 0) return;
    const more = addButton(box, { cls: 'living-wiki-plain living-wiki-link' }, () => {
      const hadFocus = more.contains(more.doc.activeElement);
      more.remove();
      draw(from + DIFF_LINES);
      if (hadFocus) box.focus();
    });
    more.setText(t.moreLines(left));
  };
  draw(0);
}

function drawRow(box: HTMLElement, row: DiffLine | null): void {
  if (row === null) {
    box.createDiv({ cls: 'living-wiki-diff-gap', text: '⋯', attr: { title: t.gap } });
    return;
  }
  const { tag, sign } = LOOKS[row.kind];
  const line = box.createEl(tag, { cls: `living-wiki-diff-line is-${row.kind}` });
  line.createSpan({ cls: 'living-wiki-diff-sign', text: sign, attr: { 'aria-hidden': 'true' } });
  line.createSpan({ text: row.text });
}
