import { type Bundle, type ClaimTrace, type KnowledgeUnit } from '../../workbench';
import { quoteText, units } from '../locale';
import { addScreenReaderText, iconSpan } from '../ui';
import { drawLetter } from './draw-rounds';
import { letterOf } from './view-model/rounds';
import { finalPosition, modelsOf, STANCES, stanceOf, type ShownStance, type UnitModel } from './view-model/unit';

const t = units.unit;

const BARS = { unanimous: 4, strong: 3, split: 2, divergent: 1 } as const;

const textOf = (claim: string | { readonly claim: string }): string =>
  typeof claim === 'string' ? claim : claim.claim;

/** The level of consensus, as a word, as bars and in a sentence. */
export function drawLevel(parent: HTMLElement, { consensus_level: level }: KnowledgeUnit): void {
  const box = parent.createDiv({ cls: 'living-wiki-unit-level' });
  const badge = box.createDiv();
  badge.createDiv({ cls: 'living-wiki-unit-word', text: t.level(level) });
  const bars = badge.createDiv({ cls: `living-wiki-unit-bars is-${level}`, attr: { 'aria-hidden': 'true' } });
  for (let at = 0; at < 4; at += 1) bars.createSpan({ cls: at < BARS[level] ? 'is-full' : '' });
  box.createDiv({ text: `${t.meaning(level)} ${t.counted}` });
}

function section(parent: HTMLElement, title: string, count?: number): HTMLElement {
  const box = parent.createEl('section', { cls: 'living-wiki-unit-section' });
  const heading = box.createEl('h3', { text: title });
  if (count !== undefined) heading.createSpan({ cls: 'living-wiki-muted', text: ` ${t.claims(count)}` });
  return box;
}

/** Agreed claims, each with who makes it and on what it rests. */
export function drawAgreed(parent: HTMLElement, unit: KnowledgeUnit, bundle: Bundle | null): void {
  if (unit.agreed.length === 0) return;
  const box = section(parent, t.agreed, unit.agreed.length);
  const models = bundle === null ? [] : modelsOf(bundle);
  for (const claim of unit.agreed) {
    const row = box.createDiv({ cls: 'living-wiki-unit-claim' });
    const head = row.createDiv({ cls: 'living-wiki-unit-claim-head' });
    head.createDiv({ text: textOf(claim) });
    const trace = traceOf(bundle, 'agreed', textOf(claim));
    if (trace === undefined) continue;
    const who = head.createDiv({ cls: 'living-wiki-unit-who' });
    for (const { model, slot } of models) {
      if (!trace.positions.some((each) => each.model === model)) continue;
      drawLetter(who, slot);
      addScreenReaderText(who, model);
    }
    for (const { quote, uri } of trace.sources) drawQuote(row, quote, uri, 'good');
    const [first, ...more] = trace.positions;
    if (first !== undefined) drawQuote(row, first.quote, t.said(letterOf(first.slot), first.round), 'model');
    if (more.length === 0) continue;
    const rest = row.createEl('details');
    rest.createEl('summary', { text: `+${more.length}` });
    for (const { quote, slot, round } of more) drawQuote(rest, quote, t.said(letterOf(slot), round), 'model');
  }
}

function drawQuote(parent: HTMLElement, quote: string, from: string, kind: 'good' | 'model' | 'warn'): void {
  const line = parent.createDiv({ cls: `living-wiki-unit-quote is-${kind}` });
  line.createSpan({ text: `${quoteText(quote)} ` });
  line.createSpan({ cls: 'living-wiki-muted', text: from });
}

const traceOf = (bundle: Bundle | null, list: ClaimTrace['list'], claim: string): ClaimTrace | undefined =>
  bundle?.deliberated.traces.find((each) => each.list === list && each.claim === claim);

const SIGNS: Readonly<Record<ShownStance, string>> = { supports: '●', disputes: '○', unsure: '?', silent: '–' };

/** Disputes as a matrix of models by positions; silence has a column of its own. */
export function drawDisputes(parent: HTMLElement, unit: KnowledgeUnit, bundle: Bundle | null): void {
  const { disputed = [] } = unit;
  if (disputed.length === 0) return;
  const box = section(parent, t.disputed, disputed.length);
  const models = bundle === null ? [] : modelsOf(bundle);
  for (const { claim, significance = 'core', positions } of disputed) {
    const one = box.createDiv({ cls: 'living-wiki-unit-dispute' });
    const head = one.createDiv({ cls: 'living-wiki-unit-claim-head' });
    head.createDiv({ text: claim });
    head.createSpan({ cls: `living-wiki-unit-tag is-${significance}`, text: t.significance[significance] });
    const trace = traceOf(bundle, 'disputed', claim);
    if (trace === undefined) {
      const list = one.createEl('ul');
      for (const [model, position] of Object.entries(positions)) list.createEl('li', { text: `${model}: ${position}` });
      continue;
    }
    drawMatrix(one, trace, models);
    for (const stance of ['supports', 'disputes'] as const) {
      for (const { model } of models) {
        const position = finalPosition(trace, model);
        if (position?.stance !== stance) continue;
        const from = `${t.said(letterOf(position.slot), position.round)}, ${t.stance[stance]}`;
        drawQuote(one, position.quote, from, stance === 'supports' ? 'good' : 'warn');
      }
    }
  }
}

function drawMatrix(parent: HTMLElement, trace: ClaimTrace, models: readonly UnitModel[]): void {
  const scroll = parent.createDiv({ cls: 'living-wiki-table-scroll', attr: { tabindex: '0' } });
  const table = scroll.createEl('table', { cls: 'living-wiki-unit-matrix' });
  const head = table.createEl('thead').createEl('tr');
  head.createEl('th', {
    cls: 'living-wiki-unit-cell is-head is-name',
    text: units.rounds.model,
    attr: { scope: 'col' },
  });
  for (const stance of STANCES) {
    head.createEl('th', { cls: 'living-wiki-unit-cell is-head', text: t.stance[stance], attr: { scope: 'col' } });
  }
  const body = table.createEl('tbody');
  for (const { model, slot } of models) {
    const row = body.createEl('tr');
    const name = row.createEl('th', { cls: 'living-wiki-unit-cell is-name', attr: { scope: 'row' } });
    drawLetter(name, slot);
    name.createSpan({ text: model });
    const held = stanceOf(trace, model);
    for (const stance of STANCES) {
      const cell = row.createEl('td', { cls: `living-wiki-unit-cell is-${stance}` });
      if (stance !== held) continue;
      cell.createSpan({ text: SIGNS[stance], attr: { 'aria-hidden': 'true' } });
      addScreenReaderText(cell, t.stance[stance]);
    }
  }
}

export function drawUnknown(parent: HTMLElement, { uncertain = [] }: KnowledgeUnit): void {
  if (uncertain.length === 0) return;
  const list = section(parent, t.unknown).createEl('ul', { cls: 'living-wiki-unit-list' });
  for (const each of uncertain) {
    const item = list.createEl('li');
    iconSpan(item, 'help-circle');
    const text = item.createDiv();
    text.createDiv({ text: textOf(each) });
    if (typeof each !== 'string' && each.reason !== undefined) {
      text.createDiv({ cls: 'living-wiki-muted', text: each.reason });
    }
  }
}

export { section as drawSection };
