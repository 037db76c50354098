import { capitalise } from '../../base';
import { type QueueState } from '../controller';
import { coreText, dateText, jobs as words, maintain } from '../locale';
import { iconSpan } from '../ui';
import { drawList, drawSection } from './rows';

/** Skills that run by themselves: when next, how the last run ended, and why one waits. */
export function drawScheduled(el: HTMLElement, { scheduled }: QueueState): void {
  if (scheduled.length === 0) return;
  const list = drawList(drawSection(el, words.scheduled, scheduled.length));
  const now = Date.now();
  for (const { skill, next, last, wait, problem, timeZone } of scheduled) {
    const row = list.createEl('li', { cls: 'living-wiki-job' });
    iconSpan(row, 'calendar');
    const text = row.createDiv({ cls: 'living-wiki-job-text' });
    text.createDiv({ cls: 'living-wiki-job-title', text: coreText(capitalise(skill.replaceAll('-', ' '))) });
    const isDue = next !== null && next <= now;
    const when = next === null ? words.neverAgain : words.nextAt(timeOf(next, timeZone));
    text.createDiv({ cls: 'living-wiki-muted', text: (problem && coreText(problem)) ?? (isDue ? words.due : when) });
    if (wait !== null && (isDue || wait === 'phone'))
      text.createDiv({ cls: 'living-wiki-job-reason is-warm', text: words.scheduleWaits[wait] });
    if (last === null) continue;
    const outcome = maintain.outcomes[last.outcome];
    text.createDiv({ cls: 'living-wiki-muted', text: words.lastAt(timeOf(last.at, undefined), outcome) });
  }
}

/** @param timeZone named where it is not the one of this device */
function timeOf(at: number, timeZone: string | undefined): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  if (timeZone === undefined || timeZone === own) return dateText(at, style);
  return `${dateText(at, { ...style, timeZone })} (${timeZone})`;
}
