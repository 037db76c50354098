import { type IconName } from 'obsidian';
import { type RunReport } from '../../workbench';
import { coreText, dateText, maintain, numberText } from '../locale';
import { addBreakable, drawLimited, iconSpan } from '../ui';

const words = maintain.report;
/** Paths that a run read, at first. */
const MAX_LISTED = 40;

/** What the report itself does not know. */
interface ReportContext {
  readonly isSource: (path: string) => boolean;
  /** Whether one of its proposals waits for review. */
  readonly isWaiting: boolean;
}

/** Draws what a run did: the figures first, then what it changed and what the reviewer found, and beside it what it read and cost. */
export function drawReport(el: HTMLElement, report: RunReport, context: ReportContext): void {
  drawHead(el, report, context);
  drawFigures(el, report, context);
  const columns = el.createDiv({ cls: 'living-wiki-report-columns' });
  const main = columns.createDiv();
  drawChanges(main, report);
  drawVerdict(main, report);
  drawTexts(main, words.notes, report.notes);
  drawTexts(main, words.said, report.said === '' ? [] : [report.said]);
  const side = columns.createDiv();
  drawRead(side, report, context);
  drawRefused(side, report);
  drawTexts(
    side,
    words.problems,
    Object.entries(report.findings).map(([rule, count]) => `${rule}: ${count}`),
  );
  drawCosts(side, report);
}

function drawHead(
  el: HTMLElement,
  { at, by, mode, usage, outcome, passed }: RunReport,
  { isWaiting }: ReportContext,
): void {
  const head = el.createDiv({ cls: 'living-wiki-report-head' });
  const style = { dateStyle: 'long', timeStyle: 'short' } as const;
  const when = dateText(Date.parse(at), style);
  const [first] = usage;
  const reviewer = passed === null || usage.length < 2 ? undefined : usage.at(-1);
  const models = [first?.model ?? '', reviewer === undefined ? '' : words.reviewedBy(reviewer.model)];
  const facts = [when, words.by[by], words.modes[mode], ...models].filter((fact) => fact !== '');
  head.createSpan({ cls: 'living-wiki-muted', text: facts.join(' · ') });
  const isDry = mode === 'dry-run' && outcome === 'proposed';
  const settled = outcome === 'proposed' && !isWaiting ? 'decided' : outcome;
  const badge = isDry ? 'dry' : settled;
  const cls = badge === 'proposed' || badge === 'failed' ? 'is-warn' : '';
  head.createSpan({ cls: `living-wiki-badge living-wiki-approval-mark ${cls}`, text: words.badges[badge] });
}

function drawFigures(el: HTMLElement, report: RunReport, { isSource }: ReportContext): void {
  const { read, total, changes, checks, passed, usage, seconds, mode } = report;
  const row = el.createDiv({ cls: 'living-wiki-report-figures' });
  const figure = (name: string, value: string, under: string, isBad = false): void => {
    const box = row.createDiv({ cls: 'living-wiki-report-figure' });
    box.createDiv({ cls: 'living-wiki-muted', text: name });
    box.createDiv({ cls: `living-wiki-report-value${isBad ? ' is-warm' : ''}`, text: value });
    box.createDiv({ cls: 'living-wiki-muted', text: under });
  };
  const sources = read.filter(isSource).length;
  const ofAll = total === undefined ? '' : words.readOf(total.pages, total.sources);
  figure(words.read, words.readWhat(read.length - sources, sources), ofAll);
  const sum = (key: 'added' | 'removed'): number => changes.reduce((all, each) => all + each[key], 0);
  const name = mode === 'dry-run' ? words.would : words.proposed;
  figure(name, words.changes(changes.length), words.lines(sum('added'), sum('removed')));
  const good = checks.filter(({ ok }) => ok).length;
  const reviewed = passed === null ? words.notReviewed : words.checks(good, checks.length);
  figure(words.reviewed, reviewed, '', passed === false);
  const tokens = usage.reduce((all, { input, output }) => all + input + output, 0);
  const paid = usage.flatMap(({ money }) => (money === null ? [] : [money]));
  const cost = paid.length === usage.length ? paid.map(coreText).join(' + ') : words.unknownCost;
  figure(words.cost, usage.length === 0 ? words.noCost : cost, words.size(numberText(tokens), words.seconds(seconds)));
}

function drawChanges(el: HTMLElement, { changes, dropped, mode, outcome }: RunReport): void {
  const applied = outcome === 'applied' ? words.whatApplied : words.what;
  const title = mode === 'dry-run' ? words.whatWould : applied;
  if (changes.length > 0) drawTitle(el, title);
  const list = changes.length > 0 ? drawList(el) : null;
  for (const { path, kind, added, removed, why } of changes) {
    const text = list === null ? null : drawRow(list, kind === 'created' ? 'plus' : 'pencil');
    const head = text?.createDiv({ cls: 'living-wiki-skill-head' });
    if (text === null || head === undefined) continue;
    const named = head.createSpan();
    addBreakable(named, path);
    if (kind === 'created') named.createSpan({ cls: 'living-wiki-muted', text: ` ${words.newPage}` });
    const counts = head.createSpan({ cls: 'living-wiki-report-counts' });
    if (added > 0) counts.createSpan({ cls: 'is-added', text: `+${added}` });
    if (removed > 0) counts.createSpan({ cls: 'is-removed', text: ` −${removed}` });
    text.createDiv({ cls: 'living-wiki-muted', text: why, attr: { dir: 'auto' } });
  }
  if (changes.length > 0 && dropped.length === 0) el.createEl('p', { cls: 'living-wiki-muted', text: words.kept });
  drawTexts(el, words.dropped, dropped);
}

function drawVerdict(el: HTMLElement, { checks, passed }: RunReport): void {
  if (passed === null && checks.length === 0) return;
  drawTitle(el, words.found);
  const failed = checks.filter(({ ok }) => !ok).length;
  if (passed === false) {
    const warning = el.createDiv({ cls: 'living-wiki-report-failed' });
    iconSpan(warning, 'triangle-alert');
    const text = warning.createSpan();
    text.createEl('strong', { text: words.failed(Math.max(1, failed)) });
    text.appendText(` ${words.failedThen}`);
  }
  const list = drawList(el);
  for (const { name, ok, note } of [...checks].sort((a, b) => Number(a.ok) - Number(b.ok))) {
    const text = drawRow(list, ok ? 'check' : 'x', ok ? 'is-good' : 'is-bad');
    text.createDiv({ text: name, attr: { dir: 'auto' } });
    if (note !== '') text.createDiv({ cls: 'living-wiki-muted', text: note, attr: { dir: 'auto' } });
  }
}

function drawRead(el: HTMLElement, { read }: RunReport, { isSource }: ReportContext): void {
  if (read.length === 0) return;
  const fold = el.createEl('details', { cls: 'living-wiki-report-read' });
  fold.open = read.length <= 8;
  fold.createEl('summary', { cls: 'living-wiki-group-title', text: `${words.readList}: ${words.files(read.length)}` });
  const list = drawList(fold);
  const ordered = [...read].sort((a, b) => Number(isSource(b)) - Number(isSource(a)));
  const draw = (path: string): void => addBreakable(drawRow(list, isSource(path) ? 'file-text' : 'file'), path);
  drawLimited(list, ordered, MAX_LISTED, draw);
}

function drawRefused(el: HTMLElement, { refused }: RunReport): void {
  if (refused.length === 0) return;
  drawTitle(el, words.refused, refused.length);
  const list = drawList(el);
  for (const { tool, input, message } of refused) {
    const text = drawRow(list, 'ban', 'is-bad');
    text.createDiv({ cls: 'living-wiki-report-call', text: `${tool} ${input}`, attr: { dir: 'auto' } });
    text.createDiv({ cls: 'living-wiki-muted', text: coreText(message) });
  }
}

function drawCosts(el: HTMLElement, { usage }: RunReport): void {
  if (usage.length === 0) return;
  drawTitle(el, words.costs);
  const table = el.createEl('table', { cls: 'living-wiki-report-costs' });
  const head = table.createEl('thead').createEl('tr');
  head.createEl('th', { text: words.model });
  for (const name of words.columns) head.createEl('th', { text: name });
  const body = table.createEl('tbody');
  for (const { model, input, cached, output, money } of usage) {
    const row = body.createEl('tr');
    addBreakable(row.createEl('td'), model);
    for (const count of [input, cached, output]) row.createEl('td', { text: numberText(count) });
    row.createEl('td', { text: money ?? '?' });
  }
}

function drawTexts(el: HTMLElement, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  drawTitle(el, title);
  for (const line of lines)
    el.createEl('p', { cls: 'living-wiki-report-text', text: coreText(line), attr: { dir: 'auto' } });
}

function drawTitle(el: HTMLElement, title: string, count?: number): void {
  const heading = el.createEl('h4', { cls: 'living-wiki-group-title', text: title });
  if (count !== undefined) heading.createSpan({ cls: 'living-wiki-job-count', text: String(count) });
}

/** What the skill asked for, and the beginning of each answer, in order. */
export function drawTranscript(el: HTMLElement, steps: NonNullable<RunReport['steps']>): void {
  const list = drawList(el);
  for (const { tool, input, ok, result } of steps) {
    const text = drawRow(list, ok ? 'check' : 'ban', ok ? 'is-good' : 'is-bad');
    text.createDiv({ cls: 'living-wiki-report-call', text: `${tool} ${input}`, attr: { dir: 'auto' } });
    text.createDiv({ cls: 'living-wiki-muted living-wiki-report-text', text: result, attr: { dir: 'auto' } });
  }
}

const drawList = (el: HTMLElement): HTMLElement =>
  el.createEl('ul', { cls: 'living-wiki-report-list', attr: { role: 'list' } });

function drawRow(list: HTMLElement, icon: IconName, cls = ''): HTMLElement {
  const row = list.createEl('li', { cls: 'living-wiki-report-row' });
  iconSpan(row, icon, cls);
  return row.createDiv({ cls: 'living-wiki-job-text' });
}
