import { type WikiController } from '../controller';
import { panels as words } from '../locale';
import { addButton, iconSpan, showLensTitle } from '../ui';

/** A button with the name of the chosen lens; it opens the lens switcher. */
export class LensChip {
  readonly el: HTMLElement;
  readonly #controller: WikiController;
  readonly #title: HTMLElement;

  constructor(parent: HTMLElement, controller: WikiController) {
    this.#controller = controller;
    this.el = addButton(parent, { cls: 'living-wiki-plain living-wiki-chip' }, () =>
      controller.attempt(async () => {
        const { LensSwitcher } = await import('./lens-switcher');
        controller.openModal(new LensSwitcher(controller));
      }),
    );
    iconSpan(this.el, 'glasses');
    this.#title = this.el.createSpan();
    this.show();
  }

  /** Reads manifests: call it only when the title may have changed. */
  show(): void {
    showLensTitle(this.#controller, (title) => {
      this.#title.setText(title);
      this.el.setAttr('aria-label', words.lens.chip(title));
    });
  }
}
