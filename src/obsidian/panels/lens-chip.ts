import { type WikiController } from '../controller/types';
import { panels as words } from '../locale';
import { LensSwitcher } from './lens-switcher';
import { iconSpan, plainButton, showLensTitle } from './parts';

/** Names the lens that is looked through, and chooses another. */
export class LensChip {
  readonly el: HTMLElement;
  readonly #controller: WikiController;
  readonly #title: HTMLElement;

  constructor(parent: HTMLElement, controller: WikiController) {
    this.#controller = controller;
    this.el = plainButton(parent, 'living-wiki-chip', () => controller.openModal(new LensSwitcher(controller)));
    iconSpan(this.el, 'aperture');
    this.#title = this.el.createSpan();
    this.show();
  }

  /** Asking for the title reads manifests: to be called only when it may be another. */
  show(): void {
    showLensTitle(this.#controller, (title) => {
      this.#title.setText(title);
      this.el.setAttr('aria-label', words.lens.chip(title));
    });
  }
}
