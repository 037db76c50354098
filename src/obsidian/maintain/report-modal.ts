import { Modal, type App } from 'obsidian';
import { type RunReport } from '../../workbench';
import { type WikiController } from '../controller';
import { maintain } from '../locale';
import { addButton } from '../ui';
import { drawReport, drawTranscript } from './draw-report';
import { runSkills } from './run-skills';

const words = maintain.report;

/** What one run of a skill read, changed or would have changed, was refused, and cost. */
export class ReportModal extends Modal {
  readonly #controller: WikiController;
  readonly #report: RunReport;

  constructor(controller: WikiController, report: RunReport) {
    super(controller.app);
    this.#controller = controller;
    this.#report = report;
  }

  override onOpen(): void {
    const { state, proposals } = this.#controller;
    this.modalEl.addClass('living-wiki-report');
    this.setTitle(this.#report.title);
    const isSource = (path: string): boolean => state.kind === 'ready' && state.workbench.snapshot.sources.has(path);
    const waiting = this.#report.proposals.filter((id) => proposals.some((each) => each.id === id));
    drawReport(this.contentEl, this.#report, { isSource, isWaiting: waiting.length > 0 });
    this.#drawFoot(waiting);
  }

  override onClose(): void {
    this.contentEl.empty();
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
      addButton(buttons, { text: words.transcript, cls: 'living-wiki-button' }, () =>
        controller.openModal(new TranscriptModal(controller.app, title, steps)),
      );
    addButton(buttons, { text: words.again, cls: 'living-wiki-button' }, () =>
      then(() => runSkills(controller, [again], this.#report.mode === 'dry-run', show)),
    );
    if (outcome === 'applied')
      addButton(buttons, { text: words.undo, cls: 'living-wiki-button' }, () =>
        then(() => controller.navigator.openHistory()),
      );
    const proposal = waiting.at(-1);
    if (proposal === undefined) addButton(buttons, { text: words.close, cls: 'mod-cta' }, () => this.close());
    else
      addButton(buttons, { text: words.review, cls: 'mod-cta' }, () =>
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
