import { CaptureModal, isClipping } from '../capture';
import { type ControllerEvent, type WikiController } from '../controller';
import { acceptFiles, focusedKey, restoreFocus, ViewContent, WarningBanner } from '../ui';
import { drawClippings } from './clippings';
import { drawCoverage } from './coverage';
import { drawDeleted } from './deleted';
import { drawFirstRun } from './first-run';
import { drawActions, drawHead, drawViews } from './head';
import { drawJob } from './job';
import { drawMemory } from './memory';
import { drawProposals } from './proposals';
import { drawQuestions } from './questions';
import { drawSourceIndex } from './source-index';
import { addSourceFiles, drawSources } from './sources';
import { drawBroken, drawStarting } from './states';

interface Section {
  readonly el: HTMLElement;
  readonly events: readonly ControllerEvent[];
  readonly draw: (el: HTMLElement, controller: WikiController) => void;
}

const EVENTS = ['state', 'wiki', 'proposals', 'lens', 'lint', 'job', 'settings', 'sources', 'memory'] as const;

/** The home view: new sources, the running job, proposals, open questions and links to the other views. */
export class HomeContent extends ViewContent {
  #sections: readonly Section[] = [];
  #banner: WarningBanner | null = null;
  /** Whether the focus was here when the wiki began to open: it comes back, as the form that had it is gone. */
  #hadFocus = false;

  override open(): void {
    this.view.contentEl.addClass('living-wiki-home');
    for (const event of EVENTS) this.register(this.controller.on(event, () => this.#onEvent(event)));
    acceptFiles(this, this.view.contentEl, {
      isReady: () => this.controller.state.kind === 'ready',
      take: (files) => addSourceFiles(this.controller, files),
      takeText: (text) => this.controller.openModal(new CaptureModal(this.controller, text)),
    });
    // Notes of the web clipper lie outside the wiki.
    const { vault } = this.view.app;
    const look = (...paths: readonly string[]): void => {
      if (paths.some((path) => isClipping(this.controller, path)))
        this.controller.whenReleased(() => this.#showClippings(), drawClippings);
    };
    this.registerEvent(vault.on('create', ({ path }) => look(path)));
    this.registerEvent(vault.on('delete', ({ path }) => look(path)));
    this.registerEvent(vault.on('rename', ({ path }, before) => look(path, before)));
    this.#rebuild();
  }

  #onEvent(event: ControllerEvent): void {
    if (event === 'state') this.#rebuild();
    else for (const section of this.#sections) if (section.events.includes(event)) this.#redraw(section);
  }

  #showClippings(): void {
    for (const section of this.#sections) if (section.draw === drawClippings) this.#redraw(section);
  }

  #rebuild(): void {
    const { contentEl } = this.view;
    const { activeElement } = contentEl.doc;
    this.#hadFocus = contentEl.contains(activeElement) || (this.#hadFocus && activeElement === contentEl.doc.body);
    if (this.#banner !== null) this.removeChild(this.#banner);
    contentEl.empty();
    this.#banner = this.addChild(new WarningBanner(contentEl, this.controller));
    const { state } = this.controller;
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
        this.#sections = [section([], (el) => drawBroken(el, this.controller, state.error))];
        break;
      case 'none':
        this.#sections = [section([], drawFirstRun)];
        break;
      case 'ready':
        this.#sections = [
          section(['wiki', 'lens', 'settings'], drawHead),
          section(['job'], drawJob),
          section(['proposals', 'settings', 'lens'], drawSources),
          section(['proposals', 'settings', 'wiki'], drawClippings),
          section(['sources', 'settings', 'job'], drawSourceIndex),
          section(['proposals'], drawProposals),
          section(['proposals'], drawQuestions),
          section(['memory'], drawMemory),
          section(['proposals'], drawDeleted),
          section(['proposals'], drawCoverage),
          section(['lint'], drawViews),
          section(['lens'], drawActions),
        ];
        break;
    }
    for (const each of this.#sections) each.draw(each.el, this.controller);
    if (state.kind === 'ready' && this.#hadFocus) contentEl.find('.living-wiki-title').focus();
  }

  #redraw({ el, draw }: Section): void {
    const key = focusedKey(el);
    draw(el, this.controller);
    restoreFocus(el, key);
  }
}
