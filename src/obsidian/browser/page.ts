import { Component, Platform, type App, type Scope, type WorkspaceLeaf } from 'obsidian';
import { HISTORY_VIEW, LINT_VIEW, REVIEW_VIEW } from '../controller/view-types';
import { type WikiController } from '../controller/types';
import { coreText, home, panels, review } from '../locale';
import { browser as words } from '../locale/en/browser';
import { WarningBanner } from '../ui/warnings';
import { LazyView, type ViewDefinition } from '../ui/lazy-view';
import { addButton, drawEmptyState } from '../ui/elements';
import { PageFrame } from './frame';
import { makeApp } from './page-app';
import { PageController, type PageScreens } from './page-controller';
import { keymap } from './app/scope';
import { readPlace, writePlace, type Place, type Tab } from './place';
import { type RemoteWiki } from './remote-wiki';
import { type ServedWiki } from './token';

const DEFINITIONS = {
  changes: {
    type: REVIEW_VIEW,
    icon: 'file-diff',
    title: () => review.name,
    isNavigable: true,
    hasKeys: true,
    load: async () => (await import('../review')).ReviewContent,
  },
  problems: {
    type: LINT_VIEW,
    icon: 'list-checks',
    title: () => panels.lint.title,
    load: async () => (await import('../panels/lint-content')).LintContent,
  },
  history: {
    type: HISTORY_VIEW,
    icon: 'history',
    title: () => panels.history.title,
    load: async () => (await import('../panels/history-content')).HistoryContent,
  },
} as const satisfies Record<Tab, ViewDefinition>;

/** A view as this page shows it; see `app/view.ts`. */
interface ShownView {
  readonly scope: Scope | null;
  setState(state: unknown, result: { readonly history: boolean }): Promise<void>;
  openIn(parent: HTMLElement): Promise<void>;
  close(): Promise<void>;
  onResize(): void;
}

/** One wiki on the page: its frame, and the screen that the address names. */
export class WikiPage extends Component implements PageScreens {
  readonly #app: App;
  readonly #controller: PageController;
  readonly #frame: PageFrame;
  readonly #wiki: ServedWiki;
  readonly #mayDecide: boolean;
  #view: { readonly tab: Tab; readonly view: ShownView } | null = null;
  #asked = '';

  constructor(wikis: readonly ServedWiki[], wiki: ServedWiki, remote: RemoteWiki, signOut: (() => void) | null) {
    super();
    this.#wiki = wiki;
    this.#mayDecide = remote.role === 'review';
    this.#app = makeApp({ view: () => this.#view?.view ?? null });
    this.#controller = new PageController(this.#app, remote, this);
    const { role, lenses, lens } = remote;
    const onLens = (name: string): void => this.#controller.chooseLens(name);
    this.#frame = new PageFrame({ wikis, wiki, role, signOut, lenses, lens, onLens });
  }

  override onload(): void {
    this.addChild(new WarningBanner(this.#frame.banners, this.#screenController));
    this.#controller.pressGate.watch(this, this.#app);
    this.registerDomEvent(window, 'hashchange', () => this.#controller.attempt(() => this.#show()));
    this.registerDomEvent(window, 'keydown', (event) => keymap.take(event));
    this.registerDomEvent(window, 'focus', () => this.#controller.look());
    this.registerDomEvent(window, 'resize', () => this.#view?.view.onResize());
    this.register(this.#controller.on('proposals', () => this.#onProposals()));
    this.#controller.attempt(async () => {
      await this.#controller.start();
      this.#onProposals();
      await this.#show();
    });
  }

  override onunload(): void {
    this.#controller.close();
    void this.#view?.view.close();
    keymap.setView(null);
  }

  /** Draws the screen again, as after the window became narrow. */
  async redraw(): Promise<void> {
    await this.#close();
    await this.#show();
  }

  async review(id: string, isAsked: boolean): Promise<void> {
    // What arrives accepted is a decision already.
    this.#asked = isAsked && this.#mayDecide ? id : '';
    await this.#go({ tab: 'changes', id });
  }

  overview(): Promise<void> {
    return this.#go({ tab: 'changes', id: 'together' });
  }

  list(): Promise<void> {
    return this.#go({ tab: 'changes', id: '' });
  }

  lint(): Promise<void> {
    return this.#go({ tab: 'problems', id: '' });
  }

  history(): Promise<void> {
    return this.#go({ tab: 'history', id: '' });
  }

  progress(title: string | null): void {
    this.#frame.progress(title);
  }

  /** The address follows, so that the way back and a reload find the same screen. */
  async #go(place: Omit<Place, 'wiki'>): Promise<void> {
    const hash = writePlace({ ...place, wiki: this.#wiki.name });
    if (window.location.hash === hash) await this.#show();
    else window.location.hash = hash;
  }

  async #show(): Promise<void> {
    const { wiki, tab, id } = readPlace(window.location.hash);
    // Another wiki is another page; see `main.ts`.
    if (wiki !== this.#wiki.name && wiki !== '') return;
    this.#frame.select(tab);
    this.#drawBranch();
    window.document.title = words.title(DEFINITIONS[tab].title(), this.#wiki.title);
    if (tab === 'changes' && id === '') {
      await this.#close();
      this.#showList();
      return;
    }
    const isNew = this.#view?.tab !== tab;
    if (isNew) await this.#close();
    const view = this.#view?.view ?? this.#make(tab);
    if (tab === 'changes') await view.setState(this.#stateOf(id), { history: false });
    if (!isNew) return;
    const { main } = this.#frame;
    // On a phone the screen has no room for its own heading.
    if (tab === 'changes' && Platform.isPhone)
      main.createEl('h2', { cls: 'living-wiki-spoken', text: DEFINITIONS.changes.title() });
    await view.openIn(main);
    if (tab === 'problems' && this.#controller.lint === null) await this.#controller.lintNow();
  }

  #onProposals(): void {
    this.#frame.count(this.#controller.proposals.length);
    this.#drawBranch();
  }

  /** Says of the proposal that is reviewed on which branch it is, in a wiki where proposals are on branches. */
  #drawBranch(): void {
    const { tab, id } = readPlace(window.location.hash);
    const { note } = this.#frame;
    const said = tab === 'changes' ? this.#controller.branchNote(id) : null;
    // A button that somebody is pressing stays.
    if (note.dataset.said === said?.text) return;
    note.empty();
    note.dataset.said = said?.text ?? '';
    if (said === null) return;
    note.createSpan({ text: said.text });
    const { readAgain } = said;
    if (readAgain !== null)
      addButton(note, { text: words.branch.readAgain, cls: 'living-wiki-small-button' }, readAgain);
  }

  #stateOf(id: string): object {
    if (id === 'together') return { isOverview: true };
    const isAsked = this.#asked === id;
    this.#asked = '';
    return isAsked ? { id, isAsked } : { id };
  }

  #make(tab: Tab): ShownView {
    const leaf = {
      app: this.#app,
      setViewState: ({ state }: { readonly state?: { readonly id?: string; readonly isAsked?: boolean } }) =>
        this.review(state?.id ?? '', state?.isAsked === true),
    };
    const lazy = new LazyView(leaf as unknown as WorkspaceLeaf, DEFINITIONS[tab], this.#screenController);
    const view = lazy as unknown as ShownView;
    this.#view = { tab, view };
    keymap.setView(view.scope as Parameters<typeof keymap.setView>[0] | null);
    return view;
  }

  /** The screens ask it for what `Used` names, which it has. */
  get #screenController(): WikiController {
    return this.#controller as unknown as WikiController;
  }

  async #close(): Promise<void> {
    const shown = this.#view;
    this.#view = null;
    keymap.setView(null);
    await shown?.view.close();
    this.#frame.main.empty();
  }

  #showList(): void {
    const box = this.#frame.main.createDiv({ cls: 'view-content living-wiki-home' });
    const list = box.createDiv({ cls: 'page-list' });
    const draw = (): void => {
      if (!list.isConnected) off();
      const { proposals } = this.#controller;
      list.empty();
      if (proposals.length === 0) {
        drawEmptyState(list, words.noChanges, words.noChangesHint);
        return;
      }
      this.#drawProposals(list);
      if (proposals.length < 2) return;
      const together = { text: words.together, cls: 'living-wiki-button mod-cta' };
      addButton(list.createDiv({ cls: 'living-wiki-form-row' }), together, () => void this.overview());
    };
    const off = this.#controller.on('proposals', draw);
    draw();
  }

  #drawProposals(parent: HTMLElement): void {
    const { proposals } = this.#controller;
    parent.createEl('h2', { cls: 'living-wiki-title', text: `${home.proposals.title} (${proposals.length})` });
    const list = parent.createEl('ul', { cls: 'living-wiki-list' });
    for (const { id, changeSet } of proposals) {
      const hunks = changeSet.files.reduce((sum, file) => sum + Math.max(1, file.hunks.length), 0);
      const open = (): void => void this.review(id, false);
      const item = list.createEl('li');
      const button = addButton(item, { cls: 'living-wiki-proposal' }, open);
      button.createSpan({ cls: 'living-wiki-name', text: coreText(changeSet.title), attr: { dir: 'auto' } });
      button.createSpan({ cls: 'living-wiki-muted', text: ` ${home.proposals.files(changeSet.files.length, hunks)}` });
      const branch = this.#controller.branchNote(id);
      if (branch !== null) item.createEl('p', { cls: 'living-wiki-muted page-list-note', text: branch.text });
    }
  }
}
