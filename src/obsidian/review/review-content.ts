import { ItemView, Platform } from 'obsidian';
import { isWikiError } from '../../base';
import { isWrittenAnew, readIngestFacts, type Review, type ReviewSession } from '../../workbench';
import { type WikiController } from '../controller';
import { REVIEW_VIEW } from '../controller/view-types';
import { coreText, review as words } from '../locale';
import { addButton, drawEmptyState, workbenchOrNote, type LazyView, ViewContent, WarningBanner } from '../ui';
import { LAYOUTS, type ReviewLayout } from './draw/context';
import { showKeys } from './draw/dialogs';
import { drawPrevious } from './draw/previous';
import { type ReviewResult } from './draw/result';
import { ReviewQueue } from './review-queue';
import { OverviewScreen } from './overview-screen';
import { ReviewScreen } from './screen';
import { belongsToFocus, KEY_BINDINGS, type ReviewAction } from './view-model/keys';
import { arrivalDecisions } from './view-model/reading';

/** The view “Review changes”. Its state names a proposal; the screen follows what happens to that proposal. */
export class ReviewContent extends ViewContent {
  #id = '';
  #layout: ReviewLayout | null = null;
  #screen: ReviewScreen | null = null;
  /** What all proposals do together, in place of one of them. */
  #overview: OverviewScreen | null = null;
  #isOverview = false;
  /** The session of the screen. Another session needs a new screen. */
  #session: ReviewSession | null = null;
  #loading = new AbortController();
  /** Whether the person asked for exactly this change. */
  #isAsked = false;
  readonly #queue: ReviewQueue;
  /** What came of the proposal before this one. */
  #previous: { readonly id: string; readonly title: string; readonly result: ReviewResult } | null = null;

  constructor(view: LazyView, controller: WikiController) {
    super(view, controller);
    this.#queue = new ReviewQueue(controller, () => this.#screen?.showQueue());
    for (const binding of KEY_BINDINGS) {
      const modifiers = binding.modifiers === null ? null : [...binding.modifiers];
      view.scope?.register(modifiers, binding.key, (event) => {
        const focused = view.containerEl.doc.activeElement as HTMLElement | null;
        const isEditable = focused?.isContentEditable === true;
        if (event.isComposing || belongsToFocus(focused?.tagName ?? '', isEditable, binding)) return;
        if (this.#overview) this.#runInOverview(binding.action);
        else if (this.#screen) this.#screen.runAction(binding.action);
        else if (binding.action === 'keys') showKeys(this.controller);
        return false;
      });
    }
  }

  override getState(): Record<string, unknown> {
    if (this.#isOverview) return { isOverview: true };
    return { id: this.#id, layout: this.#screen?.layout ?? this.#layout };
  }

  override async setState(state: unknown): Promise<void> {
    const { id, layout, isAsked, isOverview } = (typeof state === 'object' && state !== null ? state : {}) as Record<
      string,
      unknown
    >;
    this.#layout = LAYOUTS.find((one) => one === layout) ?? this.#layout;
    if (isOverview === true) {
      this.#id = '';
      this.#isOverview = true;
      this.#close();
      await this.#load();
      return;
    }
    if (typeof id !== 'string' || (id === this.#id && this.#screen?.isEnded === false)) return;
    this.#isAsked = isAsked === true;
    this.#isOverview = false;
    this.#id = id;
    this.#close();
    await this.#load();
  }

  override async open(): Promise<void> {
    const { contentEl, containerEl, app } = this.view;
    contentEl.addClass('living-wiki-review-view');
    // A phone has no keys.
    if (!Platform.isPhone) this.view.addAction('keyboard', words.keysTitle, () => showKeys(this.controller));
    this.register(this.controller.on('state', () => void this.#load()));
    this.register(
      this.controller.on('proposals', () => {
        this.#screen?.onProposals();
        const overview = this.#overview;
        if (overview) this.controller.attempt(() => overview.update());
        this.#updateQueue();
        void this.#refresh();
      }),
    );
    this.register(this.controller.on('wiki', () => void this.#refresh()));
    this.registerEvent(
      app.workspace.on('active-leaf-change', (leaf) => {
        if (leaf !== this.view.leaf) return;
        this.#screen?.focus();
        void this.#refresh();
      }),
    );
    // Observers and timers belong to a window, so a view that was moved to another one is drawn again.
    this.register(
      containerEl.onWindowMigrated(() => {
        this.#close();
        void this.#load();
      }),
    );
    await this.#load();
  }

  override onunload(): void {
    this.#close();
  }

  #close(): void {
    this.#loading.abort();
    if (this.#screen) this.removeChild(this.#screen);
    if (this.#overview) this.removeChild(this.#overview);
    this.#overview = null;
    this.#screen = null;
    this.#session = null;
    this.view.contentEl.empty();
  }

  #runInOverview(action: ReviewAction): void {
    if (action === 'next') this.#overview?.reviewFirst();
    else if (action === 'apply') this.#overview?.apply();
    else if (action === 'keys') showKeys(this.controller);
  }

  /** Shows what all waiting proposals do together. */
  async #showOverview(): Promise<void> {
    const { contentEl } = this.view;
    this.#close();
    if (!workbenchOrNote(this.controller, contentEl)) return;
    const frame = contentEl.createDiv({ cls: 'living-wiki-review-frame' });
    const banner = new WarningBanner(frame, this.controller);
    const el = frame.createDiv({ cls: 'living-wiki-review living-wiki-overview' });
    drawEmptyState(el, words.loading);
    this.title = words.overviewTitle;
    this.#overview = this.addChild(new OverviewScreen(el, this.controller, (id) => this.#openProposal(id)));
    this.#overview.addChild(banner);
    await this.#overview.update();
  }

  async #load(): Promise<void> {
    if (this.#isOverview) {
      await this.#showOverview();
      return;
    }
    const session = this.#id === '' ? null : this.controller.review(this.#id);
    if (this.#screen && (this.#screen.isEnded || this.#session === session)) return;
    this.#close();
    const { contentEl } = this.view;
    if (!session) {
      if (workbenchOrNote(this.controller, contentEl)) drawEmptyState(contentEl, words.nothing);
      return;
    }
    drawEmptyState(contentEl, words.loading);
    const { signal } = (this.#loading = new AbortController());
    try {
      await this.#show(session, signal);
    } catch (error) {
      if (!signal.aborted) this.#showFailure(error);
    }
  }

  async #show(session: ReviewSession, signal: AbortSignal): Promise<void> {
    const { contentEl, containerEl, app } = this.view;
    const run = this.controller.backgroundRun(signal);
    let review = await session.load(run);
    const arrival = this.#isAsked && review.proposal.state === 'waiting' ? arrivalDecisions(review) : {};
    if (Object.keys(arrival).length > 0) {
      await session.decide(arrival);
      review = await session.load(run);
    }
    if (signal.aborted) return;
    contentEl.empty();
    const frame = contentEl.createDiv({ cls: 'living-wiki-review-frame' });
    const banner = new WarningBanner(frame, this.controller);
    const go = (id: string, isAsked = false): void => this.#openProposal(id, isAsked);
    if (this.#previous !== null) drawPrevious(frame, this.controller, this.#previous, go);
    this.#previous = null;
    const el = frame.createDiv({ cls: 'living-wiki-review' });
    const { proposal } = review;
    const layout = this.#layout ?? (isComposed(review) ? 'page' : 'rendered');
    this.#session = session;
    const screen = new ReviewScreen(el, this.controller, session, review, {
      layout,
      proposals: this.#queue,
      isAsked: this.#isAsked,
      openProposal: go,
      goOn: (result) => this.#goOn(coreText(proposal.changeSet.title), result),
    });
    this.#screen = this.addChild(screen);
    screen.addChild(banner);
    // Obsidian does not report what other programs do to the files of proposals.
    screen.registerDomEvent(containerEl.win as typeof window, 'focus', () => void this.#refresh());
    this.title = `${coreText(proposal.changeSet.title)} · ${words.name}`;
    this.#updateQueue();
    if (proposal.state !== 'waiting') screen.end({ kind: 'decided', proposal, seen: false });
    if (app.workspace.getActiveViewOfType(ItemView) === this.view) screen.focus();
  }

  async #refresh(): Promise<void> {
    const screen = this.#screen;
    try {
      await screen?.refresh();
    } catch (error) {
      if (screen === this.#screen && screen?.isBusy === false) this.#showFailure(error);
    }
  }

  #updateQueue(): void {
    if (this.#id !== '') this.controller.attempt(() => this.#queue.update(this.#id));
  }

  /** Goes on with the next proposal. @returns `false` if no other waits */
  async #goOn(title: string, result: ReviewResult): Promise<boolean> {
    const next = await this.#queue.nextAfter(this.#id);
    if (next === null) return false;
    this.#previous = { id: this.#id, title, result };
    this.#openProposal(next);
    return true;
  }

  /** Shows another proposal in place of this one. */
  #openProposal(id: string, isAsked = false): void {
    void this.view.leaf.setViewState({ type: REVIEW_VIEW, state: isAsked ? { id, isAsked } : { id }, active: true });
  }

  #showFailure(error: unknown): void {
    this.#close();
    const isGone = isWikiError(error) && error.code === 'living-wiki:proposal_missing';
    const [text, hint] = isGone ? [words.gone, words.goneHint] : describe(error);
    const note = drawEmptyState(this.view.contentEl, text, hint);
    note.setAttr('role', 'status');
    const row = note.createDiv({ cls: 'living-wiki-form-row' });
    if (!isGone) addButton(row, { text: words.tryAgain, cls: 'living-wiki-button' }, () => void this.#load());
    const next = this.controller.proposals.find(({ id }) => id !== this.#id);
    if (!next) return;
    const options = { text: words.result.next(coreText(next.changeSet.title)), cls: 'living-wiki-button mod-cta' };
    addButton(row, options, () => this.#openProposal(next.id));
  }
}

/** Whether a model wrote a page anew, which is read as a page rather than line by line. */
function isComposed({ proposal }: Review): boolean {
  const { changeSet } = proposal;
  return isWrittenAnew(changeSet) || readIngestFacts(changeSet)?.plan.some(({ op }) => op === 'compose') === true;
}

function describe(error: unknown): readonly [text: string, hint: string | undefined] {
  if (isWikiError(error)) return [coreText(error.message), error.remedy && coreText(error.remedy)];
  return [error instanceof Error ? error.message : String(error), undefined];
}
