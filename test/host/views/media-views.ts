import { FileView } from './file-view';
import { type TFile } from '../vault/files';

/** Guess: the app's view of a PDF; the page it is to show comes as the subpath `#page=3`. */
export class PdfView extends FileView {
  override icon = 'file-text';
  #hostSubpath = '';

  getViewType(): string {
    return 'pdf';
  }

  override async onLoadFile(file: TFile): Promise<void> {
    this.#hostShow(file);
    return Promise.resolve();
  }

  override setEphemeralState(state: { subpath?: string }): void {
    this.#hostSubpath = state.subpath ?? '';
    if (this.file !== null) this.#hostShow(this.file);
  }

  override getEphemeralState(): Record<string, unknown> {
    return { subpath: this.#hostSubpath };
  }

  #hostShow(file: TFile): void {
    if (typeof document === 'undefined') return;
    const page = /page=(\d+)/.exec(this.#hostSubpath)?.[1];
    this.contentEl.empty();
    this.contentEl.createDiv({
      cls: 'host-pdf',
      text: `${file.name}${page === undefined ? '' : `, page ${page}`}`,
    });
  }
}

/** Pictures and the like, which nothing here draws. */
export class MediaView extends FileView {
  override icon = 'image';

  getViewType(): string {
    return 'image';
  }
}
