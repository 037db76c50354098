import { MarkdownView, type TFile, type WorkspaceLeaf } from 'obsidian';
import { type Anchor } from '../../workbench';
import { app as words } from '../locale';
import { showNotice } from './notices';
import { SourceModal } from './source-modal';
import { type WikiController } from './types';
import { HISTORY_VIEW, HOME_VIEW, LENS_VIEW, LINT_VIEW, REVIEW_VIEW } from './view-types';

/** The ways to views, pages and places in sources. Paths are relative to the open wiki. */
export class WikiNavigator {
  readonly #controller: WikiController;

  constructor(controller: WikiController) {
    this.#controller = controller;
  }

  /** Opens the review of a proposal: a view of type `living-wiki-review` with the state `{ id }`. */
  openReview(id: string): Promise<void> {
    return this.#openTab(REVIEW_VIEW, { id });
  }

  openLensView(): Promise<void> {
    return this.#openSide(LENS_VIEW, 'left');
  }

  openLint(): Promise<void> {
    return this.#openSide(LINT_VIEW, 'right');
  }

  openHistory(): Promise<void> {
    return this.#openTab(HISTORY_VIEW);
  }

  openHome(): Promise<void> {
    return this.#openSide(HOME_VIEW, 'right');
  }

  /** Opens a page. @param line counted from 1, as is `column`, at which the cursor is put */
  async openPage(
    path: string,
    { line, column = 1, heading }: { line?: number; column?: number; heading?: string } = {},
  ): Promise<void> {
    const { vault, workspace } = this.#controller.app;
    const vaultPath = this.#controller.toVaultPath(path);
    const file = vault.getFileByPath(vaultPath);
    if (file === null || heading !== undefined) {
      await workspace.openLinkText(heading === undefined ? vaultPath : `${vaultPath}#${heading}`, '', false);
      return;
    }
    const leaf = workspace.getLeaf(false);
    await leaf.openFile(file, line === undefined ? {} : { eState: { line: line - 1 } });
    await workspace.revealLeaf(leaf);
    if (line === undefined || column === 1 || !(leaf.view instanceof MarkdownView)) return;
    const { editor } = leaf.view;
    // What was found may be of a text that is no longer there.
    const at = Math.min(line, editor.lineCount()) - 1;
    editor.setCursor({ line: at, ch: Math.min(column - 1, editor.getLine(at).length) });
  }

  /**
   * Opens a source at the place of a quote: the line of a note, the page of a PDF. What the app does not show is shown as
   * the text that was read from it.
   */
  async openSource(path: string, anchor?: Anchor, quote?: string): Promise<void> {
    const { app, state } = this.#controller;
    const file = app.vault.getFileByPath(this.#controller.toVaultPath(path));
    if (file === null) {
      showNotice(words.source.gone(path));
      return;
    }
    const open = (): Promise<void> => this.#openFile(file, anchor, quote);
    if (quote === undefined || isViewable(file.extension) || state.kind !== 'ready') {
      await open();
      return;
    }
    try {
      const text = await state.workbench.sourceText(path, quote, this.#controller.backgroundRun());
      this.#controller.openModal(new SourceModal(app, text, anchor ?? {}, () => void open()));
    } catch (error) {
      this.#controller.showError(error);
    }
  }

  async #openFile(file: TFile, anchor?: Anchor, quote?: string): Promise<void> {
    const { workspace } = this.#controller.app;
    const { extension } = file;
    const { line, page } = anchor ?? {};
    // What another program opens needs no tab.
    const leaf = workspace.getLeaf(isViewable(extension) ? 'tab' : false);
    const eState =
      extension === 'pdf' && page !== undefined
        ? { subpath: `#page=${page}` }
        : extension === 'md' && line !== undefined
          ? { line: line - 1 }
          : undefined;
    await leaf.openFile(file, eState && { eState });
    if (!isViewable(extension)) return;
    await workspace.revealLeaf(leaf);
    if (quote !== undefined && leaf.view instanceof MarkdownView) selectQuote(leaf.view, quote);
  }

  async #openSide(type: string, side: 'left' | 'right'): Promise<void> {
    const { workspace } = this.#controller.app;
    const leaf = await workspace.ensureSideLeaf(type, side, { active: true, reveal: true });
    await workspace.revealLeaf(leaf);
  }

  /** @param state tells views of one type apart: one that shows it already is brought to the front */
  async #openTab(type: string, state: Record<string, unknown> = {}): Promise<void> {
    const { workspace } = this.#controller.app;
    const there = workspace.getLeavesOfType(type).find((leaf) => isShowing(leaf, state));
    const leaf = there ?? workspace.getLeaf('tab');
    if (there === undefined) await leaf.setViewState({ type, state, active: true });
    await workspace.revealLeaf(leaf);
  }
}

/** Whether the app shows files of this format itself (https://obsidian.md/help/file-formats). */
function isViewable(extension: string): boolean {
  return VIEWABLE.test(extension);
}

const VIEWABLE =
  /^(?:md|base|canvas|pdf|avif|bmp|gif|jpe?g|png|svg|webp|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv)$/i;

function isShowing(leaf: WorkspaceLeaf, state: Record<string, unknown>): boolean {
  const shown = leaf.getViewState().state ?? {};
  return Object.entries(state).every(([key, value]) => shown[key] === value);
}

function selectQuote({ editor }: MarkdownView, quote: string): void {
  const at = editor.getValue().indexOf(quote);
  if (at < 0) return;
  const [from, to] = [editor.offsetToPos(at), editor.offsetToPos(at + quote.length)];
  editor.setSelection(from, to);
  editor.scrollIntoView({ from, to }, true);
}
