import { readContradiction, readDisputes } from '../../../workbench';
import { review as words } from '../../locale';
import { hunkParts } from '../view-model/hunk-parts';
import { type PagePiece } from '../view-model/rendered';
import { type HunkPlace, type ReviewContext } from './context';
import { drawContradiction } from './contradiction';
import { drawFields, drawTable } from './fields';
import { drawLines } from './lines';
import { drawPieces } from './markdown';
import { drawPageBody } from './page-body';

/** What a hunk changes: properties and tables as such, everything else as lines or as rendered Markdown. */
export function drawHunkBody(
  parent: HTMLElement,
  context: ReviewContext,
  { file, item, at, total }: HunkPlace,
  pieces: readonly PagePiece[] | null,
): void {
  // A new file has no old text to show beside it.
  const split = context.layout === 'split' && file.kind !== 'created';
  const parts = hunkParts(file.edit, item.hunk);
  if (parts.isRenameOnly) {
    parent.createDiv({ cls: 'living-wiki-hunk-note', text: words.renameTo(file.edit.path, file.edit.to ?? file.path) });
    parent.createDiv({ cls: 'living-wiki-hunk-note living-wiki-muted', text: words.renames });
    return;
  }
  // The account beside the page names them.
  for (const { text, reason } of context.layout === 'page' ? [] : (item.hunk.drops ?? [])) {
    parent.createDiv({ cls: 'living-wiki-hunk-note is-dropped', text: `− ${words.noLongerSaid(text, reason)}` });
  }
  const contradiction = readContradiction(file, item, readDisputes(context.review.proposal.changeSet));
  if (contradiction !== null) drawContradiction(parent, context, { file, item, at, total }, contradiction);
  const isPage = context.layout === 'page' && pieces !== null;
  if (parts.fields.length > 0) {
    if (isPage) {
      const properties = parent.createEl('details', { cls: 'living-wiki-as-text' });
      properties.createEl('summary', { text: words.changedProperties(parts.fields.length) });
      drawFields(properties, parts.fields);
    } else drawFields(parent, parts.fields);
  }
  if (isPage && pieces.length > 0) drawPageBody(parent, context, { file, item, at, total }, pieces);
  else if (pieces && pieces.length > 0) drawPieces(parent, context, pieces, file);
  else if (parts.table) drawTable(parent, parts.table);
  else drawLines(parent, parts.lines, split);
  for (const { text, before, after } of parts.links) {
    parent.createDiv({ cls: 'living-wiki-hunk-note', text: `→ ${words.retargeted(text, before, after)}` });
  }
  if (!parts.source || pieces) return;
  const { source } = parts;
  const details = parent.createEl('details', { cls: 'living-wiki-as-text' });
  details.createEl('summary', { text: words.asText });
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) drawLines(details, source, split);
  });
}
