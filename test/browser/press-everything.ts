import { type OpenApp } from './driver';

/** What a person can press, in our views, our dialogs and our part of the status bar. */
const PLACES = '.workspace-leaf-content[data-type^="living-wiki"], .modal, .prompt, .living-wiki-status';
// The button that clears a search field is the app's own.
const CONTROLS =
  ':is(button, a[href], summary, [role="button"], [role="tab"], .suggestion-item, .checkbox-container, .clickable-icon):not(.search-input-clear-button)';

/** How long a person keeps a button down. Milliseconds. */
const HOLD = 40;

interface PressState {
  readonly pressed: WeakSet<Element>;
  target: HTMLElement | null;
  clicked: EventTarget | null;
}

declare global {
  interface Window {
    presses?: PressState;
  }
}

/** From now on clicks reach nothing but this test, so that one press leaves the screen as it was for the next one. */
async function holdClicks(app: OpenApp): Promise<void> {
  await app.host(() => {
    const state: PressState = (window.presses = { pressed: new WeakSet(), target: null, clicked: null });
    window.addEventListener(
      'click',
      (event) => {
        if (window.presses !== state) return;
        state.clicked = event.target;
        event.stopImmediatePropagation();
        event.preventDefault();
      },
      true,
    );
  });
}

interface NextControl {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** What lies over its middle; `null` where nothing does. */
  readonly cover: string | null;
}

/** Scrolls to the next control that was not pressed yet. */
function nextControl(app: OpenApp): Promise<NextControl | null> {
  return app.host(
    async (_page, { places, controls }) => {
      const state = window.presses;
      if (!state) throw new Error('Clicks are not held.');
      const dialogs = document.querySelectorAll('.modal, .prompt');
      const roots = dialogs.length > 0 ? [dialogs[dialogs.length - 1]!] : [...document.querySelectorAll(places)];
      const isSeen = (el: Element): boolean => el.checkVisibility({ visibilityProperty: true });
      const next = roots
        .flatMap((root) => [...(root.matches(controls) ? [root] : []), ...root.querySelectorAll(controls)])
        .find((el) => !state.pressed.has(el) && isSeen(el) && !(el as HTMLButtonElement).disabled);
      if (!(next instanceof HTMLElement)) return null;
      state.pressed.add(next);
      state.target = next;
      next.scrollIntoView({ block: 'nearest' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // A link may go over two lines.
      const { left, top, width, height } = next.getClientRects()[0] ?? next.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = document.elementFromPoint(x, y);
      const isHit = hit !== null && (next.contains(hit) || hit.contains(next));
      const name = `${next.className.split(' ').slice(-2).join('.')} “${next.getAttribute('aria-label') ?? next.textContent}”`;
      return { name, x, y, cover: isHit ? null : (hit?.className ?? 'nothing') };
    },
    { places: PLACES, controls: CONTROLS },
  );
}

const position = (app: OpenApp): Promise<string> =>
  app.host(() => {
    const target = window.presses?.target;
    if (target?.isConnected !== true) return 'gone';
    const { left, top } = target.getBoundingClientRect();
    return `${Math.round(left)}, ${Math.round(top)}`;
  });

/** @returns whether the click reached the control */
const wasClicked = (app: OpenApp): Promise<boolean> =>
  app.host(() => {
    const state = window.presses;
    const { clicked = null, target = null } = state ?? {};
    if (state) state.clicked = null;
    return clicked instanceof Node && target?.contains(clicked) === true;
  });

/**
 * Presses every control of the screen as it is, one after the other.
 * @param during runs while a control is held down
 * @param most how many controls are pressed at most
 * @returns what moved, was covered or got no click, a line each; and how many controls were pressed
 */
export async function pressEverything(
  app: OpenApp,
  during: () => Promise<unknown> = () => app.page.waitForTimeout(HOLD),
  most = 120,
): Promise<{ readonly pressed: number; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  await holdClicks(app);
  const { mouse } = app.page;
  let pressed = 0;
  for (; pressed < most; pressed += 1) {
    const next = await nextControl(app);
    if (next === null) break;
    if (next.cover !== null) {
      problems.push(`${next.name} is covered by ${next.cover}`);
      continue;
    }
    await mouse.move(next.x, next.y);
    // What a pointer over it changes is there before the press.
    await app.page.waitForTimeout(20);
    const before = await position(app);
    await mouse.down();
    await during();
    const after = await position(app);
    await mouse.up();
    const reached = await wasClicked(app);
    if (after !== before) problems.push(`${next.name} went from ${before} to ${after}`);
    if (!reached) problems.push(`${next.name} got no click`);
  }
  await app.host(() => {
    delete window.presses;
  });
  return { pressed, problems };
}
