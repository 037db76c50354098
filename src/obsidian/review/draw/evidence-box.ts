import type { HunkCard } from './card';
import type { ReviewContext } from './context';
import { drawEvidence } from './evidence';

/** From this width on the evidence has a column of its own; below, it stands under its hunk. In CSS pixels. */
const WIDE = 1000;

/** The evidence of the hunk that keys act on, where the width of the screen has room for it. */
export class EvidenceBox {
  readonly #screen: HTMLElement;
  readonly #aside: HTMLElement;
  readonly #el = createDiv({ cls: 'living-wiki-evidence' });
  #card: HunkCard | null = null;

  constructor(screen: HTMLElement, aside: HTMLElement) {
    this.#screen = screen;
    this.#aside = aside;
  }

  show(context: ReviewContext, card: HunkCard): void {
    this.#card = card;
    drawEvidence(this.#el, context, card.place);
    this.place();
  }

  clear(): void {
    this.#card = null;
    this.#el.detach();
  }

  /** To be called when the screen has another width. */
  place(): void {
    if (!this.#card) return;
    const isWide = this.#screen.clientWidth >= WIDE;
    const home = isWide ? this.#aside : this.#card.el;
    if (this.#el.parentElement === home) return;
    if (isWide) home.prepend(this.#el);
    else home.append(this.#el);
  }
}
