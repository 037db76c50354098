/** One thing that a {@link LongList} draws. Equal keys and equal marks: the same thing, drawn the same. */
export interface ListRow {
  readonly key: string;
}

export interface ListDrawing<Row extends ListRow> {
  /** Draws a row that starts a section of its own; `null` for one that belongs to the section before it. */
  section(row: Row): { readonly el: HTMLElement; readonly items: HTMLElement } | null;
  item(row: Row): HTMLElement;
  /** What the drawing of a row depends on, as text. */
  mark(row: Row): string;
}

/** So many rows are drawn at once; a screen shows fewer. */
const STRETCH = 100;
/** More is drawn when this many pixels or fewer are left below. */
const AHEAD = 600;

interface Drawn {
  readonly mark: string;
  readonly el: HTMLElement;
  readonly items: HTMLElement | null;
}

/**
 * A list of any length in a scrolling element. It draws a stretch at a time as the reader gets there, and keeps what is
 * drawn already when the rows change, so that a place, a focus and a selection survive an update.
 */
export class LongList<Row extends ListRow> {
  readonly #scroller: HTMLElement;
  readonly #root: HTMLElement;
  readonly #drawing: ListDrawing<Row>;
  #rows: readonly Row[] = [];
  #drawn = new Map<string, Drawn>();
  #count = 0;

  /** @param root where it draws, in `scroller` */
  constructor(scroller: HTMLElement, root: HTMLElement, drawing: ListDrawing<Row>) {
    this.#scroller = scroller;
    this.#root = root;
    this.#drawing = drawing;
    scroller.addEventListener('scroll', () => this.fill(), { passive: true });
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Shows other rows. What was drawn before, to the same length, is drawn again. */
  set(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#draw(Math.max(STRETCH, this.#count));
    this.fill();
  }

  /** The drawn element of a row, drawing as far as it if need be. */
  reveal(key: string): HTMLElement | null {
    const at = this.#rows.findIndex((row) => row.key === key);
    if (at < 0) return null;
    if (at >= this.#count) this.#draw(at + STRETCH);
    return this.#drawn.get(key)?.el ?? null;
  }

  /** The element of a row, where it is drawn. */
  drawn(key: string): HTMLElement | null {
    return this.#drawn.get(key)?.el ?? null;
  }

  /** Draws on while the end of what is drawn is near; to be called when the size changes, too. */
  fill(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    if (clientHeight > 0 && scrollTop + clientHeight + AHEAD > scrollHeight && this.#count < this.#rows.length) {
      this.#draw(this.#count + STRETCH);
    }
  }

  #draw(count: number): void {
    const next = new Map<string, Drawn>();
    let items = this.#root;
    const places = new Map<HTMLElement, ChildNode | null>([[items, items.firstChild]]);
    const put = (parent: HTMLElement, el: HTMLElement): void => {
      const place = places.get(parent) ?? null;
      if (place === el) places.set(parent, el.nextSibling);
      else parent.insertBefore(el, place);
    };
    this.#count = Math.min(count, this.#rows.length);
    for (const row of this.#rows.slice(0, this.#count)) {
      const mark = this.#drawing.mark(row);
      const old = this.#drawn.get(row.key);
      let drawn = old?.mark === mark ? old : undefined;
      if (drawn === undefined) {
        const section = this.#drawing.section(row);
        drawn = section === null ? { mark, el: this.#drawing.item(row), items: null } : { mark, ...section };
      }
      next.set(row.key, drawn);
      if (drawn.items === null) put(items, drawn.el);
      else {
        put(this.#root, drawn.el);
        items = drawn.items;
        places.set(items, items.firstChild);
      }
    }
    // What is left behind the last place of each list is no longer among the rows.
    for (const first of places.values()) {
      for (let node = first; node !== null;) {
        const after: ChildNode | null = node.nextSibling;
        node.remove();
        node = after;
      }
    }
    this.#drawn = next;
  }
}
