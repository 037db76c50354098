import { Platform } from 'obsidian';
import { type ReviewFile, type ReviewPreview } from '../../workbench';
import { ReviewCursor } from './cursor';
import { FootBar, HeadBar } from './draw/bars';
import { type ReviewActions, type ReviewContext, type ReviewLayout } from './draw/context';
import { EvidenceBox } from './draw/evidence-box';
import { FileList } from './draw/file-list';
import { FilePane } from './draw/file-pane';
import { drawFrame } from './draw/frame';
import { drawResult, type ReviewResult } from './draw/result';
import { listenToSwipes } from './swipe';
import { idsOf } from './view-model/counts';
import { type DrawQueue } from '../ui';

/** How far the page is scrolled before what is above it makes room. CSS pixels. */
const COLLAPSE_AFTER = 120;
/** More than what is above the page is high. Pixels. */
const COLLAPSED = 240;

/** The parts of the review screen: bars, file list, file, evidence. Each redraws only what changed. */
export class ScreenParts {
  readonly main: HTMLElement;
  readonly cursor: ReviewCursor;
  readonly #el: HTMLElement;
  readonly #live: HTMLElement;
  readonly #context: ReviewContext;
  readonly #actions: ReviewActions;
  readonly #evidence: EvidenceBox;
  readonly #pane: FilePane;
  readonly #list: FileList;
  readonly #head: HeadBar;
  readonly #foot: FootBar;
  #updateResult = (): void => undefined;

  constructor(el: HTMLElement, context: ReviewContext, actions: ReviewActions) {
    this.#el = el;
    this.#context = context;
    this.#actions = actions;
    const { head, files, main, aside, foot, live } = drawFrame(el, context.review.proposal.changeSet.title);
    el.toggleClass('is-phone', Platform.isPhone);
    this.main = main;
    this.#live = live;
    this.#head = new HeadBar(head, context, actions, () => {
      el.toggleClass('is-listing', !el.hasClass('is-listing'));
      return el.hasClass('is-listing');
    });
    this.#pane = new FilePane(main, context);
    this.#list = new FileList(files, context, actions);
    this.#evidence = new EvidenceBox(el, aside);
    this.cursor = new ReviewCursor(context, { main, pane: this.#pane, list: this.#list, evidence: this.#evidence });
    this.#foot = new FootBar(foot, context, actions);
  }

  /** Follows the width of the screen. @returns a function that stops it */
  watchWidth(): () => void {
    return this.#evidence.watch(this.#el);
  }

  /** On a phone, a card that is moved to the side is decided. @returns what ends it */
  decideBySwipe(): () => void {
    return listenToSwipes(this.main, (hunk, action) => {
      this.cursor.setCurrentInPlace(hunk);
      this.#actions.run(action);
    });
  }

  /** On a phone, what is above the page makes room for it once the page is scrolled. */
  collapseOnScroll(): () => void {
    if (!Platform.isPhone) return () => undefined;
    const { parentElement: frame } = this.#el;
    const onScroll = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = this.main;
      // Near the end the page would be pulled back by the room that it gets, and a short one to its beginning.
      const isRoomy = scrollTop + clientHeight + COLLAPSED < scrollHeight;
      if (scrollTop > COLLAPSE_AFTER && isRoomy) frame?.addClass('is-scrolled');
      else if (scrollTop === 0) frame?.removeClass('is-scrolled');
    };
    this.main.addEventListener('scroll', onScroll, { passive: true });
    return () => this.main.removeEventListener('scroll', onScroll);
  }

  /** Closes the list of files where it lies over the page. */
  closeList(): void {
    this.#el.removeClass('is-listing');
    this.#head.update();
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
    this.#head.update();
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
    this.#head.update();
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
    const open = (id: string, isAsked?: boolean): void => this.#actions.openProposal(id, isAsked);
    this.#updateResult = drawResult(this.main, controller, review.proposal.id, result, this.#context.proposals, open);
  }

  /** Other proposals came or went. */
  updateResult(): void {
    this.#updateResult();
  }

  /** Opens what the result names first: the next proposal, else the first file that was written. */
  pressNext(): void {
    const next = this.main.querySelector<HTMLElement>('.living-wiki-next');
    (next ?? this.main.querySelector<HTMLElement>('.living-wiki-written button'))?.click();
  }

  /** Shows the place among the proposals that wait. */
  showQueue(): void {
    this.#head.update();
    this.#list.drawQueue();
    this.#pane.showOthers();
    this.#foot.update(this.#context.preview);
  }

  /** Leaves out what was decided, or shows it again. */
  showUndecidedOnly(isOn: boolean): void {
    this.#el.toggleClass('is-undecided-only', isOn);
    this.#list.showUndecidedOnly(isOn);
  }
}
