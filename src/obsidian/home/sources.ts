import { setIcon } from 'obsidian';
import { missingSetting } from '../../workbench';
import { type WikiController } from '../controller';
import { home as words } from '../locale';
import { chooseFiles } from './drop';
import { safely, button, heading } from './parts';

/** So many are listed by name. */
const MAX_LISTED = 12;

/** Sources that nobody read yet, and what reads them. */
export function drawSources(el: HTMLElement, controller: WikiController): void {
  el.empty();
  const { newSources: paths, settings } = controller;
  // Where nobody looks for new sources, there may be some all the same.
  const isWork = paths.length > 0 || !settings.watchSources;
  heading(el, words.sources.title, paths.length);
  if (controller.incompleteSources > 0)
    el.createEl('p', { cls: 'living-wiki-muted', text: words.sources.arriving(controller.incompleteSources) });
  else if (paths.length === 0) {
    el.createEl('p', { cls: 'living-wiki-muted', text: isWork ? words.sources.unwatched : words.sources.none });
  }
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  for (const path of paths.slice(0, MAX_LISTED)) {
    const row = list.createEl('li', { cls: 'living-wiki-item' });
    const name = path.replace(/^sources\//, '');
    const open = row.createEl('button', {
      cls: 'living-wiki-name clickable-icon',
      text: name,
      attr: { 'data-key': `open ${path}` },
    });
    open.addEventListener(
      'click',
      safely(controller, () => controller.navigator.openSource(path)),
    );
    const propose = row.createEl('button', {
      cls: 'clickable-icon',
      attr: { 'aria-label': words.sources.proposeOne(name), 'data-key': `propose ${path}` },
    });
    setIcon(propose, 'sparkles');
    propose.addEventListener(
      'click',
      safely(controller, () => controller.ingest([path])),
    );
  }
  if (paths.length > MAX_LISTED) {
    el.createEl('p', { cls: 'living-wiki-muted', text: words.sources.more(paths.length - MAX_LISTED) });
  }
  if (isWork) drawReader(el, controller);
  const row = el.createDiv({ cls: 'living-wiki-row' });
  if (isWork) {
    const text = words.sources.proposeAll(paths.length);
    button(
      row,
      { text, key: 'all', isMain: true },
      safely(controller, () => controller.ingest()),
    );
  }
  button(row, { text: words.sources.add, key: 'add' }, () => chooseFiles(el, controller));
}

/** Who reads: chosen here, since it decides about cost and about what leaves the device. */
function drawReader(el: HTMLElement, controller: WikiController): void {
  const label = el.createEl('label', { cls: 'living-wiki-reader' });
  label.createSpan({ cls: 'living-wiki-muted', text: words.sources.with });
  const select = label.createEl('select', { cls: 'dropdown', attr: { 'data-key': 'reader' } });
  const { model, curator } = controller.settings;
  const name = missingSetting(model) === null ? (model.model ?? null) : null;
  if (name !== null) select.createEl('option', { value: 'model', text: name });
  select.createEl('option', { value: 'built-in', text: words.sources.builtIn });
  select.value = name !== null && curator === 'model' ? 'model' : 'built-in';
  select.addEventListener('change', () => {
    safely(controller, () => controller.changeSettings({ curator: select.value === 'model' ? 'model' : 'built-in' }))();
  });
}
