import type { ChangeConflict, ReviewFile } from '../../../workbench';
import { review as words } from '../../locale';
import { conflictChoices } from '../model/conflict';
import type { Clash } from '../model/conflict';
import { editedText } from '../model/edit-text';
import { fileLines } from '../model/lines';
import type { ReviewContext } from './context';
import { drawEditForm } from './forms';
import { drawLines } from './lines';
import { button } from './small';

/** What stands in the way of a file's change, both sides of it, and what can be done. */
export function drawConflict(
  parent: HTMLElement,
  context: ReviewContext,
  file: ReviewFile,
  conflict: ChangeConflict,
): void {
  const box = parent.createDiv({
    cls: 'living-wiki-conflict',
    attr: { role: 'group', tabindex: -1, 'aria-label': words.conflict.title },
  });
  box.createEl('h4', { text: `! ${words.conflict.title}` });
  box.createDiv({ text: conflict.message });
  box.createDiv({ cls: 'living-wiki-muted', text: conflict.remedy });
  const choices = conflictChoices(conflict, file.edit);
  for (const clash of choices.clashes) drawClash(box, file.path, clash);
  const form = box.createDiv();
  const row = box.createDiv({ cls: 'living-wiki-form-row' });
  const settle = (side: 'ours' | 'theirs', text?: string): void =>
    void context.resolve(file.path, conflict.hunks, side, text);
  button(row, choices.take ? words.conflict.keep : words.conflict.leaveOut, '', () => settle('theirs'));
  if (choices.take) button(row, words.conflict.take, '', () => settle('ours'));
  const { edit, clashes } = choices;
  if (edit === null) return;
  button(row, words.conflict.edit, '', () => {
    form.empty();
    const text = clashes.map(({ mine, change }) => mine + change).join('');
    const plain = {
      lead: '',
      text: text.replace(/\n$/, ''),
      tail: '',
      head: '',
      foot: text.endsWith('\n') ? '\n' : '',
    };
    drawEditForm(
      form,
      words.conflict.editLabel,
      plain,
      (typed) => settle('ours', editedText(plain, typed, file.edit.base)),
      () => form.empty(),
    );
  });
}

function drawClash(parent: HTMLElement, path: string, { line, base, mine, change }: Clash): void {
  const sides = parent.createDiv({ cls: 'living-wiki-clash' });
  for (const [name, text] of [
    [words.conflict.mine, mine],
    [words.conflict.change, change],
  ] as const) {
    const side = sides.createDiv({ cls: 'living-wiki-clash-side' });
    side.createDiv({ cls: 'living-wiki-muted', text: `${name} · ${words.conflict.line(line)}` });
    if (text === base || text === '') side.createDiv({ cls: 'living-wiki-line', text: text || words.conflict.nothing });
    else drawLines(side, fileLines(path, base, text), false);
  }
}
