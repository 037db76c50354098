import { ICON_SHAPES } from './icon-shapes';

const SVG = 'http://www.w3.org/2000/svg';

/** Draws an icon as the only content of an element; one that has no shape here is left out. */
export function setIcon(parent: HTMLElement, name: string): void {
  const shape = ICON_SHAPES[name];
  if (shape === undefined) {
    parent.replaceChildren();
    return;
  }
  const svg = window.document.createElementNS(SVG, 'svg');
  const attributes = {
    ...{ class: 'svg-icon', viewBox: '0 0 24 24', width: '24', height: '24', fill: 'none', stroke: 'currentColor' },
    ...{ 'stroke-width': '2', 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' },
  };
  for (const [attribute, value] of Object.entries(attributes)) svg.setAttribute(attribute, value);
  const path = window.document.createElementNS(SVG, 'path');
  path.setAttribute('d', shape);
  svg.append(path);
  parent.replaceChildren(svg);
}
