/** What the app adds to the prototypes of the DOM, as far as the screens use it. Source: obsidian.d.ts, `declare global`. */
interface ElementInfo {
  readonly cls?: string | readonly string[];
  readonly text?: string;
  readonly attr?: Readonly<Record<string, string | number | boolean | null>>;
  readonly title?: string;
  readonly value?: string;
  readonly type?: string;
  readonly placeholder?: string;
  readonly href?: string;
}
type Members = Readonly<Record<string, unknown>>;
type Made = (el: never) => void;

const classesOf = (classes: readonly string[]): readonly string[] =>
  classes.flatMap((each) => each.split(/\s+/)).filter((each) => each !== '');

/** The node's document, which is the node itself for a document. */
const docOf = (node: Node): Document => node.ownerDocument ?? (node as Document);

/** Makes an element, in `parent` if there is one. */
function make(doc: Document, tag: string, info?: ElementInfo | string, made?: Made, parent?: Node): HTMLElement {
  const el = doc.createElementNS('http://www.w3.org/1999/xhtml', tag as 'div');
  const { cls, text, attr = {}, value, ...plain } = typeof info === 'string' ? { cls: info } : (info ?? {});
  if (cls !== undefined) el.classList.add(...classesOf([cls].flat()));
  if (text !== undefined) el.textContent = text;
  for (const [name, given] of Object.entries({ ...attr, ...plain })) setAttribute(el, name, given);
  if (value !== undefined) (el as HTMLInputElement).value = value;
  parent?.appendChild(el);
  (made as ((el: HTMLElement) => void) | undefined)?.(el);
  return el;
}

function setAttribute(el: Element, name: string, value: string | number | boolean | null): void {
  if (value === null) el.removeAttribute(name);
  else el.setAttribute(name, String(value));
}

const maker = (tag: string) =>
  function (this: Node, info?: ElementInfo | string, made?: Made): HTMLElement {
    return make(docOf(this), tag, info, made, this);
  };

const NODE: Members = {
  empty(this: Node) {
    while (this.lastChild !== null) this.removeChild(this.lastChild);
  },
  detach(this: Node) {
    this.parentNode?.removeChild(this);
  },
  appendText(this: Node, text: string) {
    this.appendChild(docOf(this).createTextNode(text));
  },
  instanceOf(this: Node, type: new () => unknown) {
    return Object.prototype.isPrototypeOf.call(type.prototype as object, this);
  },
  createEl(this: Node, tag: string, info?: ElementInfo | string, made?: Made) {
    return make(docOf(this), tag, info, made, this);
  },
  createDiv: maker('div'),
  createSpan: maker('span'),
};

const ELEMENT: Members = {
  getText(this: Element) {
    return this.textContent;
  },
  setText(this: Element, text: string) {
    this.textContent = text;
  },
  addClass(this: Element, ...classes: string[]) {
    this.classList.add(...classesOf(classes));
  },
  removeClass(this: Element, ...classes: string[]) {
    this.classList.remove(...classesOf(classes));
  },
  toggleClass(this: Element, classes: string | string[], isOn: boolean) {
    for (const each of classesOf([classes].flat())) this.classList.toggle(each, isOn);
  },
  hasClass(this: Element, name: string) {
    return this.classList.contains(name);
  },
  setAttr(this: Element, name: string, value: string | number | boolean | null) {
    setAttribute(this, name, value);
  },
  setAttrs(this: Element, attrs: Readonly<Record<string, string | number | boolean | null>>) {
    for (const [name, value] of Object.entries(attrs)) setAttribute(this, name, value);
  },
  findAll(this: Element, selector: string) {
    return [...this.querySelectorAll(selector)];
  },
};

const HTML: Members = {
  show(this: HTMLElement) {
    this.classList.remove('page-hidden');
  },
  hide(this: HTMLElement) {
    this.classList.add('page-hidden');
  },
  toggle(this: HTMLElement, isShown: boolean) {
    this.classList.toggle('page-hidden', !isShown);
  },
  isShown(this: HTMLElement) {
    return this.isConnected && this.offsetParent !== null;
  },
  /** A page has one window, and nothing moves to another. */
  onWindowMigrated() {
    return () => undefined;
  },
};

function patch(target: object, members: Members): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  }
}

/** Gives a window what the screens expect of it. */
export function patchWindow(win: typeof window): void {
  const doc = win.document;
  patch(win.Node.prototype, NODE);
  Object.defineProperty(win.Node.prototype, 'doc', { configurable: true, get: () => doc });
  Object.defineProperty(win.Node.prototype, 'win', { configurable: true, get: () => win });
  patch(win.Element.prototype, ELEMENT);
  patch(win.HTMLElement.prototype, HTML);
  patch(win, {
    createEl: (tag: string, info?: ElementInfo | string, made?: Made) => make(doc, tag, info, made),
    createDiv: (info?: ElementInfo | string, made?: Made) => make(doc, 'div', info, made),
    createSpan: (info?: ElementInfo | string, made?: Made) => make(doc, 'span', info, made),
  });
}
