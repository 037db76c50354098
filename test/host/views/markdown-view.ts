import { getFrontMatterInfo } from '../metadata/parse';
import { Component } from '../component';
import { stripHeading } from '../metadata/links';
import { hasDocument } from '../strict';
import { renderMarkdownInto } from '../ui/markdown';
import { type WorkspaceLeaf } from '../workspace/leaf';
import { Editor, type EditorFace } from './editor';
import { LivePreview } from './live-preview';
import { TextFileView } from './text-file-view';
import { type ViewStateResult } from './view';

/** d.ts `MarkdownView`: a plain text area in place of the editor, and the rendered page in reading mode. */
export class MarkdownView extends TextFileView {
  editor: Editor;
  hoverPopover = null;
  override icon = 'file-text';
  #hostMode: 'source' | 'preview' = 'source';
  #hostArea: HTMLElement | null = null;
  hostLivePreview: LivePreview | null = null;
  #hostPage: HTMLElement | null = null;

  /** What is rendered in reading mode lives as long as this. */
  #hostRendered = new Component();

  /** d.ts `previewMode`. */
  readonly previewMode = { rerender: (_full?: boolean): void => this.#hostShowMode() };

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.editor = new Editor(() => this.#hostEdited(), hasDocument() ? this.#hostFace() : null);
    if (hasDocument()) this.addAction('book-open', 'Toggle reading view', () => void this.hostToggleMode());
  }

  getViewType(): string {
    return 'markdown';
  }

  getMode(): 'source' | 'preview' {
    return this.#hostMode;
  }

  getViewData(): string {
    return this.editor.getValue();
  }

  setViewData(data: string, clear: boolean): void {
    if (clear) this.clear();
    this.editor.hostSet(data);
    this.#hostShowMode();
  }

  clear(): void {
    this.editor.hostSet('');
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), mode: this.#hostMode, source: false };
  }

  override async setState(state: Record<string, unknown>, result: ViewStateResult): Promise<void> {
    if (state.mode === 'source' || state.mode === 'preview') this.#hostMode = state.mode;
    await super.setState(state, result);
    this.#hostShowMode();
  }

  /** Guess: `line` counts from 0; `subpath` is a heading or a block with its `#`. */
  override setEphemeralState(state: { line?: number; subpath?: string }): void {
    const line = state.line ?? (state.subpath === undefined ? -1 : this.#hostLineOf(state.subpath));
    if (line < 0) return;
    const place = { line, ch: 0 };
    this.editor.setSelection(place);
    this.editor.scrollIntoView({ from: place, to: place }, true);
    if (this.#hostMode === 'source') this.editor.focus();
  }

  override canAcceptExtension(extension: string): boolean {
    return extension === 'md';
  }

  /** Text is typed, as a person does: the whole of it is this now. */
  hostType(text: string): void {
    this.editor.hostType(text, text.length, text.length);
    this.#hostShowMode();
  }

  hostToggleMode(): Promise<void> {
    return this.leaf.setViewState({
      type: 'markdown',
      state: { ...this.getState(), mode: this.#hostMode === 'source' ? 'preview' : 'source' },
      active: true,
    });
  }

  #hostEdited(): void {
    const { workspace } = this.app;
    this.data = this.editor.getValue();
    this.requestSave();
    workspace.trigger('editor-change', this.editor, this);
    // d.ts: "React to file changes before they are saved to disk."
    if (this.file !== null) workspace.trigger('quick-preview', this.file, this.data);
  }

  #hostFace(): EditorFace {
    if (this.app.hostMachine.livePreview) {
      const parent = this.contentEl.createDiv('markdown-source-view mod-cm6 is-live-preview');
      this.#hostArea = parent;
      this.#hostPage = this.contentEl.createDiv('markdown-reading-view markdown-preview-view markdown-rendered');
      this.hostLivePreview = new LivePreview(this.app, this, parent);
      return this.hostLivePreview;
    }
    const area = this.contentEl.createEl('textarea', {
      cls: 'host-editor',
      attr: { 'aria-label': 'Editor', spellcheck: 'false' },
    });
    this.#hostArea = area;
    this.#hostPage = this.contentEl.createDiv('markdown-reading-view markdown-preview-view markdown-rendered');
    area.addEventListener('input', () => {
      this.editor.hostType(area.value, area.selectionStart, area.selectionEnd);
    });
    return {
      show(text, from, to) {
        if (area.value !== text) area.value = text;
        area.setSelectionRange(from, to);
        const line = text.slice(0, from).split('\n').length - 1;
        area.scrollTop = Math.max(0, line * 24 - area.clientHeight / 3);
      },
      focus() {
        area.focus();
      },
    };
  }

  #hostShowMode(): void {
    if (this.#hostArea === null || this.#hostPage === null) return;
    const isPreview = this.#hostMode === 'preview';
    this.#hostArea.toggle(!isPreview);
    this.#hostPage.toggle(isPreview);
    if (!isPreview) return;
    this.#hostPage.empty();
    this.#hostRendered.unload();
    this.#hostRendered = new Component();
    void this.#hostRendered.load();
    void renderMarkdownInto(this.app, this.getViewData(), this.#hostPage, this.file?.path ?? '', this.#hostRendered);
  }

  #hostLineOf(subpath: string): number {
    const lines = this.getViewData().split('\n');
    const wanted = subpath.replace(/^#+/, '');
    if (wanted.startsWith('^')) return lines.findIndex((line) => line.trimEnd().endsWith(wanted));
    const skip = getFrontMatterInfo(this.getViewData()).contentStart;
    let offset = 0;
    return lines.findIndex((line) => {
      const start = offset;
      offset += line.length + 1;
      const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
      return start >= skip && heading !== undefined && stripHeading(heading) === stripHeading(wanted);
    });
  }
}
