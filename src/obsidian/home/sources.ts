import { missingSetting } from '../../workbench';
import { CaptureModal } from '../capture';
import { type WikiController } from '../controller';
import { coreText, home as words } from '../locale';
import { switchLens } from '../actions';
import { addButton, chooseFiles, drawLimited, iconSpan, FOCUS_KEY, showLensTitle, type ButtonOptions } from '../ui';
import { drawHeading } from './heading';

const MAX_LISTED = 12;

/** New sources, what reads them, and the buttons that propose changes from them. */
export function drawSources(el: HTMLElement, controller: WikiController): void {
  el.empty();
  const { newSources: paths, settings, incompleteSources } = controller;
  // When new sources are not watched, there may be some that are not listed.
  const canPropose = paths.length > 0 || !settings.watchSources;
  drawHeading(el, words.sources.title, paths.length);
  const note = (text: string): void => void el.createEl('p', { cls: 'living-wiki-muted', text });
  if (incompleteSources > 0) note(words.sources.incomplete(incompleteSources));
  else if (paths.length === 0) note(canPropose ? words.sources.unwatched : words.sources.none);
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  drawLimited(list, paths, MAX_LISTED, (path) => drawSource(list, controller, path));
  if (canPropose) drawReader(el, controller);
  if (canPropose) drawLens(el, controller);
  const row = el.createDiv({ cls: 'living-wiki-row' });
  if (canPropose) {
    const options = { text: words.sources.proposeAll(paths.length), key: 'all', cls: 'mod-cta' };
    addProposeButton(row, controller, options);
    // A button that is off says why, to everybody.
    if (controller.isProposing) note(words.sources.isProposing);
  }
  addButton(row, { text: words.sources.add, key: 'add' }, () =>
    chooseFiles(el, (files) => addSourceFiles(controller, files)),
  );
  addButton(row, { text: words.capture.open, key: 'capture' }, () =>
    controller.openModal(new CaptureModal(controller)),
  );
}

/** Copies files into the wiki's sources. */
export function addSourceFiles(controller: WikiController, files: readonly File[]): void {
  const sources = files.map((file) => ({
    name: file.name,
    bytes: async () => new Uint8Array(await file.arrayBuffer()),
  }));
  controller.attempt(() => controller.addSources(sources));
}

function drawSource(list: HTMLElement, controller: WikiController, path: string): void {
  const row = list.createEl('li', { cls: 'living-wiki-item' });
  const name = path.replace(/^sources\//, '');
  addButton(row, { text: name, cls: 'living-wiki-name clickable-icon', key: `open ${path}` }, () =>
    controller.attempt(() => controller.navigator.openSource(path)),
  );
  const propose = {
    icon: 'sparkles',
    cls: 'clickable-icon',
    label: words.sources.proposeOne(name),
    key: `propose ${path}`,
  };
  addProposeButton(row, controller, propose, [path]);
  const refused = controller.refusedSources.get(path);
  if (refused === undefined) return;
  row.addClass('is-refused');
  const why = row.createDiv({ cls: 'living-wiki-refused' });
  iconSpan(why, 'triangle-alert');
  why.createSpan({ text: words.sources.refused(coreText(refused.message), coreText(refused.remedy)) });
}

/** A button that does nothing while sources are being read. It keeps the focus, which a disabled one would lose. */
function addProposeButton(
  row: HTMLElement,
  controller: WikiController,
  options: ButtonOptions,
  sources?: readonly string[],
): void {
  const button = addButton(row, options, () => {
    if (!controller.isProposing) controller.attempt(() => controller.ingest(sources));
  });
  if (controller.isProposing) button.setAttrs({ 'aria-disabled': 'true', title: words.sources.isProposing });
}

/** What reads the sources. It is chosen here because it decides about cost and about what leaves the device. */
function drawReader(el: HTMLElement, controller: WikiController): void {
  const label = el.createEl('label', { cls: 'living-wiki-reader' });
  label.createSpan({ cls: 'living-wiki-muted', text: words.sources.with });
  const select = label.createEl('select', { cls: 'dropdown', attr: { [FOCUS_KEY]: 'reader' } });
  const { model, curator } = controller.settings;
  const name = missingSetting(model) === null ? (model.model ?? null) : null;
  if (name !== null) select.createEl('option', { value: 'model', text: name });
  select.createEl('option', { value: 'built-in', text: words.sources.builtIn });
  select.value = name !== null && curator === 'model' ? 'model' : 'built-in';
  select.addEventListener('change', () => {
    const chosen = select.value === 'model' ? 'model' : 'built-in';
    controller.attempt(() => controller.changeSettings({ curator: chosen }));
  });
}

/** The lens through which the sources are read, and a button to switch it. */
function drawLens(el: HTMLElement, controller: WikiController): void {
  const row = el.createDiv({ cls: 'living-wiki-reader' });
  row.createSpan({ cls: 'living-wiki-muted', text: words.sources.through });
  const button = addButton(row, { cls: 'living-wiki-small-button', key: 'reading-lens' }, () => switchLens(controller));
  showLensTitle(controller, (title) => {
    button.setText(title);
    button.setAttr('aria-label', words.sources.lens(title));
  });
}
