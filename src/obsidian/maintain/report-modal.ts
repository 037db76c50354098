import { Component, Modal, type App } from 'obsidian';
import { type RunReport } from '../../workbench';
import { type WikiController } from '../controller';
import { maintain } from '../locale';
import { addButton, focusedKey, restoreFocus } from '../ui';
import { drawReport, drawTranscript } from './draw-report';
import { runSkills } from './run-skills';

const words = maintain.report;

/** What one run of a skill read, changed or would have changed, was refused, and cost. */
export class ReportModal extends Modal {
  readonly #controller: WikiController;
  readonly #report: RunReport;
  readonly #following = new Component();
  /** Its proposals that wait, as drawn. */
  #waiting: readonly string[] = [];

  constructor(controller: WikiController, report: RunReport) {
    super(controller.app);
    this.#controller = controller;
    this.#report = report;
  }

  override onOpen(): void {
    this.modalEl.addClass('living-wiki-report');
    this.setTitle(this.#report.title);
    this.#following.load();
    this.#following.register(this.#controller.on('proposals', () => this.#follow()));
    this.#draw();
  }

  override onClose(): void {
    this.#following.unload();
    this.contentEl.empty();
  }

  /** Its proposals may be decided in another window, or on another device. */
  #follow(): void {
    if (this.#stillWaiting().join() === this.#waiting.join()) return;
    const key = focusedKey(this.contentEl);
    this.contentEl.empty();
    this.#draw();
    restoreFocus(this.contentEl, key);
  }

  #stillWaiting(): readonly string[] {
    const { proposals } = this.#controller;
    return this.#report.proposals.filter((id) => proposals.some((each) => each.id === id));
  }

  #draw(): void {
    const { state } = this.#controller;
    const isSource = (path: string): boolean => state.kind === 'ready' && state.workbench.snapshot.sources.has(path);
    this.#waiting = this.#stillWaiting();
    drawReport(this.contentEl, this.#report, { isSource, isWaiting: this.#waiting.length > 0 });
    this.#drawFoot(this.#waiting);
  }

  #drawFoot(waiting: readonly string[]): void {
    const { outcome, skill, title, steps } = this.#report;
    const controller = this.#controller;
    const foot = this.contentEl.createDiv({ cls: 'living-wiki-maintain-foot' });
    const written = outcome === 'applied' ? words.written.applied : words.written.none;
    const text = waiting.length > 0 ? words.written.proposed : written;
    foot.createDiv({ cls: 'living-wiki-muted', text });
    const buttons = foot.createDiv({ cls: 'living-wiki-form-row' });
    const then = (work: () => unknown): void => {
      this.close();
      controller.attempt(work);
    };
    const show = (report: RunReport): void => controller.openModal(new ReportModal(controller, report));
    const again = { name: skill, title, description: '', origin: 'built-in' } as const;
    if (steps !== undefined)
      addButton(buttons, { text: words.transcript, cls: 'living-wiki-button', key: 'transcript' }, () =>
        controller.openModal(new TranscriptModal(controller.app, title, steps)),
      );
    addButton(buttons, { text: words.again, cls: 'living-wiki-button', key: 'again' }, () =>
      then(() => runSkills(controller, [again], this.#report.mode === 'dry-run', show)),
    );
    if (outcome === 'applied')
      addButton(buttons, { text: words.undo, cls: 'living-wiki-button', key: 'undo' }, () =>
        then(() => controller.navigator.openHistory()),
      );
    const proposal = waiting.at(-1);
    if (proposal === undefined)
      addButton(buttons, { text: words.close, cls: 'mod-cta', key: 'end' }, () => this.close());
    else
      addButton(buttons, { text: words.review, cls: 'mod-cta', key: 'end' }, () =>
        then(() => controller.navigator.openReview(proposal)),
      );
  }
}

/** What a skill asked for in a run, above its report. */
class TranscriptModal extends Modal {
  readonly #title: string;
  readonly #steps: NonNullable<RunReport['steps']>;

  constructor(app: App, title: string, steps: NonNullable<RunReport['steps']>) {
    super(app);
    this.#title = title;
    this.#steps = steps;
  }

  override onOpen(): void {
    this.modalEl.addClass('living-wiki-report');
    this.setTitle(words.transcriptOf(this.#title));
    this.contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.transcriptHint });
    drawTranscript(this.contentEl, this.#steps);
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
