import { Platform } from 'obsidian';
import { review as words } from '../locale';
import { type ReviewAction } from './view-model/keys';

/** Pixels before a movement is a swipe, and at the edges, where the system takes it. */
const STARTS_AFTER = 14;
const EDGE = 24;
/** Share of a card's width after which it decides. */
const DECIDES = 0.3;
/** What uses a finger itself. */
const OWN_TOUCH = 'input, textarea, select, summary';

interface Swipe {
  readonly card: HTMLElement;
  readonly x: number;
  readonly y: number;
  /** Shows the decision under the card, once the movement is a swipe. */
  under: HTMLElement | null;
  by: number;
}

/**
 * On a phone, a card that is moved to the side is accepted or rejected, as by the buttons below. Scrolling stays the browser's, and
 * so does what scrolls sideways inside a card.
 * @returns what ends it
 */
export function listenToSwipes(main: HTMLElement, decide: (hunk: string, action: ReviewAction) => void): () => void {
  if (!Platform.isPhone) return () => undefined;
  const abort = new AbortController();
  let swipe: Swipe | null = null;
  const end = (): void => {
    if (swipe !== null) settle(swipe);
    swipe = null;
  };
  const on = (type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel', act: (event: TouchEvent) => void): void =>
    main.addEventListener(type, act, { signal: abort.signal, passive: type !== 'touchmove' });
  on('touchstart', (event) => {
    end();
    swipe = begin(event, main);
  });
  on('touchmove', (event) => {
    const [touch] = event.touches;
    if (swipe === null || touch === undefined) return;
    const [byX, byY] = [touch.clientX - swipe.x, touch.clientY - swipe.y];
    if (swipe.under === null) {
      if (Math.max(Math.abs(byX), Math.abs(byY)) < STARTS_AFTER) return;
      // Up or down first is scrolling, and stays that until the finger leaves.
      if (event.touches.length > 1 || Math.abs(byX) < 1.5 * Math.abs(byY)) swipe = null;
      else swipe.under = drawUnder(swipe);
    }
    if (swipe === null) return;
    event.preventDefault();
    move(swipe, byX);
  });
  on('touchend', () => {
    const done = swipe;
    end();
    if (done === null || !isDecided(done)) return;
    decide(done.card.dataset.hunk ?? '', done.by > 0 ? 'accept' : 'reject');
  });
  on('touchcancel', end);
  return () => {
    end();
    abort.abort();
  };
}

function begin({ touches, target }: TouchEvent, main: HTMLElement): Swipe | null {
  const [touch] = touches;
  const el = target as HTMLElement;
  const card = el.closest<HTMLElement>('.living-wiki-hunk');
  const isSelecting = main.win.getSelection()?.isCollapsed === false;
  if (touch === undefined || touches.length > 1 || card === null || isSelecting) return null;
  if (touch.clientX < EDGE || touch.clientX > main.win.innerWidth - EDGE) return null;
  if (el.closest(OWN_TOUCH) !== null || card.querySelector('.living-wiki-form') !== null) return null;
  for (let at: HTMLElement | null = el; at !== null && at !== card; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(main.win.getComputedStyle(at).overflowX)) return null;
  return { card, x: touch.clientX, y: touch.clientY, under: null, by: 0 };
}

function drawUnder({ card, y }: Swipe): HTMLElement {
  const under = createDiv({ cls: 'living-wiki-swipe', attr: { 'aria-hidden': 'true' } });
  under.createSpan({ text: `✓ ${words.accept}` });
  under.createSpan({ text: `✕ ${words.reject}` });
  card.before(under);
  // The words are at the height of the finger: the middle of a long card may be out of sight.
  const at = Math.max(0, y - card.getBoundingClientRect().top - 12);
  const box = { top: `${card.offsetTop}px`, height: `${card.offsetHeight}px` };
  under.setCssStyles({ ...box, paddingBlockStart: `${at}px` });
  return under;
}

const isDecided = ({ card, by }: Swipe): boolean => Math.abs(by) > DECIDES * card.offsetWidth;

function move(swipe: Swipe, by: number): void {
  swipe.by = by;
  swipe.card.setCssStyles({ transform: `translateX(${by}px)` });
  swipe.under?.toggleClass('is-accept', by > 0);
  swipe.under?.toggleClass('is-reject', by < 0);
  swipe.under?.toggleClass('is-decided', isDecided(swipe));
}

function settle({ card, under }: Swipe): void {
  card.setCssStyles({ transform: '' });
  under?.remove();
}
