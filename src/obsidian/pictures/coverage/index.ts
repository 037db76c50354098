import { Keymap } from 'obsidian';
import { type CoverageGrid, type GridPage, type Run, type Workbench } from '../../../workbench';
import { pictures } from '../../locale';
import { CoverageModal } from '../../plan';
import { addButton, drawEmptyState, FOCUS_KEY, focusedKey, restoreFocus } from '../../ui';
import { drawExports } from '../export';
import { PictureContent } from '../picture-content';
import { SourceDetail } from './detail';
import { GridCanvas } from './grid';
import { drawLegend } from './legend';
import { CoverageList } from './list';
import { drawCoveragePicture } from './picture';
import { FILTERS, tableOf, viewOf, type GridFilter, type GridView } from './rows';

const words = pictures.coverage;
/** Pixels. Narrower than the first, a list is shown; than the second, a source opens as a dialog. */
const NARROW = 620;
const ROOMY = 900;

/** What rests on what: pages by sources. */
export class CoverageContent extends PictureContent<CoverageGrid> {
  protected override readonly events = ['wiki'] as const;
  protected override readonly cls = 'living-wiki-coverage';
  #view: GridView = { rows: [], pages: [], columns: [] };
  #filter: GridFilter = 'all';
  #query = '';
  #by: 'page' | 'source' = 'page';
  #body: HTMLElement | null = null;
  #canvas: GridCanvas | null = null;
  #detail: SourceDetail | null = null;
  #list: CoverageList | null = null;
  #isNarrow = false;
  #timer = 0;
  /** Path of the source whose passages are shown. */
  #chosen: string | null = null;

  override onunload(): void {
    super.onunload();
    this.view.contentEl.win.clearTimeout(this.#timer);
    this.#canvas?.stop();
  }

  protected override resized(): void {
    if (this.found !== null && this.#isNarrow !== this.#measure()) this.draw();
    else this.#canvas?.resize();
  }

  override focus(): void {
    this.#canvas?.el.focus();
  }

  protected override read(workbench: Workbench, run: Run): Promise<CoverageGrid> {
    const { contentEl } = this.view;
    if (this.found === null) contentEl.empty();
    const status = this.found === null ? contentEl.createDiv({ cls: 'living-wiki-empty', attr: { role: 'status' } }) : null;
    const progress: Run['progress'] = ({ done, total }) => status?.setText(words.reading(done, total));
    return workbench.coverageGrid({ ...run, progress });
  }

  #measure(): boolean {
    const { clientWidth } = this.view.contentEl;
    // 0 while its tab is hidden or not laid out yet.
    return clientWidth > 0 && clientWidth < NARROW;
  }

  protected override draw(): void {
    const { contentEl } = this.view;
    const grid = this.found;
    if (grid === null) return;
    const key = focusedKey(contentEl);
    const scrolled = this.#canvas === null ? 0 : this.#canvas.el.scrollTop;
    this.#canvas?.stop();
    contentEl.empty();
    this.#isNarrow = this.#measure();
    this.#drawHead(contentEl, grid);
    if (grid.pages.length === 0) {
      drawEmptyState(contentEl, words.nothing);
      return;
    }
    this.#body = contentEl.createDiv({ cls: 'living-wiki-coverage-body' });
    this.#drawBody(this.#body);
    drawLegend(contentEl);
    restoreFocus(contentEl, key);
    this.#later(() => this.#show(scrolled));
  }

  /** In a task of its own, in place of one that waits. */
  #later(work: () => void): void {
    const { win } = this.view.contentEl;
    win.clearTimeout(this.#timer);
    this.#timer = win.setTimeout(work);
  }

  #drawHead(parent: HTMLElement, grid: CoverageGrid): void {
    const head = parent.createDiv({ cls: 'living-wiki-head living-wiki-picture-head' });
    head.createEl('h2', { cls: 'living-wiki-title', text: words.title });
    const input = head.createEl('input', {
      cls: 'living-wiki-filter',
      attr: { type: 'search', placeholder: words.filter, 'aria-label': words.filter, [FOCUS_KEY]: 'filter' },
    });
    input.value = this.#query;
    input.addEventListener('input', () => {
      this.#query = input.value;
      this.#show();
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') this.focus();
    });
    this.#drawFilters(head, grid);
    if (this.#isNarrow) this.#drawBy(head);
    const exports = head.createDiv({ cls: 'living-wiki-picture-exports' });
    drawExports(exports, {
      controller: this.controller,
      name: words.title,
      table: () => tableOf(grid, this.#view),
      picture: () => {
        const svg = drawCoveragePicture(parent, grid, this.#view);
        svg.addClass('is-offscreen');
        return { svg, done: () => svg.remove() };
      },
    });
  }

  #drawFilters(head: HTMLElement, grid: CoverageGrid): void {
    const counts = { ...grid.marked, all: grid.pages.length };
    const group = head.createDiv({ cls: 'living-wiki-pills', attr: { role: 'group', 'aria-label': words.show } });
    for (const filter of FILTERS) {
      if (filter !== 'all' && counts[filter] === 0) continue;
      const options = { text: `${words.filters[filter]} ${counts[filter]}`, cls: 'living-wiki-small-button' };
      const button = addButton(group, { ...options, key: filter }, () => {
        this.#filter = filter;
        for (const other of group.findAll('button')) other.setAttr('aria-pressed', String(other === button));
        this.#show();
      });
      button.setAttr('aria-pressed', String(filter === this.#filter));
    }
  }

  #drawBy(head: HTMLElement): void {
    const group = head.createDiv({ cls: 'living-wiki-pills', attr: { role: 'group', 'aria-label': words.by } });
    for (const [by, text] of [['page', words.byPage] as const, ['source', words.bySource] as const]) {
      const button = addButton(group, { text, cls: 'living-wiki-small-button' }, () => {
        this.#by = by;
        for (const other of group.findAll('button')) other.setAttr('aria-pressed', String(other === button));
        this.#show();
      });
      button.setAttr('aria-pressed', String(by === this.#by));
    }
  }

  #drawBody(body: HTMLElement): void {
    [this.#canvas, this.#detail, this.#list] = [null, null, null];
    if (this.#isNarrow) {
      this.#list = new CoverageList(body, this.#listActions());
      return;
    }
    this.#canvas = new GridCanvas(body, {
      open: (page, line, event) => this.#openPage(page, line, event),
      choose: (source) => this.#choose(source),
      filter: () => this.view.contentEl.find('.living-wiki-filter').focus(),
    });
    this.#detail = new SourceDetail(body, this.controller, () => {
      this.#chosen = null;
      this.#canvas?.mark(null);
      this.focus();
    });
  }

  #listActions(): ConstructorParameters<typeof CoverageList>[1] {
    return { open: (page, event) => this.#openPage(page, 1, event), choose: (source) => this.#choose(source) };
  }

  /** Works out what is shown, and draws it in another task: each is short by itself. @param top where the grid is scrolled to */
  #show(top?: number): void {
    const grid = this.found;
    if (grid === null || this.#body === null) return;
    this.#view = viewOf(grid, this.#filter, this.#query);
    const isEmpty = this.#view.pages.length === 0 && (this.#by === 'page' || !this.#isNarrow);
    this.#body.toggleClass('is-empty', isEmpty);
    for (const note of this.#body.findAll('.living-wiki-empty')) note.remove();
    if (isEmpty) {
      const note = drawEmptyState(this.#body, words.noMatch);
      addButton(note, { text: words.clear }, () => {
        [this.#query, this.#filter] = ['', 'all'];
        this.draw();
      });
    }
    this.#list?.show(grid, this.#view, this.#by);
    this.#later(() => {
      this.#canvas?.show(grid, this.#view);
      if (top === undefined) return;
      this.#canvas?.el.scrollTo({ top });
      if (this.#chosen !== null) this.#showChosen();
    });
  }

  #openPage({ path }: GridPage, line: number, event: MouseEvent | KeyboardEvent): void {
    // The picture stays; the page opens beside it.
    const pane = Keymap.isModEvent(event) || 'tab';
    this.controller.attempt(() => this.controller.navigator.openPage(path, { pane, ...(line > 1 && { line }) }));
  }

  #choose(source: number): void {
    const path = this.found?.sources[source]?.path;
    if (path === undefined) return;
    if (this.#detail === null || this.view.contentEl.clientWidth < ROOMY) {
      this.controller.openModal(new CoverageModal(this.controller, path));
      return;
    }
    this.#chosen = path;
    this.#showChosen();
  }

  #showChosen(): void {
    const at = this.found?.sources.findIndex(({ path }) => path === this.#chosen) ?? -1;
    const source = this.found?.sources[at];
    if (source === undefined) return;
    this.#canvas?.mark(at);
    this.#detail?.show(source);
  }
}
