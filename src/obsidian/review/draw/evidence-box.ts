import { type HunkCard } from './card';
import { type ReviewContext } from './context';
import { drawEvidence } from './evidence';

/** From this width on the evidence has a column of its own; below, it stands under its hunk. In CSS pixels. */
const WIDE_WIDTH = 1000;

/** The evidence of the hunk that keys act on, where the width of the screen has room for it. */
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

  /** Follows the width of the screen. @returns how to stop */
  watch(screen: HTMLElement): () => void {
    const { ResizeObserver } = screen.win as Window & typeof window;
    const observer = new ResizeObserver((seen) => {
      // The width is told: to ask for it would lay out all that was just drawn.
      const width = seen.at(-1)?.contentRect.width ?? 0;
      // A tab in the background has no width; it keeps its place until it is shown.
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
