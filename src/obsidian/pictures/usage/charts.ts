import { pictures } from '../../locale';
import { addPicture, addShape, addText, addTitle } from '../svg';
import { limitSpans, roundUp, tokensOf, type Bar, type Figures, type LimitOf, type Sum } from './figures';

const words = pictures.usage;
const LEFT = 52;
const RIGHT = 12;
const GAP = 1.5;
const COST = { top: 36, height: 150 } as const;
const TOKENS = { top: 258, height: 92 } as const;
const HEIGHT = 384;
/** Width in pixels that the words of a limit need. */
const MIN_LIMIT_TEXT = 110;
/** Width in pixels of a letter, about. */
const LETTER = 6.4;

export interface Formats {
  readonly money: (amount: number) => string;
  readonly tokens: (count: number) => string;
  readonly day: (day: string) => string;
}

/** Both charts, one above the other, on one axis of days. */
export function drawCharts(parent: HTMLElement, figures: Figures, format: Formats, width: number): SVGSVGElement {
  const { isWeekly, currency, total } = figures;
  const label = words.chart(words.cost(isWeekly, currency), format.money(total.cost));
  const svg = addPicture(parent, width, HEIGHT, label);
  const plot = { left: LEFT, width: width - LEFT - RIGHT };
  addText(svg, [0, 12], words.cost(isWeekly, currency), 'is-heading');
  addText(svg, [0, TOKENS.top - 24], words.tokens(isWeekly), 'is-heading');
  const highest = (valueOf: (sum: Sum) => number, limitOf: LimitOf): number =>
    Math.max(...figures.bars.map((bar) => Math.max(sum(bar, valueOf), limitOf(bar) ?? 0)));
  const cost = drawAxis(svg, COST, plot, highest(costOf, moneyLimit), (value) => format.money(value));
  const used = drawAxis(svg, TOKENS, plot, highest(tokensOf, tokenLimit), (value) => format.tokens(value));
  const spoken = (value: number): string => words.allTokens(format.tokens(value));
  const step = plot.width / figures.bars.length;
  const marks: number[] = [];
  for (const [at, bar] of figures.bars.entries()) {
    const x = plot.left + at * step;
    drawStack(svg, cost, [x, step], bar, { valueOf: costOf, text: (value) => format.money(value), format });
    drawStack(svg, used, [x, step], bar, { valueOf: tokensOf, text: spoken, format });
    const isUnknown = bar.parts.some(({ unpriced }) => unpriced > 0);
    if (isUnknown) drawUnknown(svg, x + step / 2, bar, format);
    const spent = sum(bar, costOf);
    if (spent < (moneyLimit(bar) ?? Infinity)) continue;
    drawReached(svg, x + step / 2, cost.y(spent));
    marks.push(x + step / 2);
  }
  const line = { svg, left: plot.left, step, bars: figures.bars, day: format.day };
  drawLimits({ ...line, marks }, cost, moneyLimit, (value) => format.money(value));
  drawLimits({ ...line, marks: [] }, used, tokenLimit, spoken);
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

const moneyLimit: LimitOf = ({ limit }) => limit.money;
const tokenLimit: LimitOf = ({ limit }) => limit.tokens;

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

interface LimitLine {
  readonly svg: SVGSVGElement;
  readonly left: number;
  readonly step: number;
  readonly bars: readonly Bar[];
  readonly day: (day: string) => string;
  /** Where a day has a mark above the line. */
  readonly marks: readonly number[];
}

/** A limit is a line with a history: each day has the one that was in force then. */
function drawLimits(
  { svg, left, step, bars, day, marks }: LimitLine,
  scale: Scale,
  limitOf: LimitOf,
  text: (value: number) => string,
): void {
  let path = '';
  for (const { from, to, start, limit, follows } of limitSpans(bars, limitOf)) {
    const [x1, x2, y] = [left + from * step, left + to * step, scale.y(limit)];
    path += `${follows ? 'L' : 'M'}${x1} ${y}L${x2} ${y}`;
    const isWide = x2 - x1 >= MIN_LIMIT_TEXT;
    // A limit of a few days has no room for its words; the line is there all the same.
    if (!isWide && to < bars.length) continue;
    const said = from === 0 ? words.limit(text(limit)) : words.limitSince(text(limit), day(start));
    const width = said.length * LETTER;
    const isFree = (at: number): boolean => !marks.some((mark) => mark > at - 8 && mark < at + width + 8);
    const isEnd = !isWide || (!isFree(x1 + 6) && isFree(x2 - width));
    // Between two marks, above both.
    const raised = isFree(isEnd ? x2 - width : x1 + 6) ? 0 : 18;
    addText(svg, [isEnd ? x2 : x1 + 6, y - 6 - raised], said, isEnd ? 'is-limit-text is-end' : 'is-limit-text');
  }
  if (path !== '') addShape(svg, 'path', { d: path }, 'is-limit');
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
