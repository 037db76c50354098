import { MarkdownView } from 'obsidian';
import type { App, TFile, WorkspaceLeaf } from 'obsidian';
import type { Anchor } from '../../workbench';

/** The ways to views, pages and places in sources. Paths are the vault's. */
export class Ways {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  async openSide(type: string, side: 'left' | 'right'): Promise<void> {
    const leaf = await this.#app.workspace.ensureSideLeaf(type, side, { active: true, reveal: true });
    await this.#app.workspace.revealLeaf(leaf);
  }

  /** @param state tells views of one type apart: one that shows it already is brought to the front */
  async openTab(type: string, state: Record<string, unknown> = {}): Promise<void> {
    const { workspace } = this.#app;
    const there = workspace.getLeavesOfType(type).find((leaf) => shows(leaf, state));
    const leaf = there ?? workspace.getLeaf('tab');
    if (there === undefined) await leaf.setViewState({ type, state, active: true });
    await workspace.revealLeaf(leaf);
  }

  async openPage(path: string, { line, heading }: { line?: number; heading?: string } = {}): Promise<void> {
    const { vault, workspace } = this.#app;
    const file = vault.getFileByPath(path);
    if (file === null || heading !== undefined) {
      await workspace.openLinkText(heading === undefined ? path : `${path}#${heading}`, '', false);
      return;
    }
    const leaf = workspace.getLeaf(false);
    await leaf.openFile(file, line === undefined ? {} : { eState: { line: line - 1 } });
    await workspace.revealLeaf(leaf);
  }

  /**
   * Opens a source: in a note the quote is selected, a PDF is shown at its page, the rest as the app opens it.
   */
  async openSource(file: TFile, anchor?: Anchor, quote?: string): Promise<void> {
    const { workspace } = this.#app;
    const { extension } = file;
    const { line, page } = anchor ?? {};
    // What another program opens needs no tab.
    const leaf = workspace.getLeaf(isShown(extension) ? 'tab' : false);
    const eState =
      extension === 'pdf' && page !== undefined
        ? { subpath: `#page=${page}` }
        : extension === 'md' && line !== undefined
          ? { line: line - 1 }
          : undefined;
    await leaf.openFile(file, eState && { eState });
    if (!isShown(extension)) return;
    await workspace.revealLeaf(leaf);
    if (quote !== undefined && leaf.view instanceof MarkdownView) select(leaf.view, quote);
  }
}

/** Whether the app shows files of this format itself (https://obsidian.md/help/file-formats). */
export function isShown(extension: string): boolean {
  return SHOWN.test(extension);
}

const SHOWN = /^(?:md|base|canvas|pdf|avif|bmp|gif|jpe?g|png|svg|webp|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv)$/i;

function shows(leaf: WorkspaceLeaf, state: Record<string, unknown>): boolean {
  const shown = leaf.getViewState().state ?? {};
  return Object.entries(state).every(([key, value]) => shown[key] === value);
}

function select({ editor }: MarkdownView, quote: string): void {
  const at = editor.getValue().indexOf(quote);
  if (at < 0) return;
  const [from, to] = [editor.offsetToPos(at), editor.offsetToPos(at + quote.length)];
  editor.setSelection(from, to);
  editor.scrollIntoView({ from, to }, true);
}
