import { type WikiController } from '../controller';
import { home } from '../locale';
import { addButton } from '../ui';

const words = home.sourceIndex;

/** How far the index of the sources is, and which of them search leaves out. Empty while all of them are searched. */
export function drawSourceIndex(el: HTMLElement, controller: WikiController): void {
  const { progress, isPaused, isStopped, pending, outside } = controller.sourceIndex;
  el.empty();
  if (progress !== null) {
    const { done, total } = progress;
    const text = (isPaused ? words.paused : words.progress)(done, total);
    el.createEl('p', { cls: 'living-wiki-muted', text });
    const bar = el.createEl('progress', { cls: 'living-wiki-progress', attr: { 'aria-label': words.bar } });
    bar.value = done / Math.max(1, total);
    addButton(el, { text: words.stop, key: 'stop-indexing' }, () => controller.stopIndexing());
  } else if (isStopped && pending > 0) {
    el.createEl('p', { cls: 'living-wiki-muted', text: words.stopped(pending) });
    addButton(el, { text: words.resume, key: 'resume-indexing' }, () => controller.resumeIndexing());
  }
  if (outside > 0) {
    el.createEl('p', { cls: 'living-wiki-muted', text: words.outside(outside, controller.settings.sourceBudget) });
  }
}
