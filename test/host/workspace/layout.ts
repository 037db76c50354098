import {
  WorkspaceMobileDrawer,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  type WorkspaceItem,
  type WorkspaceParent,
} from './items';
import { WorkspaceLeaf, type ViewState } from './leaf';
import { type Workspace } from './workspace';

/** A part of the saved layout, as `workspace.json` has it. Guess: what is not documented of it is read from such files. */
export interface SavedItem {
  readonly id: string;
  readonly type: 'leaf' | 'tabs' | 'split' | 'window' | 'floating' | 'mobile-drawer';
  readonly children?: readonly SavedItem[];
  readonly direction?: 'vertical' | 'horizontal';
  readonly currentTab?: number;
  readonly collapsed?: boolean;
  readonly pinned?: boolean;
  readonly group?: string;
  readonly state?: ViewState;
}

export interface SavedLayout {
  readonly main: SavedItem;
  readonly left: SavedItem;
  readonly right: SavedItem;
  readonly floating?: SavedItem;
  readonly active: string;
  readonly lastOpenFiles: readonly string[];
}

export function saveItem(item: WorkspaceItem, type: SavedItem['type'] = 'split'): SavedItem {
  const { hostId: id } = item;
  if (item instanceof WorkspaceLeaf) {
    const state = item.getViewState();
    return {
      id,
      type: 'leaf',
      // Only what survives as JSON is there after a restart.
      state: JSON.parse(JSON.stringify(state)) as ViewState,
      ...(item.hostPinned ? { pinned: true } : {}),
      ...(item.hostGroup === null ? {} : { group: item.hostGroup }),
    };
  }
  const children = (item as WorkspaceParent).hostChildren.map((child) => saveItem(child));
  if (item instanceof WorkspaceTabs) return { id, type: 'tabs', children, currentTab: item.hostCurrent };
  if (item instanceof WorkspaceMobileDrawer) {
    return { id, type: 'mobile-drawer', children, currentTab: item.hostCurrent, collapsed: item.collapsed };
  }
  if (item instanceof WorkspaceSidedock) {
    return { id, type: 'split', children, direction: item.hostDirection, collapsed: item.collapsed };
  }
  if (item instanceof WorkspaceSplit) return { id, type, children, direction: item.hostDirection };
  return { id, type: 'floating', children };
}

/** Fills a parent with what was saved; all its views are deferred. */
export async function restoreChildren(workspace: Workspace, parent: WorkspaceParent, saved: SavedItem): Promise<void> {
  for (const child of saved.children ?? []) {
    if (child.type === 'leaf') {
      const leaf = new WorkspaceLeaf(workspace.hostApp);
      leaf.hostId = child.id;
      leaf.hostPinned = child.pinned ?? false;
      leaf.hostGroup = child.group ?? null;
      parent.hostInsert(leaf);
      if (child.state !== undefined && child.state.type !== 'empty') await leaf.hostDefer(child.state);
    } else {
      const item = child.type === 'tabs' ? new WorkspaceTabs() : new WorkspaceSplit();
      item.hostId = child.id;
      if (item instanceof WorkspaceSplit) item.hostDirection = child.direction ?? 'vertical';
      parent.hostInsert(item);
      await restoreChildren(workspace, item, child);
      if (item instanceof WorkspaceTabs) item.hostCurrent = child.currentTab ?? 0;
    }
  }
  if (parent instanceof WorkspaceSidedock || parent instanceof WorkspaceMobileDrawer) {
    parent.collapsed = saved.collapsed ?? true;
  }
  if (parent instanceof WorkspaceMobileDrawer) parent.hostCurrent = saved.currentTab ?? 0;
}
