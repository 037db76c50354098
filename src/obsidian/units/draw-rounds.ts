import { formatMoney } from '../../workbench';
import { coreText, joinTexts, units } from '../locale';
import { iconSpan } from '../ui';
import { cellKey, letterOf, type RoundCell, type Rounds } from './view-model/rounds';

const t = units.rounds;

const ICONS = { asked: 'clock', writing: 'loader', answered: 'check', silent: 'circle-x' } as const;

/** Draws the rounds as a table: a row a model, a column a round; on a narrow screen the cells stand below each other. */
export function drawRounds(parent: HTMLElement, models: readonly string[], rounds: Rounds, currency: string): void {
  const table = parent.createEl('table', { cls: 'living-wiki-rounds' });
  const head = table.createEl('thead', { cls: 'living-wiki-rounds-top' }).createEl('tr');
  for (const text of [t.model, t[1], t[2], t[3]]) {
    head.createEl('th', { cls: 'living-wiki-rounds-cell is-head', text, attr: { scope: 'col' } });
  }
  const body = table.createEl('tbody', { cls: 'living-wiki-rounds-body' });
  for (const [at, model] of models.entries()) {
    const slot = at + 1;
    const row = body.createEl('tr', { cls: 'living-wiki-rounds-row' });
    const name = row.createEl('th', { cls: 'living-wiki-rounds-cell', attr: { scope: 'row' } });
    drawLetter(name, slot);
    name.createSpan({ text: model });
    for (const round of [1, 2] as const) {
      drawCell(
        row.createEl('td', { cls: 'living-wiki-rounds-cell is-answer', attr: { 'data-label': t[round] } }),
        rounds.get(cellKey(round, slot)),
        currency,
      );
    }
    if (at === 0) {
      const record = row.createEl('td', {
        cls: 'living-wiki-rounds-cell is-answer living-wiki-rounds-record',
        attr: { rowspan: String(models.length), 'data-label': t[3] },
      });
      const last = [...rounds.entries()].filter(([key]) => key.startsWith('3/')).at(-1)?.[1];
      drawCell(record, last, currency, false);
      record.createDiv({ cls: 'living-wiki-muted', text: t.sorts(last?.model ?? models[0] ?? '') });
    }
  }
}

/** @param hasText whether a click opens the text */
function drawCell(el: HTMLElement, cell: RoundCell | undefined, currency: string, hasText = true): void {
  if (cell === undefined) {
    el.createDiv({ cls: 'living-wiki-muted', text: t.waiting });
    return;
  }
  const { state, role, words, text, seconds, money, isCached, reason, reads } = cell;
  el.toggleClass('is-writing', state === 'writing');
  const head = el.createDiv({ cls: `living-wiki-rounds-head is-${state}` });
  iconSpan(head, ICONS[state]);
  head.createSpan({ text: units.roles[role] });
  if (state === 'asked') el.createDiv({ cls: 'living-wiki-muted', text: t.asked });
  if (state === 'writing') el.createDiv({ text: t.writing(words) });
  if (state === 'silent') el.createDiv({ cls: 'living-wiki-problem', text: `${t.silent}. ${reason}` });
  if (state !== 'answered') return;
  if (hasText) {
    const details = el.createEl('details');
    details.createEl('summary', { text: beginningOf(text) });
    details.createDiv({ cls: 'living-wiki-rounds-text', text });
  }
  const facts = [
    ...(reads.length > 0 && hasText ? [t.reads(joinTexts(reads))] : []),
    ...(isCached
      ? [t.cached]
      : [`${seconds ?? 0} s`, ...(money === null ? [] : [coreText(formatMoney({ amount: money, currency }))])]),
  ];
  el.createDiv({ cls: 'living-wiki-muted', text: facts.join(' · ') });
}

const MAX_BEGINNING = 90;

function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_BEGINNING ? line : `${line.slice(0, MAX_BEGINNING - 1).trimEnd()}…`;
}

export function drawLetter(parent: HTMLElement, slot: number, label = letterOf(slot)): void {
  parent.createSpan({ cls: 'living-wiki-letter', text: label });
}
