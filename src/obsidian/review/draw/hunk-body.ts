import { readContradiction, readFlaggedContradictions } from '../../../workbench';
import { review as words } from '../../locale';
import { hunkParts, hunkPartsAsync, isSmallHunk, type HunkParts } from '../view-model/hunk-parts';
import { type PagePiece } from '../view-model/rendered';
import { type HunkPlace, type ReviewContext } from './context';
import { drawContradiction } from './contradiction';
import { drawFields, drawTable } from './fields';
import { drawLines } from './lines';
import { drawPieces } from './markdown';
import { drawPageBody } from './page-body';

/** The names of a few properties that change; a new page has all of them. */
function namesOf(fields: HunkParts['fields'], isNew: boolean): readonly string[] {
  return isNew ? [] : fields.slice(0, 3).map(({ name }) => name);
}

/** What a hunk changes: properties and tables as such, everything else as lines or as rendered Markdown. A large hunk is compared in turns. */
export function drawHunkBody(
  parent: HTMLElement,
  context: ReviewContext,
  place: HunkPlace,
  pieces: readonly PagePiece[] | null,
): void {
  const { file, item } = place;
  if (isSmallHunk(item.hunk)) {
    drawHunkParts(parent, context, place, pieces, hunkParts(file.edit, item.hunk));
    return;
  }
  const note = parent.createDiv({ cls: 'living-wiki-hunk-note living-wiki-muted', text: words.loading });
  context.queue.wait(hunkPartsAsync(file.edit, item.hunk, context.queue.run), (parts) => {
    // The body may have been drawn again.
    if (note.parentElement !== parent) return;
    note.remove();
    drawHunkParts(parent, context, place, pieces, parts);
  });
}

function drawHunkParts(
  parent: HTMLElement,
  context: ReviewContext,
  { file, item, at, total }: HunkPlace,
  pieces: readonly PagePiece[] | null,
  parts: HunkParts,
): void {
  // A new file has no old text to show beside it.
  const split = context.layout === 'split' && file.kind !== 'created';
  if (parts.isRenameOnly) {
    parent.createDiv({ cls: 'living-wiki-hunk-note', text: words.renameTo(file.edit.path, file.edit.to ?? file.path) });
    parent.createDiv({ cls: 'living-wiki-hunk-note living-wiki-muted', text: words.renames });
    return;
  }
  // The account beside the page names them.
  const drops = context.layout === 'page' ? [] : (item.hunk.drops ?? []);
  context.queue.list(drops.length === 0 ? parent : parent.createDiv(), drops, (box, { text, reason }) => {
    box.createDiv({ cls: 'living-wiki-hunk-note is-dropped', text: `− ${words.noLongerSaid(text, reason)}` });
  });
  const contradiction = readContradiction(file, item, readFlaggedContradictions(context.review.proposal.changeSet));
  if (contradiction !== null) drawContradiction(parent, context, { file, item, at, total }, contradiction);
  const isPage = context.layout === 'page' && pieces !== null;
  if (parts.fields.length > 0) {
    if (pieces !== null) {
      const properties = parent.createEl('details', { cls: 'living-wiki-as-text' });
      properties.createEl('summary', {
        text: words.properties(parts.fields.length, namesOf(parts.fields, file.kind === 'created')),
      });
      drawFields(properties, context.queue, parts.fields);
    } else drawFields(parent, context.queue, parts.fields);
  }
  if (isPage && pieces.length > 0) drawPageBody(parent, context, { file, item, at, total }, pieces);
  else if (pieces && pieces.length > 0) drawPieces(parent, context, pieces, file);
  else if (parts.table) drawTable(parent, parts.table);
  else drawLines(parent, context.queue, parts.lines, split);
  for (const { text, before, after } of parts.links) {
    parent.createDiv({ cls: 'living-wiki-hunk-note', text: `→ ${words.retargeted(text, before, after)}` });
  }
  if (!parts.source || pieces) return;
  const { source } = parts;
  const details = parent.createEl('details', { cls: 'living-wiki-as-text' });
  details.createEl('summary', { text: words.asText });
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) drawLines(details, context.queue, source, split);
  });
}
