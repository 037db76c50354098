import { ItemView, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { type LensExplanation, type LensPages, type LensSummary } from '../../workbench';
import { type WikiController } from '../controller/types';
import { LENS_VIEW } from '../controller/view-types';
import { panels as words } from '../locale';
import { drawLensPages } from './lens-draw';
import { LENS_TABS, readLensTab, type LensTab } from './view-model/lens';
import { LensSwitcher } from './lens-switcher';
import { drawEmptyState, restoreFocus, focusedKey, openManifest, workbenchOrNote, smallButton } from './parts';
import { drawChain, drawWarnings, drawWhyTable } from './why-draw';
import { changedFirst, filterWhy, whyRows } from './view-model/why';

const t = words.lens;

/** From so many pixels on pages and reasons stand beside each other. */
const WIDE_WIDTH = 720;

interface LensContent {
  readonly pages: LensPages;
  readonly explained: LensExplanation;
  readonly lenses: readonly LensSummary[];
}

/** The wiki through the lens that was chosen, and where everything that the lens says comes from. */
export class LensView extends ItemView {
  override icon = 'aperture';
  override navigation = false;
  readonly #controller: WikiController;
  #tab: LensTab = 'pages';
  #reading = new AbortController();
  #shown: LensContent | null = null;
  #pageFilter = '';
  #whyFilter = '';
  readonly #whole = new Set<string>();

  constructor(leaf: WorkspaceLeaf, controller: WikiController) {
    super(leaf);
    this.#controller = controller;
  }

  override getViewType(): string {
    return LENS_VIEW;
  }

  override getDisplayText(): string {
    return t.name;
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), tab: this.#tab };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    this.#tab = readLensTab(state);
    this.#showTab();
    await super.setState(state, result);
  }

  protected override async onOpen(): Promise<void> {
    this.contentEl.addClass('living-wiki-panel', 'living-wiki-lens');
    for (const event of ['state', 'wiki', 'lens'] as const) {
      this.register(this.#controller.on(event, () => void this.#read()));
    }
    // The pane's own width decides; sidebars that fold and splits that are dragged all change it.
    const widths = new ResizeObserver(() => this.onResize());
    widths.observe(this.contentEl);
    this.register(() => widths.disconnect());
    await this.#read();
  }

  protected override onClose(): Promise<void> {
    this.#reading.abort();
    this.contentEl.empty();
    return Promise.resolve();
  }

  override onResize(): void {
    this.contentEl.toggleClass('is-wide', this.contentEl.clientWidth >= WIDE_WIDTH);
  }

  /** Reads the wiki through the lens anew; a reading that goes on is ended. */
  async #read(): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const workbench = workbenchOrNote(this.#controller, this.contentEl);
    if (workbench === null) {
      this.#shown = null;
      return;
    }
    if (this.#shown === null) {
      this.contentEl.empty();
      drawEmptyState(this.contentEl, words.loading);
    }
    const { lens } = this.#controller;
    const run = this.#controller.backgroundRun(reading.signal);
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

  /** A lens that went, or that is refused, is said here, with the way to another. */
  #drawFailure(error: unknown): void {
    this.contentEl.empty();
    const note = drawEmptyState(this.contentEl, error instanceof Error ? error.message : String(error));
    smallButton(note, t.choose, () => this.#controller.openModal(new LensSwitcher(this.#controller)));
  }

  #draw(shown: LensContent): void {
    const { contentEl } = this;
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

  #drawHead(head: HTMLElement, { pages, explained, lenses }: LensContent): void {
    const top = head.createDiv({ cls: 'living-wiki-row' });
    top.createEl('h2', { cls: 'living-wiki-title', text: pages.lens.title });
    const change = smallButton(top, t.switch, () => this.#controller.openModal(new LensSwitcher(this.#controller)));
    change.setAttrs({ 'aria-label': t.switchFrom(pages.lens.title), 'data-living-wiki-focus': 'switch' });
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
    this.app.workspace.requestSaveLayout();
  }

  #showTab(): void {
    for (const el of this.contentEl.findAll('[data-living-wiki-pane]')) {
      el.toggleClass('is-current', el.dataset.livingWikiPane === this.#tab);
    }
    for (const el of this.contentEl.findAll('[data-living-wiki-tab]')) {
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
      drawLensPages(list, pages, this.#pageFilter, this.#whole, {
        open: (path) =>
          void this.#controller.navigator.openPage(path).catch((error: unknown) => this.#controller.showError(error)),
        showAll: (key) => {
          this.#whole.add(key);
          draw();
        },
      });
    filter.addEventListener('input', () => {
      this.#pageFilter = filter.value;
      draw();
    });
    draw();
  }

  #drawWhy(pane: HTMLElement, { explained, lenses }: LensContent): void {
    const open = (path: string): void => openManifest(this.#controller, path);
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
