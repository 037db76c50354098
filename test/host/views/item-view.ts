import { hasDocument, withoutDocument } from '../strict';
import { setIcon } from '../ui/icons';
import { setTooltip } from '../ui/tooltip';
import { type WorkspaceLeaf } from '../workspace/leaf';
import { View } from './view';

/** d.ts `ItemView`: a header with a title and actions, and below it the content. */
export abstract class ItemView extends View {
  contentEl!: HTMLElement;
  hostActionsEl: HTMLElement | null = null;
  hostTitleEl: HTMLElement | null = null;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    if (!hasDocument()) {
      withoutDocument(this, 'contentEl');
      return;
    }
    const header = this.containerEl.createDiv('view-header');
    this.hostTitleEl = header.createDiv('view-header-title-container').createDiv('view-header-title');
    this.hostActionsEl = header.createDiv('view-actions');
    this.contentEl = this.containerEl.createDiv('view-content');
  }

  addAction(icon: string, title: string, callback: (evt: MouseEvent) => unknown): HTMLElement {
    const el = createEl('button', { cls: ['clickable-icon', 'view-action'] });
    setIcon(el, icon);
    setTooltip(el, title);
    el.addEventListener('click', (evt) => callback(evt));
    // The action that was added last comes first.
    this.hostActionsEl?.prepend(el);
    return el;
  }

  override hostOnOpen(): Promise<void> {
    this.hostTitleEl?.setText(this.getDisplayText());
    return super.hostOnOpen();
  }
}
