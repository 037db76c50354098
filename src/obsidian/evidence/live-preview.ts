import { type Extension, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  layer,
  type LayerMarker,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { editorInfoField, editorLivePreviewField, Platform, setIcon } from 'obsidian';
import { type EvidenceBlock } from '../../workbench';
import { evidence as words } from '../locale';
import { numberState, STATE_ICONS } from './draw-card';
import { type EvidenceCards, type NoteTarget } from './cards';
import { type KnownEvidence } from './store';

/** Asks the editors to look at the evidence again. */
export const LOOK_AGAIN = StateEffect.define();

/** Milliseconds without a keystroke before a changed text is read. */
const PAUSE = 500;
/** How far the strip is from the text. Pixels. */
const DISTANCE = 18;

interface PlacedBlock {
  readonly block: EvidenceBlock;
  readonly from: number;
  readonly to: number;
}

/** What an editor knows of the evidence of its text; places follow what is typed until the text is read again. */
class EditorEvidence {
  decorations: DecorationSet = Decoration.none;
  blocks: readonly PlacedBlock[] = [];
  known: KnownEvidence | null = null;
  readonly view: EditorView;
  readonly #cards: EvidenceCards;
  #timer: number | null = null;
  #isGone = false;
  /** Counts the looks, so that a slow one does not overwrite a later one. */
  #look = 0;

  constructor(view: EditorView, cards: EvidenceCards) {
    this.view = view;
    this.#cards = cards;
    this.#lookIn(0);
  }

  update({ docChanged, changes, transactions }: ViewUpdate): void {
    if (docChanged) {
      this.decorations = this.decorations.map(changes);
      this.blocks = this.blocks.map(({ block, from, to }) => ({
        block,
        from: changes.mapPos(from),
        to: changes.mapPos(to, 1),
      }));
      this.#lookIn(PAUSE);
    }
    if (transactions.some(({ effects }) => effects.some((effect) => effect.is(LOOK_AGAIN)))) this.#lookIn(0);
  }

  destroy(): void {
    this.#isGone = true;
    this.#stop();
  }

  /** The number of a footnote at an offset. */
  numberAt(offset: number): NoteTarget | null {
    const { known } = this;
    const labels: string[] = [];
    this.decorations.between(offset, offset, (_from, _to, { spec }) => {
      labels.push((spec as { readonly label: string }).label);
    });
    const label = labels.at(-1);
    return known === null || label === undefined ? null : { page: known.page, label, text: known.text };
  }

  get isShown(): boolean {
    return (
      this.known !== null && this.#cards.isStripShown && this.view.state.field(editorLivePreviewField, false) === true
    );
  }

  #lookIn(ms: number): void {
    this.#stop();
    const win = this.view.dom.ownerDocument.defaultView ?? window;
    this.#timer = win.setTimeout(() => void this.#read(), ms);
  }

  #stop(): void {
    if (this.#timer === null) return;
    (this.view.dom.ownerDocument.defaultView ?? window).clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #read(): Promise<void> {
    const look = (this.#look += 1);
    const path = this.view.state.field(editorInfoField, false)?.file?.path;
    const { store } = this.#cards;
    // The text of a note that is no page is not even read.
    const isPage = store.pageOf(path) !== null;
    if (!isPage && this.known === null) return;
    const text = isPage ? this.view.state.doc.toString() : '';
    const known = isPage && path !== undefined ? await store.of(path, text).catch(() => null) : null;
    // Whoever went on typing is read again in a moment.
    if (this.#isGone || look !== this.#look || (isPage && this.view.state.doc.toString() !== text)) return;
    this.#show(known);
    this.view.dispatch({});
  }

  #show(known: KnownEvidence | null): void {
    const { doc } = this.view.state;
    this.known = known;
    const marks = (known?.references ?? []).map(({ label, start, end }) => {
      const state = known === null ? null : numberState(label, known.evidence);
      const cls = `living-wiki-number${state === null ? '' : ` is-${state}`}`;
      return Decoration.mark({ class: cls, label }).range(start, end);
    });
    this.decorations = Decoration.set(marks, true);
    this.blocks = (known?.evidence.blocks ?? []).map((block) => ({
      block,
      from: doc.line(Math.min(block.firstLine + 1, doc.lines)).from,
      to: doc.line(Math.min(block.lastLine + 1, doc.lines)).to,
    }));
  }
}

/** The line beside one paragraph, with its mark. */
class StripMarker implements LayerMarker {
  readonly block: EvidenceBlock;
  readonly #show: (el: HTMLElement, block: EvidenceBlock) => void;
  readonly #left: number;
  readonly #top: number;
  readonly #height: number;

  constructor(
    block: EvidenceBlock,
    [left, top, height]: readonly [number, number, number],
    show: (el: HTMLElement, block: EvidenceBlock) => void,
  ) {
    this.block = block;
    this.#left = left;
    this.#top = top;
    this.#height = height;
    this.#show = show;
  }

  eq(other: StripMarker): boolean {
    const { block } = other;
    const isAlike = block.state === this.block.state && block.count === this.block.count;
    return isAlike && other.#left === this.#left && other.#top === this.#top && other.#height === this.#height;
  }

  draw(): HTMLElement {
    const { state } = this.block;
    const el = createDiv({ cls: `living-wiki-strip is-${state}` });
    if (state !== 'quoted') {
      const mark = el.createEl('button', { cls: `living-wiki-state-mark is-${state}` });
      mark.tabIndex = -1;
      mark.setAttr('type', 'button');
      mark.setAttr('aria-label', words.mark(state));
      setIcon(mark, STATE_ICONS[state] === '' ? 'circle-dashed' : STATE_ICONS[state]);
      mark.addEventListener('click', () => this.#show(mark, this.block));
    }
    this.#place(el);
    return el;
  }

  update(el: HTMLElement, old: StripMarker): boolean {
    if (old.block !== this.block) return false;
    this.#place(el);
    return true;
  }

  #place(el: HTMLElement): void {
    el.setCssStyles({ left: `${this.#left}px`, top: `${this.#top}px`, height: `${this.#height}px` });
  }
}

/** The numbers and the strip in live preview. Notes that are no page of the wiki are left alone. */
export function liveEvidence(cards: EvidenceCards): Extension {
  const plugin = ViewPlugin.define((view) => new EditorEvidence(view, cards), {
    decorations: ({ decorations }) => decorations,
    eventHandlers: {
      mouseover(event) {
        const found = numberUnder(event, this);
        if (found !== null && !Platform.isPhone) cards.hover(...found);
      },
      mouseout({ target }) {
        // The note may be in a window of its own.
        const isElement = target !== null && (target as Node).instanceOf(HTMLElement);
        const el = isElement ? (target as HTMLElement).closest<HTMLElement>('.living-wiki-number') : null;
        if (el !== null) cards.leave(el);
      },
      click(event) {
        const found = Platform.isMobile ? numberUnder(event, this) : null;
        if (found !== null) cards.show({ el: found[0], isAsked: true }, found[1]);
        return found !== null;
      },
    },
  });
  const strip = layer({
    above: true,
    class: 'living-wiki-layer',
    update: ({ docChanged, geometryChanged, viewportChanged, transactions }) =>
      docChanged || geometryChanged || viewportChanged || transactions.length > 0,
    markers: (view) => {
      const evidence = view.plugin(plugin);
      return evidence?.isShown === true ? markersOf(view, evidence, cards) : [];
    },
  });
  return [plugin, strip];
}

function numberUnder({ target }: MouseEvent, evidence: EditorEvidence): [HTMLElement, NoteTarget] | null {
  const el = (target as Node).instanceOf(HTMLElement) ? (target as HTMLElement).closest<HTMLElement>(NUMBER) : null;
  if (el === null) return null;
  const table = el.closest('table');
  const found = table === null ? evidence.numberAt(evidence.view.posAtDOM(el)) : numberInTable(el, table, evidence);
  return found === null ? null : [el, found];
}

/** The n-th number of a table that the app draws is the n-th reference of its lines. Where their counts differ, nothing is guessed. */
function numberInTable(el: HTMLElement, table: HTMLElement, { view, known }: EditorEvidence): NoteTarget | null {
  const row = el.closest('tr');
  const at = row === null ? -1 : Array.from(table.querySelectorAll('tr')).indexOf(row);
  if (row === null || at < 0 || known === null) return null;
  const line = view.state.doc.lineAt(view.posAtDOM(table)).number + lineOfRow(at);
  const labels = known.references.filter((each) => each.line === line);
  // The app may wrap one in the other.
  const numbers = Array.from(row.querySelectorAll(NUMBER)).filter((each) => !each.parentElement?.closest(NUMBER));
  const own = labels[numbers.findIndex((each) => each.contains(el))];
  if (labels.length !== numbers.length || own === undefined) return null;
  return { page: known.page, label: own.label, text: known.text };
}

/** Lines from the first of a table to that of a row: the line of dashes is between the head and the rows. */
const lineOfRow = (row: number): number => (row === 0 ? 0 : row + 1);

/** Ours, and what the app draws in its place. Guess: these classes of the app. */
const NUMBER = '.living-wiki-number, .footnote-ref, .cm-footref';

function markersOf(view: EditorView, { blocks, known }: EditorEvidence, cards: EvidenceCards): readonly StripMarker[] {
  const { scrollDOM, contentDOM, viewport } = view;
  const base = scrollDOM.getBoundingClientRect();
  const content = contentDOM.getBoundingClientRect();
  // On a phone the margin is narrower than that.
  const left = Math.max(2, content.left - base.left + scrollDOM.scrollLeft - DISTANCE);
  const shift = view.documentTop - base.top + scrollDOM.scrollTop;
  const show = (el: HTMLElement, block: EvidenceBlock): void => {
    if (known !== null) cards.showState(el, block, known.evidence, known.page);
  };
  const found: StripMarker[] = [];
  let taken = -1;
  const tables = drawnTables(view);
  for (const { block, from, to } of blocks) {
    if (to < viewport.from || from > viewport.to || to > view.state.doc.length) continue;
    const row = block.kind === 'row' ? rowAt(view, tables, from) : null;
    if (row !== null) {
      const { top, height } = row.getBoundingClientRect();
      found.push(new StripMarker(block, [left, top - base.top + scrollDOM.scrollTop, height], show));
      continue;
    }
    const { top } = view.lineBlockAt(from);
    const { bottom } = view.lineBlockAt(to);
    // Rows of which only the table is known are one.
    if (top <= taken) continue;
    taken = top;
    found.push(new StripMarker(block, [left, shift + top, bottom - top], show));
  }
  return found;
}

interface DrawnTable {
  readonly firstLine: number;
  readonly rows: readonly HTMLElement[];
}

/** The tables that the app draws in place of their text. */
function drawnTables(view: EditorView): readonly DrawnTable[] {
  return Array.from(view.contentDOM.querySelectorAll('table'), (table) => ({
    firstLine: view.state.doc.lineAt(view.posAtDOM(table)).number,
    rows: Array.from(table.querySelectorAll('tr')),
  }));
}

/** The drawn row of the table whose line begins at an offset. */
function rowAt({ state }: EditorView, tables: readonly DrawnTable[], from: number): HTMLElement | null {
  const { number } = state.doc.lineAt(from);
  for (const { firstLine, rows } of tables) {
    const at = number - firstLine - 1;
    // The head is no row of ours.
    if (at > 0 && at < rows.length) return rows[at] ?? null;
  }
  return null;
}
