import { MarkdownView, type TFile, type WorkspaceLeaf } from 'obsidian';
import { type Anchor } from '../../workbench';
import { app as words } from '../locale';
import { showNotice } from './notices';
import { SourceModal } from './source-modal';
import { type PagePosition, type Screens, type WikiController, type WikiNavigator } from './types';
import {
  CHAT_VIEW,
  FOCUS_STATE,
  HISTORY_VIEW,
  HOME_VIEW,
  JOBS_VIEW,
  LENS_VIEW,
  LINT_VIEW,
  PACKS_VIEW,
  PICTURES,
  MEMORY_VIEW,
  REVIEW_VIEW,
} from './view-types';

/** {@link WikiNavigator} on the Obsidian workspace. */
export class WorkspaceNavigator implements WikiNavigator {
  readonly #controller: WikiController;

  readonly #screens: Screens;

  constructor(controller: WikiController, screens: Screens) {
    this.#controller = controller;
    this.#screens = screens;
  }

  async openHome(): Promise<void> {
    await this.#openSide(HOME_VIEW, 'right');
  }

  async openLint(): Promise<void> {
    const leaf = await this.#openSide(LINT_VIEW, 'right');
    leaf.setEphemeralState({ [FOCUS_STATE]: true });
  }

  async openLensView(): Promise<void> {
    await this.#openSide(LENS_VIEW, 'left');
  }

  async openJobs(): Promise<void> {
    await this.#openSide(JOBS_VIEW, 'right');
  }

  async reviewRules(): Promise<void> {
    await this.#screens.reviewRules(this.#controller);
  }

  async openPacks(): Promise<void> {
    await this.#openSide(PACKS_VIEW, 'right');
  }

  openHistory(): Promise<void> {
    return this.#openTab(HISTORY_VIEW);
  }

  async openPicture(name: keyof typeof PICTURES, path?: string): Promise<void> {
    await this.#openTab(PICTURES[name], path === undefined ? {} : { path });
  }

  async openMemory(): Promise<void> {
    await this.#openSide(MEMORY_VIEW, 'right');
  }

  async openChat(): Promise<void> {
    const leaf = await this.#openSide(CHAT_VIEW, 'right');
    leaf.setEphemeralState({ [FOCUS_STATE]: true });
  }

  openReview(id: string, isAsked = false): Promise<void> {
    return this.#openTab(REVIEW_VIEW, isAsked ? { id, isAsked } : { id }, { id });
  }

  openOverview(): Promise<void> {
    return this.#openTab(REVIEW_VIEW, { isOverview: true });
  }

  openPage(path: string, position?: PagePosition): Promise<void> {
    return this.openNote(this.#controller.toVaultPath(path), position);
  }

  async openNote(vaultPath: string, { line, column = 1, heading, pane = false }: PagePosition = {}): Promise<void> {
    const { vault, workspace } = this.#controller.app;
    const file = vault.getFileByPath(vaultPath);
    if (file === null) {
      // Obsidian would create an empty file.
      showNotice((HIDDEN.test(vaultPath) ? words.page.hidden : words.page.gone)(vaultPath));
      return;
    }
    if (heading !== undefined) {
      await workspace.openLinkText(`${vaultPath}#${heading}`, '', pane);
      return;
    }
    const leaf = workspace.getLeaf(pane);
    await leaf.openFile(file, line === undefined ? {} : { eState: { line: line - 1 } });
    await workspace.revealLeaf(leaf);
    if (line === undefined || column === 1 || !(leaf.view instanceof MarkdownView)) return;
    const { editor } = leaf.view;
    // The page may have become shorter since the position was found.
    const row = Math.min(line, editor.lineCount()) - 1;
    editor.setCursor({ line: row, ch: Math.min(column - 1, editor.getLine(row).length) });
  }

  async openSource(path: string, anchor?: Anchor, quote?: string): Promise<void> {
    const { app, state } = this.#controller;
    const inWiki = app.vault.getFileByPath(this.#controller.toVaultPath(path));
    // A conversation that was harvested is beside the wiki.
    const file = inWiki ?? app.vault.getFileByPath(path);
    if (file === null) {
      showNotice(words.source.gone(path));
      return;
    }
    const open = (): Promise<void> => this.#openFile(file, anchor, quote);
    if (quote === undefined || inWiki === null || isViewable(file.extension) || state.kind !== 'ready') {
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

  async #openFile(file: TFile, anchor: Anchor = {}, quote?: string): Promise<void> {
    const { workspace } = this.#controller.app;
    const { extension } = file;
    // A file that another program opens needs no tab.
    const leaf = workspace.getLeaf(isViewable(extension) ? 'tab' : false);
    await leaf.openFile(file, positionIn(extension, anchor));
    if (!isViewable(extension)) return;
    await workspace.revealLeaf(leaf);
    if (quote !== undefined && leaf.view instanceof MarkdownView) selectQuote(leaf.view, quote, anchor.line);
  }

  async #openSide(type: string, side: 'left' | 'right'): Promise<WorkspaceLeaf> {
    const { workspace } = this.#controller.app;
    const leaf = await workspace.ensureSideLeaf(type, side, { active: true, reveal: true });
    await workspace.revealLeaf(leaf);
    return leaf;
  }

  /** Opens a view in a tab, or brings the tab to the front that already shows it. */
  /** @param shown what a tab that is open shows, to be used again */
  async #openTab(type: string, state: Record<string, unknown> = {}, shown = state): Promise<void> {
    const { workspace } = this.#controller.app;
    const existing = workspace.getLeavesOfType(type).find((leaf) => isShowing(leaf, shown));
    const leaf = existing ?? workspace.getLeaf('tab');
    if (existing === undefined) await leaf.setViewState({ type, state, active: true });
    await workspace.revealLeaf(leaf);
  }
}

/** Files and folders whose names begin with a dot are not in the app's tree. */
const HIDDEN = /(?:^|\/)\./;

/** Formats that Obsidian displays itself (https://obsidian.md/help/file-formats). */
const VIEWABLE =
  /^(?:md|base|canvas|pdf|avif|bmp|gif|jpe?g|png|svg|webp|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv)$/i;

function isViewable(extension: string): boolean {
  return VIEWABLE.test(extension);
}

/** Formats that are played: https://obsidian.md/help/file-formats. */
const PLAYED = /^(?:flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv)$/i;

/** An anchor in a form that Obsidian's view of the format understands. */
function positionIn(extension: string, { line, page, time }: Anchor): { eState: Record<string, unknown> } | undefined {
  if (extension === 'pdf' && page !== undefined) return { eState: { subpath: `#page=${page}` } };
  if (PLAYED.test(extension) && time !== undefined) return { eState: { subpath: `#t=${secondsOf(time)}` } };
  if (extension === 'md' && line !== undefined) return { eState: { line: line - 1 } };
  return undefined;
}

/** `00:01:02.5` in whole seconds. */
function secondsOf(time: string): number {
  return Math.floor(time.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0));
}

function isShowing(leaf: WorkspaceLeaf, state: Record<string, unknown>): boolean {
  const shown = leaf.getViewState().state ?? {};
  return Object.entries(state).every(([key, value]) => shown[key] === value);
}

/** @param line where the quote begins; an earlier sentence may have the same words */
function selectQuote({ editor }: MarkdownView, quote: string, line = 1): void {
  const text = editor.getValue();
  const start = editor.posToOffset({ line: Math.min(line, editor.lineCount()) - 1, ch: 0 });
  const found = text.indexOf(quote, start);
  const at = found < 0 ? text.indexOf(quote) : found;
  if (at < 0) return;
  const [from, to] = [editor.offsetToPos(at), editor.offsetToPos(at + quote.length)];
  editor.setSelection(from, to);
  editor.scrollIntoView({ from, to }, true);
}
