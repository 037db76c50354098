/** Pixels of a card that must be seen of one that is longer than the screen. */
const LEAST = 120;
/** What a person scrolls with. */
const SCROLLING = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Keeps a card in view while what is above it is still being drawn, until the person scrolls. */
export class KeepInView {
  readonly #main: HTMLElement;
  #stop = (): void => undefined;

  /** @param main the scrolling element */
  constructor(main: HTMLElement) {
    this.#main = main;
  }

  show(el: HTMLElement): void {
    this.stop();
    this.#reveal(el);
    const win = el.win as Window & typeof window;
    const growing = new win.ResizeObserver(() => {
      if (el.isConnected) this.#reveal(el);
      else this.stop();
    });
    for (const each of [el, ...this.#above(el)]) growing.observe(each);
    const stop = (): void => this.stop();
    for (const event of SCROLLING) this.#main.addEventListener(event, stop, { passive: true });
    this.#stop = () => {
      growing.disconnect();
      for (const event of SCROLLING) this.#main.removeEventListener(event, stop);
    };
  }

  stop(): void {
    this.#stop();
    this.#stop = () => undefined;
  }

  /** Everything before an element in the scrolling one. */
  #above(el: HTMLElement): readonly Element[] {
    const found: Element[] = [];
    for (let at: Element | null = el; at !== null && at !== this.#main; at = at.parentElement)
      for (let before = at.previousElementSibling; before !== null; before = before.previousElementSibling)
        found.push(before);
    return found;
  }

  #reveal(el: HTMLElement): void {
    const [box, own] = [this.#main.getBoundingClientRect(), el.getBoundingClientRect()];
    // Show the whole card if it fits, otherwise its beginning.
    if (own.top < box.top || own.top > box.bottom - LEAST) el.scrollIntoView({ block: 'start' });
    else if (own.bottom > box.bottom && own.height < box.height) el.scrollIntoView({ block: 'end' });
  }
}
