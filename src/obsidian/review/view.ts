import { ItemView, Scope, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { isWikiError, type Review, type ReviewSession } from '../../workbench';
import { type WikiController } from '../controller';
import { REVIEW_VIEW } from '../controller';
import { review as words } from '../locale';
import { type Layout } from './draw/context';
import { showKeys } from './draw/dialogs';
import { button } from './draw/small';
import { belongsToFocus, KEY_BINDINGS } from './view-model/keys';
import { ReviewScreen } from './screen';
import { addButton, drawEmptyState, workbenchOrNote } from '../ui';

const LAYOUTS: readonly unknown[] = ['unified', 'split', 'rendered'];

/** The view “Review changes”. Its state names a proposal; it draws once the wiki is open, and follows what happens to it. */
export class ReviewView extends ItemView {
  readonly #controller: WikiController;
  #id = '';
  #layout: Layout | null = null;
  #screen: ReviewScreen | null = null;
  /** What the screen is about: another one is drawn when the wiki is opened anew. */
  #session: ReviewSession | null = null;
  #title: string = words.name;
  #loading = new AbortController();

  constructor(leaf: WorkspaceLeaf, controller: WikiController) {
    super(leaf);
    this.#controller = controller;
    this.icon = 'file-diff';
    this.navigation = true;
    this.scope = new Scope(this.app.scope);
    for (const binding of KEY_BINDINGS) {
      this.scope.register(binding.modifiers === null ? null : [...binding.modifiers], binding.key, (event) => {
        const at = this.containerEl.doc.activeElement as HTMLElement | null;
        if (event.isComposing || belongsToFocus(at?.tagName ?? '', at?.isContentEditable === true, binding)) return;
        if (this.#screen) this.#screen.runAction(binding.action);
        else if (binding.action === 'keys') showKeys(this.#controller);
        return false;
      });
    }
  }

  getViewType(): string {
    return REVIEW_VIEW;
  }

  getDisplayText(): string {
    return this.#title;
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), id: this.#id, layout: this.#screen?.layout ?? this.#layout };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const { id, layout } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
    if (LAYOUTS.includes(layout)) this.#layout = layout as Layout;
    if (typeof id !== 'string' || (id === this.#id && this.#screen?.isEnded === false)) return;
    this.#id = id;
    this.#close();
    await this.#open();
  }

  protected override async onOpen(): Promise<void> {
    this.contentEl.addClass('living-wiki-review-view');
    this.addAction('keyboard', words.keysTitle, () => showKeys(this.#controller));
    this.register(this.#controller.on('state', () => void this.#open()));
    this.register(this.#controller.on('proposals', () => void this.#refresh()));
    this.register(this.#controller.on('wiki', () => void this.#refresh()));
    this.registerEvent(
      this.app.workspace.on('active-leaf-change', (leaf) => {
        if (leaf !== this.leaf) return;
        this.#screen?.takeFocus();
        void this.#refresh();
      }),
    );
    // Observers and timers belong to a window: in another one the screen is drawn anew.
    this.register(
      this.containerEl.onWindowMigrated(() => {
        this.#close();
        void this.#open();
      }),
    );
    await this.#open();
  }

  protected override onClose(): Promise<void> {
    this.#close();
    return Promise.resolve();
  }

  #close(): void {
    this.#loading.abort();
    if (this.#screen) this.removeChild(this.#screen);
    this.#screen = null;
    this.#session = null;
    this.contentEl.empty();
  }

  async #open(): Promise<void> {
    const session = this.#id === '' ? null : this.#controller.review(this.#id);
    if (this.#screen && (this.#screen.isEnded || this.#session === session)) return;
    this.#close();
    if (!session) {
      if (workbenchOrNote(this.#controller, this.contentEl)) drawEmptyState(this.contentEl, words.nothing);
      return;
    }
    drawEmptyState(this.contentEl, words.loading);
    const { signal } = (this.#loading = new AbortController());
    try {
      const review = await session.load(this.#controller.backgroundRun(signal));
      if (signal.aborted) return;
      this.contentEl.empty();
      const el = this.contentEl.createDiv({ cls: 'living-wiki-review' });
      const layout = this.#layout ?? this.#controller.preferences.diff;
      this.#session = session;
      this.#screen = this.addChild(
        new ReviewScreen(el, this.#controller, session, review, layout, (id) => this.#openProposal(id)),
      );
      // The app is not told of what another program does to proposals.
      this.#screen.registerDomEvent(this.containerEl.win as typeof window, 'focus', () => void this.#refresh());
      this.#name(`${words.name}: ${review.proposal.changeSet.title}`);
      this.#showIfDecided(review, false);
      if (this.app.workspace.getActiveViewOfType(ReviewView) === this) this.#screen.takeFocus();
    } catch (error) {
      if (!signal.aborted) this.#showFailure(error);
    }
  }

  /** Reads the proposal again after something happened to it, or to the pages that it changes. */
  async #refresh(): Promise<void> {
    const screen = this.#screen;
    if (!screen || !this.#session || screen.isBusy) return;
    const isOver = (): boolean => screen !== this.#screen || screen.isBusy;
    try {
      const review = await this.#session.load(this.#controller.backgroundRun());
      if (!isOver() && !this.#showIfDecided(review, true) && differs(screen.review, review)) screen.refresh(review);
    } catch (error) {
      if (!isOver()) this.#showFailure(error);
    }
  }

  /** Another proposal in the place of this one. */
  #openProposal(id: string): void {
    void this.leaf.setViewState({ type: REVIEW_VIEW, state: { id }, active: true });
  }

  /** @returns whether it was decided elsewhere, and says so */
  #showIfDecided({ proposal }: Review, seen: boolean): boolean {
    if (proposal.state === 'waiting') return false;
    this.#screen?.end({ kind: 'decided', proposal, seen });
    return true;
  }

  #showFailure(error: unknown): void {
    this.#close();
    const gone = isWikiError(error) && error.code === 'living-wiki:proposal_missing';
    const [text, hint] = gone
      ? [words.gone, words.goneHint]
      : [error instanceof Error ? error.message : String(error), isWikiError(error) ? error.remedy : undefined];
    const note = drawEmptyState(this.contentEl, text, hint);
    note.setAttr('role', 'status');
    const row = note.createDiv({ cls: 'living-wiki-form-row' });
    const next = this.#controller.proposals.find(({ id }) => id !== this.#id);
    if (!gone) addButton(row, { text: words.tryAgain, cls: 'living-wiki-button' }, () => void this.#open());
    if (next) {
      addButton(row, { text: words.result.next(next.changeSet.title), cls: 'living-wiki-button mod-cta' }, () => this.#openProposal(next.id));
    }
  }

  #name(title: string): void {
    this.#title = title;
  }
}

/** Whether two readings show different things. Decisions are the view's own; they do not count. */
function differs(one: Review, other: Review): boolean {
  const shown = ({ files }: Review): string =>
    JSON.stringify(
      files.map(({ path, edit, conflict, rebased: moved }) => [path, edit.hunks, edit.baseHash, conflict, moved]),
    );
  return shown(one) !== shown(other);
}
