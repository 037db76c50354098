import { reportUncaught, type HostEventRef } from './events';
import { strict } from './strict';

/** d.ts `Component`. */
export class Component {
  #hostLoaded = false;
  readonly #hostChildren: Component[] = [];
  readonly #hostCleanups: (() => unknown)[] = [];

  /** Guess: children are loaded after `onload` was called, without waiting for a promise that it returns. */
  load(): void | Promise<void> {
    if (this.#hostLoaded) return;
    this.#hostLoaded = true;
    const loading = this.onload();
    for (const child of [...this.#hostChildren]) void child.load();
    return loading;
  }

  onload(): void | Promise<void> {
    return undefined;
  }

  /** Guess: children first, then what was registered, the last registered first, then `onunload`. */
  unload(): void {
    if (!this.#hostLoaded) return;
    this.#hostLoaded = false;
    while (this.#hostChildren.length > 0) this.#hostChildren.pop()?.unload();
    while (this.#hostCleanups.length > 0) {
      try {
        this.#hostCleanups.pop()?.();
      } catch (error) {
        reportUncaught(error);
      }
    }
    this.onunload();
  }

  onunload(): void {
    return undefined;
  }

  addChild<T extends Component>(component: T): T {
    this.#hostChildren.push(component);
    if (this.#hostLoaded) void component.load();
    return component;
  }

  removeChild<T extends Component>(component: T): T {
    const at = this.#hostChildren.indexOf(component);
    if (at >= 0) {
      this.#hostChildren.splice(at, 1);
      component.unload();
    }
    return component;
  }

  register(cb: () => unknown): void {
    this.#hostCleanups.push(cb);
  }

  registerEvent(ref: HostEventRef): void {
    this.register(() => ref.source.offref(ref));
  }

  registerDomEvent(
    el: EventTarget,
    type: string,
    callback: (event: Event) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    el.addEventListener(type, callback, options);
    this.register(() => el.removeEventListener(type, callback, options));
  }

  registerInterval(id: number): number {
    this.register(() => {
      clearInterval(id);
    });
    return id;
  }
}
strict(Component);
