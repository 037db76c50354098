import { Modal, Notice } from 'obsidian';
import { type ExpiredSource, type RetentionReport } from '../../workbench';
import { type WikiController } from '../controller/types';
import { retention as words } from '../locale';
import { addButton, drawEmptyState, drawLimited } from '../ui/elements';

/** The most statements and pages that are listed at once. */
const MAX_SHOWN = 100;

/** Sources that have expired, with what would lose its last source without those that are ticked. */
export class ExpiredModal extends Modal {
  readonly #controller: WikiController;
  readonly #chosen = new Set<string>();
  #loading = new AbortController();
  #shown: RetentionReport | null = null;
  #losses = createDiv();
  #remove: HTMLButtonElement | null = null;

  constructor(controller: WikiController) {
    super(controller.app);
    this.#controller = controller;
  }

  override onOpen(): void {
    this.modalEl.addClass('living-wiki-report');
    this.setTitle(words.title);
    this.#controller.attempt(() => this.#load());
  }

  override onClose(): void {
    this.#loading.abort();
    this.contentEl.empty();
  }

  async #load(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    this.contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.loading, attr: { role: 'status' } });
    const run = this.#controller.backgroundRun(this.#loading.signal);
    const report = await state.workbench.retentionReport(undefined, run);
    const removed = await state.workbench.removedSources();
    if (run.signal.aborted) return;
    this.#chosen.clear();
    this.contentEl.empty();
    this.#draw(report, removed);
  }

  #draw({ days, expired }: RetentionReport, removed: readonly string[]): void {
    const { contentEl } = this;
    if (expired.length === 0) drawEmptyState(contentEl, days === null ? words.forever : words.none(days));
    else {
      contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.lead(expired.length, days ?? 0) });
      const list = contentEl.createEl('ul', { cls: 'living-wiki-skills', attr: { role: 'list' } });
      for (const source of expired) this.#drawSource(list, source);
      this.#losses = contentEl.createDiv({ attr: { role: 'status' } });
      this.#losses.createEl('p', { cls: 'living-wiki-muted', text: words.choose });
    }
    if (removed.length > 0) this.#drawRemoved(removed);
    const foot = contentEl.createDiv({ cls: 'living-wiki-maintain-foot' });
    const buttons = foot.createDiv({ cls: 'living-wiki-form-row' });
    if (expired.length > 0) {
      this.#remove = addButton(buttons, { text: words.move(0), cls: 'living-wiki-button' }, () =>
        this.#controller.attempt(() => this.#move()),
      );
      this.#remove.disabled = true;
    }
    addButton(buttons, { text: expired.length > 0 ? words.keep : words.close, cls: 'mod-cta' }, () =>
      this.close(),
    ).focus({ preventScroll: true });
  }

  #drawSource(list: HTMLElement, { path, date, dateFrom }: ExpiredSource): void {
    const row = list.createEl('li', { cls: 'living-wiki-skill' });
    const id = `living-wiki-expired-${list.childElementCount}`;
    const box = row.createEl('input', { type: 'checkbox', attr: { id } });
    box.addEventListener('change', () => {
      if (box.checked) this.#chosen.add(path);
      else this.#chosen.delete(path);
      this.#controller.attempt(() => this.#showLosses());
    });
    const text = row.createEl('label', { cls: 'living-wiki-job-text', attr: { for: id } });
    text.createDiv({ cls: 'living-wiki-name', text: path });
    text.createDiv({ cls: 'living-wiki-muted', text: words.dated(date.slice(0, 10), dateFrom) });
  }

  /** What would lose its last source without all that is ticked together. */
  async #showLosses(): Promise<void> {
    const { state } = this.#controller;
    this.#loading.abort();
    const loading = (this.#loading = new AbortController());
    this.#shown = null;
    this.#remove?.setText(words.move(this.#chosen.size));
    if (this.#remove !== null) this.#remove.disabled = true;
    if (state.kind !== 'ready' || this.#chosen.size === 0) {
      this.#losses.empty();
      this.#losses.createEl('p', { cls: 'living-wiki-muted', text: words.choose });
      return;
    }
    const run = this.#controller.backgroundRun(loading.signal);
    const report = await state.workbench.retentionReport([...this.#chosen], run);
    if (loading.signal.aborted) return;
    this.#shown = report;
    this.#losses.empty();
    const { pages, claims } = report;
    if (pages.length + claims.length === 0) this.#losses.createEl('p', { text: words.nothingLost });
    else this.#losses.createEl('p', { cls: 'living-wiki-muted', text: words.stay });
    drawLosses(
      this.#losses,
      words.pages(pages.length),
      pages.map(({ title }) => title),
    );
    drawLosses(
      this.#losses,
      words.statements(claims.length),
      claims.map(({ text }) => text),
    );
    if (this.#remove !== null) this.#remove.disabled = false;
  }

  async #move(): Promise<void> {
    const { state } = this.#controller;
    const [shown, sources] = [this.#shown, [...this.#chosen]];
    if (state.kind !== 'ready' || shown === null) return;
    const { workbench } = state;
    await this.#controller.inBackground(() =>
      workbench.removeExpired({ sources, mark: shown.mark }, this.#controller.backgroundRun()),
    );
    new Notice(words.moved(sources.length));
    this.#loading = new AbortController();
    this.contentEl.empty();
    await this.#load();
  }

  #drawRemoved(paths: readonly string[]): void {
    const details = this.contentEl.createEl('details');
    details.createEl('summary', { text: words.inTrash(paths.length) });
    const list = details.createEl('ul', { cls: 'living-wiki-skills', attr: { role: 'list' } });
    for (const path of paths) {
      const row = list.createEl('li', { cls: 'living-wiki-skill' });
      row.createSpan({ cls: 'living-wiki-job-text', text: path });
      addButton(row, { text: words.putBack, label: words.putBackOne(path) }, () =>
        this.#controller.attempt(async () => {
          const { state } = this.#controller;
          if (state.kind !== 'ready') return;
          const { workbench } = state;
          await this.#controller.inBackground(() => workbench.restoreSources([path], this.#controller.backgroundRun()));
          new Notice(words.isBack(path));
          this.#loading = new AbortController();
          this.contentEl.empty();
          await this.#load();
        }),
      );
    }
  }
}

function drawLosses(el: HTMLElement, heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  el.createEl('h3', { cls: 'living-wiki-group-title', text: heading });
  const list = el.createEl('ul');
  drawLimited(list, lines, MAX_SHOWN, (line) => void list.createEl('li', { text: line }));
}
