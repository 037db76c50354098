import { type App, Component, Platform } from 'obsidian';
import { evidence as words } from '../locale';

/** Where a card belongs to: the number or mark that it explains. */
export interface CardAnchor {
  readonly el: HTMLElement;
  /** Whether the keyboard or a finger asked, so that the card takes the focus and stays. */
  readonly isAsked: boolean;
}

const GAP = 8;
const EDGE = 12;
/** Milliseconds that a pointer rests before the card opens, and is away before it closes. */
const OPEN_AFTER = 220;
const CLOSE_AFTER = 260;
/** A window narrower than this has a sheet at its lower edge. */
const SHEET_WIDTH = 560;

/**
 * One card at a time, in the window of what it explains. It opens away from the line that is read, stays while the pointer travels
 * to it, takes the focus when the keyboard asked, and closes on Escape.
 */
export class Popover extends Component {
  readonly #app: App;
  #card: HTMLElement | null = null;
  /** Points from the card to what it explains. */
  #arrow: HTMLElement | null = null;
  #anchor: CardAnchor | null = null;
  #scope: Component | null = null;
  #timer: { readonly win: Window; readonly id: number } | null = null;

  constructor(app: App) {
    super();
    this.#app = app;
  }

  override onload(): void {
    this.registerEvent(this.#app.workspace.on('active-leaf-change', () => this.close()));
  }

  override onunload(): void {
    this.close();
  }

  /** The pointer is over an anchor. */
  hover(anchor: CardAnchor, draw: (card: HTMLElement) => void): void {
    if (this.#anchor?.el === anchor.el) {
      this.#clearTimer();
      return;
    }
    this.#after(anchor.el.win, OPEN_AFTER, () => this.open(anchor, draw));
  }

  /** The pointer left. */
  leave(el: HTMLElement): void {
    if (this.#anchor === null) this.#clearTimer();
    else if (!this.#anchor.isAsked) this.#after(el.win, CLOSE_AFTER, () => this.close());
  }

  /** @param draw fills the card, and may do so later; see {@link place} */
  open(anchor: CardAnchor, draw: (card: HTMLElement) => void): void {
    this.close();
    if (!anchor.el.isConnected) return;
    const { el } = anchor;
    const isSheet = Platform.isPhone || el.win.innerWidth < SHEET_WIDTH;
    const card = el.doc.body.createDiv({
      cls: `living-wiki-proof${isSheet ? ' is-sheet' : ''}`,
      attr: { role: 'dialog', 'aria-label': words.heading, tabindex: '-1' },
    });
    this.#card = card;
    this.#arrow = isSheet ? null : el.doc.body.createDiv({ cls: 'living-wiki-proof-arrow' });
    this.#anchor = anchor;
    el.addClass('is-open');
    this.#scope = this.addChild(new Component());
    this.#watch(this.#scope, card, anchor);
    draw(card);
    this.place();
    if (anchor.isAsked) this.#focusFirst(card);
  }

  /** Puts the card beside its anchor again, after what is in it changed. */
  place(): void {
    const [card, anchor] = [this.#card, this.#anchor];
    if (card === null || anchor === null) return;
    const { activeElement } = card.doc;
    // The first button may have come just now.
    if (anchor.isAsked && (activeElement === card || !card.contains(activeElement))) this.#focusFirst(card);
    if (card.hasClass('is-sheet')) {
      anchor.el.scrollIntoView({ block: 'nearest' });
      return;
    }
    const { innerHeight, innerWidth } = card.win;
    const at = anchor.el.getBoundingClientRect();
    const { height, width } = card.getBoundingClientRect();
    const below = innerHeight - at.bottom - GAP - EDGE;
    const isBelow = height <= below || below >= at.top - GAP - EDGE;
    const left = Math.max(EDGE, Math.min(at.left + at.width / 2 - 60, innerWidth - width - EDGE));
    const top = Math.max(EDGE, isBelow ? at.bottom + GAP : at.top - GAP - height);
    card.setCssStyles({ left: `${left}px`, top: `${top}px` });
    const tip = { left: `${at.left + at.width / 2}px`, top: `${isBelow ? top : top + height}px` };
    this.#arrow?.setCssStyles(tip);
    this.#arrow?.toggleClass('is-above', !isBelow);
  }

  close(): void {
    this.#clearTimer();
    const [card, anchor, scope] = [this.#card, this.#anchor, this.#scope];
    if (card === null || anchor === null) return;
    this.#card = this.#anchor = this.#scope = null;
    if (scope !== null) this.removeChild(scope);
    const hadFocus = card.contains(card.doc.activeElement);
    card.remove();
    this.#arrow?.remove();
    anchor.el.removeClass('is-open');
    if (hadFocus) anchor.el.focus();
  }

  #watch(scope: Component, card: HTMLElement, anchor: CardAnchor): void {
    const { doc } = card;
    scope.registerDomEvent(card, 'mouseenter', () => this.#clearTimer());
    scope.registerDomEvent(card, 'mouseleave', () => this.leave(card));
    scope.registerDomEvent(
      doc,
      'keydown',
      (event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          this.close();
        } else if (event.key === 'Tab' && card.contains(doc.activeElement)) keepFocusIn(card, event);
      },
      { capture: true },
    );
    scope.registerDomEvent(doc, 'pointerdown', ({ target }) => {
      if (!(target as Node).instanceOf(Node) || card.contains(target as Node)) return;
      if (!anchor.el.contains(target as Node)) this.close();
    });
    scope.registerDomEvent(
      doc,
      'scroll',
      ({ target }) => {
        // What scrolls elsewhere, such as another pane, leaves the number where it is.
        if ((target as Node).contains(anchor.el) && !card.hasClass('is-sheet')) this.close();
      },
      { capture: true },
    );
    scope.registerDomEvent(doc.win, 'resize', () => this.place());
  }

  #focusFirst(card: HTMLElement): void {
    (card.querySelector<HTMLElement>('button') ?? card).focus({ preventScroll: true });
  }

  #after(win: Window, ms: number, work: () => void): void {
    this.#clearTimer();
    this.#timer = { win, id: win.setTimeout(work, ms) };
  }

  #clearTimer(): void {
    this.#timer?.win.clearTimeout(this.#timer.id);
    this.#timer = null;
  }
}

function keepFocusIn(card: HTMLElement, event: KeyboardEvent): void {
  const buttons = card.findAll('button');
  const at = buttons.indexOf(card.doc.activeElement as HTMLElement);
  const next = buttons[(at + (event.shiftKey ? buttons.length - 1 : 1)) % Math.max(1, buttons.length)];
  event.preventDefault();
  next?.focus();
}
