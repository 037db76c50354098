import { type Run } from '../../workbench';

/** Longest time without a frame. Milliseconds. */
const SLICE = 8;
/** How far outside the screen something counts as near. */
const NEAR = '600px 0px';
/** How many items of a list are drawn together. */
const LIST_PART = 20;

interface DrawQueueOptions {
  /** A run that yields to the screen and ends with the signal. */
  readonly run: (signal: AbortSignal) => Run;
  readonly onError: (error: unknown) => void;
}

/**
 * Draws long content in short slices: what is near the screen first, and the rest when there is time, so that it can be
 * searched.
 */
export class DrawQueue {
  readonly run: Run;
  readonly #win: Window & typeof window;
  readonly #onError: (error: unknown) => void;
  readonly #aborter = new AbortController();
  readonly #watch: IntersectionObserver;
  /** In the order in which they were added. */
  readonly #waiting = new Map<Element, () => void>();
  readonly #near = new Set<Element>();
  #isDrawing = false;

  /** @param root the scrolling element */
  constructor(root: HTMLElement, { run, onError }: DrawQueueOptions) {
    this.#win = root.win as Window & typeof window;
    this.#onError = onError;
    this.run = run(this.#aborter.signal);
    this.#watch = new this.#win.IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) {
          if (isIntersecting) this.#near.add(target);
          else this.#near.delete(target);
        }
      },
      { root, rootMargin: NEAR },
    );
  }

  /** Draws later what belongs into `el`. One element waits for one drawing at a time. */
  add(el: Element, draw: () => void): void {
    if (this.run.signal.aborted) return;
    this.#waiting.set(el, draw);
    this.#watch.observe(el);
    void this.#drawAll().catch(this.#onError);
  }

  /** Draws the first items of a list at once, and the others in boxes below them. */
  list<T>(parent: HTMLElement, items: readonly T[], draw: (box: HTMLElement, item: T) => void): void {
    for (const item of items.slice(0, LIST_PART)) draw(parent, item);
    for (let from = LIST_PART; from < items.length; from += LIST_PART) {
      const box = parent.createDiv();
      this.add(box, () => {
        for (const item of items.slice(from, from + LIST_PART)) draw(box, item);
      });
    }
  }

  /** Calls `draw` with what is computed, unless the queue was stopped by then. */
  wait<T>(computed: Promise<T>, draw: (value: T) => void): void {
    computed
      .then((value) => {
        if (!this.run.signal.aborted) draw(value);
      })
      .catch(this.#onError);
  }

  /** Nothing is drawn any more. */
  stop(): void {
    this.#aborter.abort();
    this.#watch.disconnect();
    this.#waiting.clear();
    this.#near.clear();
  }

  async #drawAll(): Promise<void> {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      await this.run.yieldToHost();
      let began = this.#win.performance.now();
      for (let el = this.#next(); el !== undefined; el = this.#next()) {
        const draw = this.#waiting.get(el);
        this.#waiting.delete(el);
        this.#near.delete(el);
        this.#watch.unobserve(el);
        draw?.();
        if (this.#win.performance.now() - began < SLICE) continue;
        await this.run.yieldToHost();
        began = this.#win.performance.now();
      }
    } finally {
      this.#isDrawing = false;
    }
  }

  #next(): Element | undefined {
    const [near] = this.#near;
    if (near !== undefined) return near;
    const [first] = this.#waiting.keys();
    return first;
  }
}
