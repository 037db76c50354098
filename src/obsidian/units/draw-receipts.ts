import { type UnitVerification } from '../../workbench';
import { coreText, units } from '../locale';
import { addScreenReaderText, iconSpan } from '../ui';
import { receiptMarks, type ReceiptMark } from './view-model/unit';

const t = units.unit;

const ICONS = { good: 'check', warn: 'help-circle', bad: 'circle-x' } as const;

/** Each receipt as a tick, by round, and what holds of the whole. */
export function drawVerification(el: HTMLElement, result: UnitVerification): void {
  const marks = receiptMarks(result);
  const rounds = el.createDiv({ cls: 'living-wiki-unit-rounds' });
  for (const round of [1, 2, 3, null]) {
    const own = marks.filter((each) => each.round === round);
    if (own.length === 0) continue;
    const card = rounds.createDiv({ cls: 'living-wiki-unit-round' });
    card.createDiv({ cls: 'living-wiki-unit-round-title', text: round === null ? t.whole : t.round(round) });
    for (const mark of own) drawMark(card, mark, round === null);
    if (round === null && result.quotes.total > 0) {
      const { found, total } = result.quotes;
      const line = card.createDiv({ cls: `living-wiki-unit-mark is-${found === total ? 'good' : 'bad'}` });
      iconSpan(line, found === total ? 'check' : 'circle-x');
      line.createSpan({ text: t.quotes(found, total) });
    }
  }
  el.createDiv({ cls: 'living-wiki-unit-verdict', text: coreText(result.summary) });
  if (result.failures.length === 0) return;
  const list = el.createEl('ul', { cls: 'living-wiki-unit-list' });
  for (const { place, message } of result.failures)
    list.createEl('li', { cls: 'living-wiki-problem', text: `${coreText(place)}: ${coreText(message)}` });
}

function drawMark(card: HTMLElement, { text, state, signer }: ReceiptMark, isWhole: boolean): void {
  const line = card.createDiv({ cls: `living-wiki-unit-mark is-${state}` });
  iconSpan(line, ICONS[state]);
  line.createSpan({ text: isWhole ? t.signer[signer] || t.valid : text });
  addScreenReaderText(line, state === 'bad' ? t.notValid : t.valid);
  if (!isWhole && t.signer[signer] !== '') line.createDiv({ cls: 'living-wiki-muted', text: t.signer[signer] });
}
