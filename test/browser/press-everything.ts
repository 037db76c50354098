import { type OpenApp } from './driver';

/** What a person can press, in our views, our dialogs and our part of the status bar. */
const PLACES = '.workspace-leaf-content[data-type^="living-wiki"], .modal, .prompt, .living-wiki-status';
// The button that clears a search field is the app's own.
const CONTROLS =
  ':is(button, a[href], summary, [role="button"], [role="tab"], .suggestion-item, .checkbox-container, .clickable-icon):not(.search-input-clear-button)';

/** How long a person keeps a button down. Milliseconds. */
const HOLD = 40;
/** How long a pointer rests on a button before the press. Milliseconds. */
const SETTLE = 20;

interface PressState {
  target: HTMLElement | null;
  clicked: EventTarget | null;
}

declare global {
  interface Window {
    presses?: PressState;
    /** What was pressed since the page was opened. */
    pressedControls?: WeakSet<Element>;
  }
}

/** From now on clicks reach nothing but this test, so that one press leaves the screen as it was for the next one. */
async function holdClicks(app: OpenApp): Promise<void> {
  await app.host(() => {
    const state: PressState = (window.presses = { target: null, clicked: null });
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

interface Next {
  /** Whether the click on the one before reached it. */
  readonly wasReached: boolean;
  readonly control: NextControl | null;
}

interface NextControl {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** What lies over its middle; `null` where nothing does. */
  readonly cover: string | null;
}

/** Says what became of the last click, and scrolls to the next control that was not pressed yet. */
function nextControl(app: OpenApp): Promise<Next> {
  return app.host(
    async (_page, { places, controls }) => {
      const state = window.presses;
      if (!state) throw new Error('Clicks are not held.');
      const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
      const drawn = async (): Promise<void> => {
        await frame();
        await frame();
      };
      // Views follow a scroll in the next frame.
      await drawn();
      const wasReached = state.clicked instanceof Node && state.target?.contains(state.clicked) === true;
      state.clicked = null;
      const done = (window.pressedControls ??= new WeakSet());
      const dialogs = document.querySelectorAll('.modal, .prompt');
      const roots = dialogs.length > 0 ? [dialogs[dialogs.length - 1]!] : [...document.querySelectorAll(places)];
      const isSeen = (el: Element): boolean => el.checkVisibility({ visibilityProperty: true });
      let next: Element | undefined;
      do {
        next = roots
          .flatMap((root) => [...(root.matches(controls) ? [root] : []), ...root.querySelectorAll(controls)])
          .find((el) => !done.has(el) && isSeen(el) && !(el as HTMLButtonElement).disabled);
        if (!(next instanceof HTMLElement)) return { wasReached, control: null };
        done.add(next);
        state.target = next;
        next.scrollIntoView({ block: 'nearest' });
        await drawn();
        // A head that folds away after a scroll takes what is below it along for some frames.
        for (let still = 0, last = '', tries = 0; still < 2 && tries < 40; tries += 1) {
          const { left, top } = next.getBoundingClientRect();
          const place = `${left}, ${top}`;
          still = place === last ? still + 1 : 0;
          last = place;
          await frame();
        }
        // The press before this one may have moved what stands with the current change.
      } while (!isSeen(next));
      // A link may go over two lines.
      const { left, top, width, height } = next.getClientRects()[0] ?? next.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = document.elementFromPoint(x, y);
      const isHit = hit !== null && (next.contains(hit) || hit.contains(next));
      const name = `${next.className.split(' ').slice(-2).join('.')} “${next.getAttribute('aria-label') ?? next.textContent}”`;
      const cover = isHit ? null : (hit?.className ?? 'nothing');
      return { wasReached, control: { name, x, y, cover } };
    },
    { places: PLACES, controls: CONTROLS },
  );
}

/** Where the control is in so many milliseconds: what a pointer over it changes is there by then. */
const positionIn = (app: OpenApp, milliseconds: number): Promise<string> =>
  app.host(async (_page, wait) => {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const target = window.presses?.target;
    if (target?.isConnected !== true) return 'gone';
    const { left, top } = target.getBoundingClientRect();
    return `${Math.round(left)}, ${Math.round(top)}`;
  }, milliseconds);

/**
 * Presses every control of the screen as it is, one after the other; one that is still there from an earlier call was pressed.
 * @param during runs while a control is held down
 * @param most how many controls are pressed at most
 * @returns what moved, was covered or got no click, a line each; and how many controls were pressed
 */
export async function pressEverything(
  app: OpenApp,
  during: () => Promise<unknown> = () => Promise.resolve(),
  most = 120,
): Promise<{ readonly pressed: number; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  await holdClicks(app);
  const { mouse } = app.page;
  let pressed = 0;
  let last = '';
  for (;;) {
    const { wasReached, control } = await nextControl(app);
    if (last !== '' && !wasReached) problems.push(`${last} got no click`);
    if (control === null || pressed >= most) break;
    pressed += 1;
    last = '';
    if (control.cover !== null) {
      problems.push(`${control.name} is covered by ${control.cover}`);
      continue;
    }
    await mouse.move(control.x, control.y);
    const before = await positionIn(app, SETTLE);
    await mouse.down();
    await during();
    const after = await positionIn(app, HOLD);
    await mouse.up();
    last = control.name;
    if (after !== before) problems.push(`${control.name} went from ${before} to ${after}`);
  }
  await app.host(() => {
    delete window.presses;
  });
  return { pressed, problems };
}
