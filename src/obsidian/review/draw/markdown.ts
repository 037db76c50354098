import { MarkdownRenderer } from 'obsidian';
import { review as words } from '../../locale';
import { type PagePiece } from '../view-model/rendered';
import { inertMarkdown } from '../../../workbench';
import { markWords, type DiffPiece } from '../view-model/word-diff';
import { type ReviewContext } from './context';
import { addScreenReaderText } from '../../ui';

/** Renders Markdown as Obsidian does. Text that cannot be rendered is shown as it is. */
export async function drawMarkdown(
  parent: HTMLElement,
  context: ReviewContext,
  text: string,
  path: string,
): Promise<HTMLElement> {
  const box = parent.createDiv({ cls: 'living-wiki-rendered markdown-rendered' });
  const { controller, owner } = context;
  try {
    await MarkdownRenderer.render(
      controller.app,
      inertMarkdown(text, { asPage: true }),
      box,
      controller.toVaultPath(path),
      owner,
    );
  } catch {
    box.setText(text);
  }
  // Wide content must be scrollable with the keyboard.
  if (box.querySelector('table, pre')) box.tabIndex = 0;
  return box;
}

/** The blocks of one hunk: removed, then added, with changed words marked. */
export function drawPieces(
  parent: HTMLElement,
  context: ReviewContext,
  pieces: readonly PagePiece[],
  path: string,
): void {
  let gone: Promise<HTMLElement> | null = null;
  for (const { kind, text } of pieces) {
    const box = parent.createDiv({ cls: `living-wiki-piece is-${kind}` });
    if (kind !== 'context') addScreenReaderText(box, words.rendered[kind]);
    const drawn = drawMarkdown(box, context, text, path);
    if (kind === 'added' && gone) void Promise.all([gone, drawn]).then(([before, after]) => markDrawn(before, after));
    gone = kind === 'removed' ? drawn : null;
  }
}

/** Marks the words that differ between two rendered texts. */
function markDrawn(before: HTMLElement, after: HTMLElement): void {
  const [old, now] = [textsIn(before), textsIn(after)];
  // A word ends with its node: the cells of a table have no space between them.
  const joined = (nodes: readonly Text[]): string => nodes.map(({ data }) => data.replace(/\n/g, ' ')).join('\n');
  const pair = markWords(joined(old), joined(now));
  wrapMarked(old, pair.before, 'del');
  wrapMarked(now, pair.after, 'ins');
  for (const box of [before, after]) {
    const mark = box.tabIndex < 0 ? null : box.querySelector('.living-wiki-word');
    const far = mark ? mark.getBoundingClientRect().right - box.getBoundingClientRect().right : 0;
    if (far > 0) box.scrollLeft = far + box.clientWidth / 2;
  }
}

function textsIn(parent: HTMLElement): Text[] {
  const nodes: Text[] = [];
  const walker = parent.doc.createTreeWalker(parent, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest('svg, mjx-container, .internal-embed')) nodes.push(node);
  }
  return nodes;
}

function wrapMarked([first, ...rest]: readonly Text[], pieces: readonly DiffPiece[], tag: 'ins' | 'del'): void {
  let node = first;
  for (const { text, marked } of pieces) {
    text.split('\n').forEach((part, index) => {
      if (index > 0) node = rest.shift();
      if (!node || part === '') return;
      const own = node;
      node = own.splitText(part.length);
      if (!marked || part.trim() === '') return;
      const mark = createEl(tag, { cls: 'living-wiki-word' });
      own.replaceWith(mark);
      mark.append(own);
    });
  }
}
