import { type ViewState, type WorkspaceLeaf } from '../workspace/leaf';
import { ItemView } from './item-view';
import { View } from './view';

/** A tab with nothing in it. */
export class EmptyView extends ItemView {
  override icon = 'file';
  override navigation = true;

  getViewType(): string {
    return 'empty';
  }

  getDisplayText(): string {
    return 'New tab';
  }

  protected override async onOpen(): Promise<void> {
    if (typeof document === 'undefined') return;
    this.contentEl.createDiv({ cls: 'empty-state', text: 'No file is open' });
  }
}

/** Keeps what a view will be once its tab is shown; its type and its title are those of that view. */
export class DeferredView extends View {
  constructor(
    leaf: WorkspaceLeaf,
    readonly hostViewState: ViewState,
  ) {
    super(leaf);
    this.icon = hostViewState.icon ?? 'file';
  }

  getViewType(): string {
    return this.hostViewState.type;
  }

  getDisplayText(): string {
    return this.hostViewState.title ?? '';
  }

  override getState(): Record<string, unknown> {
    return this.hostViewState.state ?? {};
  }
}

/** A view whose plugin is not there (any more); its state is kept. */
export class UnknownView extends ItemView {
  readonly #hostViewState: ViewState;

  constructor(leaf: WorkspaceLeaf, hostViewState: ViewState) {
    super(leaf);
    this.#hostViewState = hostViewState;
    this.icon = 'ghost';
  }

  getViewType(): string {
    return this.#hostViewState.type;
  }

  getDisplayText(): string {
    return this.#hostViewState.title ?? 'Plugin no longer active';
  }

  override getState(): Record<string, unknown> {
    return this.#hostViewState.state ?? {};
  }

  protected override async onOpen(): Promise<void> {
    if (typeof document === 'undefined') return;
    this.contentEl.createDiv({ cls: 'empty-state', text: 'The plugin of this view is no longer active.' });
  }
}
