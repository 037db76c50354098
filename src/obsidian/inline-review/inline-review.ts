import { type Extension, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { Component, editorInfoField } from 'obsidian';
import { type Review } from '../../workbench';
import { type WikiController } from '../controller';
import { review } from '../locale';
import { addButton } from '../ui';
import { placeChanges, type PlacedChange } from './placed-changes';

const words = review.inline;
/** Asks the editors to read the proposals again. */
const READ_AGAIN = StateEffect.define();
/** Milliseconds without a keystroke before a changed text is compared. */
const PAUSE = 700;
/** Of so many proposals the changes are shown in a note; the others are in the review. */
const MAX_PROPOSALS = 5;

type Decide = (change: PlacedChange, verdict: 'accepted' | 'rejected' | null) => void;

/** Shows changes of waiting proposals in open notes. */
export class InlineReview extends Component {
  readonly #controller: WikiController;
  readonly #editors = new Set<EditorView>();

  constructor(controller: WikiController) {
    super();
    this.#controller = controller;
  }

  override onload(): void {
    const again = (): void => {
      for (const view of this.#editors) view.dispatch({ effects: READ_AGAIN.of(null) });
    };
    for (const event of ['state', 'proposals', 'wiki', 'settings'] as const)
      this.register(this.#controller.on(event, again));
  }

  extension(): Extension {
    return ViewPlugin.define(
      (view) =>
        new ChangesInEditor(view, this.#controller, this.#editors, (change, verdict) => this.#decide(change, verdict)),
      { decorations: ({ decorations }) => decorations },
    );
  }

  /** Stores a decision, as the review does. Nothing is written to the note. */
  #decide({ proposal, hunk }: PlacedChange, verdict: 'accepted' | 'rejected' | null): void {
    const session = this.#controller.review(proposal);
    if (session === null) return;
    this.#controller.attempt(async () => {
      await session.decide({ [hunk]: verdict === null ? null : { verdict } });
      this.#controller.proposalsChanged();
      for (const view of this.#editors) view.dispatch({ effects: READ_AGAIN.of(null) });
    });
  }
}

/** The changes in one editor. Their places follow what is typed until they are read again. */
class ChangesInEditor {
  decorations: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #controller: WikiController;
  readonly #editors: Set<EditorView>;
  readonly #decide: Decide;
  readonly #win: Window;
  #timer = 0;
  #isGone = false;
  /** Counts the looks, so that a slow one does not overwrite a later one. */
  #look = 0;

  constructor(view: EditorView, controller: WikiController, editors: Set<EditorView>, decide: Decide) {
    this.#view = view;
    this.#controller = controller;
    this.#editors = editors;
    this.#decide = decide;
    this.#win = view.dom.ownerDocument.defaultView ?? window;
    editors.add(view);
    this.#readIn(0);
  }

  update({ docChanged, changes, transactions }: ViewUpdate): void {
    if (docChanged) this.decorations = this.decorations.map(changes);
    const isAsked = transactions.some(({ effects }) => effects.some((effect) => effect.is(READ_AGAIN)));
    if (docChanged || isAsked) this.#readIn(docChanged ? PAUSE : 0);
  }

  destroy(): void {
    this.#isGone = true;
    this.#editors.delete(this.#view);
    this.#win.clearTimeout(this.#timer);
  }

  #readIn(ms: number): void {
    this.#win.clearTimeout(this.#timer);
    this.#timer = this.#win.setTimeout(() => void this.#read(), ms);
  }

  async #read(): Promise<void> {
    const look = (this.#look += 1);
    const { state: controllerState, settings } = this.#controller;
    const file = this.#view.state.field(editorInfoField, false)?.file?.path;
    const isShown = controllerState.kind === 'ready' && settings.changesInNotes;
    const path = file === undefined || !isShown ? null : this.#controller.toWikiPath(file);
    const text = path === null ? '' : this.#view.state.doc.toString();
    const changes = path === null ? [] : await this.#changesOf(path, text).catch(() => []);
    if (this.#isGone || look !== this.#look || (path !== null && this.#view.state.doc.toString() !== text)) return;
    if (changes.length === 0 && this.decorations === Decoration.none) return;
    this.decorations = this.#draw(changes);
    this.#view.dispatch({});
  }

  async #changesOf(path: string, text: string): Promise<readonly PlacedChange[]> {
    const touching = this.#controller.proposals
      .filter(({ changeSet }) => changeSet.files.some((edit) => edit.path === path))
      .slice(0, MAX_PROPOSALS);
    const reviews: Review[] = [];
    for (const { id } of touching) {
      const session = this.#controller.review(id);
      if (session !== null) reviews.push(await session.load(this.#controller.backgroundRun()));
    }
    return placeChanges(
      path,
      text,
      reviews.filter(({ proposal }) => proposal.state === 'waiting'),
    );
  }

  #draw(changes: readonly PlacedChange[]): DecorationSet {
    if (changes.length === 0) return Decoration.none;
    const { doc } = this.#view.state;
    const open = (change: PlacedChange): void =>
      this.#controller.attempt(() => this.#controller.navigator.openReview(change.proposal));
    const ranges = changes.flatMap((change) => {
      const { from, to, verdict } = change;
      const line = doc.lineAt(from);
      const state = verdict === null ? '' : ` is-${verdict}`;
      const mark = Decoration.line({ class: `living-wiki-proposed-line${state}` }).range(line.from);
      const gone = from < to ? [Decoration.mark({ class: `living-wiki-proposed-gone${state}` }).range(from, to)] : [];
      const widget = new ChangeWidget(change, this.#decide, open);
      return [mark, ...gone, Decoration.widget({ widget, side: 1 }).range(doc.lineAt(to).to)];
    });
    return Decoration.set(ranges, true);
  }
}

/** The proposed text below the line that it changes, with the buttons that decide. */
class ChangeWidget extends WidgetType {
  readonly #change: PlacedChange;
  readonly #decide: Decide;
  readonly #open: (change: PlacedChange) => void;

  constructor(change: PlacedChange, decide: Decide, open: (change: PlacedChange) => void) {
    super();
    this.#change = change;
    this.#decide = decide;
    this.#open = open;
  }

  override eq(other: ChangeWidget): boolean {
    const [one, two] = [this.#change, other.#change];
    return one.hunk === two.hunk && one.verdict === two.verdict && one.text === two.text;
  }

  override toDOM(): HTMLElement {
    const { verdict, text, title } = this.#change;
    const box = createSpan({
      cls: `living-wiki-proposed${verdict === null ? '' : ` is-${verdict}`}`,
      attr: { role: 'group', 'aria-label': words.label(title) },
    });
    const shown = text.trim();
    box.createSpan({
      cls: 'living-wiki-proposed-text',
      text: shown === '' ? words.removed : shown,
      attr: { dir: 'auto' },
    });
    const row = box.createSpan({ cls: 'living-wiki-proposed-row' });
    const choose = (wanted: 'accepted' | 'rejected', plain: string, chosen: string): void => {
      const isOn = verdict === wanted;
      const button = addButton(row, { text: isOn ? chosen : plain, cls: 'living-wiki-small-button' }, () =>
        this.#decide(this.#change, isOn ? null : wanted),
      );
      button.setAttr('aria-pressed', String(isOn));
    };
    choose('accepted', review.accept, `✓ ${review.accepted}`);
    choose('rejected', review.reject, `✕ ${review.rejected(undefined)}`);
    const more = { text: words.open, cls: 'living-wiki-small-button', label: `${words.open} ${title}` };
    addButton(row, more, () => this.#open(this.#change));
    return box;
  }

  /** A press on a button moves no cursor. */
  override ignoreEvent(): boolean {
    return true;
  }
}
