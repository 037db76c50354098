import { Component, Notice } from 'obsidian';
import {
  pageAccount,
  pageAccountAsync,
  pageFootnotes,
  readIngestFacts,
  type ConflictSide,
  type HunkDecision,
  type HunkDecisions,
  type PageAccount,
  type PageNote,
  type Review,
  type ReviewFile,
  type ReviewFootnote,
  type ReviewHunk,
  type ReviewPreview,
  type ReviewSession,
} from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, review as words } from '../locale';
import { type DrawQueue } from '../ui';
import { CombinedModal } from './combined-modal';
import { DecisionStore } from './decision-store';
import { type ReviewLayout, type ReviewContext } from './draw/context';
import { showKeys } from './draw/dialogs';
import { type ReviewResult } from './draw/result';
import { PreviewLoader } from './preview-loader';
import { ReviewCompletion, type CompletionStep } from './review-completion';
import { type ReviewQueue } from './review-queue';
import { ScreenParts } from './screen-parts';
import { UnsavedFormGuard } from './unsaved-form-guard';
import { type Blocker } from './view-model/blockers';
import { allIds, countHunks, idsOf } from './view-model/counts';
import { isSameReview } from './view-model/decisions';
import { type ReviewAction } from './view-model/keys';

interface ScreenWish {
  readonly layout: ReviewLayout;
  readonly proposals: ReviewQueue;
  readonly isAsked: boolean;
  /** Shows another proposal in place of this one. */
  openProposal(id: string, isAsked?: boolean): void;
  /** Shows the next proposal, and what came of this one above it. @returns `false` if no other waits */
  readonly goOn: (result: ReviewResult) => Promise<boolean>;
}

/** The screen of one review: runs the user's actions and shows what they change. */
export class ReviewScreen extends Component implements ReviewContext {
  readonly controller: WikiController;
  readonly #id: string;
  readonly #decisions: DecisionStore;
  readonly #completion: ReviewCompletion;
  readonly #preview: PreviewLoader;
  readonly #parts: ScreenParts;
  readonly #formGuard: UnsavedFormGuard;
  readonly proposals: ReviewQueue;
  readonly isAsked: boolean;
  readonly #goOn: ScreenWish['goOn'];
  readonly #openProposal: (id: string) => void;
  #layout: ReviewLayout;
  /** The layout for reading to which `t` goes back from the text. */
  #reading: 'page' | 'rendered';
  #isUndecidedOnly = false;
  #isEnded = false;
  #isClosed = false;
  readonly #closing = new AbortController();
  /** A refresh waits until an open form is closed. */
  #hasPendingRefresh = false;
  /** A file is another object once a decision about it changes. */
  readonly #accounts = new WeakMap<ReviewFile, PageAccount | null>();
  readonly #footnotes = new WeakMap<ReviewFile, ReadonlyMap<string, ReviewFootnote>>();
  /** By hunk, what was chosen for statements that it drops, by their starts. */
  readonly #choices = new Map<string, ReadonlyMap<number, 'keep' | 'drop'>>();
  /** Owns what is drawn of the current file. */
  #fileOwner = new Component();

  constructor(el: HTMLElement, controller: WikiController, session: ReviewSession, review: Review, wish: ScreenWish) {
    super();
    this.controller = controller;
    this.#id = session.id;
    this.#layout = wish.layout;
    this.#reading = wish.layout === 'page' ? 'page' : 'rendered';
    this.proposals = wish.proposals;
    this.isAsked = wish.isAsked;
    this.#goOn = wish.goOn;
    this.#openProposal = (id) => wish.openProposal(id);
    this.#decisions = new DecisionStore(controller, session, review);
    this.#completion = new ReviewCompletion(controller, session, this.#decisions);
    this.#preview = new PreviewLoader(el.win, session, controller, (preview) =>
      this.#whenReleased(() => this.#parts.updatePreview(preview), this.#preview),
    );
    this.#parts = new ScreenParts(el, this, {
      acceptAll: () => this.#actions.acceptAll(),
      rejectAll: () => this.#complete(() => this.#completion.rejectAll()),
      apply: () => this.#apply(),
      goTo: (blocker) => this.#goTo(blocker),
      setLayout: (chosen) => this.#setLayout(chosen),
      openProposal: (id, isAsked) => wish.openProposal(id, isAsked),
      run: (action) => this.runAction(action),
    });
    this.#formGuard = new UnsavedFormGuard(this.#parts.main, (text) => this.announce(text));
    this.#parts.selectFirst();
    this.#preview.request();
  }

  readonly #actions: Readonly<Record<ReviewAction, () => void>> = {
    nextHunk: () => this.#parts.cursor.moveHunk(1),
    previousHunk: () => this.#parts.cursor.moveHunk(-1),
    nextFile: () => this.#parts.cursor.moveFile(1),
    previousFile: () => this.#parts.cursor.moveFile(-1),
    accept: () => this.#parts.cursor.card?.accept(),
    reject: () => this.#parts.cursor.card?.askReason(),
    edit: () => this.#parts.cursor.card?.edit(),
    undecide: () => this.#parts.cursor.card?.undoDecision(),
    source: () => this.#parts.cursor.card && this.openSource(this.#parts.cursor.card.place.item),
    acceptFile: () => this.acceptFile(),
    unified: () => this.#setLayout('unified'),
    split: () => this.#setLayout('split'),
    rendered: () => this.#setLayout('rendered'),
    page: () => this.#setLayout('page'),
    text: () => this.#setLayout(this.#layout === this.#reading ? this.controller.preferences.diff : this.#reading),
    generated: () => this.#parts.cursor.nextGenerated(),
    acceptAll: () => this.#accept(this.review.files.flatMap(({ hunks }) => hunks)),
    undecidedOnly: () => this.#toggleUndecidedOnly(),
    comment: () => this.#parts.cursor.card?.comment(),
    next: () => this.#nextOrApply(),
    apply: () => this.#apply(),
    keys: () => showKeys(this.controller),
  };

  override onload(): void {
    this.register(this.#parts.watchWidth());
    this.register(this.#parts.collapseOnScroll());
    this.register(this.#parts.decideBySwipe());
  }

  override onunload(): void {
    this.#isClosed = true;
    this.#closing.abort();
    this.#preview.stop();
    this.#parts.clear();
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

  get layout(): ReviewLayout {
    return this.#layout;
  }

  get owner(): Component {
    return this.#fileOwner;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The review ended or is being applied, so that a refresh must not be shown. */
  get isBusy(): boolean {
    return this.#isEnded || this.#completion.isRunning;
  }

  get queue(): DrawQueue {
    return this.#parts.queue;
  }

  resetOwner(): void {
    this.removeChild(this.#fileOwner);
    this.#fileOwner = this.addChild(new Component());
  }

  announce(text: string): void {
    this.#parts.announce(text);
  }

  runAction(action: ReviewAction): void {
    if (this.#isEnded && action === 'next') this.#parts.pressNext();
    else if (action === 'keys' || (!this.#isEnded && !this.#formGuard.blocks())) this.#actions[action]();
  }

  selectFile(path: string): void {
    if (this.#formGuard.blocks()) return;
    this.#parts.closeList();
    this.#parts.cursor.select(path);
  }

  focusHunk(id: string): void {
    this.#whenReleased(() => this.#parts.cursor.setCurrentInPlace(id), this.#parts);
  }

  /** Takes the focus without scrolling, unless it is already here or in a dialog. */
  focus(): void {
    this.#parts.focus();
  }

  decide(changes: Readonly<Record<string, HunkDecision | null>>, said: string): void {
    this.controller.attempt(async () => {
      this.#showDecided(Object.keys(changes), await this.#decisions.decide(changes), said);
    });
  }

  decideAndGoOn(changes: Readonly<Record<string, HunkDecision | null>>, said: string): void {
    this.controller.attempt(async () => {
      this.#showDecided(Object.keys(changes), await this.#decisions.decide(changes), said);
      this.#whenReleased(() => this.#parts.cursor.nextUndecided());
    });
  }

  get place(): ReviewContext['place'] {
    return this.#decisions.review.proposal.state === 'waiting' && this.controller.state.kind === 'ready'
      ? this.proposals.placeOf(this.#id)
      : null;
  }

  get isUndecidedOnly(): boolean {
    return this.#isUndecidedOnly;
  }

  showCombined(path: string): void {
    this.controller.openModal(new CombinedModal(this.controller, this.proposals, path, (id) => this.#openProposal(id)));
  }

  /** The queue was read. */
  showQueue(): void {
    if (!this.#isEnded && !this.#isClosed) this.#whenReleased(() => this.#parts.showQueue(), this.proposals);
  }

  acceptFile(): void {
    this.#accept(this.#parts.cursor.file?.hunks ?? []);
  }

  resolve(path: string, hunks: readonly string[], side: ConflictSide, text?: string): void {
    if (text === undefined && this.#formGuard.blocks()) return;
    this.controller.attempt(async () => {
      await this.#decisions.resolve(path, hunks, side, text);
      this.#whenReleased(() => this.#redraw());
      this.announce(words.announce.conflictResolved);
    });
  }

  openSource({ hunk }: ReviewHunk, index = 0): void {
    const item = hunk.evidence[index];
    const { source } = this.review;
    const { navigator } = this.controller;
    if (item) this.controller.attempt(() => navigator.openSource(item.source, item.anchor, item.quote));
    else if (source !== null) this.controller.attempt(() => navigator.openSource(source));
    else this.announce(words.announce.noQuote);
  }

  account(file: ReviewFile): PageAccount | null {
    if (this.#accounts.has(file) || isSmallFile(file)) {
      return cached(this.#accounts, file, () => pageAccount(file, this.review.files));
    }
    this.#accounts.set(file, null);
    const { files } = this.review;
    const run = this.controller.backgroundRun(this.#closing.signal);
    this.controller.attempt(async () => {
      this.#accounts.set(file, await pageAccountAsync(file, files, run));
      this.#whenReleased(() => this.#parts.showAccount(file), this.#accounts);
    });
    return null;
  }

  footnotes(file: ReviewFile): ReadonlyMap<string, ReviewFootnote> {
    return cached(this.#footnotes, file, () => pageFootnotes(file));
  }

  openNote({ sourceId, anchor, quote }: PageNote): void {
    const { navigator, state } = this.controller;
    const source = state.kind === 'ready' ? state.workbench.snapshot.source(sourceId) : undefined;
    if (source) this.controller.attempt(() => navigator.openSource(source.path, anchor, quote ?? undefined));
    else this.announce(words.announce.noSource(sourceId));
  }

  goToHunk(id: string): void {
    if (!this.#formGuard.blocks()) this.#parts.cursor.goTo(this.#parts.cursor.path, id);
  }

  newPage({ kind, path }: ReviewFile): string | null {
    const plan = kind === 'created' ? readIngestFacts(this.review.proposal.changeSet)?.plan : undefined;
    const slug = path.replace(/^.*\//, '').replace(/\.md$/, '');
    return plan?.find((page) => page.op === 'create' && page.slug === slug)?.title ?? null;
  }

  refusePage(title: string): void {
    const { state } = this.controller;
    if (state.kind !== 'ready') return;
    const { workbench } = state;
    this.controller.attempt(async () => {
      const { neverMake } = await import('./never-make');
      await this.controller.inBackground(() => neverMake(workbench, title));
      new Notice(words.neverSaid(title));
    });
  }

  choiceOf(hunk: string, start: number): 'keep' | 'drop' | null {
    return this.#choices.get(hunk)?.get(start) ?? null;
  }

  choose(hunk: string, start: number, choice: 'keep' | 'drop'): void {
    this.#choices.set(hunk, new Map([...(this.#choices.get(hunk) ?? []), [start, choice]]));
  }

  forgetChoices(hunk: string): void {
    this.#choices.delete(hunk);
  }

  redrawAccount(said: string): void {
    this.#whenReleased(() => this.#parts.cursor.drawAccount(), this.#choices);
    new Notice(said);
    this.announce(said);
  }

  showDropped(hunk: string): void {
    this.#parts.cursor.showDropped(hunk);
  }

  /** Loads the review again after something else changed the proposal or its pages. */
  async refresh(): Promise<void> {
    const review = this.isBusy ? null : await this.#decisions.load();
    // It may have been applied while it was loaded.
    if (review === null || this.isBusy) return;
    this.#hasPendingRefresh = this.#formGuard.isOpen;
    if (review.proposal.state !== 'waiting') this.end({ kind: 'decided', proposal: review.proposal, seen: true });
    else if (!this.#hasPendingRefresh && !isSameReview(this.review, review)) {
      this.#decisions.replace(review);
      this.#whenReleased(() => this.#redraw());
      this.announce(words.announce.refreshed);
    }
  }

  /** Other proposals came or went. */
  onProposals(): void {
    if (this.#isEnded) this.#parts.updateResult();
  }

  onFormClosed(): void {
    if (!this.#hasPendingRefresh) return;
    this.#hasPendingRefresh = false;
    this.controller.attempt(() => this.refresh());
  }

  /** Shows the result in place of the review. */
  end(result: ReviewResult): void {
    this.#isEnded = true;
    this.#preview.stop();
    this.controller.whenReleased(() => {
      if (!this.#isClosed) this.#parts.showResult(result);
    });
  }

  /** Runs a redraw once no pointer is pressed, unless the review ended or was closed by then. */
  #whenReleased(work: () => void, key: unknown = work): void {
    this.controller.whenReleased(() => {
      if (!this.#isEnded && !this.#isClosed) work();
    }, key);
  }

  #accept(hunks: readonly ReviewHunk[]): void {
    this.controller.attempt(async () => {
      const { requested, changed, left } = await this.#decisions.accept(hunks);
      if (left > 0) new Notice(words.announce.left(left));
      if (requested.length > 0) this.#showDecided(requested, changed, words.announce.accepted);
      else this.announce(words.announce.left(left));
    });
  }

  /** Goes to the next undecided change. Applies only when all are decided, so that no keypress skips one. */
  #nextOrApply(): void {
    const { undecided } = countHunks(allIds(this.review), this.decisions);
    if (undecided === 0) this.#finish();
    else if (!this.#formGuard.blocks()) {
      this.#parts.cursor.nextUndecided();
      this.announce(words.announce.undecided(undecided));
    }
  }

  #apply(): void {
    if (!this.#formGuard.blocks() && !this.isBusy) this.#complete(() => this.#completion.apply());
  }

  /** Applies what was accepted, or rejects the proposal where nothing was, and goes to the next proposal. */
  #finish(): void {
    if (this.#formGuard.blocks() || this.isBusy) return;
    const { accepted, total } = countHunks(allIds(this.review), this.decisions);
    const isNothing = accepted === 0 && total > 0;
    this.#complete(() => (isNothing ? this.#completion.rejectAsDecided() : this.#completion.apply()), true);
  }

  /** @param goesOn whether the next proposal follows, if another waits */
  #complete(work: () => Promise<CompletionStep>, goesOn = false): void {
    this.controller.attempt(async () => {
      const step = await work();
      if (step.kind === 'finished') {
        if (!goesOn || !(await this.#goOn(step.result))) this.end(step.result);
      } else if (step.kind === 'reloaded') {
        const { problem } = step;
        this.#whenReleased(() => {
          this.#redraw();
          if (problem) this.#goTo(problem);
        });
      } else if (step.message !== null) this.announce(step.message);
      else this.#parts.cursor.focus();
    });
  }

  /** Goes to the hunk or file that prevents applying. If it is not part of this review, a notice shows it. */
  #goTo({ message, remedy, path, hunk }: Blocker): void {
    const text = `${coreText(message)} ${remedy === '' ? words.blockerRemedy : coreText(remedy)}`;
    const file = this.review.files.find((one) => (hunk === null ? one.path === path : idsOf(one).includes(hunk)));
    if (file) this.#parts.cursor.goTo(file.path, hunk);
    else new Notice(`${path}: ${text}`);
    this.announce(text);
  }

  #redraw(): void {
    this.#parts.redraw();
    this.#preview.request();
  }

  /** Redraws the hunks whose decision changed, and announces it. */
  #showDecided(requested: readonly string[], changed: readonly string[], said: string): void {
    this.#whenReleased(() => this.#parts.updateHunks(changed));
    this.#preview.request();
    const related = changed.filter((id) => !requested.includes(id)).length;
    const text = related > 0 ? `${said} ${words.announce.related(related)}` : said;
    if (related > 0) new Notice(text);
    const { accepted, total } = countHunks(allIds(this.review), this.decisions);
    this.announce(words.announce.decided(text, accepted, total));
  }

  #toggleUndecidedOnly(): void {
    this.#isUndecidedOnly = !this.#isUndecidedOnly;
    this.#parts.showUndecidedOnly(this.#isUndecidedOnly);
    this.announce(this.#isUndecidedOnly ? words.undecidedOnly : words.announce.all);
  }

  #setLayout(layout: ReviewLayout): void {
    if (layout === this.#layout || this.#formGuard.blocks()) return;
    this.#layout = layout;
    if (layout === 'page' || layout === 'rendered') this.#reading = layout;
    this.#parts.showLayout(layout);
    if (layout === 'unified' || layout === 'split') this.controller.changePreferences({ diff: layout });
    this.#redraw();
    this.announce(words.announce.layout(words.layouts[layout]));
  }
}

/** Up to this length the statements of a page are compared at once. Characters. */
const SMALL_FILE = 30_000;

function isSmallFile({ edit, hunks }: ReviewFile): boolean {
  return hunks.reduce((sum, { hunk }) => sum + hunk.text.length, edit.base.length) <= SMALL_FILE;
}

function cached<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
