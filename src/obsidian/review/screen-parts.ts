import { type ReviewFile, type ReviewPreview } from '../../workbench';
import { ReviewCursor } from './cursor';
import { FootBar, HeadBar, type FootActions } from './draw/bars';
import { type ReviewLayout, type ReviewContext } from './draw/context';
import { EvidenceBox } from './draw/evidence-box';
import { FileList } from './draw/file-list';
import { FilePane } from './draw/file-pane';
import { drawFrame } from './draw/frame';
import { drawResult, type ReviewResult } from './draw/result';
import { idsOf } from './view-model/counts';
import { type DrawQueue } from '../ui';

interface PartsActions extends FootActions {
  setLayout(layout: ReviewLayout): void;
  /** Shows another proposal in place of this one. */
  openProposal(id: string): void;
}

/** The parts of the review screen: bars, file list, file, evidence. Each redraws only what changed. */
export class ScreenParts {
  readonly main: HTMLElement;
  readonly cursor: ReviewCursor;
  readonly #el: HTMLElement;
  readonly #live: HTMLElement;
  readonly #context: ReviewContext;
  readonly #actions: PartsActions;
  readonly #evidence: EvidenceBox;
  readonly #pane: FilePane;
  readonly #list: FileList;
  readonly #head: HeadBar;
  readonly #foot: FootBar;
  #updateResult = (): void => undefined;

  constructor(el: HTMLElement, context: ReviewContext, actions: PartsActions) {
    this.#el = el;
    this.#context = context;
    this.#actions = actions;
    const { head, files, main, aside, foot, live } = drawFrame(el);
    this.main = main;
    this.#live = live;
    this.#head = new HeadBar(head, context, (layout) => actions.setLayout(layout));
    this.#pane = new FilePane(main, context);
    this.#list = new FileList(files, context);
    this.#evidence = new EvidenceBox(el, aside);
    this.cursor = new ReviewCursor(context, { main, pane: this.#pane, list: this.#list, evidence: this.#evidence });
    this.#foot = new FootBar(foot, context, actions);
  }

  /** Follows the width of the screen. @returns a function that stops it */
  watchWidth(): () => void {
    return this.#evidence.watch(this.#el);
  }

  get queue(): DrawQueue {
    return this.#pane.queue;
  }

  announce(text: string): void {
    // Screen readers skip a text that did not change.
    this.#live.setText(this.#live.textContent === text ? `${text}\u00a0` : text);
  }

  /** Takes the focus without scrolling, unless it is already here or in a dialog. */
  focus(): void {
    const { activeElement } = this.#el.doc;
    if (!this.#el.contains(activeElement) && !activeElement?.closest('.modal-container')) this.cursor.focusInPlace();
  }

  /** Selects the first file, or the first one with a conflict. */
  selectFirst(): void {
    const { files } = this.#context.review;
    const first = files.find(({ conflict }) => conflict !== null) ?? files[0];
    if (first) this.cursor.select(first.path, false);
  }

  /** Redraws everything and keeps the position. */
  redraw(): void {
    const { path, hunk } = this.cursor;
    const scroll = this.main.scrollTop;
    const hadFocus = this.main.contains(this.#el.doc.activeElement);
    this.#list.draw();
    this.cursor.restore(path, hunk, scroll);
    if (hadFocus) this.cursor.focus();
    this.#foot.update(this.#context.preview);
  }

  /** Redraws the hunks whose decision changed. */
  updateHunks(changed: readonly string[]): void {
    const ids = new Set(changed);
    for (const file of this.#context.review.files) {
      if (!idsOf(file).some((id) => ids.has(id))) continue;
      this.#list.update(file);
      this.#pane.update(file, changed);
    }
    this.#foot.update(this.#context.preview);
    if (this.cursor.file && idsOf(this.cursor.file).some((id) => ids.has(id))) this.cursor.drawAccount();
    if (ids.has(this.cursor.hunk)) this.cursor.drawEvidence();
  }

  /** The account of a large file is known now. */
  showAccount(file: ReviewFile): void {
    if (this.cursor.file !== file) return;
    this.cursor.drawAccount();
    this.#pane.update(file, idsOf(file));
  }

  /** @param preview `null` while it is being computed */
  updatePreview(preview: ReviewPreview | null): void {
    this.#list.preview(preview);
    this.#foot.update(preview);
    if (!preview) return;
    const { file, path } = this.cursor;
    if (path === '' && preview.generated[0]) this.cursor.select(preview.generated[0].path, false);
    else if (!file && path !== '') this.cursor.select(path, false);
    else this.cursor.drawEvidence();
  }

  showLayout(layout: ReviewLayout): void {
    this.#head.show(layout);
  }

  /** Forgets what was drawn. */
  clear(): void {
    this.#pane.clear();
  }

  /** Shows the result in place of the review. */
  showResult(result: ReviewResult): void {
    this.clear();
    this.#el.addClass('is-ended');
    const { controller, review } = this.#context;
    const open = (id: string): void => this.#actions.openProposal(id);
    this.#updateResult = drawResult(this.main, controller, review.proposal.id, result, open);
  }

  /** Other proposals came or went. */
  updateResult(): void {
    this.#updateResult();
  }
}
