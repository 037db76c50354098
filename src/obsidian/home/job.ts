import { type WikiController, type RunningJob } from '../controller';
import { home as words } from '../locale';
import { button, heading } from './parts';

/** The running job, drawn once and then moved, so that its button stays under the pointer. */
export function drawJob(el: HTMLElement, controller: WikiController): void {
  const { job } = controller;
  if (job === null) {
    el.empty();
    return;
  }
  if (el.dataset.job !== job.title || el.childElementCount === 0) {
    el.empty();
    el.dataset.job = job.title;
    heading(el, job.title);
    el.createEl('p', { cls: 'living-wiki-stage', attr: { role: 'status' } });
    el.createEl('progress', { cls: 'living-wiki-progress', attr: { 'aria-label': words.job.progress } });
    el.createEl('p', { cls: 'living-wiki-muted living-wiki-cost' });
    button(el, { text: words.job.cancel, key: 'cancel' }, () => controller.job?.cancel());
  }
  move(el, job);
}

function move(el: HTMLElement, { progress, cost, isCancelled: cancelled }: RunningJob): void {
  const total = progress?.total ?? 0;
  const stage = progress === null ? '' : words.stage(progress.stage, progress.done, total);
  const at = progress?.detail ?? '';
  setText(el, '.living-wiki-stage', at === '' || at === stage ? stage : `${stage}: ${at}`);
  setText(el, '.living-wiki-cost', cost === null ? '' : words.job.cost(cost));
  const bar = el.querySelector('progress');
  if (bar !== null && total > 0) {
    bar.max = total;
    bar.value = progress?.done ?? 0;
  } else bar?.removeAttribute('value');
  const cancel = el.querySelector('button');
  if (cancel === null) return;
  cancel.disabled = cancelled;
  cancel.setText(cancelled ? words.job.cancelling : words.job.cancel);
}

function setText(el: HTMLElement, selector: string, text: string): void {
  const found = el.querySelector<HTMLElement>(selector);
  if (found !== null && found.getText() !== text) found.setText(text);
}
