import { Compartment, EditorState, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import { drawMarkdown } from '../ui/markdown';
import { type App } from '../app';
import { type EditorFace } from './editor';
import { type MarkdownView } from './markdown-view';

/** d.ts `editorInfoField`: what is edited. Guess: it is set when the editor is made. */
export const editorInfoField = StateField.define<unknown>({ create: () => null, update: (value) => value });

/** d.ts `editorLivePreviewField`: "whether Live Preview is active". */
export const editorLivePreviewField = StateField.define<boolean>({ create: () => true, update: (value) => value });

/** Guess: an array that a plugin registered is read again by `updateOptions`, in whatever state it is then. */
const extensionsOf = (app: App): Extension => app.hostState.editorExtensions.map((each) => each as Extension);

/** Guess: the app draws a table in place of its text, without running post processors. */
class TableWidget extends WidgetType {
  readonly #app: App;
  readonly #text: string;

  constructor(app: App, text: string) {
    super();
    this.#app = app;
    this.#text = text;
  }

  override eq(other: TableWidget): boolean {
    return other.#text === this.#text;
  }

  override toDOM(view: EditorView): HTMLElement {
    const el = createDiv('cm-embed-block cm-table-widget markdown-rendered');
    // A reference is one where its footnote is, which the table does not hold.
    const labels = new Set(this.#text.match(/\[\^[^\]]+\]/g));
    drawMarkdown(this.#app, [this.#text, ...[...labels].map((label) => `${label}: .`)].join('\n\n'), el, '');
    for (const each of Array.from(el.children))
      if (each.querySelector('table') === null && each.tagName !== 'TABLE') each.remove();
    view.requestMeasure();
    return el;
  }
}

const TABLE = /^\|.*\n\|[ :|-]+(?:\n\|.*)*/gm;

function tablesOf(app: App, { doc }: EditorState): DecorationSet {
  const text = doc.toString();
  const found = [...text.matchAll(TABLE)].map((match) =>
    Decoration.replace({ widget: new TableWidget(app, match[0]), block: true }).range(
      match.index,
      match.index + match[0].length,
    ),
  );
  return Decoration.set(found);
}

const tableField = (app: App): Extension =>
  StateField.define<DecorationSet>({
    create: (state) => tablesOf(app, state),
    update: (value, { docChanged, state }) => (docChanged ? tablesOf(app, state) : value),
    provide: (field) => EditorView.decorations.from(field),
  });

/** A CodeMirror editor with the extensions of plugins; of what the app draws in its own, it has tables. */
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
          tableField(app),
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
