import { type IconName } from 'obsidian';
import { type Job, type Run, type WikiJobs } from '../../workbench';
import { type QueueState } from '../controller';
import { coreText, dateText, jobs as words } from '../locale';
import { addButton, iconSpan } from '../ui';

/** What a person can do in the view. */
export interface JobActions {
  readonly change: (work: (jobs: WikiJobs, run: Run) => Promise<unknown>) => void;
  /** Opens the review of a proposal. */
  readonly review: (proposal: string) => void;
  /** What the proposal says that a page contradicts; `null` for nothing. */
  readonly about: (proposal: string) => string | null;
  /** Opens the review of all proposals. */
  readonly reviewAll: () => void;
  /** Lists more jobs. */
  readonly more: () => void;
  /** Opens the approval of the rules for the model. */
  readonly reviewRules: () => void;
}

export function drawSection(el: HTMLElement, title: string, count: number): HTMLElement {
  const section = el.createEl('section', { cls: 'living-wiki-group' });
  const heading = section.createEl('h3', { cls: 'living-wiki-group-title', text: title });
  heading.createSpan({ cls: 'living-wiki-job-count', text: String(count) });
  return section;
}

export const drawList = (el: HTMLElement): HTMLElement =>
  el.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });

export function drawRow(
  list: HTMLElement,
  job: Job,
  icon: IconName,
  cls = '',
  title = titleOf(job),
): { text: HTMLElement; buttons: HTMLElement } {
  const row = list.createEl('li', { cls: 'living-wiki-job', attr: { 'data-job': job.id } });
  iconSpan(row, icon, cls);
  const text = row.createDiv({ cls: 'living-wiki-job-text' });
  text.createDiv({ cls: 'living-wiki-job-title', text: title });
  return { text, buttons: row.createDiv({ cls: 'living-wiki-job-buttons' }) };
}

/** What is not listed yet, and a button that lists it. */
export function drawMore(list: HTMLElement, count: number, key: string, { more }: JobActions): void {
  if (count <= 0) return;
  const text = words.showMore(count);
  addButton(list.createEl('li'), { text, cls: 'living-wiki-small-button', key: `more ${key}` }, more);
}

/** A source by its file name, other work by what it is. */
export function titleOf({ kind, title }: Job): string {
  if (kind === 'fix') return words.kinds.fix;
  return kind === 'deliberation' ? title : coreText(title.slice(title.lastIndexOf('/') + 1));
}

/** Queued jobs in their order, which can be changed. */
export function drawQueuedJobs(
  list: HTMLElement,
  shown: readonly Job[],
  { jobs: { queued }, counts, pause }: QueueState,
  actions: JobActions,
): void {
  const canStart = ({ isOwn, usesModel }: Job): boolean =>
    isOwn && (pause === null || (!usesModel && !STOPS_ALL.has(pause.reason)));
  const next = queued.find(canStart)?.id;
  for (const job of shown) {
    const at = queued.indexOf(job);
    const title = titleOf(job);
    const { text, buttons } = drawRow(list, job, 'clock');
    if (!job.isOwn) {
      text.createDiv({ cls: 'living-wiki-muted', text: words.elsewhere });
      addButton(buttons, { text: words.runHere, label: `${words.runHere}: ${title}`, key: `here ${job.id}` }, () =>
        actions.change((wiki, run) => wiki.retry(job.id, run)),
      );
    } else {
      const when = whenOf(job, pause);
      if (job.id === next) buttons.createSpan({ cls: 'living-wiki-muted', text: words.next });
      else if (when !== null) text.createDiv({ cls: 'living-wiki-muted', text: when });
    }
    const move = (icon: IconName, label: string, to: 'up' | 'down', isPossible: boolean): void => {
      const button = addButton(buttons, { icon, cls: 'clickable-icon', label, key: `${to} ${job.id}` }, () =>
        actions.change((wiki, run) => wiki.move(job.id, to, run)),
      );
      button.disabled = !isPossible;
    };
    move('arrow-up', words.up(title), 'up', at > 0);
    move('arrow-down', words.down(title), 'down', at < counts.queued - 1);
    addButton(buttons, { icon: 'x', cls: 'clickable-icon', label: words.cancel(title), key: `cancel ${job.id}` }, () =>
      actions.change((wiki, run) => wiki.cancel(job.id, run)),
    );
  }
}

/** Pauses during which nothing starts, whether it uses a model or not. */
const STOPS_ALL: ReadonlySet<string> = new Set(['user', 'approval']);

/** What a queued job has to say of its start; `null` for nothing. */
function whenOf({ usesModel }: Job, pause: QueueState['pause']): string | null {
  if (pause === null) return null;
  if (!usesModel) return words.needsNoModel;
  return pause.until === null ? null : words.after(timeOf(pause.until));
}

/** The time, with its date if that is another day. @param at milliseconds since the epoch */
export function timeOf(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const style = isToday ? ({ timeStyle: 'short' } as const) : ({ dateStyle: 'medium', timeStyle: 'short' } as const);
  return dateText(at, style);
}
