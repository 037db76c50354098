import { Events } from '../events';
import { NoDocument, hasDocument } from '../strict';
import { type WorkspaceLeaf } from './leaf';

let lastId = 0;

/** d.ts `WorkspaceItem`. */
export abstract class WorkspaceItem extends Events {
  parent!: WorkspaceParent;
  hostId = `item-${String((lastId += 1))}`;

  getRoot(): WorkspaceItem {
    return this.parent.getRoot();
  }

  /** d.ts: a `WorkspaceRoot` or a `WorkspaceWindow`. Guess: the root for what is in a sidebar. */
  getContainer(): WorkspaceContainer {
    return this.parent.getContainer();
  }
}

export abstract class WorkspaceParent extends WorkspaceItem {
  hostChildren: WorkspaceItem[] = [];

  hostInsert(child: WorkspaceItem, index = this.hostChildren.length): void {
    child.parent = this;
    this.hostChildren.splice(index, 0, child);
  }

  /** Groups and splits that became empty go, too. */
  hostRemove(child: WorkspaceItem): void {
    this.hostChildren = this.hostChildren.filter((other) => other !== child);
    if (this.hostChildren.length === 0 && this.hostGoesWhenEmpty()) this.parent.hostRemove(this);
  }

  hostLeaves(): WorkspaceLeaf[] {
    return this.hostChildren.flatMap((child) =>
      child instanceof WorkspaceParent ? child.hostLeaves() : [child as WorkspaceLeaf],
    );
  }

  protected hostGoesWhenEmpty(): boolean {
    return true;
  }
}

export class WorkspaceSplit extends WorkspaceParent {
  hostDirection: 'vertical' | 'horizontal' = 'vertical';
}

/** A group of tabs, of which one is shown. */
export class WorkspaceTabs extends WorkspaceParent {
  hostCurrent = 0;

  hostShown(): WorkspaceLeaf | null {
    return (this.hostChildren[this.hostCurrent] as WorkspaceLeaf | undefined) ?? null;
  }

  override hostInsert(child: WorkspaceItem, index = this.hostChildren.length): void {
    super.hostInsert(child, index);
    if (this.hostChildren.length > 1 && index <= this.hostCurrent) this.hostCurrent += 1;
  }

  override hostRemove(child: WorkspaceItem): void {
    const at = this.hostChildren.indexOf(child);
    super.hostRemove(child);
    if (at < this.hostCurrent || this.hostCurrent >= this.hostChildren.length) {
      this.hostCurrent = Math.max(0, this.hostCurrent - 1);
    }
  }
}

export abstract class WorkspaceContainer extends WorkspaceSplit {
  abstract get win(): Window;
  abstract get doc(): Document;

  override getRoot(): WorkspaceItem {
    return this;
  }

  override getContainer(): this {
    return this;
  }
}

/** The main area. */
export class WorkspaceRoot extends WorkspaceContainer {
  get win(): Window {
    if (!hasDocument()) throw new NoDocument('WorkspaceRoot.win');
    return window;
  }

  get doc(): Document {
    if (!hasDocument()) throw new NoDocument('WorkspaceRoot.doc');
    return document;
  }

  protected override hostGoesWhenEmpty(): boolean {
    return false;
  }
}

/** All pop-out windows. */
export class WorkspaceFloating extends WorkspaceParent {
  override getRoot(): WorkspaceItem {
    return this;
  }

  protected override hostGoesWhenEmpty(): boolean {
    return false;
  }
}

/** One pop-out window. */
export class WorkspaceWindow extends WorkspaceContainer {
  readonly #hostClosed: () => void;

  constructor(
    readonly win: Window,
    readonly doc: Document,
    hostClosed: () => void,
  ) {
    super();
    this.#hostClosed = hostClosed;
  }

  override hostRemove(child: WorkspaceItem): void {
    super.hostRemove(child);
    if (this.hostChildren.length === 0) this.#hostClosed();
  }
}

abstract class Sidebar extends WorkspaceSplit {
  collapsed = true;

  readonly #hostRootSplit: WorkspaceRoot;
  readonly #hostToggled: () => void;

  constructor(hostRootSplit: WorkspaceRoot, hostToggled: () => void) {
    super();
    this.#hostRootSplit = hostRootSplit;
    this.#hostToggled = hostToggled;
  }

  toggle(): void {
    this.#hostSet(!this.collapsed);
  }

  collapse(): void {
    this.#hostSet(true);
  }

  expand(): void {
    this.#hostSet(false);
  }

  override getRoot(): WorkspaceItem {
    return this;
  }

  override getContainer(): WorkspaceContainer {
    return this.#hostRootSplit;
  }

  protected override hostGoesWhenEmpty(): boolean {
    return false;
  }

  #hostSet(collapsed: boolean): void {
    if (this.collapsed === collapsed) return;
    this.collapsed = collapsed;
    this.#hostToggled();
  }
}

/** A sidebar of the desktop: splits of tab groups. */
export class WorkspaceSidedock extends Sidebar {}

/** A sidebar of a phone: leaves, of which one is shown. */
export class WorkspaceMobileDrawer extends Sidebar {
  hostCurrent = 0;

  hostShown(): WorkspaceLeaf | null {
    return (this.hostChildren[this.hostCurrent] as WorkspaceLeaf | undefined) ?? null;
  }

  override hostRemove(child: WorkspaceItem): void {
    super.hostRemove(child);
    this.hostCurrent = Math.min(this.hostCurrent, Math.max(0, this.hostChildren.length - 1));
  }
}

export class WorkspaceRibbon {}
