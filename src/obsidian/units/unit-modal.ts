import { Component, FuzzySuggestModal, Modal, Notice } from 'obsidian';
import { listUnits, type ListedUnit, type UnitDetails } from '../../workbench';
import { type WikiController } from '../controller';
import { units } from '../locale';
import { unitIn } from './unit-note';
import { UnitView, type UnitViewActions } from './unit-view';

const t = units.unit;

type Again = UnitViewActions['again'];

/** A Knowledge Unit in a dialog. */
export class UnitModal extends Modal {
  readonly #controller: WikiController;
  readonly #createView: () => UnitView;
  readonly #following = new Component();
  #view: UnitView;

  /** @param again deliberates the question anew */
  constructor(controller: WikiController, id: string, again: Again) {
    super(controller.app);
    this.#controller = controller;
    this.#createView = () => new UnitView(this.contentEl, controller, id, { again, leave: () => this.close() });
    this.#view = this.#createView();
  }

  override onOpen(): void {
    this.modalEl.addClass('living-wiki-unit');
    this.setTitle(t.title);
    const controller = this.#controller;
    if (controller.state.kind !== 'ready') this.close();
    else controller.attempt(() => this.#view.load());
    this.#following.load();
    // A source may change, or another unit replace this one, while the dialog is open.
    for (const event of ['wiki', 'sources'] as const)
      this.#following.register(controller.on(event, () => controller.attempt(() => this.#look())));
  }

  async #look(): Promise<void> {
    const shown = await this.#view.changed();
    if (shown !== null) this.#draw(shown);
  }

  #draw(shown: UnitDetails): void {
    this.#view.stop();
    this.contentEl.empty();
    this.#view = this.#createView();
    this.#view.draw(shown);
  }

  override onClose(): void {
    this.#following.unload();
    this.#view.stop();
    this.contentEl.empty();
  }
}

/** Chooses a unit. */
class UnitSuggest extends FuzzySuggestModal<ListedUnit> {
  readonly #controller: WikiController;
  readonly #units: readonly ListedUnit[];
  readonly #again: Again;

  constructor(controller: WikiController, all: readonly ListedUnit[], again: Again) {
    super(controller.app);
    this.#controller = controller;
    this.#units = all;
    this.#again = again;
    this.setPlaceholder(units.chooseUnit);
  }

  override getItems(): ListedUnit[] {
    return [...this.#units];
  }

  override getItemText({ unit, state }: ListedUnit): string {
    return `${unit.canonical_question}? (${t.level(unit.consensus_level)}, ${t.status[state.status]})`;
  }

  override onChooseItem({ unit }: ListedUnit): void {
    this.#controller.openModal(new UnitModal(this.#controller, unit.id, this.#again));
  }
}

/** Shows the unit of the note that is open, else a list of all. */
export async function showUnit(controller: WikiController, again: Again): Promise<void> {
  const { state } = controller;
  if (state.kind !== 'ready') return;
  const { units: all } = await listUnits(state.workbench, controller.backgroundRun());
  const file = controller.app.workspace.getActiveFile();
  const id = file === null ? null : unitIn(controller, file.path);
  if (id !== null && all.some(({ unit }) => unit.id === id)) controller.openModal(new UnitModal(controller, id, again));
  else if (all.length === 0) new Notice(units.none);
  else controller.openModal(new UnitSuggest(controller, all, again));
}
