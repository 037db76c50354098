import { Modal } from 'obsidian';
import { type RunReport } from '../../workbench';
import { type WikiController } from '../controller';
import { maintain as words, dateText } from '../locale';
import { addButton, drawEmptyState } from '../ui';
import { ReportModal } from './report-modal';

/** Reports that are listed. */
const LISTED = 100;

/** What skills did, the latest first. */
export class ReportsModal extends Modal {
  readonly #controller: WikiController;

  constructor(controller: WikiController) {
    super(controller.app);
    this.#controller = controller;
  }

  override onOpen(): void {
    this.setTitle(words.reportsTitle);
    this.#controller.attempt(() => this.#load());
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  async #load(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    const reports = await state.workbench.runReports(LISTED);
    this.contentEl.empty();
    if (reports.length === 0) drawEmptyState(this.contentEl, words.noReports);
    const list = this.contentEl.createEl('ul', { cls: 'living-wiki-skills', attr: { role: 'list' } });
    for (const report of reports) this.#drawReport(list, report);
  }

  #drawReport(list: HTMLElement, report: RunReport): void {
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
    const when = dateText(Date.parse(report.at), style);
    const row = list.createEl('li', { cls: 'living-wiki-run' });
    const button = addButton(row, { cls: 'living-wiki-run-open' }, () => {
      this.#controller.openModal(new ReportModal(this.#controller, report));
    });
    button.createSpan({ cls: 'living-wiki-name', text: report.title });
    button.createSpan({ cls: 'living-wiki-muted', text: `${when} · ${words.outcomes[report.outcome]}` });
  }
}
