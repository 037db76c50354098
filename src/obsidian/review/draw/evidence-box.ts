import type { HunkCard } from './card';
import type { ReviewContext } from './context';
import { drawEvidence } from './evidence';

/** From this width on the evidence has a column of its own; below, it stands under its hunk. In CSS pixels. */
const WIDE = 1000;

/** The evidence of the hunk that keys act on, where the width of the screen has room for it. */
export class EvidenceBox {
  readonly #aside: HTMLElement;
  readonly #el = createDiv({ cls: 'living-wiki-evidence' });
  #card: HunkCard | null = null;
  #isWide: boolean;

  constructor(screen: HTMLElement, aside: HTMLElement) {
    this.#aside = aside;
    this.#isWide = screen.clientWidth >= WIDE;
  }

  show(context: ReviewContext, card: HunkCard): void {
    this.#card = card;
    drawEvidence(this.#el, context, card.place);
    this.#place();
  }

  clear(): void {
    this.#card = null;
    this.#el.detach();
  }

  /** @param width of the screen, in CSS pixels; told, since asking for it lays out all that was just drawn */
  fit(width: number): void {
    this.#isWide = width >= WIDE;
    this.#place();
  }

  #place(): void {
    if (!this.#card) return;
    const home = this.#isWide ? this.#aside : this.#card.el;
    if (this.#el.parentElement === home) return;
    if (this.#isWide) home.prepend(this.#el);
    else home.append(this.#el);
  }
}
