import { type AccountedStatement } from '../../../workbench';
import { review as words } from '../../locale';
import { addButton } from '../../ui';
import { locateStatements, soughtWords } from '../view-model/locate-statements';
import { type PagePiece } from '../view-model/rendered';
import { type HunkPlace, type ReviewContext } from './context';
import { drawParts, joined, textsIn, wrapPieces } from './markdown';

/** Where more statements than this are new, almost all of the text is, and marks would tell nothing. */
const MAX_MARKED = 1_000;

/** A hunk as the page will read: its new text with new and reworded statements marked, and a chip for the statements it removes. */
export function drawPageBody(
  parent: HTMLElement,
  context: ReviewContext,
  { file, item }: HunkPlace,
  pieces: readonly PagePiece[],
): void {
  const isRejected = item.decision?.verdict === 'rejected';
  const account = isRejected ? null : context.account(file);
  const own = ({ hunk }: AccountedStatement): boolean => hunk === item.hunk.id;
  const dropped = account?.dropped.filter(own) ?? [];
  const { start, end } = item.hunk;
  const leaving = account?.moved.filter((each) => !own(each) && each.start >= start && each.end <= end) ?? [];
  const hidden = isRejected ? 'added' : 'removed';
  const shown = pieces.filter(({ kind }) => kind !== hidden);
  // A part without statements, such as a heading, has no chip: what goes is shown.
  const isGone = shown.length === 0 && dropped.length + leaving.length === 0;
  for (const { kind, text } of isGone ? pieces : shown) {
    const box = parent.createDiv({ cls: `living-wiki-piece${isGone ? ` is-${kind}` : ''}` });
    if (account === null || kind !== 'added') {
      drawParts(box, context, text, file);
      continue;
    }
    const marked = [
      ...account.added.filter(own).map((each) => ({ ...each, kind: 'new' as const })),
      ...[...account.reworded, ...account.moved].filter(own).map((each) => ({ ...each, kind: 'reworded' as const })),
    ].sort((a, b) => a.order - b.order);
    if (marked.length > MAX_MARKED) {
      drawParts(box, context, text, file);
      continue;
    }
    const sought = marked.map((each) => soughtWords(each.text));
    drawParts(box, context, text, file, (rendered) => markStatements(rendered, marked, sought));
  }
  if (dropped.length + leaving.length === 0) return;
  const row = parent.createDiv({ cls: 'living-wiki-piece living-wiki-chips' });
  const chip = { cls: 'living-wiki-button living-wiki-chip' };
  if (dropped.length > 0) {
    const text = `− ${words.account.droppedChip(dropped.length)}`;
    addButton(row, { text, cls: `${chip.cls} is-dropped` }, () => context.showDropped(item.hunk.id));
  }
  for (const { text, heading, movesTo, hunk } of leaving) {
    const moved = { ...chip, text: `→ ${words.account.movedChip(movesTo ?? heading)}` };
    addButton(row, moved, () =>
      movesTo === null ? hunk && context.goToHunk(hunk) : context.selectFile(movesTo),
    ).title = text;
  }
}

function markStatements(
  rendered: HTMLElement,
  statements: readonly (AccountedStatement & { readonly kind: 'new' | 'reworded' })[],
  sought: readonly (readonly string[])[],
): void {
  const nodes = textsIn(rendered);
  const pieces = locateStatements(joined(nodes), sought);
  wrapPieces(nodes, pieces, ({ statement }) => {
    const found = statement === null ? undefined : statements[statement];
    if (found === undefined) return null;
    const { kind, before } = found;
    const mark = createEl('mark', { cls: `living-wiki-said is-${kind}` });
    if (before !== null) mark.title = words.account.before(before);
    return mark;
  });
}
