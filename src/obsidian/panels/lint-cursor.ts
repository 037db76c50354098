import { nextRow, replacementRow, type LintRow, type RowMove } from './view-model/lint';
import { type LongList } from './long-list';

const MOVE_KEYS: Readonly<Record<string, RowMove>> = { ArrowDown: 'down', ArrowUp: 'up', Home: 'first' };

/** The keyboard position in the list of problems. One row, with its buttons, can be reached with Tab. */
export class LintCursor {
  readonly #scroller: HTMLElement;
  readonly #list: LongList<LintRow>;
  #key: string | null = null;
  #marked: HTMLElement | null = null;

  constructor(scroller: HTMLElement, list: LongList<LintRow>) {
    this.#scroller = scroller;
    this.#list = list;
    scroller.tabIndex = -1;
    scroller.addEventListener('focusin', (event) => this.#focused(event));
  }

  /** The chosen row; `undefined` until one was chosen. */
  get row(): LintRow | undefined {
    return this.#list.rows.find(({ key }) => key === this.#key);
  }

  /** Shows these rows and keeps the position, or the nearest one. @param fromTop scrolls to the top */
  show(rows: readonly LintRow[], fromTop: boolean): void {
    const { activeElement } = this.#scroller.ownerDocument;
    const isInRow = activeElement?.closest('[data-living-wiki-key]') !== null;
    const isWaiting = activeElement === this.#scroller && this.#list.rows.length === 0;
    const had = isWaiting || (this.#scroller.contains(activeElement) && isInRow);
    this.#key = replacementRow(this.#list.rows, rows, this.#key);
    if (fromTop) this.#list.restart(rows);
    else this.#list.update(rows);
    this.#mark();
    if (had) this.focus();
  }

  /** Takes the focus, on the first problem if no row was chosen. Without rows the list itself has it, and its keys work. */
  focus(): void {
    const key = this.#key ?? this.#first();
    if (key === null) this.#scroller.focus();
    else this.#choose(key);
  }

  /** @returns whether the key is one that moves through the list */
  move(key: string): boolean {
    const { row } = this;
    const { rows, farthest } = this.#list;
    const move = MOVE_KEYS[key];
    if (move !== undefined) this.#choose(nextRow(rows, this.#key, move)?.key ?? null);
    else if (key === 'End') this.#choose(farthest?.key ?? null);
    else if (row?.kind === 'finding' && key === 'ArrowLeft') this.#choose(groupOf(row, rows));
    else return false;
    return true;
  }

  #first(): string | null {
    const { rows } = this.#list;
    return (rows.find(({ kind }) => kind === 'finding') ?? rows[0])?.key ?? null;
  }

  #choose(key: string | null): void {
    if (key === null) return;
    this.#key = key;
    const el = this.#list.reveal(key);
    this.#mark();
    const target = el?.querySelector<HTMLElement>('[data-living-wiki-main]');
    target?.focus();
    target?.scrollIntoView({ block: 'nearest' });
  }

  #mark(): void {
    const key = this.#key ?? this.#first();
    const el = key === null ? null : this.#list.drawn(key);
    if (this.#marked !== el) setTabStop(this.#marked, false);
    this.#marked = el;
    setTabStop(el, true);
    el?.toggleClass('is-selected', key === this.#key && el.tagName === 'LI');
  }

  #focused(event: FocusEvent): void {
    const target = event.target as HTMLElement | null;
    const key = target?.closest<HTMLElement>('[data-living-wiki-key]')?.dataset.livingWikiKey;
    if (key === undefined || key === this.#key) return;
    this.#key = key;
    this.#mark();
  }
}

function groupOf(row: LintRow, rows: readonly LintRow[]): string | null {
  const groups = rows.slice(0, rows.indexOf(row)).filter(({ kind }) => kind === 'group');
  return groups[groups.length - 1]?.key ?? null;
}

/** Makes a row and its buttons reachable with Tab, or not. */
function setTabStop(el: HTMLElement | null, is: boolean): void {
  if (el === null) return;
  if (!is) el.removeClass('is-selected');
  for (const button of el.querySelectorAll<HTMLElement>('[tabindex]')) {
    // The element of a group contains the rows below it, which are reachable by themselves.
    if (button.closest('[data-living-wiki-key]') === keyed(el)) button.tabIndex = is ? 0 : -1;
  }
}

function keyed(el: HTMLElement): HTMLElement | null {
  return el.matches('[data-living-wiki-key]') ? el : el.querySelector<HTMLElement>('[data-living-wiki-key]');
}
