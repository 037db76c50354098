import { Keymap, Platform, SuggestModal, type Modifier } from 'obsidian';
import { type WikiController } from '../controller';
import { panels as words } from '../locale';
import { isElsewhere, latestOnly, searchHits, type SearchHit, type SearchItem } from './view-model/search';
import { lensTitle } from '../ui';
import { drawMatched } from './matched-text';

const t = words.search;

/** Pause in typing after which a search starts. Milliseconds. */
const TYPING_PAUSE = 120;

/** Pause in typing after which the results are ranked by meaning. Milliseconds. */
const RERANK_DELAY = 600;

/** How many pages outside the lens are counted. */
const MAX_ELSEWHERE = 20;

/** Searches pages and passages through the chosen lens. */
export class SearchModal extends SuggestModal<SearchItem> {
  readonly #controller: WikiController;
  readonly #asked: ReturnType<typeof latestOnly<SearchItem[]>>;
  /** Below the results: how they are ranked, unless by words. */
  readonly #note: HTMLElement;
  /** Results that were ranked by meaning and are about to be shown. */
  #reranked: { readonly query: string; readonly hits: SearchHit[] } | null = null;

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
    this.#note = this.modalEl.createDiv({ cls: 'living-wiki-search-note', attr: { role: 'status' } });
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
      return reranked.hits;
    }
    this.#note.empty();
    if (query === '' || state.kind !== 'ready') return [];
    const find = async (plain: boolean, lens = this.#lens): Promise<SearchHit[]> => {
      const onNote = (note: string): void => this.#note.setText(note);
      const request = { query, limit: 20, plain, onNote, ...(lens !== undefined && { lens }) };
      return [...searchHits(await state.workbench.searchPassages(request, this.#controller.backgroundRun(signal)))];
    };
    try {
      const hits = await find(true);
      if (settings.model.embeddingModel !== undefined) void this.#rerank(query, hits, () => find(false), signal);
      return hits.length > 0 || this.#lens === undefined ? hits : await this.#findElsewhere(query, signal);
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
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
    before: readonly SearchHit[],
    rank: () => Promise<SearchHit[]>,
    signal: AbortSignal,
  ): Promise<void> {
    await new Promise((resolve) => this.modalEl.win.setTimeout(resolve, RERANK_DELAY));
    if (signal.aborted) return;
    const hits = await rank().catch(() => []);
    const isNew = hits.some(({ page }, at) => page.path !== before[at]?.page.path);
    const { scrollTop, firstElementChild: first } = this.resultContainerEl;
    if (!isNew || scrollTop > 0 || first?.hasClass('is-selected') !== true) return;
    this.#reranked = { query, hits };
    this.inputEl.dispatchEvent(new Event('input'));
  }

  override renderSuggestion(item: SearchItem, el: HTMLElement): void {
    el.addClass('mod-complex', 'living-wiki-hit');
    if (isElsewhere(item)) {
      const offer = el.createDiv({ cls: 'suggestion-content' });
      offer.createDiv({ cls: 'suggestion-title', text: t.everywhere });
      offer.createDiv({ cls: 'suggestion-note', text: t.hidden(item.elsewhere) });
    } else this.#renderHit(item, el);
  }

  #renderHit({ page, passage, first }: SearchHit, el: HTMLElement): void {
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
    const { page, passage } = item;
    const pane = Keymap.isModEvent(event);
    const position = { pane, ...(passage !== null && { line: passage.line }) };
    this.#controller.attempt(() => this.#controller.navigator.openPage(page.path, position));
  }
}
