import { type IconName } from 'obsidian';
import { type Job, type Run, type WikiJobs } from '../../workbench';
import { type QueueState, type RunningJob } from '../controller';
import { home, jobs as words } from '../locale';
import { addButton, iconSpan } from '../ui';

/** What a person can do in the view. */
export interface JobActions {
  readonly change: (work: (jobs: WikiJobs, run: Run) => Promise<unknown>) => void;
  /** Opens the review of a proposal. */
  readonly review: (proposal: string) => void;
  /** Opens the approval of the rules for the model. */
  readonly reviewRules: () => void;
}

/** The jobs that run, each with how far it is. */
export function drawRunning(el: HTMLElement, queue: QueueState, shown: RunningJob | null, actions: JobActions): void {
  const { running } = queue.jobs;
  if (running.length === 0) return;
  const section = drawSection(el, words.running, queue.counts.running);
  for (const job of running) {
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
    const stage = job.isCancelRequested ? words.stopping : (progress?.stage ?? '');
    under.createSpan({ cls: 'living-wiki-muted living-wiki-stage', text: stage, attr: { role: 'status' } });
    under.createSpan({ cls: 'living-wiki-muted living-wiki-cost', text: progress?.cost ?? '' });
    const { owner } = job.lease ?? {};
    if (owner !== undefined && owner.name !== 'Obsidian') {
      card.createDiv({ cls: 'living-wiki-muted', text: words.byOther(owner.name) });
    }
  }
  updateRunning(el, shown);
}

/** Brings the first running job up to date with what the app shows of it. */
export function updateRunning(el: HTMLElement, shown: RunningJob | null): void {
  const card = el.querySelector<HTMLElement>('.living-wiki-job-card');
  if (card === null || shown === null) return;
  const bar = card.querySelector('progress');
  if (bar !== null && shown.fraction !== null) bar.value = shown.fraction;
  const { progress } = shown;
  const stage = progress === null ? '' : home.stage(progress.stage, progress.done, progress.total);
  // What waits says for what and how long; of other steps, the title of the card says enough.
  const why = progress !== null && progress.total === 0 && progress.detail ? `: ${progress.detail}` : '';
  setText(card, '.living-wiki-stage', shown.isCancelled ? words.stopping : `${stage}${why}`);
  setText(card, '.living-wiki-cost', shown.cost ?? '');
}

/** Leaves equal text alone, so that screen readers do not repeat it. */
function setText(el: HTMLElement, selector: string, text: string): void {
  const found = el.querySelector<HTMLElement>(selector);
  if (found !== null && text !== '' && found.getText() !== text) found.setText(text);
}

/** Proposals to review, and jobs that failed or were interrupted. */
export function drawNeedsYou(el: HTMLElement, queue: QueueState, actions: JobActions): void {
  const { review, failed, interrupted } = queue.jobs;
  const { counts } = queue;
  const count = counts.review + counts.failed + counts.interrupted;
  if (count === 0) return;
  const list = drawList(drawSection(el, words.needsYou, count));
  for (const job of failed) drawFailed(list, job, actions);
  for (const job of interrupted) drawInterrupted(list, job, actions);
  for (const job of review) drawReview(list, job, actions);
  drawMore(list, count - review.length - failed.length - interrupted.length);
}

function drawFailed(list: HTMLElement, job: Job, actions: JobActions): void {
  const { text, buttons } = drawRow(list, job, 'circle-x', 'is-bad');
  const { message = '', remedy = null } = job.failure ?? {};
  text.createDiv({ cls: 'living-wiki-job-reason is-bad', text: words.failed(message) });
  if (remedy !== null && !message.endsWith(remedy)) text.createDiv({ cls: 'living-wiki-muted', text: remedy });
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

function drawReview(list: HTMLElement, job: Job, { review }: JobActions): void {
  const { text, buttons } = drawRow(list, job, job.kind === 'ingest' ? 'file-text' : 'wrench');
  const cost = job.progress?.cost;
  const said = cost === undefined ? words.waitsForReview : `${words.waitsForReview} · ${cost}`;
  text.createDiv({ cls: 'living-wiki-muted', text: said });
  const { proposal } = job;
  if (proposal === null) return;
  addButton(buttons, { text: words.review, label: words.reviewOne(titleOf(job)), key: `review ${job.id}` }, () =>
    review(proposal),
  );
}

/** Queued jobs in their order, which can be changed. */
export function drawQueued(el: HTMLElement, queue: QueueState, actions: JobActions): void {
  const { queued } = queue.jobs;
  if (queue.counts.queued === 0) return;
  const list = drawList(drawSection(el, words.queued, queue.counts.queued));
  const next = queued.find(({ isOwn }) => isOwn)?.id;
  for (const [at, job] of queued.entries()) {
    const title = titleOf(job);
    const { text, buttons } = drawRow(list, job, 'clock');
    if (!job.isOwn) {
      text.createDiv({ cls: 'living-wiki-muted', text: words.elsewhere });
      addButton(buttons, { text: words.runHere, label: `${words.runHere}: ${title}`, key: `here ${job.id}` }, () =>
        actions.change((wiki, run) => wiki.retry(job.id, run)),
      );
    } else if (job.id === next) buttons.createSpan({ cls: 'living-wiki-muted', text: words.next });
    const move = (icon: IconName, label: string, to: 'up' | 'down', isPossible: boolean): void => {
      const button = addButton(buttons, { icon, cls: 'clickable-icon', label, key: `${to} ${job.id}` }, () =>
        actions.change((wiki, run) => wiki.move(job.id, to, run)),
      );
      button.disabled = !isPossible;
    };
    move('arrow-up', words.up(title), 'up', at > 0);
    move('arrow-down', words.down(title), 'down', at < queue.counts.queued - 1);
    addButton(buttons, { icon: 'x', cls: 'clickable-icon', label: words.cancel(title), key: `cancel ${job.id}` }, () =>
      actions.change((wiki, run) => wiki.cancel(job.id, run)),
    );
  }
  drawMore(list, queue.counts.queued - queued.length);
}

/** What is over, folded. */
export function drawDone(el: HTMLElement, queue: QueueState, isOpen: boolean, { change }: JobActions): void {
  const retry = (job: Job): void => change((wiki, run) => wiki.retry(job.id, run));
  const { done, cancelled } = queue.jobs;
  const count = queue.counts.done + queue.counts.cancelled;
  if (count === 0) return;
  const row = el.createDiv({ cls: 'living-wiki-row living-wiki-job-done' });
  const details = row.createEl('details', { cls: 'living-wiki-job-fold' });
  details.open = isOpen;
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
  drawMore(list, count - done.length - cancelled.length);
  addButton(row, { text: words.clear, cls: 'living-wiki-small-button', label: words.clearDone, key: 'clear' }, () =>
    change((wiki, run) => wiki.clear(['done', 'cancelled'], run)),
  );
}

export function drawSection(el: HTMLElement, title: string, count: number): HTMLElement {
  const section = el.createEl('section', { cls: 'living-wiki-group' });
  const heading = section.createEl('h3', { cls: 'living-wiki-group-title', text: title });
  heading.createSpan({ cls: 'living-wiki-job-count', text: String(count) });
  return section;
}

export const drawList = (el: HTMLElement): HTMLElement =>
  el.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });

function drawRow(list: HTMLElement, job: Job, icon: IconName, cls = ''): { text: HTMLElement; buttons: HTMLElement } {
  const row = list.createEl('li', { cls: 'living-wiki-job', attr: { 'data-job': job.id } });
  iconSpan(row, icon, cls);
  const text = row.createDiv({ cls: 'living-wiki-job-text' });
  text.createDiv({ cls: 'living-wiki-job-title', text: titleOf(job) });
  return { text, buttons: row.createDiv({ cls: 'living-wiki-job-buttons' }) };
}

function drawMore(list: HTMLElement, count: number): void {
  if (count > 0) list.createEl('li', { cls: 'living-wiki-muted', text: words.andMore(count) });
}

/** A source by its file name, other work by what it is. */
function titleOf({ kind, title }: Job): string {
  if (kind === 'fix') return words.kinds.fix;
  return kind === 'deliberation' ? title : title.slice(title.lastIndexOf('/') + 1);
}
