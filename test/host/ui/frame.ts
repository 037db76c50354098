import { type App } from '../app';
import { setActiveWindow } from './dom';
import { setIcon } from './icons';
import { Menu } from './menu';
import { WorkspaceMobileDrawer, WorkspaceTabs, type WorkspaceItem, type WorkspaceParent } from '../workspace/items';
import { type WorkspaceLeaf } from '../workspace/leaf';
import { Platform } from '../platform';

/** Draws the workspace: ribbon, sidebars, tabs and the status bar, with the app's own class names. */
export function mountFrame(app: App): void {
  const { body } = document;
  const container = body.createDiv('app-container');
  const horizontal = container.createDiv('horizontal-main-container');
  const workspaceEl = horizontal.createDiv('workspace');
  const ribbon = workspaceEl.createEl('nav', {
    cls: 'workspace-ribbon side-dock-ribbon mod-left',
    attr: { 'aria-label': 'Ribbon' },
  });
  const ribbonActions = ribbon.createDiv('side-dock-actions');
  const left = workspaceEl.createDiv('workspace-split mod-left-split');
  const root = workspaceEl.createEl('main', { cls: 'workspace-split mod-root' });
  const right = workspaceEl.createDiv('workspace-split mod-right-split');
  left.setAttrs({ role: 'complementary', 'aria-label': 'Left sidebar' });
  right.setAttrs({ role: 'complementary', 'aria-label': 'Right sidebar' });
  const statusBar = container.createDiv({ cls: 'status-bar', attr: { role: 'region', 'aria-label': 'Status bar' } });
  const { workspace } = app;
  workspace.containerEl = workspaceEl;
  body.toggleClass('is-mobile', Platform.isMobile);
  body.toggleClass('is-phone', Platform.isPhone);

  const sync = (): void => {
    const active = workspace.activeLeaf;
    const win = active?.getContainer().win;
    if (win !== undefined && win !== activeWindow) setActiveWindow(win);
    place(
      ribbonActions,
      app.hostState.ribbon.map(({ el }) => el),
    );
    place(statusBar, Platform.isMobile ? [] : app.hostState.statusBar);
    drawParent(app, root, workspace.rootSplit);
    for (const [el, side] of [
      [left, workspace.leftSplit],
      [right, workspace.rightSplit],
    ] as const) {
      el.toggleClass('is-sidedock-collapsed', side.collapsed);
      el.toggle(!side.collapsed);
      if (side instanceof WorkspaceMobileDrawer) drawTabs(app, el, side);
      else drawParent(app, el, side);
    }
    for (const window of workspace.hostWindows()) {
      const body = window.doc.body;
      const el = body.querySelector<HTMLElement>('.workspace-split') ?? body.createDiv('workspace-split mod-root');
      drawParent(app, el, window);
    }
  };
  workspace.hostFrame = { sync };
  listen(app, window);
  workspace.on('window-open', (_item: unknown, win: Window) => listen(app, win));
  sync();
}

/** Keys and clicks of one window. */
function listen(app: App, win: Window): void {
  const isOver = (): boolean => app.workspace.hostFrame === null || !app.workspace.containerEl.isConnected;
  const onKey = (evt: KeyboardEvent): void => {
    if (isOver()) win.removeEventListener('keydown', onKey, true);
    else app.keymap.hostKeyDown(evt);
  };
  win.addEventListener('keydown', onKey, true);
  const onPress = (evt: Event): void => {
    if (isOver()) {
      win.removeEventListener('mousedown', onPress, true);
      win.removeEventListener('focusin', onPress, true);
      return;
    }
    const el =
      evt.target === null || !('closest' in evt.target) ? null : (evt.target as Element).closest('.workspace-leaf');
    const leaf = app.workspace.hostLeaves().find(({ containerEl }) => containerEl === el);
    if (leaf !== undefined && leaf !== app.workspace.activeLeaf) app.workspace.setActiveLeaf(leaf);
  };
  win.addEventListener('mousedown', onPress, true);
  win.addEventListener('focusin', onPress, true);
}

/** Puts these children in, in this order, and moves none that is in place: moving one would take the focus from it. */
function place(el: Element, children: readonly Element[]): void {
  for (const child of [...el.children]) if (!children.includes(child)) child.remove();
  let before = el.firstElementChild;
  for (const child of children) {
    if (child === before) before = before.nextElementSibling;
    else {
      const isMoved = child.ownerDocument !== el.ownerDocument;
      el.insertBefore(child, before);
      if (isMoved) tellMigrated(child);
    }
  }
}

/** d.ts `onWindowMigrated`: "the callback to call when this node has been migrated to another window". */
function tellMigrated(child: Element): void {
  const win = child.ownerDocument.defaultView ?? window;
  for (const each of child.findAllSelf('*')) {
    each.dispatchEvent(new (win as unknown as typeof globalThis).CustomEvent('host-migrated', { detail: win }));
  }
}

const drawn = new WeakMap<WorkspaceItem, HTMLElement>();

function elementOf(item: WorkspaceItem, cls: string): HTMLElement {
  const known = drawn.get(item);
  if (known !== undefined) return known;
  const el = createDiv(cls);
  drawn.set(item, el);
  return el;
}

function drawParent(app: App, el: HTMLElement, parent: WorkspaceParent): void {
  const handle = el.querySelector(':scope > .host-handle');
  place(el, [
    ...(handle === null ? [] : [handle]),
    ...parent.hostChildren.map((child) => {
      if (child instanceof WorkspaceTabs) {
        const tabsEl = elementOf(child, 'workspace-tabs');
        drawTabs(app, tabsEl, child);
        return tabsEl;
      }
      const splitEl = elementOf(child, 'workspace-split');
      drawParent(app, splitEl, child as WorkspaceParent);
      return splitEl;
    }),
  ]);
  el.toggleClass('mod-horizontal', 'hostDirection' in parent && parent.hostDirection === 'horizontal');
  el.toggleClass('mod-vertical', 'hostDirection' in parent && parent.hostDirection === 'vertical');
}

function drawTabs(app: App, el: HTMLElement, tabs: WorkspaceTabs | WorkspaceMobileDrawer): void {
  const leaves = tabs.hostChildren as WorkspaceLeaf[];
  const header =
    el.querySelector<HTMLElement>(':scope > .workspace-tab-header-container') ??
    el.createDiv({ cls: 'workspace-tab-header-container', attr: { role: 'tablist', 'aria-label': 'Tabs' } });
  const container =
    el.querySelector<HTMLElement>(':scope > .workspace-tab-container') ?? el.createDiv('workspace-tab-container');
  place(
    header,
    leaves.map((leaf) => drawTab(app, leaf, tabs.hostShown() === leaf)),
  );
  place(
    container,
    leaves.map(({ containerEl }) => containerEl),
  );
  for (const leaf of leaves) {
    leaf.containerEl.toggle(tabs.hostShown() === leaf);
    leaf.containerEl.toggleClass('mod-active', app.workspace.activeLeaf === leaf);
  }
}

function drawTab(app: App, leaf: WorkspaceLeaf, isShown: boolean): HTMLElement {
  let el = drawn.get(leaf);
  if (el === undefined) {
    el = createDiv({ cls: 'workspace-tab-header tappable', attr: { role: 'tab', tabindex: '0' } });
    el.createDiv('workspace-tab-header-inner-icon');
    el.createDiv('workspace-tab-header-inner-title');
    drawn.set(leaf, el);
    const show = (): void => app.workspace.setActiveLeaf(leaf);
    el.addEventListener('click', show);
    el.addEventListener('auxclick', (evt) => {
      if (evt.button === 1) leaf.detach();
    });
    el.addEventListener('keydown', (evt) => {
      if (evt.key === 'Enter' || evt.key === ' ') show();
      if (evt.key === 'Delete') leaf.detach();
    });
    el.addEventListener('contextmenu', (evt) => {
      evt.preventDefault();
      const menu = new Menu();
      menu.addItem((item) =>
        item
          .setTitle('Close')
          .setIcon('x')
          .onClick(() => leaf.detach()),
      );
      leaf.view.onPaneMenu(menu, 'tab-header');
      menu.showAtMouseEvent(evt);
    });
  }
  const title = leaf.getDisplayText();
  el.setAttrs({
    'aria-label': title === '' ? 'New tab' : title,
    'aria-selected': isShown,
    'data-type': leaf.view.getViewType(),
  });
  el.toggleClass('is-active', isShown);
  const [icon, text] = [...el.children] as HTMLElement[];
  if (icon !== undefined && icon.dataset.icon !== leaf.getIcon()) {
    icon.dataset.icon = leaf.getIcon();
    setIcon(icon, leaf.getIcon());
  }
  if (text !== undefined && text.textContent !== title) text.setText(title);
  return el;
}
