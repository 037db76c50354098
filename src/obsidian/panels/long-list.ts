/** One thing that a {@link LongList} draws. */
export interface ListRow {
  /** Equal keys in two lists: the same thing, which may have changed. */
  readonly key: string;
}

export interface ListRenderer<Row extends ListRow> {
  /** Draws a row that starts a section of its own; `null` for one that belongs to the section before it. */
  section(row: Row): { readonly el: HTMLElement; readonly items: HTMLElement } | null;
  item(row: Row): HTMLElement;
  /** Whether two rows of one key are drawn alike. */
  same(old: Row, row: Row): boolean;
  /** Puts right what may differ all the same, as the row's number in its list. */
  keep(el: HTMLElement, row: Row): void;
}

/** So many rows are drawn at once; a screen shows fewer. */
const BATCH = 60;
/** More is drawn when this many pixels or fewer are left below. */
const LOOKAHEAD = 600;

interface Drawn<Row> {
  readonly row: Row;
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
  readonly #drawing: ListRenderer<Row>;
  #rows: readonly Row[] = [];
  #drawn = new Map<string, Drawn<Row>>();
  #count = 0;
  /** Where the next item goes: the list of the last section that is drawn. */
  #items: HTMLElement;

  /** @param root where it draws, in `scroller` */
  constructor(scroller: HTMLElement, root: HTMLElement, drawing: ListRenderer<Row>) {
    this.#scroller = scroller;
    this.#root = root;
    this.#items = root;
    this.#drawing = drawing;
    scroller.addEventListener('scroll', () => this.fill(), { passive: true });
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** The last row that is drawn, or would be with the next stretch: as far as one leap of the keyboard goes. */
  get farthest(): Row | null {
    return this.#rows[Math.min(this.#count + BATCH, this.#rows.length) - 1] ?? null;
  }

  /** Shows other rows in the place of these, as far down as these were drawn. */
  update(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#redraw(Math.max(BATCH, this.#count));
    this.fill();
  }

  /** Shows rows from the top, drawing all of them anew. */
  restart(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#drawn.clear();
    this.#scroller.scrollTop = 0;
    this.#redraw(BATCH);
    this.fill();
  }

  /** The drawn element of a row, drawing as far as it if need be. */
  reveal(key: string): HTMLElement | null {
    const at = this.#rows.findIndex((row) => row.key === key);
    if (at >= this.#count) this.#grow(at + BATCH);
    return this.drawn(key);
  }

  /** The element of a row, where it is drawn. */
  drawn(key: string): HTMLElement | null {
    return this.#drawn.get(key)?.el ?? null;
  }

  /** Draws on while the end of what is drawn is near; to be called when the size changes, too. */
  fill(): void {
    if (this.#count === this.#rows.length) return;
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    if (clientHeight > 0 && scrollTop + clientHeight + LOOKAHEAD > scrollHeight) this.#grow(this.#count + BATCH);
  }

  /** Adds to the end of what is drawn. */
  #grow(count: number): void {
    for (const row of this.#rows.slice(this.#count, count)) {
      const drawn = this.#draw(row);
      this.#drawn.set(row.key, drawn);
      (drawn.items === null ? this.#items : this.#root).append(drawn.el);
      if (drawn.items !== null) this.#items = drawn.items;
    }
    this.#count = Math.min(count, this.#rows.length);
  }

  #draw(row: Row): Drawn<Row> {
    const section = this.#drawing.section(row);
    return section === null ? { row, el: this.#drawing.item(row), items: null } : { row, ...section };
  }

  /** Draws the first `count` rows, each in its place; an element that is there already stays. */
  #redraw(count: number): void {
    const before = this.#drawn;
    this.#drawn = new Map();
    this.#items = this.#root;
    // In each list, the first element that was not put yet.
    const places = new Map<HTMLElement, ChildNode | null>([[this.#root, this.#root.firstChild]]);
    const put = (parent: HTMLElement, el: HTMLElement): void => {
      const place = places.get(parent) ?? null;
      if (place === el) places.set(parent, el.nextSibling);
      else parent.insertBefore(el, place);
    };
    this.#count = Math.min(count, this.#rows.length);
    for (const row of this.#rows.slice(0, this.#count)) {
      const old = before.get(row.key);
      const isKept = old !== undefined && this.#drawing.same(old.row, row);
      const drawn = isKept ? { ...old, row } : this.#draw(row);
      if (isKept) this.#drawing.keep(drawn.el, row);
      this.#drawn.set(row.key, drawn);
      put(drawn.items === null ? this.#items : this.#root, drawn.el);
      if (drawn.items === null) continue;
      this.#items = drawn.items;
      places.set(drawn.items, drawn.items.firstChild);
    }
    // What is left behind the last place of each list is no longer among the rows.
    for (const first of places.values()) {
      for (let node = first; node !== null;) {
        const after: ChildNode | null = node.nextSibling;
        node.remove();
        node = after;
      }
    }
  }
}
