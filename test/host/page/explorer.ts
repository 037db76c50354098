import { type App } from '../app';
import { Menu } from '../ui/menu';
import { TFile, TFolder, type TAbstractFile } from '../vault/files';
import { ItemView } from '../views/item-view';

/** The file explorer of the left sidebar: folders that open and close, and the menus that plugins add to. */
export class ExplorerView extends ItemView {
  override icon = 'folder';
  readonly #open = new Set<string>();
  #isStale = false;

  getViewType(): string {
    return 'file-explorer';
  }

  getDisplayText(): string {
    return 'Files';
  }

  protected override async onOpen(): Promise<void> {
    for (const name of ['create', 'delete', 'rename'] as const) {
      this.registerEvent(this.app.vault.on(name, () => this.#drawSoon()));
    }
    this.registerEvent(this.app.workspace.on('file-open', () => this.#drawSoon()));
    for (const child of this.app.vault.getRoot().children) if (child instanceof TFolder) this.#open.add(child.path);
    this.#draw();
  }

  #drawSoon(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    setTimeout(() => {
      this.#isStale = false;
      this.#draw();
    }, 20);
  }

  #draw(): void {
    this.contentEl.empty();
    const list = this.contentEl.createEl('nav', { attr: { 'aria-label': 'Files' } });
    this.#drawFolder(list, this.app.vault.getRoot());
  }

  #drawFolder(el: HTMLElement, folder: TFolder): void {
    const folders = folder.children.filter((child) => child instanceof TFolder).sort(byName);
    const files = folder.children.filter((child) => child instanceof TFile).sort(byName);
    for (const child of folders) {
      const isOpen = this.#open.has(child.path);
      const row = el.createEl('button', {
        cls: 'nav-item nav-folder-title',
        text: `${isOpen ? '▾' : '▸'} ${child.name}`,
        attr: { 'data-path': child.path, 'aria-expanded': isOpen, 'aria-label': child.name },
      });
      row.addEventListener('click', () => {
        if (!this.#open.delete(child.path)) this.#open.add(child.path);
        this.#draw();
      });
      this.#addMenu(row, child);
      if (isOpen) this.#drawFolder(el.createDiv('nav-children'), child);
    }
    for (const child of files) {
      const file = child;
      const row = el.createEl('button', {
        cls: 'nav-item nav-file-title',
        text: file.extension === 'md' ? file.basename : file.name,
        attr: { 'data-path': file.path },
      });
      row.toggleClass('is-active', this.app.workspace.getActiveFile() === file);
      row.addEventListener('click', (evt) => {
        void this.app.workspace.getLeaf(evt.ctrlKey ? 'tab' : false).openFile(file);
      });
      this.#addMenu(row, file);
    }
  }

  #addMenu(row: HTMLElement, file: TAbstractFile): void {
    row.addEventListener('contextmenu', (evt) => {
      evt.preventDefault();
      showFileMenu(this.app, file, evt);
    });
  }
}

/** d.ts 'file-menu': "Triggered when the user opens the context menu on a file." */
export function showFileMenu(app: App, file: TAbstractFile, evt: MouseEvent): void {
  const menu = new Menu();
  menu.addItem((item) =>
    item
      .setTitle('Delete')
      .setIcon('trash')
      .setSection('danger')
      .setWarning(true)
      .onClick(() => void app.fileManager.trashFile(file)),
  );
  app.workspace.trigger('file-menu', menu, file, 'file-explorer-context-menu');
  menu.showAtMouseEvent(evt);
}

const byName = (a: TAbstractFile, b: TAbstractFile): number => a.name.localeCompare(b.name, 'en', { numeric: true });
