/**
 * A few shapes of our own, drawn in the manner of the app's icon library (24 by 24, strokes). An icon of the library that
 * has no shape here is drawn as a neutral one; which names the library has is not modelled.
 */
const shapes: Record<string, string> = {
  'circle-x': 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM9 9l6 6M15 9l-6 6',
  'wifi-off': 'M3 3l18 18M5 12a10 10 0 0 1 4-2M15 10a10 10 0 0 1 4 2M9 16a5 5 0 0 1 6 0M12 20h.01',
  'list-filter': 'M3 6h18M7 12h10M10 18h4',
  'shield-alert': 'M12 3l8 3v6c0 5-4 8-8 9c-4-1-8-4-8-9V6zM12 8v5M12 16v1',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9c-4-1-8-4-8-9V6z',
  'shield-check': 'M12 3l8 3v6c0 5-4 8-8 9c-4-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  'equal-not': 'M5 9h14M5 15h14M16 4L8 20',
  'circle-dot': 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM12 11a1 1 0 1 1 0 2a1 1 0 0 1 0-2z',
  'circle-slash': 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM15 9l-6 6',
  'layout-grid': 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  coins: 'M9 4a5 5 0 1 1 0 10a5 5 0 0 1 0-10zM16 10a5 5 0 1 1-5 8',
  milestone: 'M12 3v3M12 14v7M5 6h11l4 4-4 4H5z',
  'file-input': 'M5 4h9l5 5v11H5M14 4v5h5M3 14h9M9 11l3 3-3 3',
  'grip-vertical': 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  send: 'M4 12L21 4l-6 17-4-7zM11 14l10-10',
  square: 'M5 5h14v14H5z',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5l12 7-12 7z',
  clock: 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM12 7v5l3 2',
  'list-todo': 'M4 5h5v5H4zM4 16l2 2 4-4M13 6h7M13 12h7M13 18h7',
  'arrow-up-right': 'M7 17L17 7M8 7h9v9',
  'circle-dashed': 'M12 3v0M18 6v0M21 12v0M18 18v0M12 21v0M6 18v0M3 12v0M6 6v0',
  scale: 'M12 3v18M7 21h10M4 7h16M7 7l-3 7h6zM17 7l-3 7h6z',
  'search-x': 'M11 4a7 7 0 1 1 0 14a7 7 0 0 1 0-14zM16 16l5 5M9 9l4 4M13 9l-4 4',
  'message-circle': 'M12 4a8 8 0 1 1-4 15l-4 1 1-4a8 8 0 0 1 7-12z',
  ellipsis: 'M5 12h.01M12 12h.01M19 12h.01',
  house: 'M4 11l8-7 8 7v9h-5v-6h-6v6H4z',
  aperture: 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM12 8l4 3-1 5H9l-1-5z',
  'eye-off': 'M3 12c4-6 14-6 18 0-4 6-14 6-18 0zM4 4l16 16',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M4 12l5 5L20 6',
  ban: 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM6 6l12 12',
  eye: 'M3 12c4-6 14-6 18 0-4 6-14 6-18 0zM12 10a2 2 0 1 1 0 4a2 2 0 0 1 0-4z',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  'lock-open': 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8-1',
  text: 'M5 6h14M5 12h14M5 18h9',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  x: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-right': 'M9 6l6 6-6 6',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevron-up': 'M6 15l6-6 6 6',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  'file-text': 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  'file-plus': 'M6 3h8l4 4v14H6zM14 3v4h4M12 11v6M9 14h6',
  'file-minus': 'M6 3h8l4 4v14H6zM14 3v4h4M9 14h6',
  'file-diff': 'M6 3h8l4 4v14H6zM14 3v4h4M12 9v4M10 11h4M10 17h4',
  folder: 'M3 6h6l2 2h10v11H3z',
  search: 'M11 4a7 7 0 1 1 0 14a7 7 0 0 1 0-14zM16 16l5 5',
  settings: 'M12 9a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M6 6l2 2M16 16l2 2M6 18l2-2M16 8l2-2',
  history: 'M4 12a8 8 0 1 0 3-6M4 4v4h4M12 8v5l3 2',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
  'undo-2': 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h3',
  'book-open': 'M12 6v14M3 5h6a3 3 0 0 1 3 2a3 3 0 0 1 3-2h6v13h-6a3 3 0 0 0-3 2a3 3 0 0 0-3-2H3z',
  info: 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM12 11v6M12 7v1',
  'alert-triangle': 'M12 4l9 16H3zM12 10v5M12 17v1',
  'triangle-alert': 'M12 4l9 16H3zM12 10v5M12 17v1',
  'alert-circle': 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM12 7v6M12 16v1',
  'circle-alert': 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM12 7v6M12 16v1',
  'circle-check': 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM8 12l3 3 5-6',
  'check-circle': 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM8 12l3 3 5-6',
  'help-circle': 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM9.500 9.500a2.500 2.500 0 1 1 3 3v1M12 17v1',
  glasses: 'M6 12a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM18 12a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM9 15h6M3 15l3-9M21 15l-3-9',
  filter: 'M3 5h18l-7 8v6l-4-2v-4z',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  'trash-2': 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  pencil: 'M4 20l1-5L16 4l4 4L9 19z',
  link: 'M9 15l6-6M10 6l2-2a4 4 0 0 1 6 6l-2 2M14 18l-2 2a4 4 0 0 1-6-6l2-2',
  quote: 'M5 8h5v5a4 4 0 0 1-4 4M14 8h5v5a4 4 0 0 1-4 4',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h1M4 12h1M4 18h1',
  'list-checks': 'M11 6h9M11 12h9M11 18h9M3 6l2 2 3-4M3 16l2 2 3-4',
  'refresh-cw': 'M20 12a8 8 0 1 1-3-6M20 4v4h-4',
  wrench: 'M14 6a4 4 0 0 1 5-2l-3 3 1 2 2 1 3-3a4 4 0 0 1-6 5L8 20l-4-4 8-8',
  'more-vertical': 'M12 5v1M12 12v1M12 19v1',
  'more-horizontal': 'M5 12h1M12 12h1M19 12h1',
  'external-link': 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  download: 'M12 4v11M7 10l5 5 5-5M5 20h14',
  inbox: 'M4 4h16v16H4zM4 13h5l1 3h4l1-3h5',
  image: 'M4 5h16v14H4zM8 9h1M4 17l5-5 4 4 3-3 4 4',
  ghost: 'M5 21V10a7 7 0 0 1 14 0v11l-3-2-2 2-2-2-2 2-2-2zM9 10h1M14 10h1',
  columns: 'M4 4h16v16H4zM12 4v16',
  'columns-2': 'M4 4h16v16H4zM12 4v16',
  rows: 'M4 4h16v16H4zM4 12h16',
  'book-heart': 'M5 4h14v16H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M12 13l-3-3a2 2 0 0 1 3-2a2 2 0 0 1 3 2z',
  keyboard: 'M3 6h18v12H3zM7 10h1M11 10h1M15 10h1M8 14h8',
  brain:
    'M12 5a4 4 0 0 0-7 2a4 4 0 0 0-1 6a4 4 0 0 0 4 6a4 4 0 0 0 4-2M12 5a4 4 0 0 1 7 2a4 4 0 0 1 1 6a4 4 0 0 1-4 6a4 4 0 0 1-4-2M12 5v12',
  package: 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10',
  'package-plus': 'M20 11V7l-8-4-8 4v10l8 4M4 7l8 4 8-4M12 11v10M18 15v6M15 18h6',
  upload: 'M12 15V4M7 9l5-5 5 5M5 20h14',
  'scroll-text': 'M7 4h10v16H7zM10 8h4M10 12h4M10 16h4',
  layers: 'M12 4l9 5-9 5-9-5zM3 14l9 5 9-5',
  microscope: 'M6 20h12M10 16h4M9 4h4v9H9zM13 6a6 6 0 0 1 4 10',
  'notebook-pen': 'M6 3h12v18H6zM3 7h4M3 12h4M3 17h4M11 14l5-5',
  sparkles: 'M12 4l2 6 6 2-6 2-2 6-2-6-6-2 6-2z',
  users: 'M9 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM3 20a6 6 0 0 1 12 0M16 6a3 3 0 0 1 0 5M17 14a6 6 0 0 1 4 6',
};
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
