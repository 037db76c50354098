import { type GridSource } from '../../../workbench';
import { type WikiController } from '../../controller';
import { pictures, plan } from '../../locale';
import { drawPassages } from '../../plan';
import { addButton } from '../../ui';

const words = pictures.coverage;

/** Beside the grid: what of a source no page uses. */
export class SourceDetail {
  readonly #el: HTMLElement;
  readonly #controller: WikiController;
  readonly #close: () => void;
  #reading = new AbortController();

  constructor(parent: HTMLElement, controller: WikiController, close: () => void) {
    this.#controller = controller;
    this.#close = close;
    this.#el = parent.createEl('section', { cls: 'living-wiki-coverage-detail' });
    this.#el.hide();
  }

  show({ path, title, date, authority, pages }: GridSource): void {
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    this.#el.empty();
    this.#el.show();
    this.#el.setAttr('aria-label', title);
    const head = this.#el.createDiv({ cls: 'living-wiki-row' });
    head.createEl('h3', { text: title });
    addButton(head, { icon: 'x', label: words.close, cls: 'clickable-icon' }, () => {
      this.#reading.abort();
      this.#el.hide();
      this.#close();
    });
    const facts = [date ?? '', authority, words.resting(pages)].filter((fact) => fact !== '').join(' · ');
    this.#el.createDiv({ cls: 'living-wiki-muted', text: facts });
    const body = this.#el.createDiv({ text: plan.coverage.loading, attr: { 'aria-live': 'polite' } });
    this.#controller.attempt(async () => {
      const found = await state.workbench.coverage(path, this.#controller.backgroundRun(signal));
      if (signal.aborted) return;
      body.empty();
      if (found !== null) {
        drawPassages(body, { controller: this.#controller, path, found, leave: () => undefined });
        return;
      }
      body.createEl('p', { text: plan.coverage.unknown });
      addButton(body, { text: plan.coverage.openSource }, () =>
        this.#controller.attempt(() => this.#controller.navigator.openSource(path)),
      );
    });
  }
}
