import { ICON_SHAPES as shapes } from '../../../src/obsidian/browser/app/icon-shapes';

/**
 * A few shapes of our own, drawn in the manner of the app's icon library (24 by 24, strokes). An icon of the library that
 * has no shape here is drawn as a neutral one; which names the library has is not modelled.
 */
const neutral = 'M5 5h14v14H5z';
const added = new Map<string, string>();
const SVG = 'http://www.w3.org/2000/svg';

const known = (iconId: string): string => iconId.replace(/^lucide-/, '');

/** d.ts `addIcon`: the content of an svg whose view box is 100 by 100. */
export function addIcon(iconId: string, svgContent: string): void {
  added.set(iconId, svgContent);
}

export function removeIcon(iconId: string): void {
  added.delete(iconId);
}

export function getIconIds(): string[] {
  return [...Object.keys(shapes).map((name) => `lucide-${name}`), ...added.keys()];
}

/** d.ts: "Create an SVG from an iconId. Returns null if no icon associated with the iconId." */
export function getIcon(iconId: string, doc: Document = document): SVGSVGElement | null {
  if (!/^[a-z0-9-]+$/.test(iconId)) return null;
  const svg = doc.createElementNS(SVG, 'svg');
  const custom = added.get(iconId);
  const size = custom === undefined ? 24 : 100;
  const attributes = {
    class: `svg-icon ${added.has(iconId) ? iconId : `lucide-${known(iconId)}`}`,
    viewBox: `0 0 ${String(size)} ${String(size)}`,
    width: '24',
    height: '24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  if (custom !== undefined) {
    const template = doc.createElementNS(SVG, 'g');
    template.innerHTML = custom;
    svg.append(template);
  } else {
    const path = doc.createElementNS(SVG, 'path');
    path.setAttribute('d', shapes[known(iconId)] ?? neutral);
    svg.append(path);
  }
  return svg;
}

/** d.ts: "Does nothing if no icon associated with the iconId." */
export function setIcon(parent: HTMLElement, iconId: string): void {
  const icon = getIcon(iconId, parent.ownerDocument);
  if (icon !== null) parent.replaceChildren(icon);
}
