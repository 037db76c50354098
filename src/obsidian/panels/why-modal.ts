import { Modal, type FuzzyMatch } from 'obsidian';
import { type LensExplanation, type Run, type Workbench } from '../../workbench';
import { type WikiController } from '../controller';
import { panels as words } from '../locale';
import { LoadingModal } from './loading-modal';
import { drawChain, fromText } from './why-draw';
import { changedFirst, whyRows, type WhyRow } from './view-model/why';
import { drawMatched } from './matched-text';
import { openManifest } from './open-manifest';

const t = words.why;

/** Chooses a field of the lens and explains its value. */
export class WhyModal extends LoadingModal<WhyRow> {
  #explained: LensExplanation | null = null;

  constructor(controller: WikiController) {
    super(controller, { placeholder: t.pick, choose: t.choose, none: t.nothing });
    this.limit = 200;
  }

  protected override async load(workbench: Workbench, run: Run): Promise<readonly WhyRow[]> {
    this.#explained = await workbench.explainLens(this.controller.lens, run);
    return changedFirst(whyRows(this.#explained));
  }

  override getItemText({ field }: WhyRow): string {
    return field;
  }

  override renderSuggestion({ item, match }: FuzzyMatch<WhyRow>, el: HTMLElement): void {
    el.addClass('mod-complex', 'living-wiki-why-choice');
    const content = el.createDiv({ cls: 'suggestion-content' });
    const matches = match.matches.map(([start, end]) => ({ start, end }));
    drawMatched(content.createDiv({ cls: 'suggestion-title' }), item.field, matches);
    content.createDiv({
      cls: 'suggestion-note',
      text: t.isFrom(item.value === '' ? t.empty : item.value, fromText(item)),
    });
    if (!item.softened) return;
    el.createDiv({ cls: 'suggestion-aux' }).createSpan({ cls: 'living-wiki-softened', text: t.softened });
  }

  override onChooseItem(row: WhyRow): void {
    if (this.#explained !== null) this.controller.openModal(new WhyAnswer(this.controller, this.#explained, row));
  }
}

/** Explains the value of one field: a sentence, and the manifests of the lens. */
class WhyAnswer extends Modal {
  readonly #controller: WikiController;
  readonly #explained: LensExplanation;
  readonly #row: WhyRow;

  constructor(controller: WikiController, explained: LensExplanation, row: WhyRow) {
    super(controller.app);
    this.#controller = controller;
    this.#explained = explained;
    this.#row = row;
  }

  override onOpen(): void {
    const { contentEl } = this;
    const { field, from, insteadOf, softened, merged } = this.#row;
    const value = this.#row.value === '' ? t.empty : this.#row.value;
    this.setTitle(t.title);
    contentEl.addClass('living-wiki-answer');
    const who = fromText(this.#row);
    const setBy = merged ? t.answerMerged(field, value, who) : t.answer(field, value, who);
    contentEl.createEl('p', { text: from.length === 0 ? t.answerDefault(field, value) : setBy });
    drawChain(contentEl, this.#explained.chain, (path) => this.#open(path), from);
    for (const other of insteadOf) {
      contentEl.createEl('p', {
        cls: 'living-wiki-muted',
        text: t.overrode(other.value === '' ? t.empty : other.value, other.from),
      });
    }
    if (softened) contentEl.createEl('p', { cls: 'living-wiki-warned', text: t.softenedNote });
    const buttons = contentEl.createDiv({ cls: 'modal-button-container' });
    const whole = buttons.createEl('button', { text: t.openLensView, attr: { type: 'button' } });
    whole.addEventListener('click', () => {
      this.close();
      this.#controller.attempt(() => this.#controller.navigator.openLensView());
    });
  }

  #open(path: string): void {
    this.close();
    openManifest(this.#controller, path);
  }
}
