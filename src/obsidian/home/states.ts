import { type WikiError } from '../../base';
import { type Progress } from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, home as words } from '../locale';
import { addButton } from '../ui';

export function drawStarting(el: HTMLElement, progress: Progress | null): void {
  el.empty();
  const text =
    progress === null ? words.starting : words.stage(coreText(progress.stage), progress.done, progress.total);
  el.createEl('p', { cls: 'living-wiki-muted', text, attr: { role: 'status' } });
}

/** Why the wiki could not be opened, and what to do. */
export function drawBroken(el: HTMLElement, controller: WikiController, error: WikiError): void {
  el.empty();
  el.createEl('h3', { cls: 'living-wiki-heading', text: words.failed });
  el.createEl('p', { text: coreText(error.message) });
  if (error.others.length > 0) {
    const list = el.createEl('ul');
    for (const { line, message } of error.others) {
      list.createEl('li', { text: words.problemOnLine(line, coreText(message)) });
    }
  }
  if (error.remedy !== undefined) el.createEl('p', { cls: 'living-wiki-muted', text: coreText(error.remedy) });
  const row = el.createDiv({ cls: 'living-wiki-row' });
  const { path, line } = error;
  if (path !== undefined) {
    addButton(row, { text: path, key: 'open' }, () =>
      controller.attempt(() => controller.navigator.openPage(path, line === undefined ? {} : { line })),
    );
  }
  addButton(row, { text: words.tryAgain, key: 'again', cls: 'mod-cta' }, () =>
    controller.attempt(() => controller.start()),
  );
}
