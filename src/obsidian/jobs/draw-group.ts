import { placeOfJob } from '../../workbench';
import { type QueueState } from '../controller';
import { coreText, home, jobs as words } from '../locale';
import { addButton } from '../ui';
import { drawList, drawMore, drawQueuedJobs, titleOf, type JobActions } from './rows';
import { type JobGroup } from './groups';

/** Sources that were queued together, on one card: how far they are, what is ready, and what is still queued. */
export function drawGroup(
  parent: HTMLElement,
  group: JobGroup,
  queue: QueueState,
  openFolds: ReadonlySet<string>,
  actions: JobActions,
): void {
  const { run, of, done, running, queued, unread, ready } = group;
  const title = words.sources(of);
  const card = parent.createDiv({ cls: 'living-wiki-job-card', attr: { 'data-group': run } });
  if (running !== null) card.dataset.job = running.id;
  const top = card.createDiv({ cls: 'living-wiki-row' });
  top.createDiv({ cls: 'living-wiki-job-title', text: title });
  addButton(top, { icon: 'x', cls: 'clickable-icon', label: words.cancel(title), key: `cancel ${run}` }, () =>
    actions.change((wiki, within) => wiki.cancelTogether(run, within)),
  );
  const bar = card.createEl('progress', { cls: 'living-wiki-job-bar', attr: { 'aria-label': words.progress } });
  bar.value = done / of;
  const at = running === null ? null : placeOfJob(running);
  const said =
    running === null || at === null ? words.sourcesDone(done, of) : home.job.source(at.at, of, titleOf(running));
  card.createDiv({ text: said, attr: { dir: 'auto' } });
  const under = card.createDiv({ cls: 'living-wiki-row' });
  const stage = coreText(running?.progress?.stage ?? '');
  const cost = (running ?? ready[0])?.progress?.cost ?? '';
  under.createSpan({
    ...{ cls: 'living-wiki-muted living-wiki-stage', attr: { role: 'status' } },
    text: running?.isCancelRequested === true ? words.stopping : stage,
  });
  under.createSpan({ cls: 'living-wiki-muted living-wiki-cost', text: coreText(cost) });
  if (ready.length > 0) {
    // Where not all of them were read, the others are among what waits.
    const count = queue.counts.review > queue.jobs.review.length ? queue.counts.review : ready.length;
    const text = words.reviewReady(count);
    const row = card.createDiv({ cls: 'living-wiki-job-ready' });
    addButton(row, { text, cls: 'living-wiki-small-button', key: `ready ${run}` }, actions.reviewAll);
  }
  if (queued.length === 0) return;
  const fold = card.createEl('details', { cls: 'living-wiki-job-fold', attr: { 'data-fold': run } });
  fold.open = openFolds.has(run);
  fold.createEl('summary', { text: `${words.queued} · ${queued.length + unread}` });
  const list = drawList(fold);
  drawQueuedJobs(list, queued, queue, actions);
  drawMore(list, unread, run, actions);
}
