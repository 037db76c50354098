import { type ChangeConflict, type ReviewFile } from '../../../workbench';
import { review as words } from '../../locale';
import { canApplyProposed, conflictRegions, type ConflictRegion } from '../view-model/conflict';
import { editedText } from '../view-model/edit-text';
import { fileLines } from '../view-model/lines';
import { type ReviewContext } from './context';
import { drawEditForm } from './forms';
import { drawLines } from './lines';
import { addButton } from '../../ui';

/** What stands in the way of a file's change, both sides of it, and what can be done about each stretch. */
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
  box.createDiv({ text: conflict.message });
  box.createDiv({ cls: 'living-wiki-muted', text: conflict.remedy });
  const take = canApplyProposed(conflict);
  const choices = (row: HTMLElement, hunks: readonly string[]): void => {
    const settle = (side: 'ours' | 'theirs') => (): void => void context.resolve(file.path, hunks, side);
    addButton(row, { text: take ? words.conflict.keepCurrent : words.conflict.skip, cls: 'living-wiki-button' }, settle('theirs'));
    if (take) addButton(row, { text: words.conflict.useProposed, cls: 'living-wiki-button' }, settle('ours'));
  };
  const clashes = conflictRegions(conflict, file.edit);
  for (const clash of clashes) {
    const part = box.createDiv({ attr: { role: 'group', 'aria-label': words.conflict.line(clash.line) } });
    drawSides(part, file.path, clash);
    const form = part.createDiv();
    const row = part.createDiv({ cls: 'living-wiki-form-row' });
    choices(row, clash.hunks);
    const edit = addButton(row, { text: words.conflict.edit, cls: 'living-wiki-button' }, () => {
      form.empty();
      drawForm(form, context, file, clash, () => {
        form.empty();
        edit.focus();
        context.onFormClosed();
      });
    });
  }
  if (clashes.length === 0) choices(box.createDiv({ cls: 'living-wiki-form-row' }), conflict.hunks);
}

/** Both texts, to be made one by hand. */
function drawForm(
  parent: HTMLElement,
  context: ReviewContext,
  { path, edit }: ReviewFile,
  { hunks, current: mine, proposed: change }: ConflictRegion,
  close: () => void,
): void {
  const both = mine + change;
  const text = both.replace(/\n$/, '');
  const plain = { lead: '', text, tail: '', head: '', foot: both.slice(text.length) };
  const done = (typed: string): void => void context.resolve(path, hunks, 'ours', editedText(plain, typed, edit.base));
  drawEditForm(parent, words.conflict.editLabel, plain, done, close);
}

function drawSides(
  parent: HTMLElement,
  path: string,
  { line, base, current: mine, proposed: change }: ConflictRegion,
): void {
  const sides = parent.createDiv({ cls: 'living-wiki-clash' });
  for (const [name, text] of [
    [words.conflict.current, mine],
    [words.conflict.proposed, change],
  ] as const) {
    const side = sides.createDiv({ cls: 'living-wiki-clash-side' });
    side.createDiv({ cls: 'living-wiki-muted', text: `${name} · ${words.conflict.line(line)}` });
    if (text === base || text === '') side.createDiv({ cls: 'living-wiki-line', text: text || words.conflict.nothing });
    else drawLines(side, fileLines(path, base, text), false);
  }
}
