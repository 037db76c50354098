import { applyPatch, structuredPatch } from 'diff';
import { debounce } from '../debounce';
import { type TFile } from '../vault/files';
import { type WorkspaceLeaf } from '../workspace/leaf';
import { EditableFileView } from './file-view';

/**
 * d.ts `TextFileView`: text in memory, saved "in 2 seconds from now" by `requestSave`, and when it is closed. What happens
 * to text that is not saved when the file changes on the disk is chosen by `Machine.unsaved`.
 */
export abstract class TextFileView extends EditableFileView {
  data = '';
  requestSave: () => void;
  /** What the file held when it was last read or saved. */
  #hostSaved = '';
  #hostSaving = false;
  readonly #hostTimer = debounce(() => void this.save(), 2_000);

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.requestSave = () => void this.#hostTimer();
  }

  abstract getViewData(): string;
  abstract setViewData(data: string, clear: boolean): void;
  abstract clear(): void;

  override onload(): void {
    super.onload();
    this.registerEvent(
      this.app.vault.on('modify', (file) => {
        if (this.file !== null && file === this.file && !this.#hostSaving) void this.#hostFollow(this.file);
      }),
    );
    this.register(() => this.#hostTimer.cancel());
  }

  override async onLoadFile(file: TFile): Promise<void> {
    const text = await this.app.vault.read(file);
    this.#hostSaved = text;
    this.data = text;
    this.setViewData(text, true);
  }

  override async onUnloadFile(_file: TFile): Promise<void> {
    await this.save(true);
  }

  /** Guess: nothing is written where nothing changed. */
  async save(clear = false): Promise<void> {
    this.#hostTimer.cancel();
    const { file } = this;
    if (file === null) return;
    const text = this.getViewData();
    if (text !== this.#hostSaved && this.app.vault.getFileByPath(file.path) === file) {
      this.#hostSaving = true;
      try {
        await this.app.vault.modify(file, text);
        this.#hostSaved = text;
        this.data = text;
      } finally {
        this.#hostSaving = false;
      }
    }
    if (clear) this.clear();
  }

  /** Whether it holds text that the file does not. */
  hostIsUnsaved(): boolean {
    return this.file !== null && this.getViewData() !== this.#hostSaved;
  }

  async #hostFollow(file: TFile): Promise<void> {
    const text = await this.app.vault.read(file);
    if (file !== this.file || text === this.#hostSaved) return;
    const mine = this.getViewData();
    const base = this.#hostSaved;
    if (mine === base) {
      this.#hostSaved = text;
      this.data = text;
      this.setViewData(text, false);
      return;
    }
    if (this.app.hostMachine.unsaved === 'overwrite') return;
    const merged = applyPatch(text, structuredPatch('', '', base, mine), { fuzzFactor: 2 });
    this.#hostSaved = text;
    this.data = merged === false ? mine : merged;
    this.setViewData(this.data, false);
    this.requestSave();
  }
}
