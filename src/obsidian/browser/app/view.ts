import { Component } from './component';
import { setIcon } from './icons';
import { type Scope } from './scope';

/** Where a view is shown. The page has one place. */
interface Leaf {
  readonly app: unknown;
  /** Shows something else in its place. */
  setViewState(state: { readonly type: string; readonly state?: Readonly<Record<string, unknown>> }): Promise<void>;
}

/** A screen with its content and its actions. */
export abstract class ItemView extends Component {
  readonly leaf: Leaf;
  readonly app: unknown;
  readonly containerEl = createDiv('workspace-leaf-content');
  readonly contentEl: HTMLElement;
  /** In the head of the page, where they cover nothing of the screen. */
  readonly #actions = createDiv('view-actions');
  scope: Scope | null = null;
  icon = '';
  navigation = false;

  constructor(leaf: Leaf) {
    super();
    this.leaf = leaf;
    this.app = leaf.app;
    this.contentEl = this.containerEl.createDiv('view-content');
  }

  addAction(icon: string, title: string, act: () => unknown): void {
    const attr = { type: 'button', 'aria-label': title, title };
    const button = this.#actions.createEl('button', { cls: 'clickable-icon', attr });
    setIcon(button, icon);
    button.addEventListener('click', () => act());
  }

  getState(): Record<string, unknown> {
    return {};
  }

  setState(_state: unknown, _result: unknown): Promise<void> {
    return Promise.resolve();
  }

  setEphemeralState(_state: unknown): void {
    return undefined;
  }

  onResize(): void {
    return undefined;
  }

  protected abstract onOpen(): Promise<void>;
  protected abstract onClose(): Promise<void>;

  /** Draws it into `parent`. */
  async openIn(parent: HTMLElement): Promise<void> {
    parent.append(this.containerEl);
    window.document.querySelector('.page-actions')?.append(this.#actions);
    this.load();
    await this.onOpen();
  }

  async close(): Promise<void> {
    await this.onClose();
    this.unload();
    this.containerEl.remove();
    this.#actions.remove();
  }
}
