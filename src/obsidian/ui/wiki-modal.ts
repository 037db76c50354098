import { Modal } from 'obsidian';
import { type Run, type Workbench } from '../../workbench';
import { type WikiController } from '../controller/types';

interface WikiModalOptions {
  readonly cls: string;
  readonly title: string;
  /** Shown until the wiki was read. */
  readonly loading: string;
}

/** A dialog about something that it reads in the open wiki. Closing it cancels the reading. */
export abstract class WikiModal<T> extends Modal {
  protected readonly controller: WikiController;
  readonly #options: WikiModalOptions;
  readonly #closing = new AbortController();

  constructor(controller: WikiController, options: WikiModalOptions) {
    super(controller.app);
    this.controller = controller;
    this.#options = options;
  }

  protected abstract read(workbench: Workbench, run: Run): Promise<T>;

  /** Draws into the emptied dialog. */
  protected abstract draw(found: T, workbench: Workbench): void;

  override onOpen(): void {
    const { cls, title, loading } = this.#options;
    this.modalEl.addClass(cls);
    this.setTitle(title);
    this.contentEl.createEl('p', { cls: 'living-wiki-muted', text: loading, attr: { role: 'status' } });
    this.load();
  }

  override onClose(): void {
    this.#closing.abort();
    this.contentEl.empty();
  }

  /** Reads (again), and draws what was found. */
  protected load(): void {
    this.controller.attempt(async () => {
      const { state } = this.controller;
      if (state.kind !== 'ready') return;
      const { signal } = this.#closing;
      const found = await this.read(state.workbench, this.controller.backgroundRun(signal));
      if (signal.aborted) return;
      this.contentEl.empty();
      this.draw(found, state.workbench);
    });
  }
}
