import { type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Component, MarkdownView, Notice, type MarkdownPostProcessorContext } from 'obsidian';
import { isWikiError } from '../../workbench';
import { type WikiController } from '../controller';
import { evidence as words } from '../locale';
import { EvidenceCards } from './cards';
import { liveEvidence, LOOK_AGAIN } from './live-preview';
import { SectionMarks } from './reading-view';
import { EvidenceStore } from './store';

/** Longest time without a frame. Milliseconds. */
const SLICE = 8;

/** The evidence in every open note of the wiki. It keeps nothing of a note that is closed, and nothing once it is unloaded. */
export class EvidenceOnPage extends Component {
  readonly #controller: WikiController;
  readonly #store: EvidenceStore;
  readonly #cards: EvidenceCards;
  readonly #sections = new Set<SectionMarks>();
  readonly #editors = new Set<EditorView>();
  readonly #waiting = new Set<SectionMarks>();
  #isDrawing = false;

  constructor(controller: WikiController) {
    super();
    this.#controller = controller;
    this.#store = new EvidenceStore(controller, () => this.#refresh());
    this.#cards = this.addChild(new EvidenceCards(this.#store));
  }

  override onload(): void {
    for (const event of ['wiki', 'state', 'settings'] as const) {
      this.register(this.#controller.on(event, () => this.#refresh()));
    }
  }

  override onunload(): void {
    this.#store.clear();
    // What stays rendered is cleared of our marks.
    for (const section of [...this.#sections]) section.unload();
  }

  /** What editors are extended by. */
  extension(): Extension {
    const editors = this.#editors;
    const known = EditorView.updateListener.of(({ view }) => editors.add(view));
    return [liveEvidence(this.#cards), known];
  }

  /** Marks a rendered block of a note. */
  decorate(el: HTMLElement, ctx: MarkdownPostProcessorContext): void {
    if (this.#store.pageOf(ctx.sourcePath) === null) return;
    ctx.addChild(new SectionMarks(el, ctx, this.#cards, this.#sections, (section) => this.#draw(section)));
  }

  /** Shows the card of the number at the cursor, or of the first one in its paragraph. */
  showHere(): void {
    const view = this.#controller.app.workspace.getActiveViewOfType(MarkdownView);
    const page = this.#store.pageOf(view?.file?.path);
    if (view === null || page === null) new Notice(words.noPage);
    else this.#controller.attempt(() => this.#showIn(view, page));
  }

  async #showIn(view: MarkdownView, page: string): Promise<void> {
    const first = view.contentEl.querySelector<HTMLElement>('.markdown-reading-view .living-wiki-number');
    if (view.getMode() === 'preview') {
      if (first === null) new Notice(words.none);
      first?.focus();
      first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      return;
    }
    const text = view.editor.getValue();
    const known = await this.#store.of(view.file?.path ?? '', text);
    const { line, ch } = view.editor.getCursor();
    const block = known?.evidence.blocks.find(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
    const inside = (known?.references ?? []).filter(
      (each) => each.line - 1 >= (block?.firstLine ?? line) && each.line - 1 <= (block?.lastLine ?? line),
    );
    const after = inside.find(
      (each) => each.line - 1 > line || (each.line - 1 === line && each.column + each.end - each.start > ch),
    );
    const found = after ?? inside.at(-1);
    if (found === undefined) {
      new Notice(words.none);
      return;
    }
    const drawn = view.contentEl.findAll('.cm-content .living-wiki-number');
    const el = drawn.find(({ textContent }) => textContent === `[^${found.label}]`) ?? view.contentEl;
    this.#cards.show({ el, isAsked: true }, { page, label: found.label, text });
  }

  #refresh(): void {
    for (const section of this.#sections) this.#draw(section);
    for (const editor of this.#editors) {
      if (editor.dom.isConnected) editor.dispatch({ effects: LOOK_AGAIN.of(null) });
      else this.#editors.delete(editor);
    }
  }

  #draw(section: SectionMarks): void {
    this.#waiting.add(section);
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    this.#controller.attempt(() => this.#drawWaiting().finally(() => (this.#isDrawing = false)));
  }

  #fail(error: unknown): void {
    const isCancelled = isWikiError(error) && error.code === 'living-wiki:cancelled';
    if (!isCancelled) this.#controller.showError(error);
  }

  /** In short slices: a long note has hundreds of blocks. */
  async #drawWaiting(): Promise<void> {
    const run = this.#controller.backgroundRun();
    let start = performance.now();
    for (const section of this.#waiting) {
      this.#waiting.delete(section);
      // One block that fails must not keep the others from being drawn.
      await section.refresh().catch((error: unknown) => this.#fail(error));
      if (performance.now() - start < SLICE) continue;
      await run.yieldToHost();
      start = performance.now();
    }
  }
}
