import { Keymap, Platform, SuggestModal, type Modifier } from 'obsidian';
import { type WikiController } from '../controller';
import { panels as words } from '../locale';
import { latestOnly, searchHits, type SearchHit } from './view-model/search';
import { lensTitle } from '../ui';
import { drawMatched } from './matched-text';

const t = words.search;

/** Pause in typing after which a search starts. Milliseconds. */
const TYPING_PAUSE = 120;

/** Pause in typing after which the results are ranked by meaning. Milliseconds. */
const RERANK_DELAY = 600;

/** Searches pages and passages through the chosen lens. */
export class SearchModal extends SuggestModal<SearchHit> {
  readonly #controller: WikiController;
  readonly #asked: ReturnType<typeof latestOnly<SearchHit[]>>;
  /** Below the results: how they are ranked, unless by words. */
  readonly #note: HTMLElement;
  /** Results that were ranked by meaning and are about to be shown. */
  #reranked: { readonly query: string; readonly hits: SearchHit[] } | null = null;

  constructor(controller: WikiController) {
    super(controller.app);
    this.#controller = controller;
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
    if (this.#controller.lens === undefined) return;
    void lensTitle(this.#controller).then(
      (title) => this.setPlaceholder(t.placeholderIn(title)),
      () => undefined,
    );
  }

  override onClose(): void {
    super.onClose();
    this.#asked.stop();
  }

  override async getSuggestions(query: string): Promise<SearchHit[]> {
    const none = this.#controller.lens === undefined ? t.none : t.noneHere;
    this.emptyStateText = query.trim() === '' ? t.prompt : none;
    try {
      return await this.#asked.ask(query.trim());
    } catch (error) {
      this.#controller.showError(error);
      return [];
    }
  }

  async #search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
    const { state, lens, settings } = this.#controller;
    const reranked = this.#reranked;
    this.#reranked = null;
    if (reranked?.query === query) {
      this.#note.setText(t.rankedByMeaning);
      return reranked.hits;
    }
    this.#note.empty();
    if (query === '' || state.kind !== 'ready') return [];
    const find = async (plain: boolean): Promise<SearchHit[]> => {
      const onNote = (note: string): void => this.#note.setText(note);
      const request = { query, limit: 20, plain, onNote, ...(lens !== undefined && { lens }) };
      return [...searchHits(await state.workbench.searchPassages(request, this.#controller.backgroundRun(signal)))];
    };
    try {
      const hits = await find(true);
      if (settings.model.embeddingModel !== undefined) void this.#rerank(query, hits, () => find(false), signal);
      return hits;
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
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

  override renderSuggestion({ page, passage, first }: SearchHit, el: HTMLElement): void {
    el.addClass('mod-complex', 'living-wiki-hit');
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

  override onChooseSuggestion({ page, passage }: SearchHit, event: MouseEvent | KeyboardEvent): void {
    const pane = Keymap.isModEvent(event);
    const opened =
      pane === false
        ? this.#controller.navigator.openPage(page.path, passage === null ? undefined : { line: passage.line })
        : this.app.workspace.openLinkText(this.#controller.toVaultPath(page.path), '', pane, {
            ...(passage !== null && { eState: { line: passage.line - 1 } }),
          });
    opened.catch((error: unknown) => this.#controller.showError(error));
  }
}
