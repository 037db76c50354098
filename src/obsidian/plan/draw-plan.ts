import { Menu } from 'obsidian';
import { readIngestFacts, readWishes, type IngestFacts, type Proposal } from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, plan as words } from '../locale';
import { addButton, menuPosition } from '../ui';
import { CoverageModal } from './coverage-modal';
import { describeCoverage, describeWishes, plannedCoverage } from './describe';
import { PlanModal } from './plan-modal';

type PlannedPage = IngestFacts['plan'][number];

const OPS = ['create', 'compose', 'edit'] as const;

/** What the screen offers around the plan. */
interface PlanContext {
  readonly controller: WikiController;
  readonly proposal: Proposal;
  /** Shows the changes of a page; `null` for a page without changes. */
  openPage(slug: string): (() => void) | null;
}

/** The plan of a proposal as a list that one reads, with what a person can change about each page. Draws nothing if there is no plan. */
export function drawPlan(parent: HTMLElement, context: PlanContext): void {
  const { proposal } = context;
  const facts = readIngestFacts(proposal.changeSet);
  if (facts === null) return;
  const attr = { role: 'group', 'aria-label': words.title };
  const box = parent.createDiv({ cls: 'living-wiki-plan', attr });
  const count = (op: PlannedPage['op']): number => facts.plan.filter((page) => page.op === op).length;
  const details = box.createEl('details', { cls: 'living-wiki-plan-pages' });
  details.open = true;
  const summary = details.createEl('summary');
  summary.createSpan({ cls: 'living-wiki-plan-title', text: words.title });
  summary.createSpan({ text: words.sentence(count('create'), count('compose'), count('edit')) });
  for (const op of OPS) {
    const own = facts.plan.filter((page) => page.op === op);
    if (own.length === 0) continue;
    details.createDiv({ cls: 'living-wiki-plan-op', text: words.ops[op] });
    const list = details.createEl('ul', { cls: 'living-wiki-plan-list' });
    for (const page of own) drawPage(list, context, page, facts);
  }
  drawNamed(details, context, facts);
  drawWishes(details, context);
  const row = details.createDiv({ cls: 'living-wiki-form-row' });
  const add = { text: words.add, cls: 'living-wiki-button' };
  addButton(row, add, () => openModal(context, { kind: 'add' }, facts));
  drawCoverage(box, row, context, facts);
}

function drawPage(list: HTMLElement, context: PlanContext, page: PlannedPage, facts: IngestFacts): void {
  const { title, slug, units, why } = page;
  const item = list.createEl('li', { cls: 'living-wiki-plan-item' });
  const text = item.createDiv({ cls: 'living-wiki-plan-page' });
  const open = context.openPage(slug);
  if (open === null) text.createSpan({ text: title, attr: { dir: 'auto' } });
  else addButton(text, { text: title, cls: 'living-wiki-button living-wiki-link', label: words.openPage(title) }, open);
  text.createSpan({ cls: 'living-wiki-muted', text: ` ${words.passages(units)}` });
  if (why !== '') text.createDiv({ cls: 'living-wiki-muted', text: coreText(why), attr: { dir: 'auto' } });
  const options = { icon: 'more-horizontal', cls: 'clickable-icon living-wiki-plan-more', label: words.change(title) };
  const more = addButton(item, options, () =>
    pageMenu(context, page, facts).showAtPosition(menuPosition(more), more.doc),
  );
  more.setAttr('aria-haspopup', 'menu');
}

function pageMenu(context: PlanContext, page: PlannedPage, facts: IngestFacts): Menu {
  const menu = new Menu();
  const isNew = page.op === 'create';
  const add = (title: string, icon: string, kind: 'own' | 'merge' | 'never' | 'leave'): void => {
    menu.addItem((item) =>
      item
        .setTitle(title)
        .setIcon(icon)
        .onClick(() => openModal(context, { kind, page }, facts)),
    );
  };
  if (!isNew) add(words.own, 'file-plus', 'own');
  add(words.merge, 'merge', 'merge');
  if (isNew) add(words.never, 'ban', 'never');
  else add(words.leave, 'lock', 'leave');
  return menu;
}

function openModal(
  { controller, proposal }: PlanContext,
  question: ConstructorParameters<typeof PlanModal>[2],
  facts: IngestFacts,
): void {
  controller.openModal(new PlanModal(controller, proposal.id, question, facts));
}

/** Names that the built-in curator made no page for, each one press from a page. */
function drawNamed(parent: HTMLElement, context: PlanContext, facts: IngestFacts): void {
  if (facts.named.length === 0) return;
  const details = parent.createEl('details', { cls: 'living-wiki-plan-named' });
  details.createEl('summary', { text: `${words.noPage} (${facts.named.length})` });
  const row = details.createDiv({ cls: 'living-wiki-form-row' });
  for (const name of facts.named) {
    const options = { text: name, cls: 'living-wiki-button', label: words.makePage(name) };
    addButton(row, options, () => openModal(context, { kind: 'add', title: name }, facts));
  }
}

function drawWishes(parent: HTMLElement, { controller, proposal }: PlanContext): void {
  const wishes = describeWishes(readWishes(proposal));
  if (wishes.length === 0) return;
  parent.createDiv({ cls: 'living-wiki-plan-op', text: words.asked });
  const list = parent.createEl('ul', { cls: 'living-wiki-plan-list' });
  for (const wish of wishes) list.createEl('li', { cls: 'living-wiki-plan-item', text: wish, attr: { dir: 'auto' } });
  addButton(parent, { text: words.reset, cls: 'living-wiki-button living-wiki-link' }, () =>
    controller.attempt(() => controller.changePlan(proposal.id, { kind: 'reset' }, false)),
  );
}

function drawCoverage(parent: HTMLElement, row: HTMLElement, context: PlanContext, facts: IngestFacts): void {
  const { controller, proposal } = context;
  const coverage = plannedCoverage(facts);
  const path = proposal.changeSet.sources[0]?.path;
  if (coverage === null || path === undefined) return;
  parent.createDiv({ cls: 'living-wiki-plan-coverage', text: `${describeCoverage(coverage)}.` });
  const left = coverage.units - coverage.used;
  if (left > 0)
    addButton(row, { text: words.left(left), cls: 'living-wiki-button' }, () =>
      controller.openModal(new CoverageModal(controller, path)),
    );
}
