import { type App } from '../app';
import { reportUncaught } from '../events';
import { strict } from '../strict';
import { Scope } from './keymap';
import { Modal } from './modal';
import { prepareFuzzySearch, renderResults, sortSearchResults, type SearchResult } from './search';

let lastList = 0;

/** The list below an input: drawing, keys and choice, for modals and popovers alike. */
class Chooser<T> {
  values: T[] = [];
  #els: HTMLElement[] = [];
  #at = 0;

  readonly #owner: {
    renderSuggestion(value: T, el: HTMLElement): void;
    selectSuggestion(value: T, evt: MouseEvent | KeyboardEvent): void;
  };
  readonly #listEl: HTMLElement;
  readonly #inputEl: HTMLElement;

  constructor(
    owner: {
      renderSuggestion(value: T, el: HTMLElement): void;
      selectSuggestion(value: T, evt: MouseEvent | KeyboardEvent): void;
    },
    listEl: HTMLElement,
    inputEl: HTMLElement,
    scope: Scope,
  ) {
    this.#owner = owner;
    this.#listEl = listEl;
    this.#inputEl = inputEl;
    const id = `host-list-${String((lastList += 1))}`;
    listEl.setAttrs({ id, role: 'listbox', 'aria-label': 'Suggestions' });
    inputEl.setAttrs({ role: 'combobox', 'aria-expanded': 'true', 'aria-controls': id, 'aria-autocomplete': 'list' });
    const move = (by: number): false => {
      if (this.#els.length > 0) this.#choose((this.#at + by + this.#els.length) % this.#els.length);
      return false;
    };
    scope.register([], 'ArrowDown', () => move(1));
    scope.register([], 'ArrowUp', () => move(-1));
    scope.register([], 'Home', () => move(-this.#at));
    scope.register([], 'End', () => move(this.#els.length - 1 - this.#at));
    scope.register(null, 'Enter', (evt) => {
      if (evt.isComposing) return true;
      this.take(evt);
      return false;
    });
  }

  show(values: T[]): void {
    this.values = values;
    this.#listEl.empty();
    this.#els = values.map((value, at) => {
      const id = `${this.#listEl.id}-${String(at)}`;
      const el = this.#listEl.createDiv({
        cls: 'suggestion-item',
        attr: { id, role: 'option', 'aria-selected': 'false' },
      });
      this.#owner.renderSuggestion(value, el);
      el.addEventListener('mousemove', () => this.#choose(at));
      el.addEventListener('click', (evt) => this.#owner.selectSuggestion(value, evt));
      return el;
    });
    this.#choose(0);
  }

  take(evt: MouseEvent | KeyboardEvent): void {
    const value = this.values[this.#at];
    if (value !== undefined) this.#owner.selectSuggestion(value, evt);
  }

  #choose(at: number): void {
    this.#at = at;
    for (const [index, el] of this.#els.entries()) {
      el.toggleClass('is-selected', index === at);
      el.setAttr('aria-selected', index === at);
    }
    const chosen = this.#els[at];
    chosen?.scrollIntoView({ block: 'nearest' });
    this.#inputEl.setAttr('aria-activedescendant', chosen?.id ?? null);
  }
}

/** d.ts `SuggestModal`. */
export abstract class SuggestModal<T> extends Modal {
  limit = 100;
  emptyStateText = 'No results found.';
  inputEl: HTMLInputElement;
  resultContainerEl: HTMLElement;
  readonly #hostChooser: Chooser<T>;
  #hostAsked = 0;

  constructor(app: App) {
    super(app);
    this.modalEl.removeClass('modal');
    this.modalEl.addClass('prompt');
    this.modalEl.empty();
    this.modalEl.setAttribute('aria-label', 'Suggestions');
    const row = this.modalEl.createDiv('prompt-input-container');
    this.inputEl = row.createEl('input', {
      cls: 'prompt-input',
      type: 'text',
      attr: { autocapitalize: 'off', spellcheck: 'false', 'aria-label': 'Search' },
    });
    this.resultContainerEl = this.modalEl.createDiv('prompt-results');
    this.#hostChooser = new Chooser<T>(this, this.resultContainerEl, this.inputEl, this.scope);
    this.inputEl.addEventListener('input', () => this.#hostUpdate());
  }

  abstract getSuggestions(query: string): T[] | Promise<T[]>;
  abstract renderSuggestion(value: T, el: HTMLElement): void;
  abstract onChooseSuggestion(item: T, evt: MouseEvent | KeyboardEvent): void;

  override open(): void {
    super.open();
    this.inputEl.focus();
    this.#hostUpdate();
  }

  setPlaceholder(placeholder: string): void {
    this.inputEl.setAttribute('placeholder', placeholder);
    this.inputEl.setAttribute('aria-label', placeholder);
  }

  setInstructions(instructions: { command: string; purpose: string }[]): void {
    this.modalEl.querySelector('.prompt-instructions')?.remove();
    const el = this.modalEl.createDiv('prompt-instructions');
    for (const { command, purpose } of instructions) {
      const row = el.createDiv('prompt-instruction');
      row.createSpan({ cls: 'prompt-instruction-command', text: command });
      row.createSpan({ text: purpose });
    }
  }

  onNoSuggestion(): void {
    this.resultContainerEl.empty();
    this.resultContainerEl.createDiv({ cls: 'suggestion-empty', text: this.emptyStateText });
  }

  /** Guess: closes, then tells of the choice. */
  selectSuggestion(value: T, evt: MouseEvent | KeyboardEvent): void {
    this.close();
    this.onChooseSuggestion(value, evt);
  }

  selectActiveSuggestion(evt: MouseEvent | KeyboardEvent): void {
    this.#hostChooser.take(evt);
  }

  #hostUpdate(): void {
    const asked = (this.#hostAsked += 1);
    Promise.resolve(this.getSuggestions(this.inputEl.value))
      .then((values) => {
        if (asked !== this.#hostAsked) return;
        const shown = this.limit > 0 ? values.slice(0, this.limit) : values;
        this.#hostChooser.show(shown);
        if (shown.length === 0) this.onNoSuggestion();
      })
      .catch(reportUncaught);
  }
}

export interface FuzzyMatch<T> {
  item: T;
  match: SearchResult;
}

/** d.ts `FuzzySuggestModal`. */
export abstract class FuzzySuggestModal<T> extends SuggestModal<FuzzyMatch<T>> {
  abstract getItems(): T[];
  abstract getItemText(item: T): string;
  abstract onChooseItem(item: T, evt: MouseEvent | KeyboardEvent): void;

  getSuggestions(query: string): FuzzyMatch<T>[] {
    const search = prepareFuzzySearch(query);
    const found = this.getItems().flatMap((item) => {
      const match = search(this.getItemText(item));
      return match === null ? [] : [{ item, match }];
    });
    sortSearchResults(found);
    return found;
  }

  renderSuggestion({ item, match }: FuzzyMatch<T>, el: HTMLElement): void {
    renderResults(el, this.getItemText(item), match);
  }

  onChooseSuggestion({ item }: FuzzyMatch<T>, evt: MouseEvent | KeyboardEvent): void {
    this.onChooseItem(item, evt);
  }
}

/** d.ts `PopoverSuggest`. */
export abstract class PopoverSuggest<T> {
  app: App;
  scope: Scope;
  protected hostEl: HTMLElement | null = null;

  constructor(app: App, scope?: Scope) {
    this.app = app;
    this.scope = scope ?? new Scope();
    this.scope.register([], 'Escape', () => {
      this.close();
      return false;
    });
  }

  abstract renderSuggestion(value: T, el: HTMLElement): void;
  abstract selectSuggestion(value: T, evt: MouseEvent | KeyboardEvent): void;

  open(): void {
    if (this.hostEl !== null) return;
    this.hostEl = activeDocument.body.createDiv('suggestion-container');
    this.app.keymap.pushScope(this.scope);
  }

  close(): void {
    if (this.hostEl === null) return;
    this.hostEl.remove();
    this.hostEl = null;
    this.app.keymap.popScope(this.scope);
  }
}
strict(PopoverSuggest);

/** d.ts `AbstractInputSuggest`. */
export abstract class AbstractInputSuggest<T> extends PopoverSuggest<T> {
  limit = 100;
  #hostChooser: Chooser<T> | null = null;
  readonly #hostOnSelect: ((value: T, evt: MouseEvent | KeyboardEvent) => unknown)[] = [];

  readonly #hostInput: HTMLInputElement | HTMLDivElement;

  constructor(app: App, hostInput: HTMLInputElement | HTMLDivElement) {
    super(app);
    this.#hostInput = hostInput;
    const update = (): void => void this.#hostUpdate().catch(reportUncaught);
    hostInput.addEventListener('input', update);
    hostInput.addEventListener('focus', update);
    hostInput.addEventListener('blur', () => setTimeout(() => this.close(), 150));
  }

  protected abstract getSuggestions(query: string): T[] | Promise<T[]>;

  getValue(): string {
    return 'value' in this.#hostInput ? this.#hostInput.value : this.#hostInput.textContent;
  }

  setValue(value: string): void {
    if ('value' in this.#hostInput) this.#hostInput.value = value;
    else this.#hostInput.textContent = value;
  }

  selectSuggestion(value: T, evt: MouseEvent | KeyboardEvent): void {
    for (const callback of this.#hostOnSelect) callback(value, evt);
  }

  onSelect(callback: (value: T, evt: MouseEvent | KeyboardEvent) => unknown): this {
    this.#hostOnSelect.push(callback);
    return this;
  }

  override close(): void {
    super.close();
    this.#hostChooser = null;
    this.#hostInput.setAttr('aria-expanded', 'false');
  }

  async #hostUpdate(): Promise<void> {
    const values = await this.getSuggestions(this.getValue());
    if (values.length === 0) {
      this.close();
      return;
    }
    this.open();
    if (this.hostEl === null) return;
    this.#hostChooser ??= new Chooser<T>(this, this.hostEl.createDiv('suggestion'), this.#hostInput, this.scope);
    this.#hostChooser.show(this.limit > 0 ? values.slice(0, this.limit) : values);
    const { left, bottom, width } = this.#hostInput.getBoundingClientRect();
    this.hostEl.setCssStyles({ left: `${String(left)}px`, top: `${String(bottom)}px`, minWidth: `${String(width)}px` });
  }
}
