/**
 * What the app adds to the prototypes of the DOM: d.ts, `declare global`; https://docs.obsidian.md/Plugins/User+interface/HTML+elements.
 * Each window has prototypes of its own, so each is patched.
 */
interface ElementInfo {
  cls?: string | string[];
  text?: string | DocumentFragment;
  attr?: Record<string, string | number | boolean | null>;
  title?: string;
  parent?: Node;
  value?: string;
  type?: string;
  prepend?: boolean;
  placeholder?: string;
  href?: string;
}

type Patch = Record<string, unknown>;
type Win = Window & typeof globalThis;

const SVG = 'http://www.w3.org/2000/svg';

export function make(
  doc: Document,
  tag: string,
  info: ElementInfo | string | undefined,
  callback: ((el: never) => void) | undefined,
  parent: Node | undefined,
  isSvg = false,
): Element {
  const el = isSvg ? doc.createElementNS(SVG, tag) : doc.createElement(tag);
  const options = typeof info === 'string' ? { cls: info } : (info ?? {});
  const { cls, text, attr, title, value, type, placeholder, href, prepend } = options;
  if (cls !== undefined) el.addClasses(typeof cls === 'string' ? [cls] : cls);
  if (text !== undefined) el.setText(text);
  if (attr !== undefined) el.setAttrs(attr);
  if (title !== undefined) el.setAttribute('title', title);
  if (type !== undefined) el.setAttribute('type', type);
  if (placeholder !== undefined) el.setAttribute('placeholder', placeholder);
  if (href !== undefined) el.setAttribute('href', href);
  if (value !== undefined) (el as HTMLInputElement).value = value;
  const into = options.parent ?? parent;
  if (into !== undefined) {
    if (prepend === true) into.insertBefore(el, into.firstChild);
    else into.appendChild(el);
  }
  (callback as ((made: Element) => void) | undefined)?.(el);
  return el;
}

const classesOf = (classes: readonly string[]): string[] =>
  classes.flatMap((each) => each.split(/\s+/)).filter(Boolean);

/** The node's window; that of the page for a node of a document that has none. */
const windowOf = (node: Node): Win => (node.ownerDocument ?? (node as Document)).defaultView ?? window;

const nodePatch: Patch = {
  detach(this: Node) {
    this.parentNode?.removeChild(this);
  },
  empty(this: Node) {
    while (this.lastChild !== null) this.removeChild(this.lastChild);
  },
  insertAfter(this: Node, node: Node, child: Node | null) {
    return this.insertBefore(node, child === null ? this.firstChild : child.nextSibling);
  },
  indexOf(this: Node, other: Node) {
    return [...this.childNodes].indexOf(other as ChildNode);
  },
  setChildrenInPlace(this: Node, children: Node[]) {
    (this as Element).replaceChildren(...children);
  },
  appendText(this: Node, text: string) {
    this.appendChild((this.ownerDocument ?? document).createTextNode(text));
  },
  instanceOf(this: Node, type: { name: string }) {
    const own = (windowOf(this) as unknown as Record<string, unknown>)[type.name];
    const isOf = (one: unknown): boolean => typeof one === 'function' && this instanceof one;
    return isOf(type) || isOf(own) || isOf((window as unknown as Record<string, unknown>)[type.name]);
  },
  createEl(this: Node, tag: string, info?: ElementInfo | string, callback?: (el: never) => void) {
    return make(this.ownerDocument ?? (this as Document), tag, info, callback, this);
  },
  createDiv(this: Node, info?: ElementInfo | string, callback?: (el: never) => void) {
    return make(this.ownerDocument ?? (this as Document), 'div', info, callback, this);
  },
  createSpan(this: Node, info?: ElementInfo | string, callback?: (el: never) => void) {
    return make(this.ownerDocument ?? (this as Document), 'span', info, callback, this);
  },
  createSvg(this: Node, tag: string, info?: ElementInfo | string, callback?: (el: never) => void) {
    return make(this.ownerDocument ?? (this as Document), tag, info, callback, this, true);
  },
};

const elementPatch: Patch = {
  getText(this: Element) {
    return this.textContent;
  },
  setText(this: Element, text: string | DocumentFragment) {
    if (typeof text === 'string') this.textContent = text;
    else this.replaceChildren(text);
  },
  addClass(this: Element, ...classes: string[]) {
    this.classList.add(...classesOf(classes));
  },
  addClasses(this: Element, classes: string[]) {
    this.classList.add(...classesOf(classes));
  },
  removeClass(this: Element, ...classes: string[]) {
    this.classList.remove(...classesOf(classes));
  },
  removeClasses(this: Element, classes: string[]) {
    this.classList.remove(...classesOf(classes));
  },
  toggleClass(this: Element, classes: string | string[], value: boolean) {
    for (const each of classesOf([classes].flat())) this.classList.toggle(each, value);
  },
  hasClass(this: Element, cls: string) {
    return this.classList.contains(cls);
  },
  setAttr(this: Element, name: string, value: string | number | boolean | null) {
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  },
  setAttrs(this: Element, attrs: Record<string, string | number | boolean | null>) {
    for (const [name, value] of Object.entries(attrs)) this.setAttr(name, value);
  },
  getAttr(this: Element, name: string) {
    return this.getAttribute(name);
  },
  matchParent(this: Element, selector: string, lastParent?: Element) {
    const found = this.closest(selector);
    return found !== null && lastParent !== undefined && !lastParent.contains(found) ? null : found;
  },
  getCssPropertyValue(this: Element, property: string, pseudo?: string) {
    return windowOf(this).getComputedStyle(this, pseudo).getPropertyValue(property).trim();
  },
  isActiveElement(this: Element) {
    return this.ownerDocument.activeElement === this;
  },
  find(this: Element, selector: string) {
    return this.querySelector(selector);
  },
  findAll(this: Element, selector: string) {
    return [...this.querySelectorAll(selector)];
  },
  findAllSelf(this: Element, selector: string) {
    return [...(this.matches(selector) ? [this] : []), ...this.querySelectorAll(selector)];
  },
};

const stylePatch: Patch = {
  setCssStyles(this: HTMLElement, styles: Partial<CSSStyleDeclaration>) {
    Object.assign(this.style, styles);
  },
  setCssProps(this: HTMLElement, props: Record<string, string>) {
    for (const [name, value] of Object.entries(props)) this.style.setProperty(name, value);
  },
};

interface Listening {
  readonly type: string;
  readonly selector: string;
  readonly listener: unknown;
  readonly callback: (evt: Event) => void;
}
const listening = new WeakMap<EventTarget, Listening[]>();

const delegationPatch: Patch = {
  on(
    this: Node,
    type: string,
    selector: string,
    listener: (evt: Event, target: Element) => unknown,
    options?: boolean | AddEventListenerOptions,
  ) {
    const callback = (evt: Event): void => {
      const start = evt.target as Element | null;
      const target = start?.closest(selector) ?? null;
      if (target !== null && this.contains(target)) Reflect.apply(listener, this, [evt, target]);
    };
    listening.set(this, [...(listening.get(this) ?? []), { type, selector, listener, callback }]);
    this.addEventListener(type, callback, options);
  },
  off(this: Node, type: string, selector: string, listener: unknown, options?: boolean | AddEventListenerOptions) {
    const all = listening.get(this) ?? [];
    for (const each of all) {
      if (each.type !== type || each.selector !== selector || each.listener !== listener) continue;
      this.removeEventListener(type, each.callback, options);
    }
  },
};

const htmlPatch: Patch = {
  show(this: HTMLElement) {
    this.style.display = '';
  },
  hide(this: HTMLElement) {
    this.style.display = 'none';
  },
  toggle(this: HTMLElement, show: boolean) {
    this.style.display = show ? '' : 'none';
  },
  toggleVisibility(this: HTMLElement, visible: boolean) {
    this.style.visibility = visible ? '' : 'hidden';
  },
  isShown(this: HTMLElement) {
    return this.isConnected && this.offsetParent !== null;
  },
  /** Guess: a click, and a press of the middle button. */
  onClickEvent(this: HTMLElement, listener: (evt: MouseEvent) => unknown, options?: boolean | AddEventListenerOptions) {
    this.addEventListener('click', listener, options);
    this.addEventListener('auxclick', listener, options);
  },
  onNodeInserted(this: HTMLElement, listener: () => unknown, once = false) {
    const observer = new (windowOf(this).MutationObserver)(() => {
      if (!this.isConnected) return;
      listener();
      if (once) observer.disconnect();
    });
    observer.observe(this.ownerDocument, { childList: true, subtree: true });
    return () => observer.disconnect();
  },
  onWindowMigrated(this: HTMLElement, listener: (win: Window) => unknown) {
    const handle = (evt: Event): void => void listener((evt as CustomEvent<Window>).detail);
    this.addEventListener('host-migrated', handle);
    return () => this.removeEventListener('host-migrated', handle);
  },
  trigger(this: HTMLElement, eventType: string) {
    this.dispatchEvent(new (windowOf(this).Event)(eventType, { bubbles: true }));
  },
};

function patch(prototype: object, members: Patch): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(prototype, name, { configurable: true, writable: true, value });
  }
}

function getter(prototype: object, name: string, get: (this: never) => unknown): void {
  Object.defineProperty(prototype, name, { configurable: true, get });
}

export function patchWindow(target: Window): void {
  const win = target as Win;
  patch(win.Node.prototype, nodePatch);
  getter(win.Node.prototype, 'doc', function (this: Node) {
    return this.ownerDocument ?? this;
  });
  getter(win.Node.prototype, 'win', function (this: Node) {
    return windowOf(this);
  });
  patch(win.Element.prototype, elementPatch);
  for (const { prototype } of [win.HTMLElement, win.SVGElement]) patch(prototype, stylePatch);
  for (const { prototype } of [win.HTMLElement, win.Document]) patch(prototype, delegationPatch);
  patch(win.HTMLElement.prototype, htmlPatch);
  getter(win.HTMLElement.prototype, 'innerWidth', function (this: HTMLElement) {
    const { paddingLeft, paddingRight } = windowOf(this).getComputedStyle(this);
    return this.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  });
  getter(win.HTMLElement.prototype, 'innerHeight', function (this: HTMLElement) {
    const { paddingTop, paddingBottom } = windowOf(this).getComputedStyle(this);
    return this.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
  });
  const { find, findAll } = elementPatch;
  patch(win.DocumentFragment.prototype, { find, findAll });
  patch(win.UIEvent.prototype, {
    instanceOf(this: UIEvent, type: { name: string }) {
      const own = ((this.view ?? window) as unknown as Record<string, unknown>)[type.name];
      return [type, own].some((one) => typeof one === 'function' && this instanceof one);
    },
  });
  getter(win.UIEvent.prototype, 'targetNode', function (this: UIEvent) {
    return this.target;
  });
  getter(win.UIEvent.prototype, 'win', function (this: UIEvent) {
    return this.view ?? window;
  });
  getter(win.UIEvent.prototype, 'doc', function (this: UIEvent) {
    return (this.view ?? window).document;
  });
}

/** The functions that the app adds to the page, and `activeWindow` and `activeDocument`. */
export function installGlobals(): void {
  const global = (tag: string | null, isSvg = false) =>
    tag === null
      ? (name: string, info?: ElementInfo | string, callback?: (el: never) => void) =>
          make(document, name, info, callback, undefined, isSvg)
      : (info?: ElementInfo | string, callback?: (el: never) => void) =>
          make(document, tag, info, callback, undefined, isSvg);
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
  const members: Patch = {
    createEl: global(null),
    createDiv: global('div'),
    createSpan: global('span'),
    createSvg: global(null, true),
    createFragment(callback?: (el: DocumentFragment) => void) {
      const fragment = document.createDocumentFragment();
      callback?.(fragment);
      return fragment;
    },
    fish: (selector: string) => document.querySelector(selector),
    fishAll: (selector: string) => [...document.querySelectorAll(selector)],
    ready: (run: () => unknown) => void run(),
    isBoolean: (value: unknown) => typeof value === 'boolean',
    sleep,
    nextFrame: () => new Promise((resolve) => void window.requestAnimationFrame(() => resolve(undefined))),
    activeWindow: window,
    activeDocument: document,
  };
  patch(globalThis, members);
  if ((globalThis as unknown) !== (window as unknown)) patch(window, members);
}

/** The window that has the focus. */
export function setActiveWindow(win: Window): void {
  for (const target of new Set<object>([globalThis, window, win])) {
    patch(target, { activeWindow: win, activeDocument: win.document });
  }
}
