import { JSDOM } from 'jsdom';
import { installGlobals, patchWindow } from '../ui/dom';

/** What code of the screens reads off the global object. */
const shared = [
  'window',
  'document',
  'Node',
  'Element',
  'HTMLElement',
  'SVGElement',
  'Document',
  'DocumentFragment',
  'Event',
  'UIEvent',
  'MouseEvent',
  'KeyboardEvent',
  'CustomEvent',
  'MutationObserver',
  'getComputedStyle',
  'requestAnimationFrame',
  'cancelAnimationFrame',
] as const;

/**
 * Gives tests in Node a document with what the app adds to it. It lays nothing out: sizes are zero, and nothing is "shown".
 * @returns takes it away again
 */
export function installDom(): () => void {
  const dom = new JSDOM('<!doctype html><html lang="en"><head><title>Stand-in</title></head><body></body></html>', {
    pretendToBeVisual: true,
    url: 'http://localhost/',
  });
  const { window: win } = dom;
  const before = new Map<string, PropertyDescriptor | undefined>();
  for (const name of shared) {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    const value = name === 'window' ? win : (win as unknown as Record<string, unknown>)[name];
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  }
  // Node has these, a window of jsdom has not.
  for (const name of ['fetch', 'TextEncoder', 'TextDecoder', 'structuredClone', 'Response', 'Request', 'Headers']) {
    const value = (globalThis as Record<string, unknown>)[name];
    if (!(name in win)) Object.defineProperty(win, name, { value, writable: true, configurable: true });
  }
  Object.defineProperty(win, 'crypto', { value: globalThis.crypto });
  // Nothing is laid out: everything counts as in view, and nothing changes its size.
  Object.assign(win, { IntersectionObserver: AllInView, ResizeObserver: NeverResized });
  win.Element.prototype.scrollIntoView = () => undefined;
  patchWindow(win as unknown as Window);
  installGlobals();
  return () => {
    win.close();
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  };
}

class AllInView {
  readonly #tell: (entries: object[], observer: object) => void;

  constructor(tell: (entries: object[], observer: object) => void) {
    this.#tell = tell;
  }

  observe(target: Element): void {
    setTimeout(() => this.#tell([{ target, isIntersecting: true, intersectionRatio: 1 }], this), 0);
  }

  unobserve(): void {
    return undefined;
  }

  disconnect(): void {
    return undefined;
  }
}

class NeverResized {
  observe(): void {
    return undefined;
  }

  unobserve(): void {
    return undefined;
  }

  disconnect(): void {
    return undefined;
  }
}
