import { MarkdownRenderer } from 'obsidian';
import { review as words } from '../../locale';
import type { RenderedPiece } from '../model/rendered';
import { safeMarkdown } from '../model/safe';
import type { ReviewContext } from './context';
import { spoken } from './small';

/** Draws markdown as the app draws a page. What cannot be drawn is shown as it is written. */
export function drawMarkdown(parent: HTMLElement, context: ReviewContext, text: string, path: string): void {
  const box = parent.createDiv({ cls: 'living-wiki-rendered markdown-rendered' });
  const { app } = context.desk;
  MarkdownRenderer.render(app, safeMarkdown(text), box, context.desk.inVault(path), context.owner).catch(() =>
    box.setText(text),
  );
}

/** The blocks of one hunk: what goes, then what comes. */
export function drawPieces(
  parent: HTMLElement,
  context: ReviewContext,
  pieces: readonly RenderedPiece[],
  path: string,
): void {
  for (const { kind, text } of pieces) {
    const box = parent.createDiv({ cls: `living-wiki-piece is-${kind}` });
    if (kind !== 'context') spoken(box, words.rendered[kind]);
    drawMarkdown(box, context, text, path);
  }
}
