import { Component, Modal } from 'obsidian';
import { type RunReport } from '../../workbench';
import { type WikiController } from '../controller';
import { maintain as words, dateText } from '../locale';
import { addButton, drawEmptyState, focusedKey, restoreFocus } from '../ui';
import { ReportModal } from './report-modal';

/** Reports that are listed. */
const LISTED = 100;

/** What skills did, the latest first. */
export class ReportsModal extends Modal {
  readonly #controller: WikiController;
  readonly #following = new Component();

  constructor(controller: WikiController) {
    super(controller.app);
    this.#controller = controller;
  }

  override onOpen(): void {
    this.setTitle(words.reportsTitle);
    const load = (): void => this.#controller.attempt(() => this.#load());
    this.#following.load();
    // A run that a schedule started may end while the list is open.
    for (const event of ['wiki', 'jobs'] as const) this.#following.register(this.#controller.on(event, load));
    load();
  }

  override onClose(): void {
    this.#following.unload();
    this.contentEl.empty();
  }

  async #load(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    const reports = await state.workbench.runReports(LISTED);
    const key = focusedKey(this.contentEl);
    this.contentEl.empty();
    if (reports.length === 0) drawEmptyState(this.contentEl, words.noReports);
    const list = this.contentEl.createEl('ul', { cls: 'living-wiki-skills', attr: { role: 'list' } });
    for (const report of reports) this.#drawReport(list, report);
    restoreFocus(this.contentEl, key);
  }

  #drawReport(list: HTMLElement, report: RunReport): void {
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
    const when = dateText(Date.parse(report.at), style);
    const row = list.createEl('li', { cls: 'living-wiki-run' });
    const button = addButton(row, { cls: 'living-wiki-run-open', key: report.at }, () => {
      this.#controller.openModal(new ReportModal(this.#controller, report));
    });
    button.createSpan({ cls: 'living-wiki-name', text: report.title });
    button.createSpan({ cls: 'living-wiki-muted', text: `${when} · ${words.outcomes[report.outcome]}` });
  }
}
