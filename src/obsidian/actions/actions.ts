import { Menu, Notice, type TAbstractFile } from 'obsidian';
import { type WikiController } from '../controller';
import { CreateModal } from '../home/create-modal';
import { SetUpModal, type SetUpDefaults } from '../home/set-up-modal';
import { WikiSwitcher } from '../home/wiki-switcher';
import { app as words } from '../locale';
import { MaintainModal, ReportsModal } from '../maintain';
import { HarvestModal } from '../memory';
import { LensSwitcher, PageHistoryModal, RelationsModal, SearchModal, WhyModal } from '../panels';
import { PublishModal } from '../packs';
import { ExpiredModal } from '../retention';
import { DeliberateModal, drawUnitNote, showUnit, UnitModal, UnitsInEditors, type DeliberateDefaults } from '../units';
import { propose } from './propose';

/** @returns whether a wiki is open; shows a notice if not */
function requireOpenWiki(controller: WikiController): boolean {
  const { kind } = controller.state;
  if (kind === 'ready') return true;
  new Notice(kind === 'starting' ? words.notice.starting : words.notice.noWiki);
  return false;
}

export function switchLens(controller: WikiController): void {
  if (requireOpenWiki(controller)) controller.openModal(new LensSwitcher(controller));
}

export function explainField(controller: WikiController): void {
  if (requireOpenWiki(controller)) controller.openModal(new WhyModal(controller));
}

export function publishAsPack(controller: WikiController): void {
  if (requireOpenWiki(controller)) controller.openModal(new PublishModal(controller));
}

export function openSearch(controller: WikiController): void {
  if (requireOpenWiki(controller)) controller.openModal(new SearchModal(controller));
}

export function openSetUp(controller: WikiController, defaults?: SetUpDefaults): void {
  // A folder that is chosen already has notes to keep.
  const isNew = defaults === undefined || Object.keys(defaults).length === 0;
  controller.openModal(isNew ? new CreateModal(controller) : new SetUpModal(controller, defaults));
}

export function switchWiki(controller: WikiController): void {
  controller.openModal(new WikiSwitcher(controller));
}

/** Every change of one page. @param path wiki-relative */
export function openPageHistory(controller: WikiController, path: string): void {
  controller.openModal(new PageHistoryModal(controller, path, titleOf(controller, path)));
}

/** What links to a page or source and rests on it. @param path wiki-relative */
export function openRelations(controller: WikiController, path: string): void {
  const { state } = controller;
  const isSource = state.kind === 'ready' && state.workbench.snapshot.sources.has(path);
  controller.openModal(new RelationsModal(controller, path, titleOf(controller, path), isSource));
}

function titleOf({ state }: WikiController, path: string): string {
  if (state.kind !== 'ready') return path;
  const { pages, sources } = state.workbench.snapshot;
  return (pages.get(path) ?? sources.get(path))?.title ?? path;
}

/** Opens the review of the oldest proposal. */
export async function reviewNext(controller: WikiController): Promise<void> {
  if (!requireOpenWiki(controller)) return;
  const [next] = controller.proposals;
  if (next === undefined) new Notice(words.notice.nothingToReview);
  else await controller.navigator.openReview(next.id);
}

/** Proposes all safe fixes for the chosen lens as one change. */
export async function fixAllSafe(controller: WikiController): Promise<void> {
  const lens = controller.lens === undefined ? {} : { lens: controller.lens };
  await propose(controller, words.jobs.fix, words.notice.nothingToFix, (run, wiki) =>
    wiki.proposeFixes({ findings: 'safe', ...lens }, run),
  );
}

/** Shows what the skills would do and cost; nothing runs before one is chosen. @param only the skill that is ticked at first */
export function maintain(controller: WikiController, only?: string): void {
  if (requireOpenWiki(controller)) controller.openModal(new MaintainModal(controller, only));
}

/** What skills did. */
export function openReports(controller: WikiController): void {
  if (requireOpenWiki(controller)) controller.openModal(new ReportsModal(controller));
}

/** Sources that are older than the wiki keeps them. */
export function openExpired(controller: WikiController): void {
  if (requireOpenWiki(controller)) controller.openModal(new ExpiredModal(controller));
}

/** A menu with the skills, where the pointer is. */
export async function skillMenu(controller: WikiController, at: { x: number; y: number }): Promise<void> {
  const { state } = controller;
  if (!requireOpenWiki(controller) || state.kind !== 'ready') return;
  const menu = new Menu();
  for (const { name, title } of await state.workbench.skillNames()) {
    menu.addItem((item) =>
      item
        .setTitle(title)
        .setIcon('wrench')
        .onClick(() => maintain(controller, name)),
    );
  }
  menu.addSeparator();
  menu.addItem((item) =>
    item
      .setTitle(words.ribbon.reports)
      .setIcon('history')
      .onClick(() => openReports(controller)),
  );
  menu.showAtPosition(at);
}

/** Shows what a harvest of these files and folders would do; of the folder of conversations when none is named. */
export function openHarvest(controller: WikiController, files?: readonly TAbstractFile[]): void {
  controller.openModal(new HarvestModal(controller, { kind: 'vault', ...(files && { files }) }));
}

/** Has several models answer a question. Nothing is sent before the person saw the price. */
export function openDeliberate(controller: WikiController, defaults: DeliberateDefaults = {}): void {
  if (!requireOpenWiki(controller)) return;
  const again = (next: DeliberateDefaults): void => openDeliberate(controller, next);
  const show = (id: string): void => controller.openModal(new UnitModal(controller, id, again));
  controller.openModal(new DeliberateModal(controller, defaults, show));
}

/** Draws the Knowledge Unit of a note in reading view. */
export function drawUnitOfNote(
  controller: WikiController,
  el: HTMLElement,
  ctx: Parameters<typeof drawUnitNote>[2],
): Promise<void> {
  return drawUnitNote(controller, el, ctx, (defaults) => openDeliberate(controller, defaults));
}

/** Draws the Knowledge Units of notes in live preview. */
export function unitsInEditors(controller: WikiController): UnitsInEditors {
  return new UnitsInEditors(controller, (defaults) => openDeliberate(controller, defaults));
}

/** The Knowledge Unit of the open note, or a list of all. */
export async function openUnit(controller: WikiController): Promise<void> {
  if (requireOpenWiki(controller)) await showUnit(controller, (defaults) => openDeliberate(controller, defaults));
}
