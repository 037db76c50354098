import { type WikiController } from '../controller';
import { plan } from '../locale';
import { CoverageModal, describeCoverage, openPassages } from '../plan';
import { addButton } from '../ui';
import { drawHeading } from './heading';

const words = plan.coverage;
const MAX_LISTED = 12;

/** Sources that pages do not use completely: what is left and why, and a button that goes on. */
export function drawCoverage(el: HTMLElement, controller: WikiController): void {
  el.empty();
  const { coverage } = controller;
  if (coverage.length === 0) return;
  drawHeading(el, words.title, coverage.length);
  // What "Continue" would take up comes first.
  const sorted = [...coverage].sort((a, b) => openPassages(b) - openPassages(a));
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  for (const count of sorted.slice(0, MAX_LISTED)) {
    const { path } = count;
    const row = list.createEl('li', { cls: 'living-wiki-item' });
    const name = path.replace(/^sources\//, '');
    const options = { cls: 'living-wiki-covered', key: `coverage ${path}`, label: words.open(name) };
    const button = addButton(row, options, () => controller.openModal(new CoverageModal(controller, path)));
    button.createSpan({ cls: 'living-wiki-name', text: name });
    const text = describeCoverage(count);
    button.createSpan({ cls: 'living-wiki-muted', text });
    button.setAttr('aria-label', `${words.open(name)}: ${text}`);
    if (openPassages(count) === 0) continue;
    const more = {
      text: words.continue,
      cls: 'living-wiki-small-button',
      label: words.continueLabel(name),
      key: `continue ${path}`,
    };
    addButton(row, more, () => {
      if (!controller.isProposing) controller.attempt(() => controller.takeUp(path));
    }).title = words.continueWhat;
  }
  const hidden = coverage.length - MAX_LISTED;
  const all = {
    text: hidden > 0 ? words.showMore(hidden) : words.grid,
    cls: 'living-wiki-small-button',
    key: 'coverage',
  };
  addButton(el, all, () => controller.attempt(() => controller.navigator.openPicture('coverage')));
}
