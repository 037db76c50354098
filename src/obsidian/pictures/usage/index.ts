import { formatMoney, type UsageReport, type Workbench } from '../../../workbench';
import { dateText, numberText, pictures } from '../../locale';
import { limitOn } from '../../settings';
import { addButton, drawEmptyState, drawLimited, focusedKey, restoreFocus } from '../../ui';
import { drawExports, type Table } from '../export';
import { PictureContent } from '../picture-content';
import { drawCharts, type Formats } from './charts';
import { daysAtLimit, figuresOf, MAX_SERIES, tokensOf, type Figures, type Sum } from './figures';

const words = pictures.usage;
const RANGES = [7, 30, 365] as const;
/** Rows of the most expensive sources, at first. */
const MAX_SOURCES = 8;

/** What language models cost, by day, model and source, and where the limit is. */
export class UsageContent extends PictureContent<UsageReport> {
  protected override readonly events = ['wiki', 'jobs', 'settings'] as const;
  protected override readonly cls = 'living-wiki-usage';
  #days: (typeof RANGES)[number] = 30;

  protected override read(workbench: Workbench): Promise<UsageReport> {
    return workbench.usage(365);
  }

  #figures(report: UsageReport): Figures {
    const { state, settings } = this.controller;
    const source = (path: string): string | null =>
      (state.kind === 'ready' ? state.workbench.snapshot.source(path)?.title : undefined) ?? null;
    return figuresOf({
      ...{ report, days: this.#days, today: new Date().toISOString().slice(0, 10), titleOf: source },
      currency: settings.model.prices.currency,
      limitOn: (day) => limitOn(settings, day),
    });
  }

  protected override draw(): void {
    const { contentEl } = this.view;
    if (this.found === null) return;
    const key = focusedKey(contentEl);
    const scrolled = contentEl.querySelector('.living-wiki-scroll')?.scrollTop ?? 0;
    const figures = this.#figures(this.found);
    contentEl.empty();
    const chart: { svg: SVGSVGElement | null } = { svg: null };
    this.#drawHead(contentEl, figures, () => chart.svg);
    const body = contentEl.createDiv({ cls: 'living-wiki-scroll', attr: { tabindex: -1 } });
    if (figures.total.calls === 0) drawEmptyState(body, words.empty, words.emptyHint);
    else {
      this.#drawTiles(body, figures);
      const width = Math.max(300, Math.min(1400, body.clientWidth - 24));
      chart.svg = drawCharts(body, figures, this.#formats(), width);
      this.#drawLegend(body, figures);
      const tables = body.createDiv({ cls: 'living-wiki-usage-tables' });
      this.#drawModels(tables, figures);
      this.#drawWork(tables, figures);
      this.#drawDays(body, figures);
    }
    body.scrollTop = scrolled;
    restoreFocus(contentEl, key);
  }

  #drawHead(parent: HTMLElement, figures: Figures, svg: () => SVGSVGElement | null): void {
    const head = parent.createDiv({ cls: 'living-wiki-head living-wiki-picture-head' });
    head.createEl('h2', { cls: 'living-wiki-title', text: words.title });
    const ranges = head.createDiv({ cls: 'living-wiki-pills', attr: { role: 'group', 'aria-label': words.range } });
    for (const days of RANGES) {
      const options = { text: words.ranges[days], cls: 'living-wiki-small-button', key: String(days) };
      const button = addButton(ranges, options, () => {
        this.#days = days;
        this.draw();
      });
      button.setAttr('aria-pressed', String(days === this.#days));
    }
    const exports = head.createDiv({ cls: 'living-wiki-picture-exports' });
    drawExports(exports, {
      ...{ controller: this.controller, name: words.title, table: () => this.#table(figures) },
      picture: () => {
        const drawn = svg();
        return drawn === null ? null : { svg: drawn };
      },
    });
  }

  #formats(): Formats {
    const { currency } = this.controller.settings.model.prices;
    return {
      money: (amount) => money(amount, currency),
      tokens: (count) => numberText(count, { notation: 'compact', maximumSignificantDigits: 3 }),
      day: (text) => dateText(Date.parse(text), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    };
  }

  #drawTiles(parent: HTMLElement, { total, today, days, currency, bars }: Figures): void {
    const { tokens } = this.#formats();
    const tiles = parent.createEl('dl', { cls: 'living-wiki-usage-tiles' });
    const tile = (name: string, value: string, more: string): void => {
      const el = tiles.createDiv();
      el.createEl('dt', { text: name });
      const said = el.createEl('dd');
      said.createDiv({ cls: 'living-wiki-usage-value', text: value });
      said.createDiv({ cls: 'living-wiki-muted', text: more });
    };
    const { money: limit } = this.controller.settings.model.day;
    const unpriced = total.unpriced > 0 ? words.unpriced(tokens(total.unpriced)) : words.allPriced;
    tile(words.spent(days), money(total.cost, currency), unpriced);
    const most = limit === undefined ? words.noLimit : words.ofLimit(money(limit, currency));
    tile(words.today, money(today.cost, currency), most);
    const share = total.input === 0 ? 0 : Math.round((100 * total.cached) / total.input);
    tile(words.cached, `${share} %`, words.ofSent(tokens(total.input)));
    const isLimited = bars.some(({ limit: { money: most, tokens: all } }) => most !== undefined || all !== undefined);
    if (isLimited) tile(words.limitReached, words.days(daysAtLimit(bars)), words.limitExplained);
    tile(words.calls, String(total.calls), words.allTokens(tokens(tokensOf(total))));
  }

  #drawLegend(parent: HTMLElement, { models }: Figures): void {
    const legend = parent.createDiv({ cls: 'living-wiki-legend' });
    for (const [at, model] of models.entries()) {
      const entry = legend.createSpan({ cls: 'living-wiki-legend-entry' });
      drawSwatch(entry, at, model);
      entry.createSpan({ text: isUnpriced(model) ? words.unknownPrice(model.name) : model.name });
    }
  }

  #drawModels(parent: HTMLElement, { allModels, total, currency }: Figures): void {
    const part = parent.createEl('section');
    part.createEl('h3', { text: words.byModel });
    const table = part.createDiv({ cls: 'living-wiki-table-scroll' }).createEl('table', { cls: 'living-wiki-table' });
    const { model, input, cached, output, cost } = words.columns;
    drawRow(table.createEl('thead'), [model, input, cached, output, cost], 'th');
    const body = table.createEl('tbody');
    for (const [at, each] of [...allModels, { ...total, name: words.all }].entries()) {
      const row = drawRow(body, this.#cells(each, currency), 'td');
      if (at === allModels.length) row.addClass('is-total');
      else drawSwatch(row.firstElementChild, Math.min(at, MAX_SERIES), each, true);
    }
    part.createDiv({ cls: 'living-wiki-muted', text: words.counted });
  }

  #cells(sum: Sum, currency: string): readonly string[] {
    const { tokens } = this.#formats();
    const share = sum.input === 0 ? 0 : Math.round((100 * sum.cached) / sum.input);
    return [sum.name, tokens(sum.input), `${share} %`, tokens(sum.output), costText(sum, currency)];
  }

  #drawWork(parent: HTMLElement, { work, sources, currency }: Figures): void {
    const part = parent.createEl('section');
    part.createEl('h3', { text: words.byWork });
    const most = Math.max(...work.map(({ cost }) => cost));
    const mostTokens = Math.max(...work.map(tokensOf));
    const list = part.createEl('ul', { cls: 'living-wiki-usage-work' });
    for (const each of work) {
      const item = list.createEl('li');
      item.createSpan({ text: each.name });
      const track = item.createSpan({ cls: 'living-wiki-usage-track', attr: { 'aria-hidden': 'true' } });
      const share = most > 0 ? each.cost / most : tokensOf(each) / Math.max(1, mostTokens);
      track.createSpan().style.width = `${100 * share}%`;
      item.createSpan({ cls: 'living-wiki-usage-amount', text: costText(each, currency) });
    }
    if (sources.length === 0) return;
    part.createEl('h3', { text: words.bySource });
    const costs = part.createEl('ul', { cls: 'living-wiki-usage-work' });
    drawLimited(costs, sources, MAX_SOURCES, (each) => {
      const item = costs.createEl('li');
      item.createSpan({ cls: 'living-wiki-usage-name', text: each.name });
      item.createSpan({ cls: 'living-wiki-usage-amount', text: costText(each, currency) });
    });
  }

  /** The figures of the chart, for those who do not see it. */
  #drawDays(parent: HTMLElement, figures: Figures): void {
    const details = parent.createEl('details', { cls: 'living-wiki-usage-days' });
    details.createEl('summary', { text: words.byDay });
    const table = details
      .createDiv({ cls: 'living-wiki-table-scroll' })
      .createEl('table', { cls: 'living-wiki-table' });
    const [head = [], ...rows] = this.#table(figures);
    drawRow(table.createEl('thead'), head, 'th');
    const body = table.createEl('tbody');
    for (const row of rows) drawRow(body, row, 'td');
  }

  #table({ bars, currency }: Figures): Table {
    const { day, model, input, cached, output, cost } = words.columns;
    return [
      [day, model, input, cached, output, `${cost} (${currency})`],
      ...bars.flatMap((bar) =>
        bar.parts
          .filter(({ calls }) => calls > 0)
          .map((part) => [
            ...[bar.day, part.name, String(part.input), String(part.cached), String(part.output)],
            costText(part, currency),
          ]),
      ),
    ];
  }
}

const isUnpriced = ({ unpriced, cost }: Sum): boolean => unpriced > 0 && cost === 0;

function costText(sum: Sum, currency: string): string {
  return isUnpriced(sum) ? words.unknown : money(sum.cost, currency);
}

/** Shorter than {@link formatMoney} where the app knows the currency's sign. */
function money(amount: number, currency: string): string {
  if (amount > 0 && amount < 0.01) return formatMoney({ amount, currency });
  try {
    return numberText(amount, { style: 'currency', currency });
  } catch {
    return formatMoney({ amount, currency });
  }
}

function drawSwatch(parent: Element | null, at: number, sum: Sum, isFirst = false): void {
  const cls = `living-wiki-swatch ${isUnpriced(sum) ? 'is-unpriced' : `is-series-${at}`}`;
  const info = { cls, attr: { 'aria-hidden': 'true' }, prepend: isFirst };
  parent?.createSpan(info);
}

function drawRow(parent: HTMLElement, cells: readonly string[], tag: 'th' | 'td'): HTMLElement {
  const row = parent.createEl('tr');
  for (const [at, text] of cells.entries()) {
    const isHead = tag === 'th' || at === 0;
    row.createEl(isHead ? 'th' : 'td', { text, attr: { ...(isHead && { scope: tag === 'th' ? 'col' : 'row' }) } });
  }
  return row;
}
