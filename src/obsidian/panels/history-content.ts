import {
  type HistoryEntry,
  type TransactionDetails,
  type TransactionFileDetails,
  type Workbench,
} from '../../workbench';
import { proposeUndo } from '../actions/undo';
import { coreText, dateText, panels as words } from '../locale';
import { drawDiff } from './diff-draw';
import { canUndo, countFiles, eventOf, statusOf, historyDays, lastIngest } from './view-model/history';
import {
  addButton,
  DrawQueue,
  drawEmptyState,
  focusedKey,
  iconSpan,
  restoreFocus,
  workbenchOrNote,
  ViewContent,
} from '../ui';

const t = words.history;

/** How many transactions are drawn at once. */
const PAGE_LENGTH = 50;

/** Every applied change, what it did, and how to undo it. */
export class HistoryContent extends ViewContent {
  #entries: readonly HistoryEntry[] = [];
  #limit = PAGE_LENGTH;
  readonly #open = new Set<string>();
  /** Kept, because what a transaction did never changes; `null` if it cannot be read. */
  readonly #details = new Map<string, TransactionDetails | null>();
  readonly #detailElements = new Map<string, HTMLElement>();
  #reading = new AbortController();
  readonly #queue = new DrawQueue(this.view.contentEl, {
    run: (signal) => this.controller.backgroundRun(signal),
    onError: (error) => this.controller.showError(error),
  });

  override async open(): Promise<void> {
    this.view.contentEl.addClass('living-wiki-panel', 'living-wiki-history');
    this.register(this.controller.on('state', () => void this.#reset()));
    this.register(this.controller.on('wiki', () => void this.#read()));
    await this.#read();
  }

  override onunload(): void {
    this.#reading.abort();
    this.#queue.stop();
  }

  /** Another wiki may be open now. */
  #reset(): Promise<void> {
    this.#details.clear();
    return this.#read();
  }

  async #read(): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const workbench = workbenchOrNote(this.controller, this.view.contentEl);
    if (workbench === null) return;
    try {
      const entries = await workbench.history();
      if (reading.signal.aborted) return;
      this.#entries = entries;
      this.#draw();
      await this.#loadDetails(workbench, reading.signal);
    } catch (error) {
      if (!reading.signal.aborted) this.controller.showError(error);
    }
  }

  /** Loads and draws the details of each drawn transaction. */
  async #loadDetails(workbench: Workbench, signal: AbortSignal): Promise<void> {
    const run = this.controller.backgroundRun(signal);
    for (const { id } of this.#entries.slice(0, this.#limit)) {
      if (this.#details.has(id)) continue;
      await run.yieldToHost();
      const details = await workbench.transactionDetails(id, run).catch(() => null);
      if (signal.aborted) return;
      this.#details.set(id, details);
      const element = this.#detailElements.get(id);
      if (element !== undefined) this.#drawDetails(element, id);
    }
  }

  #draw(): void {
    const { contentEl } = this.view;
    const scrolled = contentEl.querySelector('.living-wiki-scroll')?.scrollTop ?? 0;
    const focused = focusedKey(contentEl);
    contentEl.empty();
    this.#detailElements.clear();
    const head = contentEl.createDiv({ cls: 'living-wiki-head' });
    const top = head.createDiv({ cls: 'living-wiki-row' });
    top.createEl('h2', { cls: 'living-wiki-title', text: t.title });
    const last = lastIngest(this.#entries);
    const undo = addButton(top, { text: t.undoLast, cls: 'living-wiki-small-button' }, () => this.#undo(last));
    undo.disabled = last === null;
    undo.title = last === null ? t.noIngest : last.title;
    const scroller = contentEl.createDiv({ cls: 'living-wiki-scroll', attr: { tabindex: -1 } });
    if (this.#entries.length === 0) drawEmptyState(scroller, t.empty, t.emptyHint);
    const days = historyDays(this.#entries.slice(0, this.#limit), startOfDay);
    for (const { start, entries } of days) {
      const day = scroller.createEl('section', { cls: 'living-wiki-group' });
      day.createEl('h3', { cls: 'living-wiki-group-title', text: this.#dayText(start) });
      const list = day.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });
      for (const entry of entries) this.#drawEntry(list.createEl('li', { cls: 'living-wiki-transaction' }), entry);
    }
    const left = this.#entries.length - this.#limit;
    if (left > 0) {
      addButton(scroller, { text: t.older(Math.min(left, PAGE_LENGTH)), cls: 'living-wiki-small-button' }, () => {
        this.#limit += PAGE_LENGTH;
        void this.#read();
      });
    }
    scroller.scrollTop = scrolled;
    restoreFocus(contentEl, focused);
  }

  #dayText(start: number): string {
    const today = startOfDay(Date.now());
    if (start === today) return t.today;
    if (start === startOfDay(today - 1)) return t.yesterday;
    return dateText(start, { dateStyle: 'full' });
  }

  #drawEntry(item: HTMLElement, entry: HistoryEntry): void {
    const { id, title, event, at, logOnly } = entry;
    const row = item.createDiv({ cls: 'living-wiki-row' });
    const toggle = addButton(row, { cls: 'living-wiki-plain living-wiki-transaction-toggle' }, () => {
      const open = !this.#open.delete(id);
      if (open) this.#open.add(id);
      toggle.setAttr('aria-expanded', String(open));
      this.#drawDetails(details, id);
    });
    toggle.setAttrs({ 'aria-expanded': String(this.#open.has(id)), 'data-living-wiki-focus': id });
    iconSpan(toggle, 'chevron-right', 'living-wiki-chevron');
    const text = toggle.createDiv({ cls: 'living-wiki-transaction-text' });
    const name = text.createDiv({ cls: 'living-wiki-message', text: coreText(title) });
    const fate = statusOf(entry, this.#entries);
    name.toggleClass('is-undone', fate.kind === 'undone');
    const facts = [timeText(at), t.events[eventOf(entry)] ?? event];
    if (fate.kind === 'undone')
      facts.push(fate.by === null ? t.undone : t.undoneBy(`${mediumDate(fate.by.at)} ${timeText(fate.by.at)}`));
    if (fate.kind === 'undo' && fate.of !== null) facts.push(t.undid(coreText(fate.of.title)));
    if (logOnly) facts.push(t.logOnly);
    text.createDiv({ cls: 'living-wiki-muted', text: facts.join(' · ') });
    if (canUndo(entry)) {
      const undo = addButton(row, { text: t.undo, cls: 'living-wiki-small-button' }, () => this.#undo(entry));
      undo.setAttrs({ 'aria-label': t.undoThis(coreText(title)), title: t.undoHint });
    }
    const details = item.createDiv({ cls: 'living-wiki-transaction-details' });
    this.#detailElements.set(id, details);
    this.#drawDetails(details, id);
  }

  /** The counts, and the files if the transaction is expanded. */
  #drawDetails(parent: HTMLElement, id: string): void {
    parent.empty();
    const details = this.#details.get(id);
    const open = this.#open.has(id);
    if (details === undefined) {
      if (open) parent.createDiv({ cls: 'living-wiki-muted', text: words.loading });
      return;
    }
    if (details === null) {
      if (open) parent.createDiv({ cls: 'living-wiki-muted', text: t.unreadable });
      return;
    }
    const counts = parent.createDiv({ cls: 'living-wiki-muted living-wiki-counts' });
    for (const { kind, count } of countFiles(details.files)) {
      counts.createSpan({
        cls: `is-${kind}`,
        text: t.counted(count, kind === 'generated' ? t.generated : t.kinds[kind]),
      });
    }
    if (!open) return;
    if (details.proposal !== null) counts.createSpan({ text: t.proposal(details.proposal) });
    const list = parent.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });
    for (const file of details.files) this.#drawFile(list.createEl('li'), file);
  }

  #drawFile(item: HTMLElement, file: TransactionFileDetails): void {
    const { path, kind, generated, edit } = file;
    let diff: HTMLElement | null = null;
    const row = addButton(item, { cls: 'living-wiki-plain living-wiki-file' }, () => {
      if (diff === null) diff = drawDiff(item, this.#queue, edit);
      else {
        diff.remove();
        diff = null;
      }
      row.setAttr('aria-expanded', String(diff !== null));
    });
    row.setAttrs({ 'aria-expanded': 'false', title: t.showDiff(path) });
    iconSpan(row, 'chevron-right', 'living-wiki-chevron');
    row.createSpan({ cls: 'living-wiki-page-title', text: kind === 'renamed' ? `${edit.path} → ${path}` : path });
    row.createSpan({
      cls: `living-wiki-muted is-${generated ? 'generated' : kind}`,
      text: generated ? t.generated : t.kinds[kind],
    });
  }

  #undo(entry: HistoryEntry | null): void {
    if (entry !== null) this.controller.attempt(() => proposeUndo(this.controller, entry.id));
  }
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function timeText(at: string): string {
  return dateText(Date.parse(at), { timeStyle: 'short' });
}

function mediumDate(at: string): string {
  return dateText(Date.parse(at), { dateStyle: 'medium' });
}
