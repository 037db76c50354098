import { type CoverageGrid, type GridCell, type GridMark, type GridPage } from '../../../workbench';
import { joinTexts, pictures } from '../../locale';
import { FOCUS_KEY, iconSpan } from '../../ui';
import { GridCursor } from './grid-cursor';
import { describeCell, dotSize, type GridRow, type GridView } from './rows';
import { SIZES } from './sizes';

const words = pictures.coverage;

/** How many rows and columns beyond the visible ones are drawn. */
const MARGIN = { rows: 6, columns: 8 } as const;
/** Rows beyond the visible ones that are drawn at a time: the others follow with the next frame. */
const ROWS_AHEAD = 8;

const MARK_ICONS = { contested: 'equal-not', stale: 'clock', single: 'circle-dot', none: 'circle-slash' } as const;

interface GridActions {
  open(page: GridPage, line: number, event: MouseEvent | KeyboardEvent): void;
  /** Shows what of a source no page uses. */
  choose(source: number): void;
  filter(): void;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Pages by sources. Only what is visible is drawn, both ways. */
export class GridCanvas {
  readonly el: HTMLElement;
  readonly #head: HTMLElement;
  readonly #body: HTMLElement;
  readonly #canvas: HTMLElement;
  readonly #actions: GridActions;
  readonly #cursor: GridCursor;
  #grid: Pick<CoverageGrid, 'sources'> = { sources: [] };
  #view: GridView = { rows: [], pages: [], columns: [] };
  /** Column of each source that has one. */
  #columnOf = new Map<number, number>();
  readonly #drawn = new Map<number, HTMLElement>();
  #columns: Range = { from: 0, to: 0 };
  #chosen: number | null = null;
  #frame = 0;

  constructor(parent: HTMLElement, actions: GridActions) {
    this.#actions = actions;
    this.el = parent.createDiv({ cls: 'living-wiki-grid', attr: { role: 'grid', tabindex: '0', [FOCUS_KEY]: 'grid' } });
    this.#canvas = this.el.createDiv({ cls: 'living-wiki-grid-canvas', attr: { role: 'rowgroup' } });
    this.#head = this.#canvas.createDiv({ cls: 'living-wiki-grid-head', attr: { role: 'row', 'aria-rowindex': 1 } });
    this.#body = this.#canvas.createDiv({ cls: 'living-wiki-grid-body', attr: { role: 'presentation' } });
    this.#cursor = new GridCursor(this.el, {
      view: () => this.#view,
      columnOf: (source) => this.#columnOf.get(source),
      moved: () => this.#draw(true),
      press: (event) => this.#press(event),
      choose: (column) => this.#choose(column),
      filter: () => actions.filter(),
    });
    this.el.addEventListener('scroll', () => this.#soon(), { passive: true });
    this.el.addEventListener('click', (event) => this.#click(event));
  }

  show(grid: CoverageGrid, view: GridView): void {
    this.#grid = grid;
    this.#view = view;
    this.#columnOf = new Map(view.columns.map((source, column) => [source, column]));
    this.el.setAttrs({
      'aria-rowcount': view.rows.length + 1,
      'aria-colcount': view.columns.length + 2,
      'aria-label': `${words.grid(view.pages.length, view.columns.length)}. ${words.gridHelp}`,
    });
    this.#canvas.style.width = `${SIZES.name + view.columns.length * SIZES.column + SIZES.mark}px`;
    this.#body.style.height = `${view.rows.length * SIZES.row}px`;
    this.#cursor.reset();
    this.#draw(true);
  }

  mark(source: number | null): void {
    this.#chosen = source;
    this.#draw(true);
  }

  resize(): void {
    this.#draw(false);
  }

  stop(): void {
    this.el.win.cancelAnimationFrame(this.#frame);
  }

  #soon(): void {
    this.el.win.cancelAnimationFrame(this.#frame);
    this.#frame = this.el.win.requestAnimationFrame(() => this.#draw(false));
  }

  #draw(isAnew: boolean): void {
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.el;
    const rows = rangeOf(scrollTop, clientHeight, SIZES.row, MARGIN.rows, this.#view.rows.length);
    const columns = rangeOf(scrollLeft, clientWidth, SIZES.column, MARGIN.columns, this.#view.columns.length);
    const isMoved = columns.from !== this.#columns.from || columns.to !== this.#columns.to;
    if (isAnew || isMoved) {
      this.#columns = columns;
      this.#body.empty();
      this.#drawn.clear();
      this.#drawHead();
    }
    for (const [at, el] of this.#drawn) {
      if (at >= rows.from && at < rows.to) continue;
      el.remove();
      this.#drawn.delete(at);
    }
    const first = Math.floor(scrollTop / SIZES.row);
    const seen = { from: Math.max(rows.from, first), to: Math.min(rows.to, first + Math.ceil(clientHeight / SIZES.row) + 1) };
    this.#drawRows(seen, Infinity);
    const left = this.#drawRows(rows, ROWS_AHEAD);
    this.#cursor.announce();
    if (left) this.#soon();
  }

  /** @param most how many to draw @returns whether some are left */
  #drawRows({ from, to }: Range, most: number): boolean {
    let drawn = 0;
    for (let at = from; at < to; at += 1) {
      const row = this.#view.rows[at];
      if (row === undefined || this.#drawn.has(at)) continue;
      if (drawn === most) return true;
      this.#drawn.set(at, this.#drawRow(row, at));
      drawn += 1;
    }
    return false;
  }

  #drawHead(): void {
    this.#head.empty();
    const corner = this.#head.createDiv({ cls: 'living-wiki-grid-corner', attr: { role: 'columnheader' } });
    corner.setAttr('aria-colindex', 1);
    corner.setText(words.unused);
    for (let column = this.#columns.from; column < this.#columns.to; column += 1) this.#drawSource(column);
  }

  #drawSource(column: number): void {
    const at = this.#view.columns[column] ?? -1;
    const source = this.#grid.sources[at];
    if (source === undefined) return;
    const { title, date, passages, unused, pages } = source;
    const known = passages === null || unused === null ? words.notCounted : words.unusedOf(unused, passages);
    const el = this.#head.createDiv({
      cls: `living-wiki-grid-source${at === this.#chosen ? ' is-chosen' : ''}`,
      attr: {
        ...{ role: 'columnheader', 'aria-colindex': column + 2, 'data-column': column },
        'aria-label': joinTexts([words.source(title, pages), date ?? '', known]),
      },
    });
    el.style.insetInlineStart = `${SIZES.name + column * SIZES.column}px`;
    this.#cursor.tag(el, -1, column);
    el.createDiv({ cls: 'living-wiki-grid-name' }).createSpan({ text: title });
    const bar = el.createDiv({ cls: 'living-wiki-grid-bar' });
    if (passages === null || unused === null) bar.addClass('is-unknown');
    else bar.createDiv().style.height = `${passages === 0 ? 0 : Math.max(unused > 0 ? 8 : 0, (100 * unused) / passages)}%`;
    el.createDiv({ cls: 'living-wiki-grid-count', text: unused === null ? '·' : String(unused) });
  }

  #drawRow(row: GridRow, at: number): HTMLElement {
    const el = this.#body.createDiv({
      cls: 'living-wiki-grid-row',
      attr: { role: 'row', 'aria-rowindex': at + 2, 'data-row': at },
    });
    el.style.top = `${at * SIZES.row}px`;
    if (row.kind === 'group') {
      el.addClass('is-group');
      const label = words.group(row.title, row.count);
      el.createDiv({ text: row.title, attr: { role: 'rowheader', 'aria-label': label } });
      return el;
    }
    const { page } = row;
    const name = el.createDiv({ cls: 'living-wiki-grid-page', attr: { role: 'rowheader', 'aria-colindex': 1 } });
    name.createSpan({ text: page.title });
    this.#cursor.tag(name, at, -1);
    if (this.#chosen !== null) this.#drawBand(el, this.#columnOf.get(this.#chosen));
    const empty = this.#cursor.isAt(at) ? this.#cursor.column : -1;
    for (const cell of page.cells) {
      const column = this.#columnOf.get(cell.source);
      if (column !== undefined && column >= this.#columns.from && column < this.#columns.to)
        this.#drawCell(el, at, column, page, cell);
    }
    // Where the keys are, there is a cell to name.
    if (empty >= 0 && !page.cells.some(({ source }) => this.#columnOf.get(source) === empty))
      this.#drawCell(el, at, empty, page, undefined);
    this.#drawMarks(el, page);
    return el;
  }

  #drawBand(row: HTMLElement, column: number | undefined): void {
    if (column === undefined) return;
    const band = row.createDiv({ cls: 'living-wiki-grid-band', attr: { role: 'presentation' } });
    band.style.insetInlineStart = `${SIZES.name + column * SIZES.column}px`;
  }

  #drawCell(row: HTMLElement, at: number, column: number, page: GridPage, cell: GridCell | undefined): void {
    const source = this.#grid.sources[this.#view.columns[column] ?? -1]?.title ?? '';
    const el = row.createDiv({
      cls: 'living-wiki-grid-cell',
      attr: {
        ...{ role: 'gridcell', 'aria-colindex': column + 2, 'data-column': column },
        'aria-label': describeCell(page, cell, source),
      },
    });
    el.style.insetInlineStart = `${SIZES.name + column * SIZES.column}px`;
    this.#cursor.tag(el, at, column);
    if (cell !== undefined) drawDot(el, cell);
  }

  #drawMarks(row: HTMLElement, { marks }: GridPage): void {
    const el = row.createDiv({ cls: 'living-wiki-grid-marks', attr: { role: 'gridcell' } });
    el.setAttr('aria-colindex', this.#view.columns.length + 2);
    el.style.insetInlineStart = `${SIZES.name + this.#view.columns.length * SIZES.column + 14}px`;
    drawMarks(el, marks);
  }

  #click(event: MouseEvent): void {
    const target = event.targetNode;
    if (target?.instanceOf(HTMLElement) !== true) return;
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
    this.#cursor.move(row === undefined ? -1 : Number(row), column === undefined ? -1 : Number(column));
    this.#press(event);
  }

  /** What Enter and a click do. */
  #press(event: MouseEvent | KeyboardEvent): void {
    const { row, column } = this.#cursor;
    const on = this.#view.rows[row];
    if (row < 0) this.#choose(column);
    if (on?.kind !== 'page') return;
    const source = this.#view.columns[column];
    const cell = on.page.cells.find((each) => each.source === source);
    this.#actions.open(on.page, cell?.line ?? 1, event);
  }

  #choose(column: number): void {
    const source = this.#view.columns[column];
    if (source !== undefined) this.#actions.choose(source);
  }
}

function rangeOf(scrolled: number, size: number, step: number, margin: number, count: number): Range {
  // In steps, so that what is drawn stays for a while.
  const from = Math.floor(scrolled / step / margin) * margin - margin;
  const to = from + Math.ceil(size / step / margin) * margin + 3 * margin;
  return { from: Math.max(0, from), to: Math.min(count, to) };
}

export function drawDot(parent: HTMLElement, { claims, isContested, isStale }: GridCell): void {
  const dot = parent.createSpan({ cls: `living-wiki-dot is-${dotSize(claims)}` });
  dot.toggleClass('is-contested', isContested);
  dot.toggleClass('is-stale', isStale);
}

/** Drawn once; rows that scroll into view have copies. */
const drawnMarks = new Map<GridMark, HTMLElement>();

export function drawMarks(parent: HTMLElement, marks: GridPage['marks']): void {
  for (const mark of marks) {
    const drawn = drawnMarks.get(mark) ?? drawMark(mark);
    drawnMarks.set(mark, drawn);
    parent.append(parent.doc.importNode(drawn, true));
  }
}

function drawMark(mark: GridMark): HTMLElement {
  const el = createSpan({ cls: `living-wiki-grid-mark is-${mark}` });
  iconSpan(el, MARK_ICONS[mark]);
  el.createSpan({ text: words.marks[mark] });
  return el;
}
