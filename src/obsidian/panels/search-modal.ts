import { Keymap, Platform, SuggestModal, type Modifier } from 'obsidian';
import { describeSourceUse, describeUnsearched, inContext, type FoundInSource } from '../../workbench';
import { type WikiController } from '../controller';
import { panels as words } from '../locale';
import {
  isElsewhere,
  isSource,
  latestOnly,
  searchHits,
  sourceHits,
  type FoundPageRow,
  type SearchItem,
  type FoundSourceRow,
} from './view-model/search';
import { lensTitle, placeText } from '../ui';
import { drawMatched } from './matched-text';

const t = words.search;

/** Pause in typing after which a search starts. Milliseconds. */
const TYPING_PAUSE = 120;

/** Pause in typing after which the results are ranked by meaning. Milliseconds. */
const RERANK_DELAY = 600;

/** How many passages of sources are shown, below the pages. */
const MAX_SOURCES = 6;

/** How many pages outside the lens are counted. */
const MAX_ELSEWHERE = 20;

/** Searches pages, passages and sources through the chosen lens. */
export class SearchModal extends SuggestModal<SearchItem> {
  readonly #controller: WikiController;
  readonly #asked: ReturnType<typeof latestOnly<SearchItem[]>>;
  /** Below the results: how they are ranked, unless by words. */
  readonly #note: HTMLElement;
  /** Results that were ranked by meaning and are about to be shown. */
  #reranked: { readonly query: string; readonly hits: readonly SearchItem[] } | null = null;

  /** The chosen lens; `undefined` for the whole wiki. */
  readonly #lens: string | undefined;
  readonly #query: string;

  /** @param everywhere searches the whole wiki for this, whichever lens is chosen */
  constructor(controller: WikiController, everywhere?: string) {
    super(controller.app);
    this.#controller = controller;
    this.#lens = everywhere === undefined ? controller.lens : undefined;
    this.#query = everywhere ?? '';
    this.limit = 60;
    this.emptyStateText = t.prompt;
    this.modalEl.addClass('living-wiki-search');
    this.setPlaceholder(t.placeholder);
    this.#drawToggle();
    this.#note = this.modalEl.createDiv({ cls: 'living-wiki-search-note', attr: { role: 'status' } });
    // A phone has no such keys.
    if (!Platform.isMobile)
      this.setInstructions([
        { command: '↑↓', purpose: t.move },
        { command: '↵', purpose: t.open },
        { command: Platform.isMacOS ? '⌘ ↵' : 'ctrl ↵', purpose: t.openNew },
        { command: 'esc', purpose: t.dismiss },
      ]);
    this.#asked = latestOnly(
      (query, signal) => this.#search(query, signal),
      () => new Promise((resolve) => this.modalEl.win.setTimeout(resolve, TYPING_PAUSE)),
    );
    for (const keys of [['Mod'], ['Mod', 'Alt'], ['Mod', 'Alt', 'Shift']] satisfies Modifier[][]) {
      this.scope.register(keys, 'Enter', (event) => {
        this.selectActiveSuggestion(event);
        return false;
      });
    }
  }

  /** Switches between pages with sources, and pages only. */
  #drawToggle(): void {
    const controller = this.#controller;
    if (controller.settings.sourceBudget === 0) return;
    const label = this.modalEl.createEl('label', { cls: 'living-wiki-search-scope' });
    this.resultContainerEl.before(label);
    const box = label.createEl('input', { attr: { type: 'checkbox' } });
    box.checked = controller.preferences.pagesOnly;
    label.appendText(t.pagesOnly);
    box.addEventListener('change', () => {
      controller.changePreferences({ pagesOnly: box.checked });
      this.inputEl.dispatchEvent(new Event('input'));
      this.inputEl.focus();
    });
  }

  override onOpen(): void {
    void super.onOpen();
    if (this.#query !== '') {
      this.inputEl.value = this.#query;
      this.inputEl.dispatchEvent(new Event('input'));
    }
    if (this.#lens === undefined) return;
    void lensTitle(this.#controller).then(
      (title) => this.setPlaceholder(t.placeholderIn(title)),
      () => undefined,
    );
  }

  override onClose(): void {
    super.onClose();
    this.#asked.stop();
  }

  override async getSuggestions(query: string): Promise<SearchItem[]> {
    const none = this.#lens === undefined ? t.none : t.noneHere;
    this.emptyStateText = query.trim() === '' ? t.prompt : none;
    try {
      return await this.#asked.ask(query.trim());
    } catch (error) {
      this.#controller.showError(error);
      return [];
    }
  }

  async #search(query: string, signal: AbortSignal): Promise<SearchItem[]> {
    const { state, settings } = this.#controller;
    const reranked = this.#reranked;
    this.#reranked = null;
    if (reranked?.query === query) {
      this.#note.setText(t.rankedByMeaning);
      return [...reranked.hits];
    }
    this.#note.empty();
    if (query === '' || state.kind !== 'ready') return [];
    const find = async (plain: boolean, lens = this.#lens): Promise<FoundPageRow[]> => {
      const onNote = (note: string): void => this.#note.setText(note);
      const request = { query, limit: 20, plain, onNote, ...(lens !== undefined && { lens }) };
      return [...searchHits(await state.workbench.searchPassages(request, this.#controller.backgroundRun(signal)))];
    };
    try {
      const hits = await find(true);
      const sources = await this.#findInSources(query, hits, signal);
      if (settings.model.embeddingModel !== undefined)
        void this.#rerank(query, { hits, sources }, () => find(false), signal);
      if (hits.length > 0 || this.#lens === undefined) return [...hits, ...sources];
      return [...sources, ...(await this.#findElsewhere(query, signal))];
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
  }

  /** Passages of sources that no passage of a page repeats. */
  async #findInSources(
    query: string,
    hits: readonly FoundPageRow[],
    signal: AbortSignal,
  ): Promise<readonly FoundSourceRow[]> {
    const { state, preferences, settings } = this.#controller;
    if (state.kind !== 'ready' || preferences.pagesOnly || settings.sourceBudget === 0) return [];
    const shown = hits.flatMap(({ passage }) => passage?.text ?? []);
    const request = { query, shown, limit: MAX_SOURCES, ...(this.#lens !== undefined && { lens: this.#lens }) };
    const { found, ...counts } = await state.workbench.searchSources(request, this.#controller.backgroundRun(signal));
    if (!signal.aborted && this.#note.textContent === '') this.#note.setText(describeUnsearched(counts).join(' '));
    return sourceHits(found);
  }

  /** What the lens hides: an offer to search the whole wiki, if it has something. */
  async #findElsewhere(query: string, signal: AbortSignal): Promise<SearchItem[]> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return [];
    const request = { query, limit: MAX_ELSEWHERE, plain: true };
    const pages = await state.workbench.searchPassages(request, this.#controller.backgroundRun(signal));
    return pages.length === 0 ? [] : [{ elsewhere: pages.length }];
  }

  /** Shows the results in their new order, unless the user types on or has scrolled: what they read must not move. */
  async #rerank(
    query: string,
    before: { readonly hits: readonly FoundPageRow[]; readonly sources: readonly FoundSourceRow[] },
    rank: () => Promise<FoundPageRow[]>,
    signal: AbortSignal,
  ): Promise<void> {
    await new Promise((resolve) => this.modalEl.win.setTimeout(resolve, RERANK_DELAY));
    if (signal.aborted) return;
    const hits = await rank().catch(() => []);
    const isNew = hits.some(({ page }, at) => page.path !== before.hits[at]?.page.path);
    const { scrollTop, firstElementChild: first } = this.resultContainerEl;
    if (!isNew || scrollTop > 0 || first?.hasClass('is-selected') !== true) return;
    this.#reranked = { query, hits: [...hits, ...before.sources] };
    this.inputEl.dispatchEvent(new Event('input'));
  }

  override renderSuggestion(item: SearchItem, el: HTMLElement): void {
    el.addClass('mod-complex', 'living-wiki-hit');
    if (isElsewhere(item)) {
      const offer = el.createDiv({ cls: 'suggestion-content' });
      offer.createDiv({ cls: 'suggestion-title', text: t.everywhere });
      offer.createDiv({ cls: 'suggestion-note', text: t.hidden(item.elsewhere) });
    } else if (isSource(item)) this.#renderSource(item, el);
    else this.#renderHit(item, el);
  }

  #renderSource({ source, first }: FoundSourceRow, el: HTMLElement): void {
    const { title, path, place, pages, matches } = source;
    el.toggleClass('is-further', !first);
    const content = el.createDiv({ cls: 'suggestion-content' });
    if (first) content.createDiv({ cls: 'suggestion-title', text: title });
    const passage = content.createDiv({ cls: 'living-wiki-passage' });
    passage.appendText(inContext({ ...source, text: '', after: null }));
    if (passage.textContent !== '') passage.appendText(' ');
    drawMatched(passage, source.text, matches);
    if (source.after !== null) passage.appendText(` ${source.after}`);
    const where = place === '' ? '' : placeText(source.anchor, path);
    const heading = source.anchor.heading ?? '';
    const note = [describeSourceUse(pages), ...(first ? [path] : []), heading, where].filter(Boolean).join(' · ');
    content.createDiv({ cls: 'suggestion-note', text: note });
    if (first) el.createDiv({ cls: 'suggestion-aux' }).createSpan({ cls: 'living-wiki-muted', text: t.source });
  }

  #renderHit({ page, passage, first }: FoundPageRow, el: HTMLElement): void {
    el.toggleClass('is-further', !first);
    const content = el.createDiv({ cls: 'suggestion-content' });
    if (first) {
      const title = content.createDiv({ cls: 'suggestion-title' });
      if (page.icon !== null) title.createSpan({ text: `${page.icon} `, attr: { 'aria-hidden': 'true' } });
      drawMatched(title, page.title, page.titleMatches);
    }
    const why = page.linkedFrom === undefined ? '' : t.linkedFrom(page.linkedFrom);
    const noted = (...notes: readonly string[]): string => [why, ...notes].filter(Boolean).join(' · ');
    if (passage !== null) {
      drawMatched(content.createDiv({ cls: 'living-wiki-passage' }), passage.text, passage.matches);
      const text = noted(passage.heading ?? '', t.lineHint(passage.line));
      content.createDiv({ cls: 'suggestion-note', text });
    } else content.createDiv({ cls: 'suggestion-note', text: noted(page.path) });
    if (first) el.createDiv({ cls: 'suggestion-aux' }).createSpan({ cls: 'living-wiki-muted', text: page.kind });
  }

  override onChooseSuggestion(item: SearchItem, event: MouseEvent | KeyboardEvent): void {
    if (isElsewhere(item)) {
      this.#controller.openModal(new SearchModal(this.#controller, this.inputEl.value));
      return;
    }
    if (isSource(item)) {
      this.#openSource(item.source);
      return;
    }
    const { page, passage } = item;
    const pane = Keymap.isModEvent(event);
    const position = { pane, ...(passage !== null && { line: passage.line }) };
    this.#controller.attempt(() => this.#controller.navigator.openPage(page.path, position));
  }

  #openSource({ path, anchor, text }: FoundInSource): void {
    // A long passage is shown in part.
    const quote = text.replace(/^… | …$/g, '');
    this.#controller.attempt(() => this.#controller.navigator.openSource(path, anchor, quote));
  }
}
