import { Menu } from 'obsidian';
import { readContradictionBullet, type Proposal } from '../../workbench';
import { type QueueState } from '../controller';
import { jobs as words } from '../locale';
import { addButton, drawEmptyState, focusedKey, menuPosition, restoreFocus, ViewContent, workbenchOrNote } from '../ui';
import { updateCountdowns } from './countdown';
import { drawPause, drawSpent } from './draw-head';
import { drawScheduled } from './draw-scheduled';
import { drawDone, drawNeedsYou, drawOnHold, drawQueued, drawRunning, updateRunning } from './draw-jobs';
import { groupsIn } from './groups';
import { type JobActions } from './rows';

/** Milliseconds. */
const SECOND = 1000;

/** The queue of the open wiki. */
export class JobsContent extends ViewContent {
  override open(): void {
    this.view.contentEl.addClass('living-wiki-panel', 'living-wiki-jobs');
    for (const event of ['state', 'jobs', 'settings'] as const)
      this.register(this.controller.on(event, () => this.#draw()));
    // Progress changes often: only its text and its bar are drawn.
    this.register(this.controller.on('job', () => updateRunning(this.view.contentEl, this.controller.job)));
    const timer = window.setInterval(() => updateCountdowns(this.view.contentEl), SECOND);
    this.register(() => window.clearInterval(timer));
    this.#draw();
    // What other programs queued since.
    void this.controller.changeQueue(() => Promise.resolve());
  }

  #draw(): void {
    const { contentEl } = this.view;
    if (workbenchOrNote(this.controller, contentEl) === null) return;
    const { queue } = this.controller;
    const scrolled = contentEl.querySelector('.living-wiki-scroll')?.scrollTop ?? 0;
    const focused = focusedKey(contentEl);
    const open = contentEl.querySelectorAll<HTMLElement>('details[open][data-fold]');
    const openFolds = new Set(Array.from(open, ({ dataset }) => dataset.fold ?? ''));
    contentEl.empty();
    this.#drawHead(contentEl.createDiv({ cls: 'living-wiki-head' }), queue);
    const scroller = contentEl.createDiv({ cls: 'living-wiki-scroll', attr: { tabindex: -1 } });
    if (queue === null) drawEmptyState(scroller, words.reading);
    else this.#drawQueue(scroller, queue, openFolds);
    scroller.scrollTop = scrolled;
    restoreFocus(contentEl, focused);
  }

  #drawQueue(el: HTMLElement, queue: QueueState, openFolds: ReadonlySet<string>): void {
    const isEmpty = Object.values(queue.counts).every((count) => count === 0);
    if (queue.pause !== null) drawPause(el, queue.pause, this.#actions);
    if (isEmpty) drawEmptyState(el, words.empty, words.emptyHint);
    const shown = { queue, groups: groupsIn(queue), openFolds };
    drawOnHold(el, shown, this.#actions);
    drawRunning(el, shown, this.controller.job, this.#actions);
    drawNeedsYou(el, shown, this.#actions);
    drawQueued(el, shown, this.#actions);
    drawScheduled(el, queue);
    drawDone(el, shown, this.#actions);
  }

  #drawHead(head: HTMLElement, queue: QueueState | null): void {
    const top = head.createDiv({ cls: 'living-wiki-row' });
    top.createEl('h2', { cls: 'living-wiki-title', text: words.title });
    if (queue === null) return;
    const isHeld = queue.pause?.reason === 'user';
    const label = isHeld ? words.resume : words.pause;
    const toggle = addButton(
      top,
      { icon: isHeld ? 'play' : 'pause', cls: 'clickable-icon', label, key: 'pause' },
      () => {
        this.#actions.change((wiki) => (isHeld ? wiki.resume() : wiki.hold()));
      },
    );
    toggle.setAttr('aria-pressed', String(isHeld));
    const more = addButton(
      top,
      { icon: 'more-horizontal', cls: 'clickable-icon', label: words.more, key: 'more' },
      () => {
        this.#openMenu(more, queue);
      },
    );
    more.setAttr('aria-haspopup', 'menu');
    drawSpent(head, queue, this.controller.settings.model);
  }

  #openMenu(button: HTMLElement, { counts }: QueueState): void {
    const menu = new Menu();
    const { change } = this.#actions;
    const add = (title: string, icon: string, isPossible: boolean, work: Parameters<typeof change>[0]): void => {
      menu.addItem((item) =>
        item
          .setTitle(title)
          .setIcon(icon)
          .setDisabled(!isPossible)
          .onClick(() => change(work)),
      );
    };
    const unfinished = counts.failed + counts.interrupted > 0;
    add(words.retryAll, 'rotate-cw', unfinished, (wiki, run) => wiki.retryAll(run));
    add(words.clearFailed, 'x', unfinished, (wiki, run) => wiki.clear(['failed', 'interrupted'], run));
    add(words.clearDone, 'check-check', counts.done + counts.cancelled > 0, (wiki, run) =>
      wiki.clear(['done', 'cancelled'], run),
    );
    menu.showAtPosition(menuPosition(button));
  }

  readonly #actions: JobActions = {
    change: (work) => void this.controller.changeQueue(work),
    review: (proposal) => this.controller.attempt(() => this.controller.navigator.openReview(proposal)),
    reviewAll: () => this.controller.attempt(() => this.controller.navigator.openOverview()),
    about: (id) => disputeIn(this.controller.proposals.find((each) => each.id === id)),
    more: () => this.controller.listMoreJobs(),
    reviewRules: () => this.controller.attempt(() => this.controller.navigator.reviewRules()),
  };
}

/** What a source and a page say differently, as the log of the proposal tells it. */
function disputeIn(proposal: Proposal | undefined): string | null {
  const [told] = proposal?.changeSet.log.bullets.flatMap((bullet) => readContradictionBullet(bullet) ?? []) ?? [];
  return told === undefined ? null : `${told.name}: ${told.what}`;
}
