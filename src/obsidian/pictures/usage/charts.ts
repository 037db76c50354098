import { pictures } from '../../locale';
import { addPicture, addShape, addText, addTitle } from '../svg';
import { roundUp, tokensOf, type Bar, type Figures, type Sum } from './figures';

const words = pictures.usage;
const LEFT = 52;
const RIGHT = 12;
const GAP = 1.5;
const COST = { top: 26, height: 150 } as const;
const TOKENS = { top: 240, height: 92 } as const;
const HEIGHT = 366;

interface Limits {
  readonly money: number | undefined;
  readonly tokens: number | undefined;
}

export interface Formats {
  readonly money: (amount: number) => string;
  readonly tokens: (count: number) => string;
  readonly day: (day: string) => string;
}

/** Both charts, one above the other, on one axis of days. */
export function drawCharts(
  parent: HTMLElement,
  figures: Figures,
  limits: Limits,
  format: Formats,
  width: number,
): SVGSVGElement {
  const { isWeekly, currency, total } = figures;
  const label = words.chart(words.cost(isWeekly, currency), format.money(total.cost));
  const svg = addPicture(parent, width, HEIGHT, label);
  const plot = { left: LEFT, width: width - LEFT - RIGHT };
  addText(svg, [0, 12], words.cost(isWeekly, currency), 'is-heading');
  addText(svg, [0, TOKENS.top - 14], words.tokens(isWeekly), 'is-heading');
  // A limit of a day says nothing about a week.
  const [money, tokens] = isWeekly ? [undefined, undefined] : [limits.money, limits.tokens];
  const highest = (valueOf: (sum: Sum) => number, limit = 0): number =>
    Math.max(limit, ...figures.bars.map((bar) => sum(bar, valueOf)));
  const cost = drawAxis(svg, COST, plot, highest(costOf, money), (value) => format.money(value));
  const used = drawAxis(svg, TOKENS, plot, highest(tokensOf, tokens), (value) => format.tokens(value));
  const spoken = (value: number): string => words.allTokens(format.tokens(value));
  const step = plot.width / figures.bars.length;
  for (const [at, bar] of figures.bars.entries()) {
    const x = plot.left + at * step;
    drawStack(svg, cost, [x, step], bar, { valueOf: costOf, text: (value) => format.money(value), format });
    drawStack(svg, used, [x, step], bar, { valueOf: tokensOf, text: spoken, format });
    const isUnknown = bar.parts.some(({ unpriced }) => unpriced > 0);
    if (isUnknown) drawUnknown(svg, x + step / 2, bar, format);
    if (money !== undefined && sum(bar, costOf) >= money) drawReached(svg, x + step / 2, cost.y(money));
  }
  drawLimit(svg, plot, cost, money, (value) => words.limit(format.money(value)));
  drawLimit(svg, plot, used, tokens, (value) => words.limit(spoken(value)));
  drawDays(svg, figures, plot, step, format);
  return svg;
}

interface Area {
  readonly top: number;
  readonly height: number;
}

interface Plot {
  readonly left: number;
  readonly width: number;
}

interface Scale {
  /** The value at the top of the area. */
  readonly most: number;
  /** Where a value is on the page. */
  y(value: number): number;
}

function drawAxis(
  svg: SVGSVGElement,
  { top, height }: Area,
  plot: Plot,
  highest: number,
  text: (value: number) => string,
): Scale {
  const most = roundUp(highest);
  const y = (value: number): number => top + height - (height * value) / most;
  for (const value of [0, most / 2, most]) {
    addShape(svg, 'line', { x1: plot.left, x2: plot.left + plot.width, y1: y(value), y2: y(value) }, 'is-rule');
    addText(svg, [LEFT - 8, y(value) + 4], text(value), 'is-muted is-end');
  }
  return { most, y };
}

const costOf = ({ cost }: Sum): number => cost;

const sum = ({ parts }: Bar, valueOf: (sum: Sum) => number): number =>
  parts.reduce((all, part) => all + valueOf(part), 0);

interface Stack {
  readonly format: Formats;
  readonly valueOf: (sum: Sum) => number;
  readonly text: (value: number) => string;
}

function drawStack(
  svg: SVGSVGElement,
  scale: Scale,
  [x, step]: readonly [number, number],
  bar: Bar,
  { valueOf, text, format }: Stack,
): void {
  let below = 0;
  for (const [at, part] of bar.parts.entries()) {
    const value = valueOf(part);
    if (value <= 0) continue;
    const [low, high] = [scale.y(below), scale.y(below + value)];
    below += value;
    const isUnpriced = part.unpriced > 0 && part.cost === 0;
    const shape = addShape(
      svg,
      'rect',
      { x: x + GAP, y: high, width: Math.max(1, step - 2 * GAP), height: Math.max(1, low - high - 0.8), rx: 1.5 },
      isUnpriced ? 'is-unpriced' : `is-series-${at}`,
    );
    addTitle(shape, words.bar(format.day(bar.day), part.name, text(value)));
  }
}

/** Under the axis of money: something was used whose price is not known. */
function drawUnknown(svg: SVGSVGElement, x: number, bar: Bar, format: Formats): void {
  const y = COST.top + COST.height + 6;
  const mark = addShape(svg, 'rect', { x: x - 4, y, width: 8, height: 8, rx: 2 }, 'is-unpriced');
  const unpriced = bar.parts.filter(({ unpriced: tokens }) => tokens > 0);
  const names = unpriced.map(({ name }) => words.unknownPrice(name)).join('; ');
  addTitle(mark, words.bar(format.day(bar.day), names, words.allTokens(format.tokens(sum(bar, (s) => s.unpriced)))));
}

function drawReached(svg: SVGSVGElement, x: number, y: number): void {
  const mark = addShape(svg, 'g', {});
  addShape(mark, 'circle', { cx: x, cy: y - 12, r: 6.5 }, 'is-reached');
  addShape(mark, 'path', { d: `M${x - 2} ${y - 15}v6M${x + 2} ${y - 15}v6` }, 'is-pause');
  addTitle(mark, words.reached);
}

function drawLimit(
  svg: SVGSVGElement,
  { left, width }: Plot,
  scale: Scale,
  limit: number | undefined,
  text: (value: number) => string,
): void {
  if (limit === undefined) return;
  const y = scale.y(limit);
  addShape(svg, 'line', { x1: left, x2: left + width, y1: y, y2: y }, 'is-limit');
  addText(svg, [left + width, y - 6], text(limit), 'is-limit-text is-end');
}

function drawDays(svg: SVGSVGElement, { bars }: Figures, { left }: Plot, step: number, format: Formats): void {
  const every = Math.max(1, Math.ceil(90 / step));
  for (let at = bars.length - 1; at >= 0; at -= every) {
    const bar = bars[at];
    const x = left + (at + 0.5) * step;
    if (bar === undefined || x < left + 16) continue;
    const isLast = at === bars.length - 1;
    const text = isLast ? words.todayBar : format.day(bar.day);
    addText(svg, [isLast ? x + step / 2 : x, HEIGHT - 8], text, isLast ? 'is-muted is-end' : 'is-muted is-middle');
  }
}
