import { type App, type Component } from 'obsidian';

/** After a touch has ended, the browser sends the click within this time. Milliseconds. */
const TOUCH_CLICK_DELAY = 60;

/**
 * Holds redraws back while a pointer is pressed, until its click was handled. A redraw in between would move or replace
 * the control under the pointer, and the click would be lost or reach another one.
 */
export class PressGate {
  #isPressed = false;
  /** Work that waits, by its key. */
  readonly #held = new Map<unknown, () => void>();
  #timer = 0;

  /** Watches the pointer in every window of the app while `owner` is loaded. */
  watch(owner: Component, app: App): void {
    const watchWindow = (win: Window): void => {
      const target = win as typeof window;
      const on = <K extends keyof WindowEventMap>(type: K, listen: (event: WindowEventMap[K]) => void): void =>
        owner.registerDomEvent(target, type, listen, { capture: true });
      on('pointerdown', () => this.#press());
      // A touch sends the events of a mouse after its own.
      on('mousedown', () => this.#press());
      on('pointerup', ({ pointerType }) => this.#release(pointerType === 'mouse' ? 0 : TOUCH_CLICK_DELAY));
      for (const type of ['mouseup', 'pointercancel', 'dragend'] as const) on(type, () => this.#release(0));
      // The window loses the focus; elements that do are of no interest.
      on('blur', ({ target: left }) => {
        if (left === target) this.#release(0);
      });
    };
    watchWindow(window);
    owner.registerEvent(app.workspace.on('window-open', (_, win) => watchWindow(win)));
    owner.register(() => {
      window.clearTimeout(this.#timer);
      this.#held.clear();
    });
  }

  /**
   * Runs `work` now, or when the pointer is released.
   * @param key of several held works with one key, only the latest is run
   */
  run(work: () => void, key: unknown = work): void {
    if (this.#isPressed) this.#held.set(key, work);
    else work();
  }

  #press(): void {
    window.clearTimeout(this.#timer);
    this.#isPressed = true;
  }

  /** @param delay milliseconds until the click was handled */
  #release(delay: number): void {
    if (!this.#isPressed) return;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#isPressed = false;
      const held = [...this.#held.values()];
      this.#held.clear();
      for (const work of held) work();
    }, delay);
  }
}
