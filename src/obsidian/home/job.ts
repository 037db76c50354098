import { INGEST_STAGE, type Progress } from '../../workbench';
import { type RunningJob, type WikiController } from '../controller';
import { coreText, home as words } from '../locale';
import { addButton } from '../ui';
import { drawHeading } from './heading';

/** The running job. It is drawn once and then updated, so that its button stays under the pointer. */
export function drawJob(el: HTMLElement, controller: WikiController): void {
  const { job } = controller;
  if (job === null) {
    el.empty();
    return;
  }
  if (el.dataset.job !== job.title || el.childElementCount === 0) {
    el.empty();
    el.dataset.job = job.title;
    drawHeading(el, job.title);
    el.createEl('p', { cls: 'living-wiki-stage', attr: { role: 'status' } });
    el.createEl('progress', { cls: 'living-wiki-progress', attr: { 'aria-label': words.job.progress } });
    el.createEl('p', { cls: 'living-wiki-muted living-wiki-cost' });
    addButton(el, { text: words.job.cancel, key: 'cancel' }, () => controller.job?.cancel());
  }
  update(el, job);
}

function update(el: HTMLElement, { progress, fraction, cost, isCancelled }: RunningJob): void {
  setText(el, '.living-wiki-stage', progress === null ? '' : describeProgress(progress));
  setText(el, '.living-wiki-cost', cost === null ? '' : words.job.cost(coreText(cost)));
  const bar = el.querySelector('progress');
  if (bar !== null && fraction !== null) bar.value = fraction;
  else bar?.removeAttribute('value');
  const cancel = el.querySelector('button');
  if (cancel === null) return;
  cancel.disabled = isCancelled;
  cancel.setText(isCancelled ? words.job.cancelling : words.job.cancel);
}

/** “Source 3 of 24: minutes.md” while sources are read; otherwise what is done, and how much of it. */
function describeProgress({ stage, done, total, detail = '' }: Progress): string {
  if (stage === INGEST_STAGE && total > 0) {
    return words.job.source(Math.min(done + 1, total), total, detail.replace(/^sources\//, ''));
  }
  const text = words.stage(coreText(stage), done, total);
  return detail === '' || detail === text ? text : `${text}: ${coreText(detail)}`;
}

/** Leaves equal text alone, so that screen readers do not repeat it. */
function setText(el: HTMLElement, selector: string, text: string): void {
  const found = el.querySelector<HTMLElement>(selector);
  if (found !== null && found.getText() !== text) found.setText(text);
}
