import { type App } from '../app';
import { hasDocument, withoutDocument } from '../strict';
import { Component } from '../component';
import { type TFile } from '../vault/files';
import { type View } from '../views/view';
import { DeferredView, EmptyView, UnknownView } from '../views/plain-views';
import {
  WorkspaceItem,
  WorkspaceMobileDrawer,
  WorkspaceSidedock,
  type WorkspaceParent,
  type WorkspaceTabs,
} from './items';

/** d.ts `ViewState`. */
export interface ViewState {
  type: string;
  state?: Record<string, unknown>;
  active?: boolean;
  pinned?: boolean;
  group?: WorkspaceLeaf;
  /** What the saved layout remembers, so that a deferred tab can be drawn. */
  icon?: string;
  title?: string;
}

export interface OpenViewState {
  state?: Record<string, unknown>;
  eState?: Record<string, unknown>;
  active?: boolean;
  group?: WorkspaceLeaf;
}

/** d.ts `WorkspaceLeaf`. */
export class WorkspaceLeaf extends WorkspaceItem {
  declare parent: WorkspaceTabs | WorkspaceMobileDrawer;
  view: View;
  hoverPopover = null;
  containerEl!: HTMLElement;
  hostPinned = false;
  hostGroup: string | null = null;
  hostLastActive = 0;
  #hostWork: Promise<unknown> = Promise.resolve();

  constructor(readonly hostApp: App) {
    super();
    if (hasDocument()) this.containerEl = createDiv('workspace-leaf');
    else withoutDocument(this, 'containerEl');
    this.view = new EmptyView(this);
    void this.#hostOpen(this.view);
  }

  /** d.ts: "Returns true if this leaf is currently deferred because it is in the background." */
  get isDeferred(): boolean {
    return this.view instanceof DeferredView;
  }

  async loadIfDeferred(): Promise<void> {
    const turn = this.#hostWork.then(async () => {
      if (this.view instanceof DeferredView) await this.#hostLoad(this.view.hostViewState);
    });
    this.#hostWork = turn.catch(() => undefined);
    await turn;
  }

  async openFile(file: TFile, openState: OpenViewState = {}): Promise<void> {
    const type = this.hostApp.hostState.extensions.get(file.extension);
    if (type === undefined) {
      // Guess: a file that no view shows is opened by the program that the system has for it.
      this.hostApp.hostMachine.openedOutside.push(file.path);
      return;
    }
    this.hostApp.workspace.hostNoteOpened(file);
    const state = { ...openState.state, file: file.path };
    await this.setViewState({ type, state, active: openState.active ?? true }, openState.eState);
  }

  async open(view: View): Promise<View> {
    await this.#hostOpen(view);
    return view;
  }

  getViewState(): ViewState {
    if (this.view instanceof DeferredView) return { ...this.view.hostViewState };
    return {
      type: this.view.getViewType(),
      state: this.view.getState(),
      ...(this.hostPinned ? { pinned: true } : {}),
      icon: this.view.getIcon(),
      title: this.view.getDisplayText(),
    };
  }

  /**
   * https://docs.obsidian.md/plugins/guides/defer-views: a view is loaded once it is visible. Guess: one that is set while
   * its tab is in the background, and is not to become active, is deferred.
   */
  async setViewState(viewState: ViewState, eState?: unknown): Promise<void> {
    this.hostPinned = viewState.pinned ?? this.hostPinned;
    const turn = this.#hostWork.then(() =>
      viewState.active === true || this.hostIsVisible() ? this.#hostLoad(viewState, eState) : this.hostDefer(viewState),
    );
    this.#hostWork = turn.catch(() => undefined);
    await turn;
    if (viewState.active === true) this.hostApp.workspace.setActiveLeaf(this, { focus: true });
    this.hostApp.workspace.hostLayoutChanged();
  }

  getEphemeralState(): unknown {
    return this.view.getEphemeralState();
  }

  setEphemeralState(state: unknown): void {
    this.view.setEphemeralState(state);
  }

  togglePinned(): void {
    this.setPinned(!this.hostPinned);
  }

  setPinned(pinned: boolean): void {
    this.hostPinned = pinned;
    this.trigger('pinned-change', pinned);
    this.hostApp.workspace.hostLayoutChanged();
  }

  setGroup(group: string): void {
    this.hostGroup = group;
    this.trigger('group-change', group);
  }

  setGroupMember(other: WorkspaceLeaf): void {
    const group = other.hostGroup ?? other.hostId;
    other.setGroup(group);
    this.setGroup(group);
  }

  detach(): void {
    const { workspace } = this.hostApp;
    const parent: WorkspaceParent = this.parent;
    if (!parent.hostChildren.includes(this)) return;
    void this.#hostClose();
    parent.hostRemove(this);
    if (hasDocument()) this.containerEl.remove();
    workspace.hostDetached(this);
  }

  getIcon(): string {
    return this.view.getIcon();
  }

  getDisplayText(): string {
    return this.view.getDisplayText();
  }

  onResize(): void {
    this.view.onResize();
  }

  /** The shown tab of its group, in no sidebar that is closed. */
  hostIsVisible(): boolean {
    if (this.parent.hostShown() !== this) return false;
    const root = this.getRoot();
    return !((root instanceof WorkspaceSidedock || root instanceof WorkspaceMobileDrawer) && root.collapsed);
  }

  async hostDefer(viewState: ViewState): Promise<void> {
    await this.#hostOpen(new DeferredView(this, viewState));
  }

  async #hostLoad(viewState: ViewState, eState?: unknown): Promise<void> {
    const { views } = this.hostApp.hostState;
    const { type, state = {} } = viewState;
    const same = !(this.view instanceof DeferredView) && this.view.getViewType() === type;
    if (!same || this.view instanceof UnknownView) {
      const creator = views.get(type);
      const view =
        creator !== undefined
          ? creator(this)
          : type === 'empty'
            ? new EmptyView(this)
            : new UnknownView(this, viewState);
      await this.#hostOpen(view);
    }
    await this.view.setState(state, { history: false });
    if (eState !== undefined) this.view.setEphemeralState(eState);
    this.hostApp.workspace.hostFrame?.sync();
  }

  /** Guess: the old view is closed and unloaded, the new one put in, loaded, and then opened. */
  async #hostOpen(view: View): Promise<void> {
    if (this.view !== view) await this.#hostClose();
    this.view = view;
    if (hasDocument()) this.containerEl.append(view.containerEl);
    void Component.prototype.load.call(view);
    await view.hostOnOpen();
    this.hostApp.workspace.hostFrame?.sync();
  }

  async #hostClose(): Promise<void> {
    const { view } = this;
    await view.hostOnClose();
    if (hasDocument()) view.containerEl.remove();
    view.unload();
  }
}
