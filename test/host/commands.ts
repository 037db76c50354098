import { type App } from './app';
import { Platform } from './platform';
import { type Editor } from './views/editor';
import { MarkdownView } from './views/markdown-view';

/** d.ts `Command`. */
export interface Command {
  id: string;
  name: string;
  icon?: string;
  mobileOnly?: boolean;
  repeatable?: boolean;
  callback?: () => unknown;
  checkCallback?: (checking: boolean) => boolean | void;
  editorCallback?: (editor: Editor, view: MarkdownView) => unknown;
  editorCheckCallback?: (checking: boolean, editor: Editor, view: MarkdownView) => boolean | void;
  hotkeys?: { modifiers: string[]; key: string }[];
}

/** The commands of the app and of its plugins, by full id. */
export class Commands {
  readonly #all = new Map<string, Command>();

  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  add(command: Command): void {
    this.#all.set(command.id, command);
  }

  remove(id: string): void {
    this.#all.delete(id);
  }

  get(id: string): Command | undefined {
    return this.#all.get(id);
  }

  /** Those that the command palette shows now. */
  available(): Command[] {
    return [...this.#all.values()].filter((command) => this.#attempt(command, true));
  }

  /** @returns what a callback returned, to be awaited; `false` where the command cannot run now */
  run(id: string): unknown {
    const command = this.#all.get(id);
    if (command === undefined) throw new Error(`There is no command "${id}".`);
    if (!this.#attempt(command, true)) return false;
    return this.#perform(command);
  }

  /** d.ts `Command`: editorCheckCallback before editorCallback before checkCallback before callback. */
  #attempt(command: Command, checking: boolean): boolean {
    if (command.mobileOnly === true && !Platform.isMobile) return false;
    const editorView = this.#editorView();
    if (command.editorCheckCallback !== undefined) {
      return editorView !== null && command.editorCheckCallback(checking, editorView.editor, editorView) === true;
    }
    if (command.editorCallback !== undefined) return editorView !== null;
    if (command.checkCallback !== undefined) return command.checkCallback(checking) === true;
    return command.callback !== undefined;
  }

  #perform(command: Command): unknown {
    const editorView = this.#editorView();
    if (editorView !== null && command.editorCheckCallback !== undefined) {
      return command.editorCheckCallback(false, editorView.editor, editorView);
    }
    if (editorView !== null && command.editorCallback !== undefined) {
      return command.editorCallback(editorView.editor, editorView);
    }
    if (command.checkCallback !== undefined) return command.checkCallback(false);
    return command.callback?.();
  }

  #editorView(): MarkdownView | null {
    const view = this.#app.workspace.getActiveViewOfType(MarkdownView);
    return view !== null && view.getMode() === 'source' ? view : null;
  }
}
