import { type IconName } from 'obsidian';
import { formatMoney, type ModelHost, type QueuePause } from '../../workbench';
import { type QueueState } from '../controller';
import { coreText, jobs as words } from '../locale';
import { addButton, iconSpan } from '../ui';
import { drawCountdown } from './countdown';
import { timeOf, type JobActions } from './rows';

/** What was spent today, and of what limit. Nothing while nothing was paid for and no limit is set. */
export function drawSpent(head: HTMLElement, { spent }: QueueState, model: ModelHost['settings']): void {
  const limit = model.day.money;
  const { currency } = model.prices;
  const own = spent.find((each) => each.currency === currency)?.amount ?? 0;
  if (own === 0 && limit === undefined) return;
  const row = head.createDiv({ cls: 'living-wiki-row living-wiki-spent' });
  row.createSpan({ cls: 'living-wiki-muted', text: words.today(formatMoney({ amount: own, currency })) });
  if (limit === undefined) return;
  const bar = row.createEl('progress', { cls: 'living-wiki-job-bar', attr: { 'aria-label': words.spent } });
  bar.max = limit;
  bar.value = Math.min(own, limit);
  row.createSpan({ cls: 'living-wiki-muted', text: words.limit(formatMoney({ amount: limit, currency })) });
}

const ICONS: Readonly<Record<QueuePause['reason'], IconName>> = {
  'rate-limited': 'clock',
  'daily-limit': 'pause',
  offline: 'wifi-off',
  model: 'key-round',
  approval: 'shield-alert',
  user: 'pause',
};

/** Why the queue waits, when it goes on, and what to do if that is wanted sooner. */
export function drawPause(
  el: HTMLElement,
  { reason, message, until }: QueuePause,
  { change, reviewRules }: JobActions,
): void {
  const needsPerson = until === null && reason !== 'user';
  const cls = `living-wiki-wait${needsPerson || reason === 'daily-limit' ? ' is-warm' : ''}`;
  const box = el.createDiv({ cls, attr: { role: 'status' } });
  iconSpan(box, ICONS[reason]);
  const text = box.createDiv({ cls: 'living-wiki-wait-text' });
  text.createDiv({ cls: 'living-wiki-name', text: words.waits[reason] });
  for (const line of sentences(reason, message, until)) text.createDiv({ cls: 'living-wiki-muted', text: line });
  if (until !== null) drawContinuation(text, until);
  // In a sidebar, a button beside several lines would leave them no room.
  const place = reason === 'user' ? box : text;
  if (reason === 'approval') addButton(place, { text: words.seeRules, key: 'rules' }, reviewRules);
  else addButton(place, { text: words.resume, key: 'resume' }, () => change((jobs) => jobs.resume()));
}

function sentences(reason: QueuePause['reason'], message: string, until: number | null): readonly string[] {
  if (reason === 'user') return [words.nothingStarts];
  if (reason === 'approval') return [words.rulesWait, words.approveThenResume];
  if (until === null) return [message, words.changeThenResume];
  return [coreText(message), words.othersRun, ...(reason === 'daily-limit' ? [words.changeLimit] : [])];
}

/** When it goes on, and how long that still takes. */
function drawContinuation(text: HTMLElement, until: number): void {
  const line = text.createDiv({ text: words.continues(timeOf(until)) });
  drawCountdown(line, until);
}
