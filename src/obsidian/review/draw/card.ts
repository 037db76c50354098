import { Platform, setIcon } from 'obsidian';
import { coreText, review as words } from '../../locale';
import { editableText, editedText } from '../view-model/edit-text';
import { type PagePiece } from '../view-model/rendered';
import { type HunkPlace, type ReviewContext } from './context';
import { drawEditForm, drawReasonForm } from './forms';
import { drawHunkBody } from './hunk-body';
import { firstLine, reasonAt } from '../view-model/reason-place';
import { addButton } from '../../ui';

/**
 * One hunk: its position, what it changes, and the user's decision. It starts as an empty box of about the right height and
 * is filled when it comes near the screen, or when there is time.
 */
export class HunkCard {
  readonly el: HTMLElement;
  readonly #context: ReviewContext;
  #pieces: readonly PagePiece[] | null;
  #place: HunkPlace;
  #head: HTMLElement | null = null;
  #form: HTMLElement | null = null;
  #body: HTMLElement | null = null;
  #text = '';
  /** What was selected in the body when a button of this card was pressed. */
  #selected = '';

  constructor(parent: HTMLElement, context: ReviewContext, place: HunkPlace, pieces: readonly PagePiece[] | null) {
    this.#context = context;
    this.#place = place;
    this.#pieces = pieces;
    this.el = parent.createDiv({ cls: 'living-wiki-hunk', attr: { role: 'group', tabindex: -1 } });
    this.el.dataset.hunk = this.id;
    // A phone's own swipe would open a sidebar.
    if (Platform.isPhone) this.el.dataset.ignoreSwipe = 'true';
    this.el.addEventListener('focusin', () => context.focusHunk(this.id));
    this.el.addEventListener('click', ({ target }) => {
      // A button may have replaced this card already.
      if ((target as HTMLElement).closest('button') === null) context.focusHunk(this.id);
    });
    // A press on a button ends the selection, so it is kept.
    this.el.addEventListener('pointerdown', ({ target }) => {
      const selection = this.el.win.getSelection();
      const isHere = selection?.isCollapsed === false && this.#body?.contains(selection.anchorNode) === true;
      this.#selected = isHere && (target as HTMLElement).closest('button') !== null ? selection.toString() : '';
    });
    this.#showState();
  }

  get id(): string {
    return this.#place.item.hunk.id;
  }

  get place(): HunkPlace {
    return this.#place;
  }

  /** Draws the content, once. */
  fill(): void {
    if (this.#head) return;
    this.#head = this.el.createDiv({ cls: 'living-wiki-hunk-head' });
    this.#form = this.el.createDiv();
    this.#body = this.el.createDiv({ cls: 'living-wiki-hunk-body' });
    this.#drawHead();
    this.#drawBody();
  }

  /** Redraws what a decision changes. */
  update(place: HunkPlace, pieces: readonly PagePiece[] | null): void {
    this.#place = place;
    this.#pieces = pieces;
    this.#showState();
    if (!this.#head) return;
    const had = this.#head.contains(this.el.doc.activeElement);
    const pressed = this.el.doc.activeElement?.getAttribute('data-does');
    this.#drawHead();
    if (had) (this.#head.querySelector<HTMLElement>(`[data-does="${pressed ?? ''}"]`) ?? this.el).focus();
    // A page shows the text that is chosen.
    const settles = this.#body?.querySelector('.living-wiki-contradiction') !== null;
    if (this.#text === place.item.hunk.text && this.#context.layout !== 'page' && !settles) return;
    const hadBody = this.#body?.contains(this.el.doc.activeElement) === true;
    this.#drawBody();
    if (hadBody) (this.#body?.querySelector<HTMLElement>(`[data-does="${pressed ?? ''}"]`) ?? this.el).focus();
  }

  setCurrent(current: boolean): void {
    this.el.toggleClass('is-current', current);
    this.el.setAttr('tabindex', current ? 0 : -1);
    if (current) this.fill();
  }

  /** Asks for a reason with a place: the text that is selected in this card, or its first line. */
  comment(): void {
    this.askReason(this.#selectedText() ?? firstLine(this.#place.item.hunk.text));
  }

  /** @param about the text that the reason is about; what is selected in this card when absent */
  askReason(about = this.#selectedText()): void {
    this.fill();
    const page = this.#context.newPage(this.#place.file);
    const done = (given: string, isNever: boolean): void => {
      this.#close();
      if (isNever && page !== null) this.#context.refusePage(page);
      const reason = given === '' ? {} : { reason: about === null ? given : reasonAt(this.#place, about, given) };
      const decision = { verdict: 'rejected', ...reason, ...this.#ownText() } as const;
      this.#context.decideAndGoOn({ [this.id]: decision }, words.announce.rejected(given));
    };
    this.#open((parent) => drawReasonForm(parent, this.#context.reasons, done, () => this.#close(), page, about));
  }

  /** `null` where nothing in the body is selected. */
  #selectedText(): string | null {
    const selection = this.el.win.getSelection();
    const isHere = selection?.isCollapsed === false && this.#body?.contains(selection.anchorNode) === true;
    const text = isHere ? selection.toString() : this.#selected;
    return text.trim() === '' ? null : text.trim();
  }

  edit(): void {
    const { file, item } = this.#place;
    if (file.kind === 'deleted' || (item.hunk.text === '' && item.hunk.start === item.hunk.end)) return;
    this.fill();
    const editable = editableText(file.edit, item.hunk);
    const done = (typed: string): void => {
      this.#close();
      const text = editedText(editable, typed, file.edit.base);
      if (text === item.hunk.text) return;
      this.#context.decide({ [this.id]: { verdict: 'accepted', text } }, words.announce.edited);
    };
    this.#open((parent) => drawEditForm(parent, coreText(item.hunk.title), editable, done, () => this.#close()));
    // What is edited is not shown a second time below.
    this.el.addClass('is-editing');
  }

  #open(draw: (parent: HTMLElement) => void): void {
    const form = this.#form;
    if (!form) return;
    form.empty();
    this.el.removeClass('is-editing');
    draw(form);
    form.scrollIntoView({ block: 'nearest' });
  }

  #close(): void {
    const had = this.#form?.contains(this.el.doc.activeElement) === true;
    this.#form?.empty();
    this.el.removeClass('is-editing');
    if (had) this.el.focus({ preventScroll: true });
    this.#context.onFormClosed();
  }

  #showState(): void {
    const { item, at, total } = this.#place;
    const state = item.decision?.verdict ?? 'undecided';
    this.el.toggleClass('is-accepted', state === 'accepted');
    this.el.toggleClass('is-rejected', state === 'rejected');
    const said = state === 'rejected' ? this.#rejectedText() : words.states[state];
    this.el.setAttr('aria-label', words.changeLabel(at, total, coreText(item.hunk.title), said));
  }

  #rejectedText(): string {
    const { decision } = this.#place.item;
    return decision?.beforeCascade === undefined ? words.rejected(decision?.reason) : words.rejectedByNeed;
  }

  #drawBody(): void {
    if (!this.#body) return;
    this.#text = this.#place.item.hunk.text;
    this.#body.empty();
    // Beside the old text, an edited one is drawn as lines.
    const pieces = this.#place.item.edited && this.#context.layout !== 'page' ? null : this.#pieces;
    drawHunkBody(this.#body, this.#context, this.#place, pieces);
  }

  #drawHead(): void {
    const head = this.#head;
    if (!head) return;
    head.empty();
    const { item, at, total, file } = this.#place;
    const verdict = item.decision?.verdict;
    head.createSpan({ cls: 'living-wiki-hunk-title', text: words.change(at, total, coreText(item.hunk.title)) });
    const badges = head.createSpan({ cls: 'living-wiki-badges' });
    if (item.unsupported) badges.createSpan({ cls: 'living-wiki-badge is-warn', text: `! ${words.quoteNotFound}` });
    if (item.edited) {
      badges.createSpan({ cls: 'living-wiki-badge', text: words.edited });
      this.#drawIcon(badges, 'undo-2', words.revert, 'revert', () =>
        this.#context.decide({ [this.id]: { verdict: 'accepted' } }, words.announce.reverted),
      );
    }
    const actions = head.createDiv({ cls: 'living-wiki-actions' });
    if (verdict !== 'rejected' && file.kind !== 'deleted' && item.hunk.text !== '') {
      this.#drawIcon(actions, 'pencil', words.edit, 'edit', () => this.edit());
    }
    this.#drawChoice(
      actions,
      'accept',
      verdict === 'accepted',
      verdict === 'accepted' ? `✓ ${words.accepted}` : words.accept,
    );
    const isRejected = verdict === 'rejected';
    this.#drawChoice(actions, 'reject', isRejected, isRejected ? `✕ ${this.#rejectedText()}` : words.reject);
  }

  #drawChoice(parent: HTMLElement, does: 'accept' | 'reject', on: boolean, text: string): void {
    const press = (): void => {
      if (on) this.undoDecision();
      else if (does === 'reject') this.askReason();
      else this.accept();
    };
    const el = addButton(
      parent,
      { text: text, cls: `living-wiki-button living-wiki-choice is-${does}${on ? ' is-on' : ''}` },
      press,
    );
    el.dataset.does = does;
    el.setAttr('aria-pressed', String(on));
    if (on) el.title = words.undoDecision;
  }

  accept(): void {
    this.#context.decideAndGoOn({ [this.id]: { verdict: 'accepted', ...this.#ownText() } }, words.announce.accepted);
  }

  undoDecision(): void {
    if (this.#place.item.decision) this.#context.decide({ [this.id]: null }, words.announce.decisionUndone);
  }

  /** The user's own text, which is kept when they change their decision. */
  #ownText(): { readonly text?: string } {
    const { decision } = this.#place.item;
    const text = decision?.text ?? decision?.beforeCascade?.text;
    return text === undefined ? {} : { text };
  }

  #drawIcon(parent: HTMLElement, icon: string, label: string, does: string, onClick: () => void): void {
    const el = addButton(
      parent,
      { text: '', cls: 'living-wiki-button clickable-icon living-wiki-icon-choice' },
      onClick,
    );
    setIcon(el, icon);
    el.setAttr('aria-label', label);
    el.dataset.does = does;
  }
}
