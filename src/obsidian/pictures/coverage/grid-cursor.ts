import { type GridView } from './rows';
import { SIZES } from './sizes';

interface CursorActions {
  view(): GridView;
  columnOf(source: number): number | undefined;
  /** The cursor moved: what is drawn is to be drawn again. */
  moved(): void;
  press(event: KeyboardEvent): void;
  choose(column: number): void;
  filter(): void;
}

let grids = 0;

/** Where the keys are in a grid: the row of the sources is -1, and so is the column of the pages. */
export class GridCursor {
  row = -1;
  column = 0;
  readonly #el: HTMLElement;
  readonly #actions: CursorActions;
  readonly #id = `living-wiki-grid-${(grids += 1)}`;

  constructor(el: HTMLElement, actions: CursorActions) {
    this.#el = el;
    this.#actions = actions;
    el.addEventListener('keydown', (event) => {
      if (!this.#handle(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  reset(): void {
    const { rows } = this.#actions.view();
    const first = rows.findIndex(({ kind }) => kind === 'page');
    [this.row, this.column] = [first, -1];
  }

  isAt(row: number): boolean {
    return this.row === row;
  }

  /** Names the element that the cursor is on. */
  tag(el: HTMLElement, row: number, column: number): void {
    if (row !== this.row || column !== this.column) return;
    el.id = this.#id;
    el.addClass('is-active');
    if (row >= 0) el.parentElement?.addClass('is-active');
  }

  announce(): void {
    if (this.#el.doc.getElementById(this.#id) === null) this.#el.removeAttribute('aria-activedescendant');
    else this.#el.setAttr('aria-activedescendant', this.#id);
  }

  move(row: number, column: number): void {
    [this.row, this.column] = [row, column];
    this.#actions.moved();
  }

  #handle(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey } = event;
    const isWide = ctrlKey || metaKey;
    const page = Math.max(1, Math.floor((this.#el.clientHeight - SIZES.head) / SIZES.row) - 1);
    switch (key) {
      case 'ArrowDown':
        return this.#step(1);
      case 'ArrowUp':
        return this.#step(-1);
      case 'PageDown':
        return this.#step(page);
      case 'PageUp':
        return this.#step(-page);
      case 'ArrowRight':
        return this.#along(1);
      case 'ArrowLeft':
        return this.#along(-1);
      case 'Home':
        return this.#go(isWide ? this.#nearest(0, 1) : this.row, this.row < 0 && !isWide ? 0 : -1);
      case 'End':
        return isWide ? this.#go(this.#nearest(Infinity, -1), -1) : this.#along(Infinity);
      case 'Enter':
        this.#actions.press(event);
        return true;
      case ' ':
        this.#actions.choose(this.column);
        return true;
      case '/':
        this.#actions.filter();
        return true;
      default:
        return false;
    }
  }

  #step(by: number): boolean {
    if (this.row + by < 0 && by === -1) return this.#go(-1, Math.max(0, this.column));
    const next = this.#nearest(this.row + by, Math.sign(by));
    // From the first page, one step up leads to the sources.
    if (by === -1 && next >= this.row) return this.#go(-1, Math.max(0, this.column));
    return this.#go(next, this.column);
  }

  /** The page at a row, or the next one in this direction, or else in the other one. */
  #nearest(row: number, direction: number): number {
    const { rows } = this.#actions.view();
    const from = Math.max(0, Math.min(rows.length - 1, row));
    const search = (step: number): number => {
      for (let at = from; at >= 0 && at < rows.length; at += step) if (rows[at]?.kind === 'page') return at;
      return -1;
    };
    const found = search(direction);
    return found >= 0 ? found : search(-direction);
  }

  /** To the next column that has something: between the dots of a page nothing is to be read. */
  #along(by: number): boolean {
    const { rows, columns } = this.#actions.view();
    const row = rows[this.row];
    const filled =
      row?.kind === 'page'
        ? row.page.cells.flatMap(({ source }) => this.#actions.columnOf(source) ?? []).sort((a, b) => a - b)
        : [...columns.keys()];
    const stops = row?.kind === 'page' ? [-1, ...filled] : filled;
    if (by === Infinity) return this.#go(this.row, stops.at(-1) ?? this.column);
    const next =
      by > 0 ? stops.find((stop) => stop > this.column) : stops.filter((stop) => stop < this.column).at(-1);
    return this.#go(this.row, next ?? this.column);
  }

  #go(row: number, column: number): boolean {
    this.#scrollTo(row, column);
    this.move(row, column);
    return true;
  }

  #scrollTo(row: number, column: number): void {
    const { clientHeight, clientWidth } = this.#el;
    const keep = (start: number, size: number, shown: number, scrolled: number): number => {
      if (start < scrolled) return start;
      return start + size > scrolled + shown ? start + size - shown : scrolled;
    };
    if (row >= 0)
      this.#el.scrollTop = keep(row * SIZES.row, SIZES.row, clientHeight - SIZES.head, this.#el.scrollTop);
    if (column < 0) this.#el.scrollLeft = 0;
    else
      this.#el.scrollLeft = keep(
        ...([column * SIZES.column, 2 * SIZES.column, clientWidth - SIZES.name, this.#el.scrollLeft] as const),
      );
  }
}
