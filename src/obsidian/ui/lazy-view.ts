import { Component, ItemView, Scope, type IconName, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { type WikiController } from '../controller';
import { FOCUS_STATE } from '../controller/view-types';

/** What a {@link LazyView} shows. It is loaded as a child of the view when the view opens. */
export abstract class ViewContent extends Component {
  /** Replaces the title of the definition. */
  title: string | null = null;
  protected readonly view: LazyView;
  protected readonly controller: WikiController;

  constructor(view: LazyView, controller: WikiController) {
    super();
    this.view = view;
    this.controller = controller;
  }

  /** Draws, and resolves when everything is drawn. */
  abstract open(): Promise<void> | void;

  /** State to save in the workspace layout. */
  getState(): Record<string, unknown> {
    return {};
  }

  setState(_state: unknown): Promise<void> | void {
    return undefined;
  }

  onResize(): void {
    return undefined;
  }

  /** Takes the focus. */
  focus(): void {
    return undefined;
  }
}

export interface ViewDefinition {
  readonly type: string;
  readonly icon: IconName;
  readonly title: () => string;
  /** Whether the view takes part in the history of its tab. */
  readonly isNavigable?: boolean;
  /** Whether the content registers keys. */
  readonly hasKeys?: boolean;
  /** Imports the class of the content. */
  load(): Promise<new (view: LazyView, controller: WikiController) => ViewContent>;
}

/** A registered view that loads its code when it opens, not when the plugin starts. */
export class LazyView extends ItemView {
  readonly #definition: ViewDefinition;
  readonly #controller: WikiController;
  #content: ViewContent | null = null;
  /** The last state that Obsidian set; kept for a content that is not loaded yet. */
  #state: unknown = undefined;
  #isClosed = false;

  constructor(leaf: WorkspaceLeaf, definition: ViewDefinition, controller: WikiController) {
    super(leaf);
    this.#definition = definition;
    this.#controller = controller;
    this.icon = definition.icon;
    this.navigation = definition.isNavigable ?? false;
    if (definition.hasKeys === true) this.scope = new Scope(this.app.scope);
  }

  getViewType(): string {
    return this.#definition.type;
  }

  getDisplayText(): string {
    return this.#content?.title ?? this.#definition.title();
  }

  override getState(): Record<string, unknown> {
    const saved = typeof this.#state === 'object' && this.#state !== null ? this.#state : {};
    return { ...super.getState(), ...(this.#content === null ? saved : this.#content.getState()) };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    this.#state = state;
    await super.setState(state, result);
    await this.#content?.setState(state);
  }

  override setEphemeralState(state: unknown): void {
    super.setEphemeralState(state);
    if (typeof state === 'object' && state !== null && FOCUS_STATE in state) this.#content?.focus();
  }

  override onResize(): void {
    this.#content?.onResize();
  }

  protected override async onOpen(): Promise<void> {
    const Content = await this.#definition.load();
    if (this.#isClosed) return;
    const content = (this.#content = this.addChild(new Content(this, this.#controller)));
    // Set while the content was loading.
    const state = this.#state;
    await content.open();
    if (state !== undefined) await content.setState(state);
  }

  protected override onClose(): Promise<void> {
    this.#isClosed = true;
    if (this.#content !== null) this.removeChild(this.#content);
    this.#content = null;
    this.contentEl.empty();
    return Promise.resolve();
  }
}
