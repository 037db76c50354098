import { ItemView, Scope } from 'obsidian';
import type { ViewStateResult, WorkspaceLeaf } from 'obsidian';
import { isWikiError } from '../../workbench';
import type { Review, ReviewDesk } from '../../workbench';
import type { Desk } from '../desk/types';
import { REVIEW_VIEW } from '../desk/view-types';
import { review as words } from '../locale';
import { emptyNote, openWiki } from '../panels/parts';
import type { Layout } from './draw/context';
import { showKeys } from './draw/dialogs';
import { button } from './draw/small';
import { belongsToFocus, keyBindings } from './model/keys';
import { ReviewScreen } from './screen';

const LAYOUTS: readonly unknown[] = ['unified', 'split', 'rendered'];

/** The view “Review changes”. Its state names a proposal; it draws once the wiki is open, and follows what happens to it. */
export class ReviewView extends ItemView {
  readonly #desk: Desk;
  #id = '';
  #layout: Layout | null = null;
  #screen: ReviewScreen | null = null;
  /** What the screen is about: another one is drawn when the wiki is opened anew. */
  #reviewDesk: ReviewDesk | null = null;
  #title: string = words.name;
  #opening = new AbortController();

  constructor(leaf: WorkspaceLeaf, desk: Desk) {
    super(leaf);
    this.#desk = desk;
    this.icon = 'file-diff';
    this.navigation = true;
    this.scope = new Scope(this.app.scope);
    for (const binding of keyBindings) {
      this.scope.register(binding.modifiers === null ? null : [...binding.modifiers], binding.key, (event) => {
        const at = this.containerEl.doc.activeElement as HTMLElement | null;
        if (event.isComposing || belongsToFocus(at?.tagName ?? '', at?.isContentEditable === true, binding)) return;
        if (this.#screen) this.#screen.act(binding.action);
        else if (binding.action === 'keys') showKeys(this.#desk);
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
    if (typeof id !== 'string' || (id === this.#id && this.#screen?.ended === false)) return;
    this.#id = id;
    this.#close();
    await this.#open();
  }

  protected override async onOpen(): Promise<void> {
    this.contentEl.addClass('living-wiki-review-view');
    this.addAction('keyboard', words.keysTitle, () => showKeys(this.#desk));
    this.register(this.#desk.on('state', () => void this.#open()));
    this.register(this.#desk.on('proposals', () => void this.#follow()));
    this.register(this.#desk.on('wiki', () => void this.#follow()));
    this.registerEvent(
      this.app.workspace.on('active-leaf-change', (leaf) => {
        if (leaf !== this.leaf) return;
        this.#screen?.takeFocus();
        void this.#follow();
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
    this.#opening.abort();
    if (this.#screen) this.removeChild(this.#screen);
    this.#screen = null;
    this.#reviewDesk = null;
    this.contentEl.empty();
  }

  async #open(): Promise<void> {
    const reviewDesk = this.#id === '' ? null : this.#desk.review(this.#id);
    if (this.#screen && (this.#screen.ended || this.#reviewDesk === reviewDesk)) return;
    this.#close();
    if (!reviewDesk) {
      if (openWiki(this.#desk, this.contentEl)) emptyNote(this.contentEl, words.nothing);
      return;
    }
    emptyNote(this.contentEl, words.loading);
    const { signal } = (this.#opening = new AbortController());
    try {
      const review = await reviewDesk.load(this.#desk.quietly(signal));
      if (signal.aborted) return;
      this.contentEl.empty();
      const el = this.contentEl.createDiv({ cls: 'living-wiki-review' });
      const layout = this.#layout ?? this.#desk.choices.diff;
      this.#reviewDesk = reviewDesk;
      this.#screen = this.addChild(new ReviewScreen(el, this.#desk, reviewDesk, review, layout, (id) => this.#go(id)));
      // The app is not told of what another program does to proposals.
      this.#screen.registerDomEvent(this.containerEl.win as typeof window, 'focus', () => void this.#follow());
      this.#name(`${words.name}: ${review.proposal.changeSet.title}`);
      this.#settle(review, false);
      if (this.app.workspace.getActiveViewOfType(ReviewView) === this) this.#screen.takeFocus();
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  /** Reads the proposal again after something happened to it, or to the pages that it changes. */
  async #follow(): Promise<void> {
    const screen = this.#screen;
    if (!screen || !this.#reviewDesk || screen.busy) return;
    const isOver = (): boolean => screen !== this.#screen || screen.busy;
    try {
      const review = await this.#reviewDesk.load(this.#desk.quietly());
      if (!isOver() && !this.#settle(review, true) && differs(screen.review, review)) screen.refresh(review);
    } catch (error) {
      if (!isOver()) this.#failed(error);
    }
  }

  /** Another proposal in the place of this one. */
  #go(id: string): void {
    void this.leaf.setViewState({ type: REVIEW_VIEW, state: { id }, active: true });
  }

  /** @returns whether it was decided elsewhere, and says so */
  #settle({ proposal }: Review, seen: boolean): boolean {
    if (proposal.state === 'waiting') return false;
    this.#screen?.end({ kind: 'decided', proposal, seen });
    return true;
  }

  #failed(error: unknown): void {
    this.#close();
    const gone = isWikiError(error) && error.code === 'living-wiki:proposal_missing';
    const [text, hint] = gone
      ? [words.gone, words.goneHint]
      : [error instanceof Error ? error.message : String(error), isWikiError(error) ? error.remedy : undefined];
    const note = emptyNote(this.contentEl, text, hint);
    note.setAttr('role', 'status');
    const row = note.createDiv({ cls: 'living-wiki-form-row' });
    const next = this.#desk.proposals.find(({ id }) => id !== this.#id);
    if (!gone) button(row, words.tryAgain, '', () => void this.#open());
    if (next) {
      button(row, words.result.next(next.changeSet.title), 'mod-cta', () => this.#go(next.id));
    }
  }

  #name(title: string): void {
    this.#title = title;
  }
}

/** Whether two readings show different things. Decisions are the view's own; they do not count. */
function differs(one: Review, other: Review): boolean {
  const shown = ({ files }: Review): string =>
    JSON.stringify(files.map(({ path, edit, conflict, moved }) => [path, edit.hunks, edit.baseHash, conflict, moved]));
  return shown(one) !== shown(other);
}
