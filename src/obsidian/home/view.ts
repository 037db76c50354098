import { ItemView, type WorkspaceLeaf } from 'obsidian';
import { HOME_VIEW, type WikiController, type ControllerEvent } from '../controller';
import { home as words } from '../locale';
import { drawFirstRun } from './first-run';
import { drawHead, drawLinks } from './head';
import { drawJob } from './job';
import { drawQuestions } from './questions';
import { drawSources } from './sources';
import { acceptDroppedFiles } from './drop';
import { drawProposals } from './proposals';
import { drawBroken, drawStarting } from './states';

interface Section {
  readonly el: HTMLElement;
  readonly events: readonly ControllerEvent[];
  readonly draw: (el: HTMLElement, controller: WikiController) => void;
}

/** The product's front door, in the sidebar: what is new, what runs, what waits, and where to go. */
export class HomeView extends ItemView {
  override icon = 'book-heart';
  override navigation = false;
  readonly #controller: WikiController;
  #sections: readonly Section[] = [];

  constructor(leaf: WorkspaceLeaf, controller: WikiController) {
    super(leaf);
    this.#controller = controller;
  }

  getViewType(): string {
    return HOME_VIEW;
  }

  getDisplayText(): string {
    return words.title;
  }

  protected override onOpen(): Promise<void> {
    this.contentEl.addClass('living-wiki-home');
    const events = ['state', 'wiki', 'proposals', 'lens', 'lint', 'job', 'settings'] as const;
    for (const event of events) this.register(this.#controller.on(event, () => this.#follow(event)));
    acceptDroppedFiles(this, this.#controller);
    this.#rebuild();
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.contentEl.empty();
    this.#sections = [];
    return Promise.resolve();
  }

  #follow(event: ControllerEvent): void {
    if (event === 'state') this.#rebuild();
    else for (const section of this.#sections) if (section.events.includes(event)) this.#redraw(section);
  }

  #rebuild(): void {
    const { contentEl } = this;
    contentEl.empty();
    const { state } = this.#controller;
    contentEl.toggleClass('living-wiki-drop', state.kind === 'ready');
    const section = (events: Section['events'], draw: Section['draw']): Section => ({
      el: contentEl.createDiv({ cls: 'living-wiki-section' }),
      events,
      draw,
    });
    switch (state.kind) {
      case 'starting':
        this.#sections = [section([], (el) => drawStarting(el, state.progress))];
        break;
      case 'failed':
        this.#sections = [section([], (el) => drawBroken(el, this.#controller, state.error))];
        break;
      case 'none':
        this.#sections = [section([], (el, controller) => drawFirstRun(el, controller))];
        break;
      case 'ready':
        this.#sections = [
          section(['wiki', 'lens', 'settings'], drawHead),
          section(['job'], drawJob),
          section(['proposals', 'settings'], drawSources),
          section(['proposals'], drawProposals),
          section(['proposals'], drawQuestions),
          section(['lint', 'lens'], drawLinks),
        ];
        break;
    }
    for (const each of this.#sections) each.draw(each.el, this.#controller);
  }

  /** Draws a section anew, and leaves the focus where it was. */
  #redraw({ el, draw }: Section): void {
    const focused = el.ownerDocument.activeElement;
    const key = focused !== null && el.contains(focused) ? focused.getAttribute('data-key') : null;
    draw(el, this.#controller);
    if (key === null) return;
    for (const candidate of el.querySelectorAll<HTMLElement>('[data-key]')) {
      if (candidate.dataset.key === key) candidate.focus();
    }
  }
}
