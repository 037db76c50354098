import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import { Component, editorInfoField, editorLivePreviewField } from 'obsidian';
import { EVIDENCE_NOT_PROOF } from '../../workbench';
import { type WikiController } from '../controller';
import { noteUnit, UnitInNote, type NoteUnit } from './unit-note';
import { type UnitViewActions } from './unit-view';

/** Milliseconds without a keystroke before a changed text is compared with the unit. */
const PAUSE = 500;

/** The unit of the text, and where it is drawn; `null` for any other text. */
interface Shown {
  readonly note: NoteUnit;
  readonly from: number;
  /** End of the text that the drawing stands for; `from` where it stands for none. */
  readonly to: number;
  readonly isText: boolean;
}

const SHOW = StateEffect.define<Shown | null>();

const shownField = StateField.define<Shown | null>({
  create: () => null,
  update: (value, { changes, docChanged, effects }) => {
    const asked = effects.findLast((effect) => effect.is(SHOW));
    if (asked?.is(SHOW) === true) return asked.value;
    if (!docChanged || value === null) return value;
    // An edited text is shown until it is compared again.
    const from = changes.mapPos(value.from);
    return { ...value, from, to: from };
  },
});

/** Draws the unit of an open note in live preview, as reading view does. */
export class UnitsInEditors extends Component {
  readonly #controller: WikiController;
  readonly #again: UnitViewActions['again'];
  readonly #editors = new Set<UnitInEditor>();

  constructor(controller: WikiController, again: UnitViewActions['again']) {
    super();
    this.#controller = controller;
    this.#again = again;
  }

  override onload(): void {
    for (const event of ['state', 'wiki'] as const)
      this.register(this.#controller.on(event, () => this.#editors.forEach((each) => each.lookIn(0))));
  }

  override onunload(): void {
    for (const each of [...this.#editors]) each.destroy();
  }

  extension(): Extension {
    const plugin = ViewPlugin.define((view) => {
      const editor = new UnitInEditor(view, this.#controller, () => this.#editors.delete(editor));
      this.#editors.add(editor);
      return editor;
    });
    const decorations = EditorView.decorations.compute([shownField, editorLivePreviewField], (state) => {
      const shown = state.field(shownField);
      if (shown === null || state.field(editorLivePreviewField, false) !== true) return Decoration.none;
      const widget = new UnitWidget(shown, this.#controller, this.#again);
      return shown.to > shown.from
        ? Decoration.set(Decoration.replace({ widget, block: true }).range(shown.from, shown.to))
        : Decoration.set(Decoration.widget({ widget, block: true, side: -1 }).range(shown.from));
    });
    return [shownField, plugin, decorations];
  }
}

/** Keeps the unit of one editor current. */
class UnitInEditor {
  readonly #view: EditorView;
  readonly #controller: WikiController;
  readonly #gone: () => void;
  readonly #win: Window;
  #timer = 0;
  #isGone = false;
  /** Counts the looks, so that a slow one does not overwrite a later one. */
  #look = 0;

  constructor(view: EditorView, controller: WikiController, gone: () => void) {
    this.#view = view;
    this.#controller = controller;
    this.#gone = gone;
    this.#win = view.dom.ownerDocument.defaultView ?? window;
    this.lookIn(0);
  }

  update({ docChanged }: ViewUpdate): void {
    if (docChanged) this.lookIn(PAUSE);
  }

  destroy(): void {
    this.#isGone = true;
    this.#win.clearTimeout(this.#timer);
    this.#gone();
  }

  lookIn(ms: number): void {
    this.#win.clearTimeout(this.#timer);
    this.#timer = this.#win.setTimeout(() => void this.#read(), ms);
  }

  async #read(): Promise<void> {
    const look = (this.#look += 1);
    const path = this.#view.state.field(editorInfoField, false)?.file?.path;
    const note = path === undefined ? null : await noteUnit(this.#controller, path);
    if (this.#isGone || look !== this.#look) return;
    const before = this.#view.state.field(shownField);
    const shown = note === null ? null : placeIn(this.#view.state.doc.toString(), note, before?.isText ?? false);
    if (JSON.stringify(placeOf(shown)) === JSON.stringify(placeOf(before))) return;
    this.#view.dispatch({ effects: SHOW.of(shown) });
  }
}

/** What decides how a unit is drawn. */
const placeOf = (shown: Shown | null): unknown =>
  shown && [shown.from, shown.to, shown.isText, shown.note.isWhole, shown.note.shown.unit.id];

/** Where the unit is drawn: in place of the text below the title, or above the introduction of a text that says more. */
function placeIn(text: string, note: NoteUnit, isText: boolean): Shown | null {
  const own = note.isWhole && note.text === text;
  const said = text.indexOf(EVIDENCE_NOT_PROOF);
  if (said < 0) return null;
  const from = text.lastIndexOf('\n', said) + 1;
  return { note: { ...note, isWhole: own }, from, to: own && !isText ? text.trimEnd().length : from, isText };
}

class UnitWidget extends WidgetType {
  readonly #shown: Shown;
  readonly #controller: WikiController;
  readonly #again: UnitViewActions['again'];
  #drawn: UnitInNote | null = null;

  constructor(shown: Shown, controller: WikiController, again: UnitViewActions['again']) {
    super();
    this.#shown = shown;
    this.#controller = controller;
    this.#again = again;
  }

  override eq(other: UnitWidget): boolean {
    return other.#shown.note.shown === this.#shown.note.shown && other.#shown.isText === this.#shown.isText;
  }

  override toDOM(view: EditorView): HTMLElement {
    const el = createDiv({ cls: 'living-wiki-unit living-wiki-unit-note' });
    const { isText } = this.#shown;
    const toggle = (): void => {
      const shown = view.state.field(shownField);
      if (shown === null) return;
      const placed = placeIn(view.state.doc.toString(), shown.note, !isText);
      view.dispatch({ effects: SHOW.of(placed) });
    };
    this.#drawn = new UnitInNote(el, this.#controller, this.#shown.note, { again: this.#again, isText, toggle });
    this.#drawn.load();
    const observer = new ResizeObserver(() => view.requestMeasure());
    observer.observe(el);
    this.#drawn.register(() => observer.disconnect());
    return el;
  }

  override destroy(): void {
    this.#drawn?.unload();
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
