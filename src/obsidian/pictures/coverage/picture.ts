import { type CoverageGrid, type GridCell } from '../../../workbench';
import { joinTexts, pictures } from '../../locale';
import { addPicture, addShape, addText } from '../svg';
import { dotSize, type GridView } from './rows';

const words = pictures.coverage;
/** A larger image is of no use to anybody, and few devices can draw it. */
const MAX = { rows: 400, columns: 80 } as const;
const ROW = 24;
const COLUMN = 30;
const NAME = 240;
const HEAD = 190;
const RADII = { none: 0, few: 2.5, some: 5, many: 8 } as const;

/** The grid as an image. */
export function drawCoveragePicture(parent: HTMLElement, { sources }: CoverageGrid, view: GridView): SVGSVGElement {
  const rows = view.rows.slice(0, MAX.rows);
  const columns = view.columns.slice(0, MAX.columns);
  const isCut = rows.length < view.rows.length || columns.length < view.columns.length;
  const width = NAME + columns.length * COLUMN + 170;
  const height = HEAD + rows.length * ROW + 40;
  const svg = addPicture(parent, width, height, words.title);
  const xs = new Map(columns.map((source, at) => [source, NAME + at * COLUMN + COLUMN / 2]));
  for (const [source, x] of xs) {
    const { title = '', unused } = sources[source] ?? {};
    const short = title.length > 26 ? `${title.slice(0, 25)}…` : title;
    addText(svg, [0, 0], short, 'is-text', { transform: `translate(${x} ${HEAD - 34}) rotate(-45)` });
    if (typeof unused === 'number') addText(svg, [x, HEAD - 10], String(unused), 'is-muted is-middle');
  }
  addText(svg, [12, HEAD - 10], words.unused, 'is-muted');
  for (const [at, row] of rows.entries()) {
    const y = HEAD + at * ROW + ROW / 2;
    if (row.kind === 'group') {
      addText(svg, [12, y + 4], row.title, 'is-muted');
      continue;
    }
    const { title, cells, marks } = row.page;
    addShape(svg, 'line', { x1: 12, x2: width - 12, y1: y + ROW / 2, y2: y + ROW / 2 }, 'is-rule');
    addText(svg, [12, y + 4], title.length > 34 ? `${title.slice(0, 33)}…` : title, 'is-text');
    for (const cell of cells) {
      const x = xs.get(cell.source);
      if (x !== undefined) drawShape(svg, x, y, cell);
    }
    const said = joinTexts(marks.map((mark) => words.marks[mark]));
    addText(svg, [NAME + columns.length * COLUMN + 14, y + 4], said, 'is-muted');
  }
  if (isCut) addText(svg, [12, height - 14], words.cut(rows.length, columns.length), 'is-muted');
  return svg;
}

function drawShape(svg: SVGSVGElement, x: number, y: number, { claims, isContested, isStale }: GridCell): void {
  const r = RADII[dotSize(claims)];
  const cls = `is-dot${isStale ? ' is-stale' : ''}${isContested ? ' is-contested' : ''}`;
  if (r === 0) addShape(svg, 'line', { x1: x - 4, x2: x + 4, y1: y, y2: y }, 'is-dash');
  else if (isContested) addShape(svg, 'path', { d: `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z` }, cls);
  else addShape(svg, 'circle', { cx: x, cy: y, r }, cls);
}
