import { type TimelineChange, type TimelineSource, type WikiTimeline } from '../../../workbench';
import { coreText, dateText, joinTexts, pictures } from '../../locale';
import { addPicture, addShape, addText, addTitle } from '../svg';
import { clusters, ticks, xOf, type Axis, type Cluster, type Unit } from './layout';

const words = pictures.timeline;
const HEIGHT = 330;
const SOURCES = 116;
const CHANGES = 190;
const GROWTH = { top: 240, bottom: 296 } as const;
/** Sources of one moment that are drawn one above the other. */
const STACK = 4;

/** Kinds of changes that have a look of their own. */
export const KINDS = ['ingest', 'lint', 'query', 'manual', 'undo', 'other'] as const;

export function kindOf({ event }: Pick<TimelineChange, 'event'>): (typeof KINDS)[number] {
  return KINDS.find((kind) => kind === event) ?? (event === 'setup' ? 'manual' : 'other');
}

/** Sources, changes and pages on one axis. */
export function drawTimeline(parent: HTMLElement, timeline: WikiTimeline, axis: Axis, width: number): SVGSVGElement {
  const { sources, changes, growth } = timeline;
  const pages = growth.at(-1)?.pages ?? 0;
  const svg = addPicture(parent, width, HEIGHT, words.summary(sources.length, changes.length, pages));
  const isWide = axis.left > 60;
  drawTicks(svg, axis, width);
  for (const [y, text] of [
    [SOURCES, words.sources],
    [CHANGES, words.changes],
    [GROWTH.bottom - 22, words.pages],
  ] as const)
    addText(svg, isWide ? [0, y + 4] : [0, y - 34], text, 'is-heading');
  for (const y of [SOURCES + 26, CHANGES + 32]) addShape(svg, 'line', { x1: 0, x2: width, y1: y, y2: y }, 'is-rule');
  drawGrowth(svg, growth, axis);
  const found = clusters(sources, axis, 15);
  for (const [at, cluster] of found.entries()) drawSources(svg, cluster, spaceAfter(found, at, axis), isWide);
  for (const cluster of clusters(changes, axis, 14)) drawChanges(svg, cluster);
  addShape(svg, 'line', { x1: axis.right, x2: axis.right, y1: 34, y2: GROWTH.bottom }, 'is-now');
  addText(svg, [axis.right, 26], words.today, 'is-text is-middle');
  return svg;
}

/** Room for a name after a mark; below 0 for that before it, where there is more. */
function spaceAfter(found: readonly Cluster<unknown>[], at: number, { left, right }: Axis): number {
  const x = found[at]?.x ?? 0;
  if (at < found.length - 1 || right - x > 140) return (found[at + 1]?.x ?? right) - x;
  return (found[at - 1]?.x ?? left) - x + 40;
}

function drawTicks(svg: SVGSVGElement, axis: Axis, width: number): void {
  for (const { time, unit } of ticks(axis, Math.max(3, Math.floor((axis.right - axis.left) / 110)))) {
    const x = xOf(axis, time);
    addShape(svg, 'line', { x1: x, x2: x, y1: 40, y2: GROWTH.bottom }, 'is-rule');
    const isLast = x > width - 60;
    addText(svg, [isLast ? width : x, HEIGHT - 10], tickText(time, unit), isLast ? 'is-muted is-end' : 'is-muted');
  }
}

function tickText(time: number, unit: Unit): string {
  return dateText(time, tickFormat(time, unit));
}

function tickFormat(time: number, unit: Unit): Intl.DateTimeFormatOptions {
  if (unit === 'day' || unit === 'week') return { day: 'numeric', month: 'short' };
  if (unit === 'year') return { year: 'numeric' };
  return new Date(time).getMonth() === 0 ? { month: 'short', year: 'numeric' } : { month: 'long' };
}

function drawSources(svg: SVGSVGElement, { x, items }: Cluster<TimelineSource>, space: number, isWide: boolean): void {
  const mark = addShape(svg, 'g', {});
  for (const [at, source] of items.slice(0, STACK).entries()) {
    const cls = source.isWaiting ? 'is-source is-waiting' : 'is-source';
    addShape(mark, 'rect', { x: x - 5.5, y: SOURCES - at * 16, width: 11, height: 13, rx: 2.5 }, cls);
  }
  if (items.length > STACK)
    addText(mark, [x, SOURCES - STACK * 16 + 9], `+${items.length - STACK}`, 'is-muted is-middle');
  addTitle(mark, items.map(({ title, isWaiting }) => (isWaiting ? `${title}, ${words.waiting}` : title)).join('\n'));
  const [first] = items;
  // Near the end there is no room to the right.
  const isLast = space < 0;
  const room = Math.floor((Math.abs(space) - 10) / 6.2);
  if (!isWide || first === undefined || room < 8) return;
  const text = items.length > 1 ? joinTexts(items.map(({ title }) => title)) : first.title;
  const y = SOURCES - Math.min(items.length, STACK + 1) * 16 + 4;
  const short = text.length > room ? `${text.slice(0, room - 1)}…` : text;
  if (isLast) addText(svg, [x - 14, y + 12], short, 'is-muted is-end');
  else addText(svg, [x + 2, y], short, 'is-muted');
}

function drawChanges(svg: SVGSVGElement, { x, items }: Cluster<TimelineChange>): void {
  const count = items.reduce((all, each) => all + Math.max(1, each.count), 0);
  const biggest = [...items].sort((a, b) => b.count - a.count)[0];
  if (biggest === undefined) return;
  const r = Math.min(20, 4 + Math.sqrt(count) * 2.4);
  const mark = addShape(svg, 'g', {});
  const isUndone = items.every((each) => each.isUndone);
  addShape(mark, 'circle', { cx: x, cy: CHANGES, r }, `is-kind-${kindOf(biggest)}${isUndone ? ' is-undone' : ''}`);
  if (items.length > 1) addText(mark, [x, CHANGES + r + 13], String(items.length), 'is-muted is-middle');
  const text = items.slice(-6).map(({ title, at }) => `${dayText(at)}: ${coreText(title)}`);
  addTitle(mark, [...(items.length > 6 ? [words.several(items.length)] : []), ...text].join('\n'));
}

function drawGrowth(svg: SVGSVGElement, growth: WikiTimeline['growth'], axis: Axis): void {
  const most = growth.at(-1)?.pages ?? 0;
  if (most === 0) return;
  const yOf = (pages: number): number => GROWTH.bottom - ((GROWTH.bottom - GROWTH.top) * pages) / most;
  const [first] = growth;
  let line = `M${xOf(axis, Date.parse(first?.at ?? ''))} ${GROWTH.bottom}`;
  for (const { at, pages } of growth) line += `H${xOf(axis, Date.parse(at)).toFixed(1)}V${yOf(pages).toFixed(1)}`;
  line += `H${axis.right}`;
  addShape(svg, 'path', { d: `${line}V${GROWTH.bottom}Z` }, 'is-area');
  addShape(svg, 'path', { d: line }, 'is-line');
  addText(svg, [axis.right - 28, GROWTH.top - 6], words.count(most), 'is-text is-end');
}

/** What would be undone: the time after the handle. */
export function drawHandle(svg: SVGSVGElement, axis: Axis, time: number, text: string): SVGGElement {
  const x = xOf(axis, time);
  const handle = addShape(svg, 'g', {}, 'is-handle');
  const defs = addShape(handle, 'defs', {});
  const hatch = { id: 'living-wiki-hatch', width: 7, height: 7, patternUnits: 'userSpaceOnUse' };
  const pattern = addShape(defs, 'pattern', { ...hatch, patternTransform: 'rotate(45)' });
  addShape(pattern, 'line', { x1: 0, x2: 0, y1: 0, y2: 7 }, 'is-hatch');
  const area = { x, y: 34, width: Math.max(0, axis.right - x), height: GROWTH.bottom - 34 };
  addShape(handle, 'rect', { ...area, fill: 'url(#living-wiki-hatch)' });
  addShape(handle, 'line', { x1: x, x2: x, y1: 34, y2: GROWTH.bottom }, 'is-handle-line');
  const isRight = x > axis.left + 120;
  addText(handle, [isRight ? x - 6 : x + 6, 14], text, isRight ? 'is-handle-text is-end' : 'is-handle-text');
  return handle;
}

export function dayText(at: string): string {
  return dateText(Date.parse(at), { dateStyle: 'medium' });
}

export function timeText(at: string): string {
  const format: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' };
  return dateText(Date.parse(at), format);
}
