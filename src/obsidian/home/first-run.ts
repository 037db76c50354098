import { addExample } from '../actions/example';
import { type WikiController } from '../controller';
import { home as words } from '../locale';
import { addButton } from '../ui';
import { SetUpForm } from './set-up-form';

/** What the plugin does, and how to start: three answers and one button. */
export function drawFirstRun(el: HTMLElement, controller: WikiController): void {
  el.empty();
  el.createEl('h2', { cls: 'living-wiki-title', text: words.first.title });
  el.createEl('p', { text: words.first.what });
  el.createEl('p', { cls: 'living-wiki-muted', text: words.first.promise });
  const form = new SetUpForm(el, controller);
  const { activeElement, body } = el.doc;
  if (activeElement === body || el.contains(activeElement)) form.focus();
  const look = el.createDiv({ cls: 'living-wiki-example' });
  look.createSpan({ text: words.example.look });
  addButton(look, { text: words.example.add, cls: 'living-wiki-small-button', key: 'example' }, () =>
    controller.attempt(() => addExample(controller)),
  );
  look.createSpan({ cls: 'living-wiki-muted', text: words.example.removable });
}
