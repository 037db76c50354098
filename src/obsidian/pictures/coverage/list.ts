import { type CoverageGrid, type GridPage, type GridSource } from '../../../workbench';
import { pictures } from '../../locale';
import { addButton } from '../../ui';
import { drawDot, drawMarks } from './grid';
import { type GridView } from './rows';

const words = pictures.coverage;

/** How many rows are drawn at once; more when the end is near. */
const BATCH = 60;
const LOOKAHEAD = 600;
/** Sources that a page names in its row. */
const NAMED = 3;

interface ListActions {
  open(page: GridPage, event: MouseEvent): void;
  choose(source: number): void;
}

/** For a narrow screen: a list of pages with their sources, or of sources with what no page uses. */
export class CoverageList {
  readonly el: HTMLElement;
  readonly #list: HTMLElement;
  readonly #actions: ListActions;
  #rows: readonly ((item: HTMLElement) => void)[] = [];
  #count = 0;

  constructor(parent: HTMLElement, actions: ListActions) {
    this.#actions = actions;
    this.el = parent.createDiv({ cls: 'living-wiki-scroll' });
    this.#list = this.el.createEl('ul', { cls: 'living-wiki-list living-wiki-coverage-list' });
    this.el.addEventListener('scroll', () => this.#fill(), { passive: true });
  }

  show({ sources }: CoverageGrid, { pages, columns }: GridView, by: 'page' | 'source'): void {
    this.#rows =
      by === 'page'
        ? pages.map((page) => (item) => this.#drawPage(item, page, sources))
        : columns.map((at) => (item) => this.#drawSource(item, at, sources[at]));
    this.#list.empty();
    this.#count = 0;
    this.el.scrollTop = 0;
    this.#grow();
    this.#fill();
  }

  #fill(): void {
    while (this.#count < this.#rows.length) {
      const { scrollTop, clientHeight, scrollHeight } = this.el;
      if (clientHeight === 0 || scrollTop + clientHeight + LOOKAHEAD < scrollHeight) return;
      this.#grow();
    }
  }

  #grow(): void {
    for (const draw of this.#rows.slice(this.#count, this.#count + BATCH)) draw(this.#list.createEl('li'));
    this.#count = Math.min(this.#rows.length, this.#count + BATCH);
  }

  #drawPage(item: HTMLElement, page: GridPage, sources: readonly GridSource[]): void {
    const button = addButton(item, { cls: 'living-wiki-plain', key: page.path }, (event) =>
      this.#actions.open(page, event),
    );
    const text = button.createDiv({ cls: 'living-wiki-coverage-item' });
    const head = text.createDiv({ cls: 'living-wiki-coverage-top' });
    head.createSpan({ cls: 'living-wiki-page-title', text: page.title });
    drawMarks(head, page.marks);
    const claims = page.cells.reduce((sum, cell) => sum + cell.claims, 0);
    text.createDiv({ cls: 'living-wiki-muted', text: words.sums(page.cells.length, claims) });
    const strongest = [...page.cells].sort((a, b) => b.claims - a.claims).slice(0, NAMED);
    for (const cell of strongest) {
      const row = text.createDiv({ cls: 'living-wiki-muted living-wiki-coverage-named' });
      drawDot(row.createSpan({ cls: 'living-wiki-coverage-dot', attr: { 'aria-hidden': 'true' } }), cell);
      row.createSpan({ text: sources[cell.source]?.title ?? '' });
    }
  }

  #drawSource(item: HTMLElement, at: number, source: GridSource | undefined): void {
    if (source === undefined) return;
    const { title, date, unused, passages, pages } = source;
    const button = addButton(item, { cls: 'living-wiki-plain', key: source.path }, () => this.#actions.choose(at));
    const text = button.createDiv({ cls: 'living-wiki-coverage-item' });
    text.createDiv({ cls: 'living-wiki-page-title', text: title });
    const counted = unused === null || passages === null ? '' : words.unusedOf(unused, passages);
    const facts = [date ?? '', words.resting(pages), counted].filter((fact) => fact !== '').join(' · ');
    text.createDiv({ cls: 'living-wiki-muted', text: facts });
  }
}
