import { type TFile } from '../vault/files';
import { ItemView } from './item-view';
import { type ViewStateResult } from './view';

/** d.ts `FileView`: its state names a file. Guess: a file that is deleted closes its view. */
export abstract class FileView extends ItemView {
  allowNoFile = false;
  file: TFile | null = null;
  override navigation = true;

  getDisplayText(): string {
    return this.file?.basename ?? '';
  }

  override onload(): void {
    const { vault } = this.app;
    this.registerEvent(
      vault.on('rename', (file) => {
        if (file !== this.file || this.file === null) return;
        this.hostTitleEl?.setText(this.getDisplayText());
        void this.onRename(this.file);
        this.app.workspace.hostLayoutChanged();
      }),
    );
    this.registerEvent(
      vault.on('delete', (file) => {
        if (file === this.file) this.leaf.detach();
      }),
    );
  }

  override getState(): Record<string, unknown> {
    return this.file === null ? {} : { file: this.file.path };
  }

  override async setState(state: Record<string, unknown>, result: ViewStateResult): Promise<void> {
    const file = typeof state.file === 'string' ? this.app.vault.getFileByPath(state.file) : null;
    if (file !== this.file) {
      const old = this.file;
      if (old !== null) await this.onUnloadFile(old);
      this.file = file;
      this.hostTitleEl?.setText(this.getDisplayText());
      if (file !== null) await this.onLoadFile(file);
      result.history = true;
    }
  }

  async onLoadFile(_file: TFile): Promise<void> {
    return Promise.resolve();
  }

  async onUnloadFile(_file: TFile): Promise<void> {
    return Promise.resolve();
  }

  async onRename(_file: TFile): Promise<void> {
    return Promise.resolve();
  }

  canAcceptExtension(_extension: string): boolean {
    return false;
  }

  override async hostOnClose(): Promise<void> {
    if (this.file !== null) await this.onUnloadFile(this.file);
    await super.hostOnClose();
  }
}

export abstract class EditableFileView extends FileView {}
