import { Compartment, EditorState, StateField, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type App } from '../app';
import { type EditorFace } from './editor';
import { type MarkdownView } from './markdown-view';

/** d.ts `editorInfoField`: what is edited. Guess: it is set when the editor is made. */
export const editorInfoField = StateField.define<unknown>({ create: () => null, update: (value) => value });

/** d.ts `editorLivePreviewField`: "whether Live Preview is active". */
export const editorLivePreviewField = StateField.define<boolean>({ create: () => true, update: (value) => value });

/** Guess: an array that a plugin registered is read again by `updateOptions`, in whatever state it is then. */
const extensionsOf = (app: App): Extension => app.hostState.editorExtensions.map((each) => each as Extension);

/** A CodeMirror editor with the extensions of plugins, and nothing that the app draws in its own. */
export class LivePreview implements EditorFace {
  readonly view: EditorView;
  readonly #app: App;
  readonly #plugins = new Compartment();
  #isOwnChange = false;

  constructor(app: App, owner: MarkdownView, parent: HTMLElement) {
    this.#app = app;
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          editorInfoField.init(() => owner),
          editorLivePreviewField,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'Editor' }),
          this.#plugins.of(extensionsOf(app)),
          EditorView.updateListener.of(({ docChanged, state }) => {
            const { from, to } = state.selection.main;
            if (docChanged && !this.#isOwnChange) owner.editor.hostType(state.doc.toString(), from, to);
          }),
        ],
      }),
    });
  }

  show(text: string, from: number, to: number): void {
    this.#isOwnChange = true;
    const isNew = this.view.state.doc.toString() !== text;
    this.view.dispatch({
      ...(isNew && { changes: { from: 0, to: this.view.state.doc.length, insert: text } }),
      selection: { anchor: from, head: to },
      scrollIntoView: true,
    });
    this.#isOwnChange = false;
  }

  focus(): void {
    this.view.focus();
  }

  reconfigure(): void {
    this.view.dispatch({ effects: this.#plugins.reconfigure(extensionsOf(this.#app)) });
  }
}
