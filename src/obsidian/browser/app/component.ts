/** A part of the page with a life: what it registers ends with it. */
export class Component {
  #isLoaded = false;
  readonly #children = new Set<Component>();
  #cleanups: (() => unknown)[] = [];

  load(): void {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    this.onload();
    for (const child of [...this.#children]) child.load();
  }

  onload(): void {
    return undefined;
  }

  unload(): void {
    if (!this.#isLoaded) return;
    this.#isLoaded = false;
    for (const child of [...this.#children]) this.removeChild(child);
    const cleanups = this.#cleanups.reverse();
    this.#cleanups = [];
    for (const cleanup of cleanups) cleanup();
    this.onunload();
  }

  onunload(): void {
    return undefined;
  }

  addChild<T extends Component>(child: T): T {
    this.#children.add(child);
    if (this.#isLoaded) child.load();
    return child;
  }

  removeChild<T extends Component>(child: T): T {
    if (this.#children.delete(child)) child.unload();
    return child;
  }

  register(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup);
  }

  /** @param off ends what an event was subscribed with */
  registerEvent(off: () => unknown): void {
    this.register(off);
  }

  registerDomEvent(
    target: EventTarget,
    type: string,
    listener: (event: Event) => unknown,
    options?: AddEventListenerOptions,
  ): void {
    target.addEventListener(type, listener, options);
    this.register(() => target.removeEventListener(type, listener, options));
  }
}
