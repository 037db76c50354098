import { type App } from '../app';
import { Component } from '../component';
import { hasDocument, withoutDocument } from '../strict';
import { type Scope } from '../ui/keymap';
import { type Menu } from '../ui/menu';
import { type WorkspaceLeaf } from '../workspace/leaf';

export interface ViewStateResult {
  history: boolean;
}

/** d.ts `View`; https://docs.obsidian.md/Plugins/User+interface/Views. */
export abstract class View extends Component {
  app: App;
  icon = 'file';
  navigation = false;
  leaf: WorkspaceLeaf;
  containerEl!: HTMLElement;
  scope: Scope | null = null;

  constructor(leaf: WorkspaceLeaf) {
    super();
    this.leaf = leaf;
    this.app = leaf.hostApp;
    if (hasDocument()) {
      this.containerEl = createDiv('workspace-leaf-content');
    } else withoutDocument(this, 'containerEl');
  }

  protected async onOpen(): Promise<void> {
    return Promise.resolve();
  }

  protected async onClose(): Promise<void> {
    return Promise.resolve();
  }

  abstract getViewType(): string;
  abstract getDisplayText(): string;

  getState(): Record<string, unknown> {
    return {};
  }

  async setState(_state: unknown, _result: ViewStateResult): Promise<void> {
    return Promise.resolve();
  }

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(_state: unknown): void {
    return undefined;
  }

  getIcon(): string {
    return this.icon;
  }

  onResize(): void {
    return undefined;
  }

  onPaneMenu(_menu: Menu, _source: string): void {
    return undefined;
  }

  hostOnOpen(): Promise<void> {
    if (hasDocument()) this.containerEl.dataset.type = this.getViewType();
    return this.onOpen();
  }

  hostOnClose(): Promise<void> {
    return this.onClose();
  }
}
