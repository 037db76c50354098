import { Component, Notice } from 'obsidian';
import {
  type ConflictSide,
  type HunkDecisions,
  type HunkDecision,
  type Review,
  type ReviewSession,
  type ReviewHunk,
  type ReviewPreview,
} from '../../workbench';
import { type WikiController } from '../controller';
import { review as words } from '../locale';
import { ReviewCompletion } from './review-completion';
import { ReviewCursor } from './cursor';
import { DecisionStore } from './decision-store';
import { FootBar, HeadBar } from './draw/bars';
import { type Layout, type ReviewContext } from './draw/context';
import { showKeys } from './draw/dialogs';
import { EvidenceBox } from './draw/evidence-box';
import { FileList } from './draw/file-list';
import { FilePane } from './draw/file-pane';
import { drawFrame } from './draw/frame';
import { drawResult, type ReviewResult } from './draw/result';
import { allIds, countHunks, idsOf } from './view-model/counts';
import { acceptAll } from './view-model/decisions';
import { type Blocker } from './view-model/blockers';
import { type ReviewAction } from './view-model/keys';
import { PreviewLoader } from './preview-loader';
import { UnsavedFormGuard } from './unsaved-form-guard';

/** The screen on one review: its parts, what keys and buttons do, and which part is drawn anew after it. */
export class ReviewScreen extends Component implements ReviewContext {
  readonly controller: WikiController;
  readonly #openProposal: (id: string) => void;
  readonly #el: HTMLElement;
  readonly #main: HTMLElement;
  readonly #live: HTMLElement;
  readonly #decisions: DecisionStore;
  readonly #completion: ReviewCompletion;
  readonly #preview: PreviewLoader;
  readonly #cursor: ReviewCursor;
  readonly #formGuard: UnsavedFormGuard;
  readonly #evidence: EvidenceBox;
  readonly #pane: FilePane;
  readonly #list: FileList;
  readonly #head: HeadBar;
  readonly #foot: FootBar;
  #layout: Layout;
  #isEnded = false;
  /** A newer reading waits until what is being written is done. */
  #hasPendingRefresh = false;
  #fileOwner = new Component();

  /** @param go opens another proposal in the place of this one */
  constructor(
    el: HTMLElement,
    controller: WikiController,
    session: ReviewSession,
    review: Review,
    layout: Layout,
    go: (id: string) => void,
  ) {
    super();
    this.controller = controller;
    this.#openProposal = go;
    this.#layout = layout;
    this.#el = el;
    this.#decisions = new DecisionStore(controller, session, review);
    this.#completion = new ReviewCompletion(controller, session, this.#decisions, this);
    const { head, files, main, aside, foot, live } = drawFrame(el);
    this.#main = main;
    this.#live = live;
    this.#formGuard = new UnsavedFormGuard(main, (text) => this.announce(text));
    this.#preview = new PreviewLoader(el.win, session, controller, (preview) => this.#onPreview(preview));
    this.#head = new HeadBar(head, this, (chosen) => this.#setLayout(chosen));
    this.#pane = new FilePane(main, this);
    this.#list = new FileList(files, this);
    this.#evidence = new EvidenceBox(el, aside);
    const parts = { main, pane: this.#pane, list: this.#list, evidence: this.#evidence };
    this.#cursor = new ReviewCursor(this, parts);
    this.#foot = new FootBar(foot, this, {
      acceptAll: () => void this.accept(this.#hunks),
      rejectAll: () => void this.#completion.rejectAll(),
      apply: () => this.#apply(),
      goTo: (hindrance) => this.goTo(hindrance),
    });
    const first = review.files.find(({ conflict }) => conflict !== null) ?? review.files[0];
    if (first) this.#cursor.select(first.path, false);
    this.#preview.request();
  }

  readonly #actions: Readonly<Record<ReviewAction, () => void>> = {
    nextHunk: () => this.#cursor.moveHunk(1),
    previousHunk: () => this.#cursor.moveHunk(-1),
    nextFile: () => this.#cursor.moveFile(1),
    previousFile: () => this.#cursor.moveFile(-1),
    accept: () => this.#cursor.card?.accept(),
    reject: () => this.#cursor.card?.askReason(),
    edit: () => this.#cursor.card?.edit(),
    undecide: () => this.#cursor.card?.undoDecision(),
    source: () => this.#cursor.card && this.openSource(this.#cursor.card.place.item),
    acceptFile: () => this.acceptFile(),
    unified: () => this.#setLayout('unified'),
    split: () => this.#setLayout('split'),
    rendered: () => this.#setLayout('rendered'),
    generated: () => this.#cursor.nextGenerated(),
    apply: () => this.#apply(),
    keys: () => showKeys(this.controller),
  };

  override onload(): void {
    this.register(this.#evidence.watch(this.#el));
  }

  override onunload(): void {
    this.#preview.stop();
    this.#pane.clear();
  }

  get review(): Review {
    return this.#decisions.review;
  }
  get decisions(): HunkDecisions {
    return this.#decisions.decisions;
  }
  get reasons(): readonly string[] {
    return this.#decisions.reasons;
  }
  get preview(): ReviewPreview | null {
    return this.#preview.last;
  }
  get layout(): Layout {
    return this.#layout;
  }
  get owner(): Component {
    return this.#fileOwner;
  }
  get isEnded(): boolean {
    return this.#isEnded;
  }
  /** It ended, or is about to write: what is read meanwhile is not to be shown. */
  get isBusy(): boolean {
    return this.#isEnded || this.#completion.isRunning;
  }

  get #hunks(): readonly ReviewHunk[] {
    return this.review.files.flatMap(({ hunks }) => hunks);
  }

  resetOwner(): void {
    this.removeChild(this.#fileOwner);
    this.#fileOwner = this.addChild(new Component());
  }

  announce(text: string): void {
    // The same words twice are said twice.
    this.#live.setText(this.#live.textContent === text ? `${text}\u00a0` : text);
  }

  /** Does what a key stands for. */
  runAction(action: ReviewAction): void {
    if (action === 'keys' || (!this.#isEnded && !this.#formGuard.blocks())) this.#actions[action]();
  }

  selectFile(path: string): void {
    if (!this.#formGuard.blocks()) this.#cursor.select(path);
  }

  focusHunk(id: string): void {
    this.#cursor.setCurrent(id);
  }

  focus(): void {
    this.#cursor.focus();
  }

  /** Takes the focus, where it is not here already nor in a dialog, and scrolls nothing. */
  takeFocus(): void {
    const at = this.#el.doc.activeElement;
    if (!this.#el.contains(at) && !at?.closest('.modal-container')) this.#cursor.focusInPlace();
  }

  decide(changes: Readonly<Record<string, HunkDecision | null>>, said: string): Promise<void> {
    return this.#decisions.enqueue(async () => {
      const ids = await this.#decisions.decide(changes);
      this.#drawDecided(ids);
      const along = ids.filter((id) => !(id in changes)).length;
      const { accepted, total } = countHunks(allIds(this.review), this.decisions);
      if (along > 0) new Notice(`${said}.${words.announce.along(along)}.`);
      this.announce(words.announce.decided(said + (along > 0 ? `,${words.announce.along(along)}` : ''), accepted, total));
    });
  }

  /** Accepts what of these can be accepted at once, and says how much is left. */
  accept(hunks: readonly ReviewHunk[]): Promise<void> {
    const { decisions, left } = acceptAll(hunks, this.#hunks);
    if (left > 0) new Notice(words.announce.left(left));
    if (Object.keys(decisions).length > 0) return this.decide(decisions, words.announce.accepted);
    this.announce(words.announce.left(left));
    return Promise.resolve();
  }

  acceptFile(): void {
    void this.accept(this.#cursor.file?.hunks ?? []);
  }

  resolve(path: string, hunks: readonly string[], side: ConflictSide, text?: string): Promise<void> {
    if (text === undefined && this.#formGuard.blocks()) return Promise.resolve();
    return this.#decisions.enqueue(async () => {
      await this.#decisions.resolve(path, hunks, side, text);
      this.redraw();
      this.announce(words.announce.conflictResolved);
    });
  }

  openSource({ hunk }: ReviewHunk, index = 0): void {
    const item = hunk.evidence[index];
    const { source } = this.review;
    if (item) void this.controller.navigator.openSource(item.source, item.anchor, item.quote);
    else if (source !== null) void this.controller.navigator.openSource(source);
    else this.announce(words.announce.noQuote);
  }

  /** To what keeps the changes from being applied; where that is on no screen of this review, it is told. */
  goTo({ message, remedy, path, hunk }: Blocker): void {
    const todo = remedy || words.blockerRemedy;
    const file = this.review.files.find(
      (one) => (hunk !== null && idsOf(one).includes(hunk)) || (hunk === null && one.path === path),
    );
    if (file) this.#cursor.goTo(file.path, hunk ?? undefined);
    else new Notice(`${path}: ${message} ${todo}`);
    this.announce(`${message} ${todo}`);
  }

  /** Takes a newer reading of the same proposal; while somebody writes in a form, once that is done. */
  refresh(review: Review): void {
    this.#hasPendingRefresh = this.#formGuard.isOpen;
    if (this.#hasPendingRefresh) return;
    this.#decisions.replace(review);
    this.redraw();
    this.announce(words.announce.refreshed);
  }

  onFormClosed(): void {
    if (!this.#hasPendingRefresh) return;
    this.#hasPendingRefresh = false;
    void this.#decisions.enqueue(async () => {
      await this.#decisions.reload();
      this.redraw();
    });
  }

  /** Draws everything anew, on the review as it is now, where the person was. */
  redraw(): void {
    const { path, hunk } = this.#cursor;
    const scroll = this.#main.scrollTop;
    const had = this.#main.contains(this.#el.doc.activeElement);
    this.#list.draw();
    this.#cursor.restore(path, hunk, scroll);
    if (had) this.focus();
    this.#foot.update(this.preview);
    this.#preview.request();
  }

  /** Shows what became of it, and nothing else. */
  end(ending: ReviewResult): void {
    this.#isEnded = true;
    this.#preview.stop();
    this.#pane.clear();
    this.#el.addClass('is-ended');
    drawResult(this.#main, this.controller, this.review.proposal.id, ending, this.#openProposal);
  }

  #drawDecided(ids: readonly string[]): void {
    const changed = new Set(ids);
    for (const file of this.review.files) {
      if (!idsOf(file).some((id) => changed.has(id))) continue;
      this.#list.update(file);
      this.#pane.update(file, ids);
    }
    this.#foot.update(this.preview);
    if (changed.has(this.#cursor.hunk)) this.#cursor.drawEvidence();
    this.#preview.request();
  }

  #onPreview(preview: ReviewPreview | null): void {
    if (this.#isEnded) return;
    this.#list.preview(preview);
    this.#foot.update(preview);
    if (!preview) return;
    const { file, path } = this.#cursor;
    if (path === '' && preview.generated[0]) this.#cursor.select(preview.generated[0].path, false);
    else if (!file && path !== '') this.#cursor.select(path, false);
    else this.#cursor.drawEvidence();
  }

  #apply(): void {
    if (!this.#formGuard.blocks()) void this.#completion.apply();
  }

  #setLayout(layout: Layout): void {
    if (layout === this.#layout || this.#formGuard.blocks()) return;
    this.#layout = layout;
    this.#head.show(layout);
    if (layout !== 'rendered') this.controller.changePreferences({ diff: layout });
    this.redraw();
    this.announce(words.announce.layout(words.layouts[layout]));
  }
}
