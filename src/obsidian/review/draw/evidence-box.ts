import { review as words } from '../../locale';
import { type HunkCard } from './card';
import { type ReviewContext } from './context';
import { drawEvidence } from './evidence';

/** From this width on, the evidence has its own column; otherwise it is shown below its hunk. CSS pixels. */
const WIDE_WIDTH = 1000;

/** The evidence of the current hunk, beside or below it, and the account of the page, beside or above it. */
export class EvidenceBox {
  readonly #aside: HTMLElement;
  readonly #el = createDiv({ cls: 'living-wiki-evidence' });
  readonly account = createDiv({
    cls: 'living-wiki-account',
    attr: { role: 'group', 'aria-label': words.account.title },
  });
  #slot: HTMLElement | null = null;
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

  get isWide(): boolean {
    return this.#isWide;
  }

  /** @param slot where the account is if there is no room beside the page; `null` hides it */
  placeAccount(slot: HTMLElement | null): void {
    this.#slot = slot;
    if (slot === null) this.account.detach();
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
      const wasWide = this.#isWide;
      this.#isWide = width >= WIDE_WIDTH;
      if (this.#isWide && !wasWide) this.account.querySelector('details')?.setAttr('open', '');
      this.#place();
    });
    observer.observe(screen);
    return () => observer.disconnect();
  }

  #place(): void {
    this.#placeEvidence();
    const home = this.#isWide ? this.#aside : this.#slot;
    if (this.#slot !== null && home !== null) home.prepend(this.account);
  }

  #placeEvidence(): void {
    if (!this.#card) return;
    const home = this.#isWide ? this.#aside : this.#card.el;
    if (this.#el.parentElement === home) return;
    if (this.#isWide) home.prepend(this.#el);
    else home.append(this.#el);
  }
}
