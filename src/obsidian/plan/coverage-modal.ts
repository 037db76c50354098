import { describePlace, type LeftUnit, type Run, type SourceCoverage, type Workbench } from '../../workbench';
import { type WikiController } from '../controller';
import { plan } from '../locale';
import { addButton, WikiModal } from '../ui';
import { describeCoverage, openPassages, REASONS } from './describe';

const words = plan.coverage;
/** Longer groups say how many more there are. */
const MAX_LISTED = 200;

/** Every passage of a source that no page uses, with its reason, and one step to use it. */
export class CoverageModal extends WikiModal<SourceCoverage | null> {
  readonly #path: string;

  /** @param path of the source, relative to the wiki's root */
  constructor(controller: WikiController, path: string) {
    const title = words.of(path.replace(/^.*\//, ''));
    super(controller, { cls: 'living-wiki-coverage-modal', title, loading: words.loading });
    this.#path = path;
  }

  protected override read(workbench: Workbench, run: Run): Promise<SourceCoverage | null> {
    return workbench.coverage(this.#path, run);
  }

  protected override draw(found: SourceCoverage | null): void {
    if (found === null) this.contentEl.createEl('p', { text: words.unknown });
    else this.#drawCoverage(found);
  }

  #drawCoverage(found: SourceCoverage): void {
    const { contentEl } = this;
    contentEl.createEl('p', { text: `${describeCoverage(found)}.` });
    const bar = contentEl.createDiv({ cls: 'living-wiki-account-bar', attr: { 'aria-hidden': 'true' } });
    bar.createSpan({ cls: 'living-wiki-account-part is-added' }).style.flexGrow = String(found.used);
    bar.createSpan({ cls: 'living-wiki-account-part' }).style.flexGrow = String(found.units - found.used);
    const row = contentEl.createDiv({ cls: 'living-wiki-form-row' });
    if (found.proposal === null && openPassages(found) > 0) {
      const options = { text: words.continue, cls: 'mod-cta', label: words.continueLabel(this.#path) };
      addButton(row, options, () => this.#take(found, null)).title = words.continueWhat;
    }
    addButton(row, { text: words.openSource }, () => {
      this.close();
      this.controller.attempt(() => this.controller.navigator.openSource(this.#path));
    });
    if (found.left.length === 0) contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.all });
    for (const reason of REASONS) {
      const units = found.left.filter((unit) => unit.reason === reason);
      if (units.length > 0) this.#drawGroup(found, reason, units);
    }
  }

  #drawGroup(found: SourceCoverage, reason: (typeof REASONS)[number], units: readonly LeftUnit[]): void {
    const details = this.contentEl.createEl('details', { cls: 'living-wiki-left' });
    // What nobody wants back, such as a menu, is one press away.
    details.open = reason !== 'navigational' && reason !== 'boilerplate';
    details.createEl('summary', {
      cls: 'living-wiki-left-summary',
      text: `${words.reasons[reason]} (${units.length})`,
    });
    if (units.length > 1) {
      const all = { text: words.useAll(units.length), cls: 'living-wiki-button' };
      addButton(details, all, () => this.#take(found, units));
    }
    const list = details.createEl('ul', { cls: 'living-wiki-left-list' });
    for (const unit of units.slice(0, MAX_LISTED)) this.#drawUnit(list, found, unit);
    const more = units.length - MAX_LISTED;
    if (more > 0) list.createEl('li', { cls: 'living-wiki-muted', text: words.more(more) });
  }

  #drawUnit(list: HTMLElement, found: SourceCoverage, left: LeftUnit): void {
    const { unit, note } = left;
    const item = list.createEl('li', { cls: 'living-wiki-left-unit' });
    const text = unit?.text.replace(/\s+/g, ' ') ?? words.gone;
    item.createDiv({ text, cls: unit === null ? 'living-wiki-muted' : '', attr: { dir: 'auto' } });
    const foot = item.createDiv({ cls: 'living-wiki-left-foot' });
    const place = unit === null ? '' : describePlace(unit.anchor, 'text');
    const about = [unit?.speaker ?? '', place, note].filter((part) => part !== '').join(' · ');
    foot.createSpan({ cls: 'living-wiki-muted', text: about, attr: { dir: 'auto' } });
    if (unit === null) return;
    const use = {
      text: words.use,
      cls: 'living-wiki-button living-wiki-left-use',
      label: words.useLabel(text.slice(0, 120)),
    };
    addButton(foot, use, () => this.#take(found, [left]));
  }

  /** @param units the passages to use; `null` for all that were left without a reason */
  #take({ proposal }: SourceCoverage, units: readonly LeftUnit[] | null): void {
    this.close();
    const numbers = units?.map(({ number }) => number).join(', ');
    this.controller.attempt(() =>
      proposal === null || numbers === undefined
        ? this.controller.takeUp(this.#path, numbers)
        : this.controller.changePlan(proposal, { kind: 'use', units: numbers }, false),
    );
  }
}
