import { Menu, Notice, type TFile } from 'obsidian';
import { memoryReviewId, type LedgerRow, type MemoryItem, type MemoryOverview } from '../../workbench';
import { type ConversationOrigin } from '../controller';
import { coreText, memory as words } from '../locale';
import {
  acceptFiles,
  addButton,
  chooseFiles,
  drawEmptyState,
  focusedKey,
  menuPosition,
  restoreFocus,
  ViewContent,
} from '../ui';
import { drawDigest } from './draw-digest';
import { drawItems, ROWS, type ItemActions } from './draw-items';
import { drawFilter, FILTER } from './draw-filter';
import { drawLedgerPage } from './ledger-page';
import { drawTabs, PANEL } from './draw-tabs';
import { drawWaiting } from './draw-waiting';
import { HarvestModal } from './harvest-modal';
import { NO_FILTER } from './view-model/ledger';
import { dayText, itemsOf, type MemoryTab } from './view-model/text';

/** What conversations taught: five lists, the digest, and the ledger. */
export class MemoryContent extends ViewContent {
  #tab: MemoryTab = 'tasks';
  #filter = '';
  #page: 'lists' | 'ledger' = 'lists';
  #ledgerFilter = NO_FILTER;
  #openItem: string | null = null;
  #rows = ROWS;
  readonly #ticked = new Set<string>();

  override open(): void {
    const { contentEl } = this.view;
    contentEl.addClass('living-wiki-panel', 'living-wiki-memory');
    for (const event of ['memory', 'state', 'wiki'] as const)
      this.register(this.controller.on(event, () => this.#draw()));
    // They are read where they are, and not copied.
    acceptFiles(this, contentEl, { take: (files) => this.#harvestDropped(files) });
    this.#draw();
    this.controller.attempt(() => this.controller.memory.refresh());
  }

  #draw(): void {
    const { contentEl } = this.view;
    const { overview, problem } = this.controller.memory;
    const scrolled = contentEl.querySelector('.living-wiki-scroll')?.scrollTop ?? 0;
    const focused = focusedKey(contentEl);
    const caret = contentEl.querySelector<HTMLInputElement>('.living-wiki-memory-filter')?.selectionStart ?? null;
    contentEl.empty();
    if (problem !== null) {
      drawEmptyState(contentEl, coreText(problem.message), problem.remedy && coreText(problem.remedy));
      return;
    }
    if (overview === null) {
      drawEmptyState(contentEl, words.reading);
      return;
    }
    if (this.#page === 'ledger') this.#drawLedger(overview);
    else this.#drawLists(overview);
    const scroller = contentEl.querySelector('.living-wiki-scroll');
    if (scroller !== null) scroller.scrollTop = scrolled;
    restoreFocus(contentEl, focused);
    if (focused === FILTER && caret !== null)
      contentEl.querySelector<HTMLInputElement>('.living-wiki-memory-filter')?.setSelectionRange(caret, caret);
  }

  #drawLists(overview: MemoryOverview): void {
    const { contentEl } = this.view;
    const head = contentEl.createDiv({ cls: 'living-wiki-head' });
    this.#drawHead(head, overview);
    const isEmpty = overview.items.length === 0 && overview.ledger.length === 0 && overview.waiting === 0;
    if (!isEmpty) drawTabs(head, overview.items, this.#tab, contentEl, (tab) => this.#choose(tab));
    const scroller = contentEl.createDiv({ cls: 'living-wiki-scroll', attr: { tabindex: -1 } });
    if (isEmpty) {
      const note = drawEmptyState(scroller, words.empty, words.emptyHint);
      addButton(note, { text: words.harvest, cls: 'mod-cta', key: 'first harvest' }, () => this.#harvest());
      return;
    }
    drawWaiting(scroller, this.controller.memory.proposals, this.#rows, {
      keepAll: () => this.#keepAll(),
      review: (id) => this.controller.attempt(() => this.controller.navigator.openReview(memoryReviewId(id))),
    });
    const panel = scroller.createDiv({
      attr: { role: 'tabpanel', id: PANEL, 'aria-labelledby': `${PANEL}-${this.#tab}` },
    });
    this.#drawFilter(panel, overview);
    const { items } = overview;
    const state = { tab: this.#tab, filter: this.#filter, open: this.#openItem, rows: this.#rows };
    const isDoneOpen = this.#isDoneOpen;
    const results = panel.createDiv({ cls: 'living-wiki-memory-results' });
    drawItems(results, items, { ...state, ticked: this.#ticked, isDoneOpen }, this.#itemActions);
    results.querySelector('details')?.addEventListener('toggle', (event) => {
      this.#isDoneOpen = (event.currentTarget as HTMLDetailsElement).open;
    });
    drawDigest(scroller, overview, {
      open: () => this.#openNote('digest.md'),
      remove: () =>
        this.controller.attempt(async () => {
          await this.controller.memory.change((memory, run) => memory.edits.deleteDigest(run));
          new Notice(words.digest.deleted);
        }),
    });
  }

  #isDoneOpen = false;

  #drawHead(head: HTMLElement, { ledger }: MemoryOverview): void {
    const top = head.createDiv({ cls: 'living-wiki-row' });
    top.createEl('h2', { cls: 'living-wiki-title', text: words.title });
    addButton(top, { icon: 'download', cls: 'clickable-icon', label: words.harvest, key: 'harvest' }, () =>
      this.#harvest(),
    );
    const more = addButton(
      top,
      { icon: 'more-horizontal', cls: 'clickable-icon', label: words.more, key: 'more' },
      () => this.#openMenu(more),
    );
    more.setAttr('aria-haspopup', 'menu');
    const harvested = ledger.filter(({ status }) => status === 'harvested');
    const [last] = harvested;
    if (last !== undefined)
      head.createDiv({ cls: 'living-wiki-muted', text: words.from(harvested.length, dayText(last.at)) });
  }

  #choose(tab: MemoryTab): void {
    this.#tab = tab;
    this.#filter = '';
    this.#openItem = null;
    this.#rows = ROWS;
    this.#ticked.clear();
    this.#draw();
  }

  #drawFilter(panel: HTMLElement, { items }: MemoryOverview): void {
    if (this.#filter === '' && itemsOf(items, this.#tab, '').length < 2) return;
    drawFilter(panel, words.filter(words.tabs[this.#tab]), this.#filter, (text) => {
      this.#filter = text;
      this.#rows = ROWS;
      this.#draw();
    });
  }

  #drawLedger({ ledger }: MemoryOverview): void {
    const state = { filter: this.#ledgerFilter, most: this.#rows };
    drawLedgerPage(this.view.contentEl, ledger, state, {
      back: () => this.#show('lists'),
      filter: (filter) => {
        this.#ledgerFilter = filter;
        this.#rows = ROWS;
        this.#draw();
      },
      harvest: (row) => this.#harvestAgain(row),
      undo: ({ transaction }) => this.#undo(transaction),
      more: () => this.#more(),
    });
  }

  #show(page: 'lists' | 'ledger'): void {
    this.#page = page;
    this.#ledgerFilter = NO_FILTER;
    this.#rows = ROWS;
    this.#draw();
    restoreFocus(this.view.contentEl, page === 'ledger' ? 'back' : 'more');
  }

  #more(): void {
    this.#rows += ROWS;
    this.#draw();
  }

  #openMenu(button: HTMLElement): void {
    const menu = new Menu();
    const add = (title: string, icon: string, work: () => void): void => {
      menu.addItem((item) => item.setTitle(title).setIcon(icon).onClick(work));
    };
    add(words.ledger, 'scroll-text', () => this.#show('ledger'));
    add(words.openFolder, 'file-text', () => this.#openNote(`${this.#tab}.md`));
    add(words.chooseFiles, 'folder-open', () =>
      chooseFiles(this.view.contentEl, (files) => this.#harvestDropped(files)),
    );
    add(words.reclaim, 'trash-2', () => this.controller.attempt(() => this.#reclaim()));
    add(words.undoLast, 'undo-2', () => this.#undo(null));
    menu.showAtPosition(menuPosition(button));
  }

  #harvest(from: ConversationOrigin = { kind: 'vault' }): void {
    this.controller.openModal(new HarvestModal(this.controller, from));
  }

  #harvestDropped(files: readonly File[]): void {
    this.#harvest({ kind: 'dropped', files });
  }

  #harvestAgain({ path }: LedgerRow): void {
    const file: TFile | null = this.controller.app.vault.getFileByPath(path);
    if (file === null) new Notice(words.ledgerView.gone(path));
    else this.#harvest({ kind: 'vault', files: [file] });
  }

  #undo(transaction: string | null): void {
    this.controller.attempt(async () => {
      const done = await this.controller.memory.change((memory, run) => memory.undo(transaction, run));
      if (done !== null) new Notice(words.undone(done.files.length));
    });
  }

  async #reclaim(): Promise<void> {
    const { memory } = this.controller;
    new Notice(words.reclaimed(await memory.reclaim(await memory.inputs({ kind: 'vault' }))));
  }

  #keepAll(): void {
    this.controller.attempt(async () => {
      const { memory, proposals } = { memory: this.controller.memory, proposals: this.controller.memory.proposals };
      const added = await memory.change(async (open, run) => {
        let sum = 0;
        for (const proposal of proposals) sum += (await open.apply(proposal, null, run)).added;
        return sum;
      });
      if (added !== null) new Notice(words.keptAll(added));
    });
  }

  #openNote(path: string, line?: number): void {
    const { controller } = this;
    const position = line === undefined ? {} : { line };
    controller.attempt(() => controller.navigator.openNote(controller.memory.toVaultPath(path), position));
  }

  readonly #itemActions: ItemActions = {
    controller: this.controller,
    open: ({ path, line }) => this.#openNote(path, line),
    setTask: (item, isDone) =>
      this.controller.attempt(async () => {
        if (isDone) this.#ticked.add(item.text);
        else this.#ticked.delete(item.text);
        await this.controller.memory.change((memory, run) => memory.edits.setTask(item, isDone, run));
      }),
    makeSource: (item: MemoryItem) => this.controller.attempt(() => this.controller.memory.makeSource(item)),
    toggle: ({ bullet }) => {
      this.#openItem = this.#openItem === bullet ? null : bullet;
      this.#draw();
    },
    more: () => this.#more(),
  };
}
