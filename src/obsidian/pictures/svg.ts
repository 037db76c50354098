type Attributes = Readonly<Record<string, string | number>>;

/** An image that reads as one, with its label. */
export function addPicture(parent: HTMLElement, width: number, height: number, label: string): SVGSVGElement {
  return parent.createSvg('svg', {
    cls: 'living-wiki-picture',
    attr: { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label },
  });
}

export function addShape<K extends keyof SVGElementTagNameMap>(
  parent: Element,
  tag: K,
  attr: Attributes,
  cls?: string,
): SVGElementTagNameMap[K] {
  return parent.createSvg(tag, { attr: { ...attr }, ...(cls !== undefined && { cls }) });
}

export function addText(
  parent: Element,
  [x, y]: readonly [number, number],
  text: string,
  cls: string,
  attr: Attributes = {},
): SVGTextElement {
  const element = addShape(parent, 'text', { x, y, ...attr }, cls);
  element.textContent = text;
  return element;
}

/** What the app shows when the pointer rests on a shape. */
export function addTitle(shape: Element, text: string): void {
  addShape(shape, 'title', {}).textContent = text;
}
