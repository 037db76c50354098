import { Modal, Notice } from 'obsidian';
import { formatMoney, readsByModel, serverAddress, type RunReport, type SkillPreview } from '../../workbench';
import { type WikiController } from '../controller';
import { app, maintain as words } from '../locale';
import { addButton, drawEmptyState } from '../ui';
import { drawReport } from './draw-report';

/** Reports that are listed. */
const LISTED = 30;

/** What each skill would do and cost, with a button to run it. */
export class MaintainModal extends Modal {
  readonly #controller: WikiController;
  readonly #loading = new AbortController();

  constructor(controller: WikiController) {
    super(controller.app);
    this.#controller = controller;
  }

  override onOpen(): void {
    this.setTitle(words.title);
    this.contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.loading, attr: { role: 'status' } });
    this.#controller.attempt(() => this.#load());
  }

  override onClose(): void {
    this.#loading.abort();
  }

  async #load(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    const { signal } = this.#loading;
    const skills = await state.workbench.skills(false, this.#controller.backgroundRun(signal));
    if (!signal.aborted) this.#draw(skills);
  }

  #draw(skills: readonly SkillPreview[]): void {
    const { contentEl } = this;
    contentEl.empty();
    const isAsked = readsByModel(this.#controller.settings);
    const address = serverAddress(this.#controller.settings.model);
    const sent = isAsked && address !== null ? words.sent(new URL(address).origin) : words.noModel;
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: `${words.hint} ${sent}` });
    const list = contentEl.createEl('ul', { cls: 'living-wiki-skills', attr: { role: 'list' } });
    for (const preview of skills) this.#drawSkill(list, preview, isAsked);
    const foot = contentEl.createDiv({ cls: 'living-wiki-form-row' });
    addButton(foot, { text: words.reports, cls: 'living-wiki-button' }, () =>
      this.#controller.attempt(() => this.#showReports()),
    );
  }

  #drawSkill(list: HTMLElement, preview: SkillPreview, isAsked: boolean): void {
    const { skill, count, work, tokens, money } = preview;
    const row = list.createEl('li', { cls: 'living-wiki-skill' });
    const text = row.createDiv({ cls: 'living-wiki-job-text' });
    text.createDiv({ cls: 'living-wiki-name', text: skill.title });
    const size = tokens === null ? '' : words.tokens(Math.max(1, Math.round(tokens.input / 1000)));
    const price = money === null ? size : words.cost(formatMoney(money));
    const found = count === 0 ? words.nothing : words.things(count ?? 0);
    const facts = [skill.description, count === null ? '' : found, isAsked && count !== 0 ? price : ''];
    text.createDiv({ cls: 'living-wiki-muted', text: facts.filter((fact) => fact !== '').join(' · ') });
    for (const line of work) text.createDiv({ cls: 'living-wiki-muted', text: line, attr: { dir: 'auto' } });
    const cls = skill.name === 'daily-update' ? 'mod-cta' : 'living-wiki-button';
    addButton(row, { text: words.run, cls, label: words.runOne(skill.title) }, () => {
      this.close();
      this.#controller.attempt(() => runSkill(this.#controller, skill));
    });
  }

  async #showReports(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    const reports = await state.workbench.runReports(LISTED);
    this.setTitle(words.reportsTitle);
    this.contentEl.empty();
    if (reports.length === 0) drawEmptyState(this.contentEl, words.noReports);
    for (const [at, report] of reports.entries()) this.#drawFolded(report, at === 0);
  }

  #drawFolded(report: RunReport, isOpen: boolean): void {
    const details = this.contentEl.createEl('details', { cls: 'living-wiki-run' });
    details.open = isOpen;
    const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(
      Date.parse(report.at),
    );
    details.createEl('summary', { text: `${report.title} · ${when} · ${words.outcomes[report.outcome]}` });
    drawReport(details, report, (proposal) => {
      this.close();
      this.#controller.attempt(() => this.#controller.navigator.openReview(proposal));
    });
  }
}

/** Runs a skill, and opens the review of what it proposes. */
async function runSkill(controller: WikiController, skill: SkillPreview['skill']): Promise<void> {
  const isAsked = readsByModel(controller.settings);
  if (isAsked && !(await controller.approveModel())) return;
  const request = { skill: skill.name, curator: isAsked ? 'model' : 'extractive' } as const;
  const done = await controller.runWikiJob(words.running(skill.title), (run, wiki) => wiki.runSkill(request, run));
  if (done === null) return;
  const problems = Object.values(done.findings).reduce((sum, count) => sum + count, 0);
  new Notice(app.notice.maintained(problems));
  const proposal = done.proposals.at(-1);
  if (proposal !== undefined) await controller.navigator.openReview(proposal);
}
