import { type HunkCard } from './card';
import { type ReviewContext } from './context';
import { drawEvidence } from './evidence';

/** From this width on, the evidence has its own column; otherwise it is shown below its hunk. CSS pixels. */
const WIDE_WIDTH = 1000;

/** The evidence of the current hunk, beside or below it. */
export class EvidenceBox {
  readonly #aside: HTMLElement;
  readonly #el = createDiv({ cls: 'living-wiki-evidence' });
  #card: HunkCard | null = null;
  #isWide: boolean;

  constructor(screen: HTMLElement, aside: HTMLElement) {
    this.#aside = aside;
    this.#isWide = screen.clientWidth >= WIDE_WIDTH;
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

  /** Follows the width of the screen. @returns a function that stops it */
  watch(screen: HTMLElement): () => void {
    const { ResizeObserver } = screen.win as Window & typeof window;
    const observer = new ResizeObserver((seen) => {
      // Reading clientWidth here would force a layout of everything that was just drawn.
      const width = seen.at(-1)?.contentRect.width ?? 0;
      // A tab in the background has no width.
      if (width === 0) return;
      this.#isWide = width >= WIDE_WIDTH;
      this.#place();
    });
    observer.observe(screen);
    return () => observer.disconnect();
  }

  #place(): void {
    if (!this.#card) return;
    const home = this.#isWide ? this.#aside : this.#card.el;
    if (this.#el.parentElement === home) return;
    if (this.#isWide) home.prepend(this.#el);
    else home.append(this.#el);
  }
}
