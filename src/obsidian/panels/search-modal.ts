import { Keymap, Platform, SuggestModal } from 'obsidian';
import type { Modifier } from 'obsidian';
import type { Desk } from '../desk/types';
import { panels as words } from '../locale';
import { drawMatched, lensTitle } from './parts';
import { latestOnly, searchHits } from './search-model';
import type { SearchHit } from './search-model';

const t = words.search;

/** Long enough for the next letter of somebody who types, too short to be waited for. */
const PAUSE = 120;

/** Pages and passages that answer a query, through the lens that was chosen. */
export class SearchModal extends SuggestModal<SearchHit> {
  readonly #desk: Desk;
  readonly #asked: ReturnType<typeof latestOnly<SearchHit[]>>;

  constructor(desk: Desk) {
    super(desk.app);
    this.#desk = desk;
    this.limit = 60;
    this.emptyStateText = t.prompt;
    this.modalEl.addClass('living-wiki-search');
    this.setPlaceholder(t.placeholder);
    this.setInstructions([
      { command: '↑↓', purpose: t.move },
      { command: '↵', purpose: t.open },
      { command: Platform.isMacOS ? '⌘ ↵' : 'ctrl ↵', purpose: t.openNew },
      { command: 'esc', purpose: t.dismiss },
    ]);
    this.#asked = latestOnly(
      (query, signal) => this.#search(query, signal),
      () => new Promise((resolve) => this.modalEl.win.setTimeout(resolve, PAUSE)),
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
    if (this.#desk.lens === undefined) return;
    void lensTitle(this.#desk).then(
      (title) => this.setPlaceholder(t.placeholderIn(title)),
      () => undefined,
    );
  }

  override onClose(): void {
    super.onClose();
    this.#asked.stop();
  }

  override async getSuggestions(query: string): Promise<SearchHit[]> {
    this.emptyStateText = query.trim() === '' ? t.prompt : t.none;
    try {
      return await this.#asked.ask(query.trim());
    } catch (error) {
      this.#desk.show(error);
      return [];
    }
  }

  async #search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
    const { state, lens } = this.#desk;
    if (query === '' || state.kind !== 'ready') return [];
    const request = { query, limit: 20, ...(lens !== undefined && { lens }) };
    try {
      return [...searchHits(await state.workbench.searchPassages(request, this.#desk.quietly(signal)))];
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
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
    if (passage !== null) {
      drawMatched(content.createDiv({ cls: 'living-wiki-passage' }), passage.text, passage.matches);
      const place = passage.heading ?? '';
      const note = content.createDiv({ cls: 'suggestion-note' });
      note.setText([place, t.lineHint(passage.line)].filter(Boolean).join(' · '));
    } else content.createDiv({ cls: 'suggestion-note', text: page.path });
    if (first) el.createDiv({ cls: 'suggestion-aux' }).createSpan({ cls: 'living-wiki-muted', text: page.kind });
  }

  override onChooseSuggestion({ page, passage }: SearchHit, event: MouseEvent | KeyboardEvent): void {
    const pane = Keymap.isModEvent(event);
    const opened =
      pane === false
        ? this.#desk.ways.openPage(page.path, passage === null ? undefined : { line: passage.line })
        : this.app.workspace.openLinkText(this.#desk.inVault(page.path), '', pane, {
            ...(passage !== null && { eState: { line: passage.line - 1 } }),
          });
    opened.catch((error: unknown) => this.#desk.show(error));
  }
}
