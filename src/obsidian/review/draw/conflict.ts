import { type ChangeConflict, type ConflictSide, type ReviewFile } from '../../../workbench';
import { coreText, review as words } from '../../locale';
import { canApplyProposed, conflictRegions, type ConflictRegion } from '../view-model/conflict';
import { editedText } from '../view-model/edit-text';
import { type ReviewContext } from './context';
import { drawEditForm } from './forms';
import { drawComparison } from './lines';
import { addButton } from '../../ui';

/** How many regions are drawn at once. */
const DRAWN_REGIONS = 5;

/** A conflict: both texts of each region, and the ways to resolve it. */
export function drawConflict(
  parent: HTMLElement,
  context: ReviewContext,
  file: ReviewFile,
  conflict: ChangeConflict,
): void {
  const title = conflict.reason === 'edited' ? words.conflict.title : words.conflict.blocked;
  const box = parent.createDiv({
    cls: 'living-wiki-conflict',
    attr: { role: 'group', tabindex: -1, 'aria-label': title },
  });
  box.createEl('h4', { text: `! ${title}` });
  box.createDiv({ text: coreText(conflict.message) });
  box.createDiv({ cls: 'living-wiki-muted', text: coreText(conflict.remedy) });
  const canApply = canApplyProposed(conflict);
  const drawChoices = (row: HTMLElement, hunks: readonly string[]): void => {
    const choose = (text: string, side: ConflictSide): void =>
      void addButton(row, { text, cls: 'living-wiki-button' }, () => context.resolve(file.path, hunks, side));
    choose(canApply ? words.conflict.keepCurrent : words.conflict.skip, 'current');
    if (canApply) choose(words.conflict.useProposed, 'proposed');
  };
  const regions = conflictRegions(conflict, file.edit);
  const drawRegion = (part: HTMLElement, region: ConflictRegion): void => {
    drawSides(part, context, file.path, region);
    const form = part.createDiv();
    const row = part.createDiv({ cls: 'living-wiki-form-row' });
    drawChoices(row, region.hunks);
    const edit = addButton(row, { text: words.conflict.edit, cls: 'living-wiki-button' }, () => {
      form.empty();
      drawForm(form, context, file, region, () => {
        form.empty();
        edit.focus();
        context.onFormClosed();
      });
    });
  };
  for (const [at, region] of regions.entries()) {
    const part = box.createDiv({ attr: { role: 'group', 'aria-label': words.conflict.line(region.line) } });
    if (at < DRAWN_REGIONS) drawRegion(part, region);
    else context.queue.add(part, () => drawRegion(part, region));
  }
  if (regions.length === 0) drawChoices(box.createDiv({ cls: 'living-wiki-form-row' }), conflict.hunks);
}

/** A form with both texts, to be merged by hand. */
function drawForm(
  parent: HTMLElement,
  context: ReviewContext,
  { path, edit }: ReviewFile,
  { hunks, current, proposed }: ConflictRegion,
  close: () => void,
): void {
  const both = current + proposed;
  const text = both.replace(/\n$/, '');
  const plain = { lead: '', text, tail: '', head: '', foot: both.slice(text.length) };
  const done = (typed: string): void => context.resolve(path, hunks, 'proposed', editedText(plain, typed, edit.base));
  drawEditForm(parent, words.conflict.editLabel, plain, done, close);
}

function drawSides(
  parent: HTMLElement,
  context: ReviewContext,
  path: string,
  { line, base, current, proposed }: ConflictRegion,
): void {
  const sides = parent.createDiv({ cls: 'living-wiki-clash' });
  for (const [name, text] of [
    [words.conflict.current, current],
    [words.conflict.proposed, proposed],
  ] as const) {
    const side = sides.createDiv({ cls: 'living-wiki-clash-side' });
    side.createDiv({ cls: 'living-wiki-muted', text: `${name} · ${words.conflict.line(line)}` });
    if (text === base || text === '') side.createDiv({ cls: 'living-wiki-line', text: text || words.conflict.nothing });
    else drawComparison(side, context.queue, path, [base, text], false);
  }
}
