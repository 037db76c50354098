import { type LensExplanation, type LensPages, type LensSummary } from '../../workbench';
import { coreText, panels as words } from '../locale';
import { drawLensPages } from './lens-draw';
import { LENS_TABS, readLensTab, type LensTab } from './view-model/lens';
import { LensSwitcher } from './lens-switcher';
import { drawChain, drawWarnings, drawWhyTable } from './why-draw';
import { changedFirst, filterWhy, whyRows } from './view-model/why';
import { propose } from '../actions/propose';
import { addButton, drawEmptyState, focusedKey, restoreFocus, workbenchOrNote, ViewContent } from '../ui';
import { openManifest } from './open-manifest';

const t = words.lens;

/** From this width on, pages and reasons are shown side by side. CSS pixels. */
const WIDE_WIDTH = 720;

interface LensData {
  readonly pages: LensPages;
  readonly explained: LensExplanation;
  readonly lenses: readonly LensSummary[];
}

/** The wiki through the chosen lens, and where each value of the lens comes from. */
export class LensContent extends ViewContent {
  #tab: LensTab = 'pages';
  #reading = new AbortController();
  #shown: LensData | null = null;
  #pageFilter = '';
  #whyFilter = '';
  readonly #expanded = new Set<string>();

  override getState(): Record<string, unknown> {
    return { tab: this.#tab };
  }

  override setState(state: unknown): void {
    this.#tab = readLensTab(state);
    this.#showTab();
  }

  override async open(): Promise<void> {
    this.view.contentEl.addClass('living-wiki-panel', 'living-wiki-lens');
    for (const event of ['state', 'wiki', 'lens'] as const) {
      this.register(this.controller.on(event, () => void this.#read()));
    }
    // The width of the pane also changes when a sidebar is folded or a split is dragged.
    const widths = new ResizeObserver(() => this.onResize());
    widths.observe(this.view.contentEl);
    this.register(() => widths.disconnect());
    await this.#read();
  }

  override onunload(): void {
    this.#reading.abort();
  }

  override onResize(): void {
    this.view.contentEl.toggleClass('is-wide', this.view.contentEl.clientWidth >= WIDE_WIDTH);
  }

  /** Reads the wiki through the lens; a newer read cancels an older one. */
  async #read(): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const workbench = workbenchOrNote(this.controller, this.view.contentEl);
    if (workbench === null) {
      this.#shown = null;
      return;
    }
    if (this.#shown === null) {
      this.view.contentEl.empty();
      drawEmptyState(this.view.contentEl, words.loading);
    }
    const { lens } = this.controller;
    const run = this.controller.backgroundRun(reading.signal);
    try {
      const pages = await workbench.lensPages(lens, run);
      const explained = await workbench.explainLens(lens, run);
      const lenses = await workbench.lenses(run);
      if (reading.signal.aborted) return;
      this.#shown = { pages, explained, lenses };
      this.#draw(this.#shown);
    } catch (error) {
      if (reading.signal.aborted) return;
      this.#shown = null;
      this.#drawFailure(error);
    }
  }

  /** The lens was deleted or refused: says so and offers another one. */
  #drawFailure(error: unknown): void {
    this.view.contentEl.empty();
    const note = drawEmptyState(this.view.contentEl, coreText(error instanceof Error ? error.message : String(error)));
    addButton(note, { text: t.choose, cls: 'living-wiki-small-button' }, () =>
      this.controller.openModal(new LensSwitcher(this.controller)),
    );
  }

  #draw(shown: LensData): void {
    const { contentEl } = this.view;
    const scrolled = contentEl.findAll('.living-wiki-scroll').map((el) => el.scrollTop);
    const focused = focusedKey(contentEl);
    contentEl.empty();
    this.#drawHead(contentEl.createDiv({ cls: 'living-wiki-head' }), shown);
    const split = contentEl.createDiv({ cls: 'living-wiki-split' });
    const parts = { pages: this.#pane(split, 'pages'), why: this.#pane(split, 'why') };
    this.#drawPages(parts.pages, shown.pages);
    this.#drawWhy(parts.why, shown);
    this.#showTab();
    contentEl.findAll('.living-wiki-scroll').forEach((el, at) => (el.scrollTop = scrolled[at] ?? 0));
    restoreFocus(contentEl, focused);
  }

  #drawHead(head: HTMLElement, { pages, explained, lenses }: LensData): void {
    const top = head.createDiv({ cls: 'living-wiki-row' });
    top.createEl('h2', { cls: 'living-wiki-title', text: pages.lens.title });
    const change = addButton(top, { text: t.switch, cls: 'living-wiki-small-button' }, () =>
      this.controller.openModal(new LensSwitcher(this.controller)),
    );
    change.setAttrs({ 'aria-label': t.switchFrom(pages.lens.title), 'data-living-wiki-focus': 'switch' });
    const base = addButton(top, { text: t.base, cls: 'living-wiki-small-button' }, () =>
      this.controller.attempt(() =>
        propose(this.controller, t.basePreparing, t.baseNothing, (run, wiki) =>
          wiki.proposeBase(this.controller.lens, run),
        ),
      ),
    );
    base.setAttrs({ title: t.baseWhat, 'data-living-wiki-focus': 'base' });
    const own = lenses.find(({ isRoot }) => isRoot);
    const { length } = explained.chain;
    const sub = pages.lens.isRoot || own === undefined ? t.ownOf(length) : t.onWiki(own.title, length);
    head.createDiv({ cls: 'living-wiki-muted', text: sub });
    if (pages.description !== '') head.createDiv({ cls: 'living-wiki-lens-for', text: pages.description });
    const tabs = head.createDiv({ cls: 'living-wiki-tabs', attr: { role: 'tablist' } });
    for (const tab of LENS_TABS) {
      const button = tabs.createEl('button', {
        cls: 'living-wiki-plain living-wiki-tab',
        text: t[tab],
        attr: { type: 'button', role: 'tab', 'data-living-wiki-tab': tab, 'data-living-wiki-focus': tab },
      });
      button.addEventListener('click', () => this.#chooseTab(tab));
    }
    tabs.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      const other = this.#tab === 'pages' ? 'why' : 'pages';
      this.#chooseTab(other);
      tabs.querySelector<HTMLElement>(`[data-living-wiki-tab="${other}"]`)?.focus();
    });
  }

  #pane(parent: HTMLElement, tab: LensTab): HTMLElement {
    return parent.createDiv({
      cls: `living-wiki-pane living-wiki-scroll is-${tab}`,
      attr: { role: 'tabpanel', 'aria-label': t[tab], 'data-living-wiki-pane': tab, tabindex: 0 },
    });
  }

  #chooseTab(tab: LensTab): void {
    this.#tab = tab;
    this.#showTab();
    this.view.app.workspace.requestSaveLayout();
  }

  #showTab(): void {
    for (const el of this.view.contentEl.findAll('[data-living-wiki-pane]')) {
      el.toggleClass('is-current', el.dataset.livingWikiPane === this.#tab);
    }
    for (const el of this.view.contentEl.findAll('[data-living-wiki-tab]')) {
      const is = el.dataset.livingWikiTab === this.#tab;
      el.setAttrs({ 'aria-selected': String(is), tabindex: is ? 0 : -1 });
    }
  }

  #drawPages(pane: HTMLElement, pages: LensPages): void {
    const filter = pane.createEl('input', {
      cls: 'living-wiki-filter',
      type: 'search',
      value: this.#pageFilter,
      placeholder: t.filter,
      attr: { 'aria-label': t.filter, 'data-living-wiki-focus': 'filter' },
    });
    const list = pane.createDiv();
    const draw = (): void =>
      drawLensPages(list, pages, this.#pageFilter, this.#expanded, {
        open: (path) => this.controller.attempt(() => this.controller.navigator.openPage(path)),
        showAll: (key) => {
          this.#expanded.add(key);
          draw();
        },
      });
    filter.addEventListener('input', () => {
      this.#pageFilter = filter.value;
      draw();
    });
    draw();
  }

  #drawWhy(pane: HTMLElement, { explained, lenses }: LensData): void {
    const open = (path: string): void => openManifest(this.controller, path);
    pane.createEl('h2', { cls: 'living-wiki-title', text: words.why.title });
    pane.createDiv({ cls: 'living-wiki-muted', text: words.why.lead });
    drawChain(pane, explained.chain, open);
    const filter = pane.createEl('input', {
      cls: 'living-wiki-filter',
      type: 'search',
      value: this.#whyFilter,
      placeholder: words.why.filter,
      attr: { 'aria-label': words.why.filter, 'data-living-wiki-focus': 'why-filter' },
    });
    const table = pane.createDiv();
    const rows = changedFirst(whyRows(explained));
    const draw = (): void => drawWhyTable(table, filterWhy(rows, this.#whyFilter));
    filter.addEventListener('input', () => {
      this.#whyFilter = filter.value;
      draw();
    });
    draw();
    const refused = lenses.flatMap((lens) =>
      lens.refused === null ? [] : [{ name: lens.title, path: lens.path, message: lens.refused.message }],
    );
    drawWarnings(pane, explained.warnings, refused, open);
  }
}
