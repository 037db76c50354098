import { LEFT_REASONS, type LeftUnit, type SourceCoverage } from '../../workbench';
import { type WikiController } from '../controller';
import { plan } from '../locale';
import { addButton, placeText } from '../ui';
import { describeCoverage, openPassages } from './describe';

const words = plan.coverage;
/** How many passages of a group are drawn at once. */
const BATCH = 100;

interface PassagesOf {
  readonly controller: WikiController;
  /** Path of the source. */
  readonly path: string;
  readonly found: SourceCoverage;
  /** Called before a proposal is asked for, or the source is opened. */
  readonly leave: () => void;
}

/** The passages of a source that no page uses, with their reasons, and one step to use each. */
export function drawPassages(parent: HTMLElement, of: PassagesOf): void {
  const { controller, path, found } = of;
  parent.createEl('p', { text: `${describeCoverage(found)}.` });
  const bar = parent.createDiv({ cls: 'living-wiki-account-bar', attr: { 'aria-hidden': 'true' } });
  bar.createSpan({ cls: 'living-wiki-account-part is-added' }).style.flexGrow = String(found.used);
  bar.createSpan({ cls: 'living-wiki-account-part' }).style.flexGrow = String(found.units - found.used);
  const row = parent.createDiv({ cls: 'living-wiki-form-row' });
  if (found.proposal === null && openPassages(found) > 0) {
    const options = { text: words.continue, cls: 'mod-cta', label: words.continueLabel(path) };
    addButton(row, options, () => take(of, null)).title = words.continueWhat;
  }
  addButton(row, { text: words.openSource }, () => {
    of.leave();
    controller.attempt(() => controller.navigator.openSource(path));
  });
  if (found.left.length === 0) parent.createEl('p', { cls: 'living-wiki-muted', text: words.all });
  for (const reason of LEFT_REASONS) {
    const units = found.left.filter((unit) => unit.reason === reason);
    if (units.length > 0) drawGroup(parent, of, reason, units);
  }
}

function drawGroup(
  parent: HTMLElement,
  of: PassagesOf,
  reason: (typeof LEFT_REASONS)[number],
  units: readonly LeftUnit[],
): void {
  const details = parent.createEl('details', { cls: 'living-wiki-left' });
  // What nobody wants back, such as a menu, is one press away.
  details.open = reason !== 'navigational' && reason !== 'boilerplate';
  details.createEl('summary', {
    cls: 'living-wiki-left-summary',
    text: `${words.reasons[reason]} (${units.length})`,
  });
  if (units.length > 1) {
    const all = { text: words.useAll(units.length), cls: 'living-wiki-button' };
    addButton(details, all, () => take(of, units));
  }
  const list = details.createEl('ul', { cls: 'living-wiki-left-list' });
  drawBatch(details, list, of, units);
}

function drawBatch(details: HTMLElement, list: HTMLElement, of: PassagesOf, units: readonly LeftUnit[]): void {
  for (const unit of units.slice(0, BATCH)) drawUnit(list, of, unit);
  const rest = units.slice(BATCH);
  if (rest.length === 0) return;
  const more = addButton(details, { text: words.showMore(rest.length), cls: 'living-wiki-button' }, () => {
    more.remove();
    drawBatch(details, list, of, rest);
  });
}

function drawUnit(list: HTMLElement, of: PassagesOf, left: LeftUnit): void {
  const { unit, note } = left;
  const item = list.createEl('li', { cls: 'living-wiki-left-unit' });
  const text = unit?.text.replace(/\s+/g, ' ') ?? words.gone;
  item.createDiv({ text, cls: unit === null ? 'living-wiki-muted' : '', attr: { dir: 'auto' } });
  const foot = item.createDiv({ cls: 'living-wiki-left-foot' });
  const place = unit === null ? '' : placeText(unit.anchor);
  const about = [unit?.speaker ?? '', place, note].filter((part) => part !== '').join(' · ');
  foot.createSpan({ cls: 'living-wiki-muted', text: about, attr: { dir: 'auto' } });
  if (unit === null) return;
  const use = {
    text: words.use,
    cls: 'living-wiki-button living-wiki-left-use',
    label: words.useLabel(text.slice(0, 120)),
  };
  addButton(foot, use, () => take(of, [left]));
}

/** @param units the passages to use; `null` for all that were left without a reason */
function take({ controller, path, found, leave }: PassagesOf, units: readonly LeftUnit[] | null): void {
  leave();
  const { proposal } = found;
  const numbers = units?.map(({ number }) => number).join(', ');
  controller.attempt(() =>
    proposal === null || numbers === undefined
      ? controller.takeUp(path, numbers)
      : controller.changePlan(proposal, { kind: 'use', units: numbers }, false),
  );
}
