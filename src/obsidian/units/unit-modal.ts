import { FuzzySuggestModal, Modal, Notice } from 'obsidian';
import { listUnits, type ListedUnit } from '../../workbench';
import { type WikiController } from '../controller';
import { units } from '../locale';
import { unitIn } from './unit-note';
import { UnitView, type UnitViewActions } from './unit-view';

const t = units.unit;

type Again = UnitViewActions['again'];

/** A Knowledge Unit in a dialog. */
export class UnitModal extends Modal {
  readonly #controller: WikiController;
  readonly #view: UnitView;

  /** @param again deliberates the question anew */
  constructor(controller: WikiController, id: string, again: Again) {
    super(controller.app);
    this.#controller = controller;
    this.#view = new UnitView(this.contentEl, controller, id, { again, leave: () => this.close() });
  }

  override onOpen(): void {
    this.modalEl.addClass('living-wiki-unit');
    this.setTitle(t.title);
    if (this.#controller.state.kind !== 'ready') this.close();
    else this.#controller.attempt(() => this.#view.load());
  }

  override onClose(): void {
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
