import { Modal } from 'obsidian';
import { type SettledContradiction, type WikiContradiction } from '../../workbench';
import { type WikiController } from '../controller';
import { panels, review } from '../locale';
import { drawContradictionCard } from '../actions/contradiction-card';
import { addButton } from '../ui';

const t = panels.lint.settle;
const words = review.contradiction;

/** What two pages disagree about, with both statements and four answers each. */
export class SettleModal extends Modal {
  readonly #controller: WikiController;
  readonly #found: readonly WikiContradiction[];
  readonly #settle: (id: string, answer: SettledContradiction) => void;
  readonly #compare: () => void;

  /** @param compare opens both pages */
  constructor(
    controller: WikiController,
    found: readonly WikiContradiction[],
    settle: (id: string, answer: SettledContradiction) => void,
    compare: () => void,
  ) {
    super(controller.app);
    this.#controller = controller;
    this.#found = found;
    this.#settle = settle;
    this.#compare = compare;
  }

  override onOpen(): void {
    this.setTitle(t.title(this.#found.length));
    this.contentEl.addClass('living-wiki-settle');
    this.contentEl.createEl('p', { cls: 'living-wiki-muted', text: t.lead });
    for (const each of this.#found) this.#draw(each);
    const buttons = this.contentEl.createDiv({ cls: 'modal-button-container' });
    addButton(buttons, { text: t.compare, cls: 'living-wiki-small-button' }, () => {
      this.close();
      this.#compare();
    });
    addButton(buttons, { text: panels.cancel, cls: 'living-wiki-small-button' }, () => this.close());
  }

  #draw({ id, attribute, sides, pages, declaredBy, since }: WikiContradiction): void {
    const settle = (answer: SettledContradiction): void => {
      this.close();
      this.#settle(id, answer);
    };
    if (sides === null) {
      const box = this.contentEl.createDiv({ cls: 'living-wiki-contradiction' });
      box.createDiv({ text: t.unclear(declaredBy) });
      const row = box.createDiv({ cls: 'living-wiki-form-row' });
      addButton(row, { text: t.unmark, cls: 'living-wiki-button' }, () => settle('both')).dataset.does = 'settle-both';
      return;
    }
    drawContradictionCard(this.contentEl, {
      controller: this.#controller,
      attribute,
      sides,
      names: [words.first, words.second],
      page: null,
      pages,
      since,
      chosen: null,
      what: words.settled,
      choose: (answer) => (answer === 'open' ? this.close() : settle(answer)),
    });
  }
}
