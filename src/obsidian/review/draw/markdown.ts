import { MarkdownRenderer } from 'obsidian';
import { review as words } from '../../locale';
import { splitBlocks, type PagePiece } from '../view-model/rendered';
import { inertMarkdown, type ReviewFile } from '../../../workbench';
import { markWords, type DiffPiece } from '../view-model/word-diff';
import { type ReviewContext } from './context';
import { drawFootnotes } from './footnote-marks';
import { drawComparison } from './lines';
import { SHOW_TEXT } from './small';
import { addScreenReaderText } from '../../ui';

/** About how much text is rendered at once. Characters. */
const PART_LENGTH = 6_000;
/** A longer block, such as a table of thousands of rows, is shown as text: no part of it can be rendered alone. Characters. */
const MAX_BLOCK = 30_000;

/**
 * Renders Markdown as Obsidian does; long text part by part.
 * @param onDrawn called for each part that was rendered
 */
export function drawParts(
  parent: HTMLElement,
  context: ReviewContext,
  text: string,
  file: ReviewFile,
  onDrawn?: (rendered: HTMLElement) => void,
): void {
  const { queue } = context;
  const draw = (box: HTMLElement, part: string): void => {
    if (part.length > MAX_BLOCK) drawComparison(box, queue, file.path, ['', part], false);
    else queue.wait(drawMarkdown(box, context, part, file), (rendered) => onDrawn?.(rendered));
  };
  const [first = '', ...rest] = partsOf(text);
  draw(parent, first);
  for (const part of rest) {
    const box = parent.createDiv({ cls: 'living-wiki-rendered-part' });
    queue.add(box, () => draw(box, part));
  }
}

/** Splits text between its blocks. */
function partsOf(text: string): readonly string[] {
  if (text.length <= PART_LENGTH) return [text];
  const parts: string[] = [];
  let part = '';
  for (const block of splitBlocks(text)) {
    if (part !== '' && part.length + block.length > PART_LENGTH) {
      parts.push(part);
      part = '';
    }
    part += block;
  }
  return [...parts, part];
}

async function drawMarkdown(
  parent: HTMLElement,
  context: ReviewContext,
  text: string,
  file: ReviewFile,
): Promise<HTMLElement> {
  const box = parent.createDiv({ cls: 'living-wiki-rendered markdown-rendered' });
  const { controller, owner } = context;
  try {
    await MarkdownRenderer.render(
      controller.app,
      inertMarkdown(text, { asPage: true }),
      box,
      controller.toVaultPath(file.path),
      owner,
    );
  } catch {
    box.setText(text);
  }
  drawFootnotes(box, context, file);
  // Wide content must be scrollable with the keyboard.
  if (box.querySelector('table, pre')) box.tabIndex = 0;
  return box;
}

/** The blocks of one hunk: removed, then added, with changed words marked. */
export function drawPieces(
  parent: HTMLElement,
  context: ReviewContext,
  pieces: readonly PagePiece[],
  file: ReviewFile,
): void {
  let gone: Promise<HTMLElement> | null = null;
  for (const { kind, text } of pieces) {
    const box = parent.createDiv({ cls: `living-wiki-piece is-${kind}` });
    if (kind !== 'context') addScreenReaderText(box, words.rendered[kind]);
    if (text.length > PART_LENGTH) {
      // Words are marked where both texts are rendered as a whole.
      drawParts(box, context, text, file);
      gone = null;
      continue;
    }
    const drawn = drawMarkdown(box, context, text, file);
    if (kind === 'added' && gone) {
      context.queue.wait(Promise.all([gone, drawn]), ([before, after]) => markDrawn(before, after));
    }
    gone = kind === 'removed' ? drawn : null;
  }
}

/** Marks the words that differ between two rendered texts. */
function markDrawn(before: HTMLElement, after: HTMLElement): void {
  const [old, now] = [textsIn(before), textsIn(after)];
  // The cells of a table have no space between them.
  const pair = markWords(joined(old), joined(now));
  const word = (tag: 'del' | 'ins') => (piece: DiffPiece) =>
    piece.marked ? createEl(tag, { cls: 'living-wiki-word' }) : null;
  wrapPieces(old, pair.before, word('del'));
  wrapPieces(now, pair.after, word('ins'));
  for (const box of [before, after]) {
    const mark = box.tabIndex < 0 ? null : box.querySelector('.living-wiki-word');
    const far = mark ? mark.getBoundingClientRect().right - box.getBoundingClientRect().right : 0;
    if (far > 0) box.scrollLeft = far + box.clientWidth / 2;
  }
}

/** The texts of nodes as one. A word ends with its node. */
export function joined(nodes: readonly Text[]): string {
  return nodes.map(({ data }) => data.replace(/\n/g, ' ')).join('\n');
}

/** The texts that a person reads, without footnote marks. */
export function textsIn(parent: HTMLElement): Text[] {
  const nodes: Text[] = [];
  const walker = parent.doc.createTreeWalker(parent, SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest('svg, mjx-container, .internal-embed, .living-wiki-footnote-mark'))
      nodes.push(node);
  }
  return nodes;
}

/** Wraps pieces of joined texts. @param wrap makes the element around a piece; `null` for none */
export function wrapPieces<T extends { readonly text: string }>(
  [first, ...rest]: readonly Text[],
  pieces: readonly T[],
  wrap: (piece: T) => HTMLElement | null,
): void {
  let node = first;
  for (const piece of pieces) {
    piece.text.split('\n').forEach((part, index) => {
      if (index > 0) node = rest.shift();
      if (!node || part === '') return;
      const own = node;
      node = own.splitText(part.length);
      const mark = part.trim() === '' ? null : wrap(piece);
      if (mark === null) return;
      own.replaceWith(mark);
      mark.append(own);
    });
  }
}
