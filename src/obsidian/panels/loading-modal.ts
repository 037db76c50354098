import { FuzzySuggestModal, Platform } from 'obsidian';
import { type Run, type Workbench } from '../../workbench';
import { type WikiController } from '../controller';
import { panels as words } from '../locale';

interface LoadingWords {
  readonly placeholder: string;
  /** What Enter does. */
  readonly choose: string;
  /** Shown if there is nothing to choose from. */
  readonly none: string;
}

/** Chooses one of the items that are loaded when the modal opens. Closing it cancels the loading. */
export abstract class LoadingModal<T> extends FuzzySuggestModal<T> {
  protected readonly controller: WikiController;
  readonly #none: string;
  readonly #closing = new AbortController();
  #items: readonly T[] = [];

  constructor(controller: WikiController, { placeholder, choose, none }: LoadingWords) {
    super(controller.app);
    this.controller = controller;
    this.#none = none;
    this.emptyStateText = words.loading;
    this.setPlaceholder(placeholder);
    // A phone has no such keys.
    if (!Platform.isMobile)
      this.setInstructions([
        { command: '↑↓', purpose: words.search.move },
        { command: '↵', purpose: choose },
        { command: 'esc', purpose: words.search.dismiss },
      ]);
  }

  protected abstract load(workbench: Workbench, run: Run): Promise<readonly T[]>;

  override onOpen(): void {
    void super.onOpen();
    this.#fill().catch((error: unknown) => this.controller.showError(error));
  }

  override onClose(): void {
    super.onClose();
    this.#closing.abort();
  }

  override getItems(): T[] {
    return [...this.#items];
  }

  async #fill(): Promise<void> {
    const { state } = this.controller;
    const { signal } = this.#closing;
    if (state.kind !== 'ready') {
      this.emptyStateText = words.none;
      return;
    }
    const items = await this.load(state.workbench, this.controller.backgroundRun(signal));
    if (signal.aborted) return;
    this.#items = items;
    this.emptyStateText = this.#none;
    this.inputEl.dispatchEvent(new Event('input'));
  }
}
