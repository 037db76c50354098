import { type App } from '../app';
import { debounce } from '../debounce';
import { Events, reportUncaught } from '../events';
import { getLinkpath, parseLinktext } from '../metadata/links';
import { Platform } from '../platform';
import { Unmodelled } from '../strict';
import { type TFile } from '../vault/files';
import { type View } from '../views/view';
import { FileView } from '../views/file-view';
import { MarkdownView } from '../views/markdown-view';
import { type Menu } from '../ui/menu';
import {
  WorkspaceFloating,
  WorkspaceMobileDrawer,
  WorkspaceRibbon,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  type WorkspaceItem,
  type WorkspaceParent,
  type WorkspaceWindow,
} from './items';
import { restoreChildren, saveItem, type SavedLayout } from './layout';
import { WorkspaceLeaf, type OpenViewState } from './leaf';
import { openPopout } from './popout';

type PaneType = 'tab' | 'split' | 'window';

/** Draws the workspace; where there is no document there is none. */
export interface Frame {
  sync(): void;
}

/** d.ts `Workspace`; https://docs.obsidian.md/Plugins/User+interface/Workspace. */
export class Workspace extends Events {
  rootSplit: WorkspaceRoot;
  leftSplit: WorkspaceSidedock | WorkspaceMobileDrawer;
  rightSplit: WorkspaceSidedock | WorkspaceMobileDrawer;
  leftRibbon = new WorkspaceRibbon();
  rightRibbon = new WorkspaceRibbon();
  activeLeaf: WorkspaceLeaf | null = null;
  layoutReady = false;
  containerEl!: HTMLElement;
  /** Guess: two seconds. */
  requestSaveLayout = debounce(() => this.hostSaveLayout(), 2_000, true);
  hostFrame: Frame | null = null;
  readonly #hostFloating = new WorkspaceFloating();
  #hostReady: (() => unknown)[] = [];
  #hostRecent: string[] = [];
  #hostTime = 0;
  #hostToldLeaf: WorkspaceLeaf | null = null;
  #hostToldFile: TFile | null = null;
  #hostTelling = false;
  #hostChanging = false;

  constructor(readonly hostApp: App) {
    super();
    const Sidebar = Platform.isMobile ? WorkspaceMobileDrawer : WorkspaceSidedock;
    const toggled = (): void => this.hostLayoutChanged();
    this.rootSplit = new WorkspaceRoot();
    this.leftSplit = new Sidebar(this.rootSplit, toggled);
    this.rightSplit = new Sidebar(this.rootSplit, toggled);
    hostApp.vault.on('rename', (file, oldPath: string) => {
      this.#hostRecent = this.#hostRecent.map((path) => (path === oldPath ? (file as TFile).path : path));
    });
  }

  /** d.ts: the view's editor. */
  get activeEditor(): MarkdownView | null {
    return this.getActiveViewOfType(MarkdownView);
  }

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) this.#hostCall(callback);
    else this.#hostReady.push(callback);
  }

  getLayout(): Record<string, unknown> {
    return {
      main: saveItem(this.rootSplit),
      left: saveItem(this.leftSplit),
      right: saveItem(this.rightSplit),
      floating: saveItem(this.#hostFloating),
      active: this.activeLeaf?.hostId ?? '',
      lastOpenFiles: this.#hostRecent,
    };
  }

  changeLayout(_workspace: unknown): Promise<void> {
    throw new Unmodelled('Workspace.changeLayout');
  }

  createLeafInParent(parent: WorkspaceSplit, index: number): WorkspaceLeaf {
    const tabs = new WorkspaceTabs();
    parent.hostInsert(tabs, index);
    return this.#hostNewLeaf(tabs);
  }

  createLeafBySplit(
    leaf: WorkspaceLeaf,
    direction: 'vertical' | 'horizontal' = 'vertical',
    before = false,
  ): WorkspaceLeaf {
    const tabs: WorkspaceItem = leaf.parent;
    const { parent } = tabs;
    const at = parent.hostChildren.indexOf(tabs);
    const fresh = new WorkspaceTabs();
    if (parent instanceof WorkspaceSplit && (parent.hostDirection === direction || parent.hostChildren.length < 2)) {
      parent.hostDirection = direction;
      parent.hostInsert(fresh, before ? at : at + 1);
    } else {
      const split = new WorkspaceSplit();
      split.hostDirection = direction;
      parent.hostChildren.splice(at, 1, split);
      split.parent = parent;
      split.hostInsert(tabs);
      split.hostInsert(fresh, before ? 0 : 1);
    }
    return this.#hostNewLeaf(fresh);
  }

  /** d.ts `Workspace.getLeaf`. */
  getLeaf(newLeaf: PaneType | boolean = false, direction: 'vertical' | 'horizontal' = 'vertical'): WorkspaceLeaf {
    const recent = this.getMostRecentLeaf();
    if (newLeaf === 'window') return this.openPopoutLeaf();
    if (recent === null) return this.createLeafInParent(this.rootSplit, 0);
    if (newLeaf === 'split') return this.createLeafBySplit(recent, direction);
    if (newLeaf === false) {
      if (isNavigable(recent)) return recent;
      const other = this.#hostRootLeaves().find((leaf) => isNavigable(leaf) && leaf.parent === recent.parent);
      if (other !== undefined) return other;
    }
    const { parent } = recent;
    return this.#hostNewLeaf(parent, parent.hostChildren.indexOf(recent) + 1);
  }

  openPopoutLeaf(data?: { x?: number; y?: number; size?: { width: number; height: number } }): WorkspaceLeaf {
    const window = this.#hostPopout(data);
    const tabs = new WorkspaceTabs();
    window.hostInsert(tabs);
    return this.#hostNewLeaf(tabs);
  }

  moveLeafToPopout(leaf: WorkspaceLeaf, data?: { size?: { width: number; height: number } }): WorkspaceWindow {
    const window = this.#hostPopout(data);
    const from: WorkspaceParent = leaf.parent;
    from.hostRemove(leaf);
    const tabs = new WorkspaceTabs();
    window.hostInsert(tabs);
    tabs.hostInsert(leaf);
    this.hostLayoutChanged();
    return window;
  }

  /** d.ts `openLinkText`. Guess: a note that does not exist yet is made, as a click on its link does. */
  async openLinkText(
    linktext: string,
    sourcePath: string,
    newLeaf: PaneType | boolean = false,
    openViewState: OpenViewState = {},
  ): Promise<void> {
    const { path, subpath } = parseLinktext(linktext);
    const { metadataCache, vault } = this.hostApp;
    let file = metadataCache.getFirstLinkpathDest(getLinkpath(path), sourcePath);
    file ??= await vault.create(path.endsWith('.md') ? path : `${path}.md`, '');
    const eState = { ...(subpath === '' ? {} : { subpath }), ...openViewState.eState };
    await this.getLeaf(newLeaf).openFile(file, { ...openViewState, eState });
  }

  /** Guess: the leaf becomes the shown tab of its group. Listeners are told in a later task. */
  setActiveLeaf(leaf: WorkspaceLeaf, _params?: { focus?: boolean }): void {
    leaf.hostLastActive = this.#hostTime += 1;
    this.activeLeaf = leaf;
    this.hostShow(leaf);
    this.hostFrame?.sync();
    this.#hostTell();
  }

  getLeafById(id: string): WorkspaceLeaf | null {
    return this.hostLeaves().find(({ hostId }) => hostId === id) ?? null;
  }

  getGroupLeaves(group: string): WorkspaceLeaf[] {
    return this.hostLeaves().filter(({ hostGroup }) => hostGroup === group);
  }

  /** d.ts: without a root, "the `rootSplit` and leaves within pop-outs will be searched". */
  getMostRecentLeaf(root?: WorkspaceParent): WorkspaceLeaf | null {
    const leaves = root?.hostLeaves() ?? this.#hostRootLeaves();
    return leaves.reduce<WorkspaceLeaf | null>(
      (best, leaf) => (best === null || leaf.hostLastActive > best.hostLastActive ? leaf : best),
      null,
    );
  }

  getLeftLeaf(split: boolean): WorkspaceLeaf | null {
    return this.#hostSideLeaf(this.leftSplit, split);
  }

  getRightLeaf(split: boolean): WorkspaceLeaf | null {
    return this.#hostSideLeaf(this.rightSplit, split);
  }

  /** d.ts: "Get side leaf or create one if one does not exist." Guess: active and revealed unless told otherwise. */
  async ensureSideLeaf(
    type: string,
    side: 'left' | 'right',
    options: { active?: boolean; split?: boolean; reveal?: boolean; state?: Record<string, unknown> } = {},
  ): Promise<WorkspaceLeaf> {
    const { active = true, split = false, reveal = true, state } = options;
    const sidebar = side === 'left' ? this.leftSplit : this.rightSplit;
    let leaf = this.getLeavesOfType(type).find((each) => each.getRoot() === sidebar);
    if (leaf === undefined) {
      leaf = this.#hostSideLeaf(sidebar, split);
      await leaf.setViewState({ type, ...(state === undefined ? {} : { state }), active: false });
    } else if (state !== undefined) await leaf.setViewState({ type, state, active: false });
    if (reveal) await this.revealLeaf(leaf);
    if (active) this.setActiveLeaf(leaf, { focus: true });
    return leaf;
  }

  getActiveViewOfType<T extends View>(type: abstract new (...args: never[]) => T): T | null {
    const view = this.activeLeaf?.view;
    return view instanceof type ? view : null;
  }

  getActiveFile(): TFile | null {
    const view = this.activeLeaf?.view;
    if (view instanceof FileView) return view.file;
    const recent = this.#hostRecent[0];
    return recent === undefined ? null : this.hostApp.vault.getFileByPath(recent);
  }

  iterateRootLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of this.rootSplit.hostLeaves()) callback(leaf);
  }

  iterateAllLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of this.hostLeaves()) callback(leaf);
  }

  getLeavesOfType(viewType: string): WorkspaceLeaf[] {
    return this.hostLeaves().filter(({ view }) => view.getViewType() === viewType);
  }

  detachLeavesOfType(viewType: string): void {
    for (const leaf of this.getLeavesOfType(viewType)) leaf.detach();
  }

  /** d.ts: uncollapses a sidebar; "`await` this function to ensure your view has been fully loaded". */
  async revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    const root = leaf.getRoot();
    if (root instanceof WorkspaceSidedock || root instanceof WorkspaceMobileDrawer) root.expand();
    this.hostShow(leaf);
    this.hostLayoutChanged();
    await leaf.loadIfDeferred();
  }

  getLastOpenFiles(): string[] {
    return this.#hostRecent.slice(0, 10);
  }

  updateOptions(): void {
    for (const { view } of this.hostLeaves()) if (view instanceof MarkdownView) view.hostLivePreview?.reconfigure();
  }

  handleLinkContextMenu(menu: Menu, linktext: string, sourcePath: string, leaf?: WorkspaceLeaf): boolean {
    const file = this.hostApp.metadataCache.getFirstLinkpathDest(getLinkpath(linktext), sourcePath);
    if (file === null) return false;
    this.trigger('file-menu', menu, file, 'link-context-menu', leaf);
    return true;
  }

  hostLeaves(): WorkspaceLeaf[] {
    return [this.rootSplit, this.#hostFloating, this.leftSplit, this.rightSplit].flatMap((part) => part.hostLeaves());
  }

  hostWindows(): WorkspaceWindow[] {
    return this.#hostFloating.hostChildren as WorkspaceWindow[];
  }

  /** Reads the saved layout; every view in it is deferred, and those that are visible are loaded then. */
  async hostStart(): Promise<void> {
    const saved = await this.#hostReadLayout();
    if (saved !== null) {
      await restoreChildren(this, this.rootSplit, saved.main);
      await restoreChildren(this, this.leftSplit, saved.left);
      await restoreChildren(this, this.rightSplit, saved.right);
      // Guess: the tabs of a pop-out window come back in it.
      for (const window of saved.floating?.children ?? []) {
        await restoreChildren(this, this.#hostPopout(), window);
      }
      this.#hostRecent = [...saved.lastOpenFiles];
    }
    if (this.rootSplit.hostLeaves().length === 0) this.createLeafInParent(this.rootSplit, 0);
    const active = this.hostLeaves().find(({ hostId }) => hostId === saved?.active) ?? this.getMostRecentLeaf();
    for (const leaf of this.hostLeaves()) if (leaf.hostIsVisible()) await leaf.loadIfDeferred();
    this.layoutReady = true;
    if (active !== null) this.setActiveLeaf(active);
    const waiting = this.#hostReady;
    this.#hostReady = [];
    for (const callback of waiting) this.#hostCall(callback);
    this.hostLayoutChanged();
  }

  async hostSaveLayout(): Promise<void> {
    const { adapter, configDir } = this.hostApp.vault;
    await adapter.mkdir(configDir);
    await adapter.write(this.#hostLayoutPath(), JSON.stringify(this.getLayout(), null, 2));
  }

  /** A type was registered or unregistered: its leaves get the view that they have now. Guess. */
  async hostRebuild(type: string): Promise<void> {
    for (const leaf of this.getLeavesOfType(type)) {
      if (leaf.isDeferred) continue;
      const state = leaf.getViewState();
      await leaf.hostDefer(state);
      if (leaf.hostIsVisible()) await leaf.loadIfDeferred();
    }
  }

  hostNoteOpened(file: TFile): void {
    this.#hostRecent = [file.path, ...this.#hostRecent.filter((path) => path !== file.path)];
  }

  /** A leaf's group shows it. */
  hostShow(leaf: WorkspaceLeaf): void {
    leaf.parent.hostCurrent = (leaf.parent as WorkspaceParent).hostChildren.indexOf(leaf);
    if (leaf.hostIsVisible()) void leaf.loadIfDeferred().catch(reportUncaught);
  }

  hostDetached(leaf: WorkspaceLeaf): void {
    if (this.rootSplit.hostLeaves().length === 0) this.createLeafInParent(this.rootSplit, 0);
    if (this.activeLeaf === leaf) {
      this.activeLeaf = null;
      const next = this.getMostRecentLeaf();
      if (next !== null) this.setActiveLeaf(next);
    }
    this.hostLayoutChanged();
  }

  /** Told once a task, however much changed. Guess. */
  hostLayoutChanged(): void {
    this.hostFrame?.sync();
    for (const leaf of this.hostLeaves()) {
      if (leaf.isDeferred && leaf.hostIsVisible() && this.layoutReady) void leaf.loadIfDeferred().catch(reportUncaught);
    }
    if (this.#hostChanging || !this.layoutReady) return;
    this.#hostChanging = true;
    queueMicrotask(() => {
      this.#hostChanging = false;
      this.trigger('layout-change');
      this.requestSaveLayout();
    });
  }

  #hostTell(): void {
    if (this.#hostTelling) return;
    this.#hostTelling = true;
    queueMicrotask(() => {
      this.#hostTelling = false;
      if (this.#hostToldLeaf !== this.activeLeaf) {
        this.#hostToldLeaf = this.activeLeaf;
        this.trigger('active-leaf-change', this.activeLeaf);
        this.requestSaveLayout();
      }
      const view = this.activeLeaf?.view;
      const file = view instanceof FileView ? view.file : null;
      if (file !== this.#hostToldFile) {
        this.#hostToldFile = file;
        this.trigger('file-open', file);
      }
    });
  }

  #hostCall(callback: () => unknown): void {
    try {
      const result = callback();
      if (result instanceof Promise) result.catch(reportUncaught);
    } catch (error) {
      reportUncaught(error);
    }
  }

  #hostRootLeaves(): WorkspaceLeaf[] {
    return [...this.rootSplit.hostLeaves(), ...this.#hostFloating.hostLeaves()];
  }

  #hostNewLeaf(parent: WorkspaceTabs | WorkspaceMobileDrawer, index?: number): WorkspaceLeaf {
    const leaf = new WorkspaceLeaf(this.hostApp);
    (parent as WorkspaceParent).hostInsert(leaf, index);
    this.hostLayoutChanged();
    return leaf;
  }

  #hostSideLeaf(sidebar: WorkspaceSidedock | WorkspaceMobileDrawer, split: boolean): WorkspaceLeaf {
    if (sidebar instanceof WorkspaceMobileDrawer) return this.#hostNewLeaf(sidebar);
    const tabs = sidebar.hostChildren.find((child) => child instanceof WorkspaceTabs);
    return tabs === undefined || split
      ? this.createLeafInParent(sidebar, sidebar.hostChildren.length)
      : this.#hostNewLeaf(tabs);
  }

  #hostPopout(data?: { size?: { width: number; height: number } }): WorkspaceWindow {
    // d.ts `@throws`: "Error if the app does not support popout windows (i.e. on mobile […])".
    if (Platform.isMobile) throw new Error('The app does not support pop-out windows.');
    const window = openPopout(data?.size, (closed) => {
      this.#hostFloating.hostRemove(closed);
      this.trigger('window-close', closed, closed.win);
    });
    this.#hostFloating.hostInsert(window);
    this.trigger('window-open', window, window.win);
    return window;
  }

  #hostLayoutPath(): string {
    return `${this.hostApp.vault.configDir}/${Platform.isMobile ? 'workspace-mobile' : 'workspace'}.json`;
  }

  async #hostReadLayout(): Promise<SavedLayout | null> {
    const { adapter } = this.hostApp.vault;
    const path = this.#hostLayoutPath();
    return (await adapter.exists(path)) ? (JSON.parse(await adapter.read(path)) as SavedLayout) : null;
  }
}

/** d.ts: "an existing leaf which can be navigated". */
function isNavigable(leaf: WorkspaceLeaf): boolean {
  return !leaf.hostPinned && leaf.view.navigation;
}
