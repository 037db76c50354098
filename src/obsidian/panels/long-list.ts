/** One row of a {@link LongList}. */
interface ListRow {
  /** Identifies the row across updates. */
  readonly key: string;
}

interface ListRenderer<Row extends ListRow> {
  /** Draws a row that starts a section; `null` for a row of the current section. */
  section(row: Row): { readonly el: HTMLElement; readonly items: HTMLElement } | null;
  item(row: Row): HTMLElement;
  /** Whether two rows with the same key look the same. */
  same(old: Row, row: Row): boolean;
  /** Updates what changes although the row looks the same, such as its position. */
  keep(el: HTMLElement, row: Row): void;
}

/** How many rows are drawn at once. More than fit on a screen. */
const BATCH = 60;
/** More rows are drawn when fewer pixels than this are left below. */
const LOOKAHEAD = 600;

interface Drawn<Row> {
  readonly row: Row;
  readonly el: HTMLElement;
  readonly items: HTMLElement | null;
}

/**
 * A list of any length in a scrolling element. It draws rows in batches as the reader scrolls, and keeps drawn elements when
 * the rows change, so that scroll position, focus and selection survive an update.
 */
export class LongList<Row extends ListRow> {
  readonly #scroller: HTMLElement;
  readonly #root: HTMLElement;
  readonly #drawing: ListRenderer<Row>;
  #rows: readonly Row[] = [];
  #drawn = new Map<string, Drawn<Row>>();
  #count = 0;
  /** Takes the next row: the list of the last drawn section. */
  #items: HTMLElement;

  /** @param root element inside `scroller` to draw in */
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

  /** The last row of the next batch: as far as the End key jumps. */
  get farthest(): Row | null {
    return this.#rows[Math.min(this.#count + BATCH, this.#rows.length) - 1] ?? null;
  }

  /** Replaces the rows and draws as many as before. */
  update(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#redraw(Math.max(BATCH, this.#count));
    this.fill();
  }

  /** Replaces the rows, redraws all of them and scrolls to the top. */
  restart(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#drawn.clear();
    this.#scroller.scrollTop = 0;
    this.#redraw(BATCH);
    this.fill();
  }

  /** The element of a row; draws up to it if needed. */
  reveal(key: string): HTMLElement | null {
    const at = this.#rows.findIndex((row) => row.key === key);
    if (at >= this.#count) this.#grow(at + BATCH);
    return this.drawn(key);
  }

  /** The element of a row; `null` if it is not drawn. */
  drawn(key: string): HTMLElement | null {
    return this.#drawn.get(key)?.el ?? null;
  }

  /** Draws more rows if the end is near. Call it also when the size changes. */
  fill(): void {
    if (this.#count === this.#rows.length) return;
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    if (clientHeight > 0 && scrollTop + clientHeight + LOOKAHEAD > scrollHeight) this.#grow(this.#count + BATCH);
  }

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

  /** Draws the first `count` rows in order. Existing elements are reused. */
  #redraw(count: number): void {
    const before = this.#drawn;
    this.#drawn = new Map();
    this.#items = this.#root;
    // For each list, the first element that was not placed yet.
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
    // What follows the last placed element of each list is no longer among the rows.
    for (const first of places.values()) {
      for (let node = first; node !== null;) {
        const after: ChildNode | null = node.nextSibling;
        node.remove();
        node = after;
      }
    }
  }
}
