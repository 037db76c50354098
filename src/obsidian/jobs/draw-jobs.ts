import { INGEST_STAGE, type Job } from '../../workbench';
import { type QueueState, type RunningJob } from '../controller';
import { coreText, home, jobs as words } from '../locale';
import { addButton } from '../ui';
import { drawGroup } from './draw-group';
import { reviewsTogether, type JobGroup } from './groups';
import { drawList, drawMore, drawQueuedJobs, drawRow, drawSection, titleOf, type JobActions } from './rows';

/** What is drawn besides the queue itself. */
interface JobsShown {
  readonly queue: QueueState;
  readonly groups: readonly JobGroup[];
  /** Groups whose queued jobs are listed. */
  readonly openFolds: ReadonlySet<string>;
}

const isIn = (job: Job, groups: readonly JobGroup[]): boolean =>
  groups.some(({ running, queued }) => running?.id === job.id || queued.some(({ id }) => id === job.id));

/** The jobs that run, each with how far it is. */
export function drawRunning(el: HTMLElement, all: JobsShown, shown: RunningJob | null, actions: JobActions): void {
  const { queue, groups, openFolds } = all;
  const { running } = queue.jobs;
  if (running.length === 0) return;
  const section = drawSection(el, words.running, queue.counts.running);
  for (const group of groups) if (group.running !== null) drawGroup(section, group, queue, openFolds, actions);
  for (const job of running.filter((each) => !isIn(each, groups))) {
    const title = titleOf(job);
    const card = section.createDiv({ cls: 'living-wiki-job-card', attr: { 'data-job': job.id } });
    const top = card.createDiv({ cls: 'living-wiki-row' });
    top.createDiv({ cls: 'living-wiki-job-title', text: title });
    addButton(top, { icon: 'x', cls: 'clickable-icon', label: words.cancel(title), key: `cancel ${job.id}` }, () =>
      actions.change((wiki, run) => wiki.cancel(job.id, run)),
    );
    const { progress } = job;
    const bar = card.createEl('progress', { cls: 'living-wiki-job-bar', attr: { 'aria-label': words.progress } });
    if (progress !== null && progress.total > 0) bar.value = progress.done / progress.total;
    const under = card.createDiv({ cls: 'living-wiki-row' });
    const stage = job.isCancelRequested ? words.stopping : coreText(progress?.stage ?? '');
    under.createSpan({ cls: 'living-wiki-muted living-wiki-stage', text: stage, attr: { role: 'status' } });
    under.createSpan({ cls: 'living-wiki-muted living-wiki-cost', text: progress?.cost ?? '' });
    const { owner } = job.lease ?? {};
    if (owner !== undefined && owner.name !== 'Obsidian') {
      card.createDiv({ cls: 'living-wiki-muted', text: words.byOther(owner.name) });
    }
  }
  updateRunning(el, shown);
}

/** Sources that were queued together and that wait, such as for the next day. */
export function drawOnHold(el: HTMLElement, { queue, groups, openFolds }: JobsShown, actions: JobActions): void {
  const held = groups.filter(({ running }) => running === null);
  if (held.length === 0 || queue.pause === null) return;
  const section = drawSection(el, words.onHold, held.length);
  for (const group of held) drawGroup(section, group, queue, openFolds, actions);
}

/** Brings the first running job up to date with what the app shows of it. */
export function updateRunning(el: HTMLElement, shown: RunningJob | null): void {
  const card = el.querySelector<HTMLElement>('.living-wiki-job-card');
  if (card === null || shown === null) return;
  const isGroup = card.dataset.group !== undefined;
  const bar = isGroup ? null : card.querySelector('progress');
  if (bar !== null && shown.fraction !== null) bar.value = shown.fraction;
  const { progress } = shown;
  // Which source it is stands on the card of a group already.
  const isSource = isGroup && progress?.stage === INGEST_STAGE;
  const stage =
    progress === null || isSource ? '' : home.stage(coreText(progress.stage), progress.done, progress.total);
  // What waits says for what and how long; of other steps, the title of the card says enough.
  const why = progress !== null && progress.total === 0 && progress.detail ? `: ${coreText(progress.detail)}` : '';
  setText(card, '.living-wiki-stage', shown.isCancelled ? words.stopping : `${stage}${why}`);
  setText(card, '.living-wiki-cost', coreText(shown.cost ?? ''));
}

/** Leaves equal text alone, so that screen readers do not repeat it. */
function setText(el: HTMLElement, selector: string, text: string): void {
  const found = el.querySelector<HTMLElement>(selector);
  if (found !== null && text !== '' && found.getText() !== text) found.setText(text);
}

/** Proposals to review, and jobs that failed or were interrupted. */
export function drawNeedsYou(el: HTMLElement, { queue, groups }: JobsShown, actions: JobActions): void {
  const { review, failed, interrupted } = queue.jobs;
  const { counts } = queue;
  // Those of a group that is not over are on its card.
  const onCards = groups.reduce((sum, { ready }) => sum + ready.length, 0);
  const count = counts.review + counts.failed + counts.interrupted - onCards;
  if (count === 0) return;
  const list = drawList(drawSection(el, words.needsYou, count));
  for (const job of failed) drawFailed(list, job, actions);
  for (const job of interrupted) drawInterrupted(list, job, actions);
  const rows = reviewsTogether(review, groups);
  const unread = count + onCards - review.length - failed.length - interrupted.length;
  // Where all that was read was queued together, so was the rest, as good as always; the review shows each.
  const isOne = rows.length === 1 && (rows[0]?.length ?? 0) > 1;
  for (const [job, ...more] of rows) {
    if (more.length === 0) drawReview(list, job, actions);
    else drawReviews(list, more.length + 1 + (isOne ? counts.review - review.length : 0), job, actions);
  }
  drawMore(list, isOne ? unread - counts.review + review.length : unread, 'review', actions);
}

function drawFailed(list: HTMLElement, job: Job, actions: JobActions): void {
  const { text, buttons } = drawRow(list, job, 'circle-x', 'is-bad');
  const { message = '', remedy = null } = job.failure ?? {};
  text.createDiv({ cls: 'living-wiki-job-reason is-bad', text: words.failed(coreText(message)) });
  if (remedy !== null && !message.endsWith(remedy))
    text.createDiv({ cls: 'living-wiki-muted', text: coreText(remedy) });
  addRetry(buttons, job, actions);
}

function drawInterrupted(list: HTMLElement, job: Job, actions: JobActions): void {
  const { text, buttons } = drawRow(list, job, 'triangle-alert', 'is-warm');
  text.createDiv({ cls: 'living-wiki-job-reason is-warm', text: words.interrupted });
  const { kind, progress } = job;
  const isPartly = kind === 'harvest' && progress !== null && progress.done > 0 && progress.total > 1;
  const hint = isPartly ? words.interruptedAt(progress.done, progress.total) : words.interruptedHint;
  text.createDiv({ cls: 'living-wiki-muted', text: hint });
  addRetry(buttons, job, actions);
}

function addRetry(buttons: HTMLElement, job: Job, { change }: JobActions): void {
  const title = titleOf(job);
  addButton(buttons, { text: words.retry, label: words.retryOne(title), key: `retry ${job.id}` }, () =>
    change((wiki, run) => wiki.retry(job.id, run)),
  );
  addButton(buttons, { icon: 'x', cls: 'clickable-icon', label: words.remove(title), key: `remove ${job.id}` }, () =>
    change((wiki, run) => wiki.cancel(job.id, run)),
  );
}

function drawReview(list: HTMLElement, job: Job, { review, about }: JobActions): void {
  const { text, buttons } = drawRow(list, job, job.kind === 'ingest' ? 'file-text' : 'wrench');
  text.createDiv({ cls: 'living-wiki-muted', text: waitsWith(job) });
  const { proposal } = job;
  const disputed = proposal === null ? null : about(proposal);
  if (disputed !== null) text.createDiv({ cls: 'living-wiki-job-reason is-warm', text: words.disagrees(disputed) });
  if (proposal === null) return;
  addButton(buttons, { text: words.review, label: words.reviewOne(titleOf(job)), key: `review ${job.id}` }, () =>
    review(proposal),
  );
}

const waitsWith = ({ progress }: Job): string =>
  progress?.cost === undefined ? words.waitsForReview : `${words.waitsForReview} · ${progress.cost}`;

/** Sources that were queued together, all of them read. */
function drawReviews(list: HTMLElement, count: number, first: Job, { reviewAll }: JobActions): void {
  const { text, buttons } = drawRow(list, first, 'file-text', '', words.sources(count));
  text.createDiv({ cls: 'living-wiki-muted', text: waitsWith(first) });
  const label = words.reviewOne(words.sources(count));
  addButton(buttons, { text: words.review, label, key: `review ${first.id}` }, reviewAll);
}

/** What is queued, and neither on hold nor on the card of a group that runs. */
export function drawQueued(el: HTMLElement, { queue, groups, openFolds }: JobsShown, actions: JobActions): void {
  const { queued } = queue.jobs;
  const shown = queued.filter((job) => !isIn(job, groups));
  // Those of a group are counted on its card.
  const unread = groups.reduce((left, group) => left - group.unread, queue.counts.queued - queued.length);
  const waiting = queue.pause === null ? groups.filter(({ running }) => running === null) : [];
  const count = shown.length + unread + waiting.length;
  if (count === 0) return;
  const section = drawSection(el, words.queued, count);
  for (const group of waiting) drawGroup(section, group, queue, openFolds, actions);
  const list = drawList(section);
  drawQueuedJobs(list, shown, queue, actions);
  drawMore(list, unread, 'queued', actions);
}

/** The fold of what is over. */
const DONE = 'done';

/** What is over, folded. */
export function drawDone(el: HTMLElement, { queue, openFolds }: JobsShown, actions: JobActions): void {
  const { change } = actions;
  const retry = (job: Job): void => change((wiki, run) => wiki.retry(job.id, run));
  const { done, cancelled } = queue.jobs;
  const count = queue.counts.done + queue.counts.cancelled;
  if (count === 0) return;
  const row = el.createDiv({ cls: 'living-wiki-row living-wiki-job-done' });
  const details = row.createEl('details', { cls: 'living-wiki-job-fold', attr: { 'data-fold': DONE } });
  details.open = openFolds.has(DONE);
  details.createEl('summary', { text: words.done(count) });
  const list = drawList(details);
  for (const job of done) {
    const { text } = drawRow(list, job, 'check');
    if (job.note !== null) text.createDiv({ cls: 'living-wiki-muted', text: job.note });
  }
  for (const job of cancelled) {
    const { text, buttons } = drawRow(list, job, 'ban');
    text.createDiv({ cls: 'living-wiki-muted', text: words.cancelled });
    const label = words.retryOne(titleOf(job));
    addButton(buttons, { text: words.retry, label, key: `retry ${job.id}` }, () => retry(job));
  }
  drawMore(list, count - done.length - cancelled.length, 'done', actions);
  addButton(row, { text: words.clear, cls: 'living-wiki-small-button', label: words.clearDone, key: 'clear' }, () =>
    change((wiki, run) => wiki.clear(['done', 'cancelled'], run)),
  );
}
