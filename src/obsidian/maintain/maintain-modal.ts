import {
  formatMoney,
  readsByModel,
  serverAddress,
  type ModelSettings,
  type Run,
  type RunReport,
  type SkillPreview,
  type Workbench,
} from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, joinTexts, maintain as words } from '../locale';
import { addButton, iconSpan, WikiModal } from '../ui';
import { AutomationModal } from './automation-modal';
import { drawSkill, thousandsOf } from './draw-skill';
import { ReportModal } from './report-modal';
import { ReportsModal } from './reports-modal';
import { runSkills } from './run-skills';

/** What each skill would do and cost; what is ticked runs. */
export class MaintainModal extends WikiModal<readonly SkillPreview[]> {
  readonly #only: string;
  #ticked: ReadonlySet<string> | null = null;

  /** @param only the skill that is ticked at first */
  constructor(controller: WikiController, only = 'daily-update') {
    super(controller, { cls: 'living-wiki-maintain', title: words.title, loading: words.loading });
    this.#only = only;
  }

  protected override read(workbench: Workbench, run: Run): Promise<readonly SkillPreview[]> {
    return workbench.skills(undefined, run);
  }

  protected override draw(skills: readonly SkillPreview[], { snapshot }: Workbench): void {
    const { contentEl } = this;
    const { settings } = this.controller;
    this.#ticked ??= new Set(
      skills.filter(({ skill, count }) => skill.name === this.#only && count !== 0).map(({ skill }) => skill.name),
    );
    const about = words.about(snapshot.manifest.title, snapshot.pages.size, snapshot.sources.size);
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: about });
    const list = contentEl.createEl('ul', { cls: 'living-wiki-skills', attr: { role: 'list' } });
    const foot = createDiv({ cls: 'living-wiki-maintain-foot' });
    const update = (): void => this.#drawFoot(foot, skills);
    for (const preview of skills) {
      const { name } = preview.skill;
      drawSkill(list, {
        preview,
        isTicked: this.#ticked.has(name),
        onToggle: (isOn) => {
          const others = [...(this.#ticked ?? [])].filter((each) => each !== name);
          this.#ticked = new Set(isOn ? [...others, name] : others);
          update();
        },
        onAutomate: () => this.#automate(preview),
      });
    }
    this.#drawVaultSkills(contentEl);
    const note = contentEl.createDiv({ cls: 'living-wiki-maintain-note' });
    iconSpan(note, 'info');
    note.createSpan({ text: readsByModel(settings) ? sentTo(settings.model) : words.noModel });
    contentEl.append(foot);
    update();
  }

  #drawVaultSkills(el: HTMLElement): void {
    const controller = this.controller;
    const row = el.createEl('label', { cls: 'living-wiki-maintain-vault living-wiki-muted' });
    const box = row.createEl('input', { type: 'checkbox' });
    box.checked = controller.automation.vaultSkills;
    row.createSpan({ text: words.vaultSkills });
    box.addEventListener('change', () => {
      controller.changeAutomation({ ...controller.automation, vaultSkills: box.checked });
      this.load();
    });
  }

  #automate(preview: SkillPreview): void {
    const saved = (): void => this.load();
    this.controller.openModal(new AutomationModal(this.controller, preview, saved));
  }

  #drawFoot(foot: HTMLElement, skills: readonly SkillPreview[]): void {
    const chosen = skills.filter(({ skill }) => this.#ticked?.has(skill.name) === true);
    foot.empty();
    const total = foot.createDiv({ cls: 'living-wiki-maintain-total', attr: { role: 'status' } });
    total.setText([totalOf(chosen), this.#leftToday()].filter((text) => text !== '').join(' · '));
    const buttons = foot.createDiv({ cls: 'living-wiki-form-row' });
    addButton(buttons, { text: words.reports, cls: 'living-wiki-button' }, () => {
      this.close();
      this.controller.openModal(new ReportsModal(this.controller));
    });
    const run = (isDry: boolean): void => {
      this.close();
      const show = (report: RunReport): void => this.controller.openModal(new ReportModal(this.controller, report));
      this.controller.attempt(() =>
        runSkills(
          this.controller,
          chosen.map(({ skill }) => skill),
          isDry,
          show,
        ),
      );
    };
    const dry = addButton(buttons, { text: words.dryRun, cls: 'living-wiki-button' }, () => run(true));
    const go = addButton(buttons, { text: words.run(chosen.length), cls: 'mod-cta' }, () => run(false));
    dry.disabled = go.disabled = chosen.length === 0;
  }

  #leftToday(): string {
    const { queue, settings } = this.controller;
    const limit = settings.model.day.money;
    const { currency } = settings.model.prices;
    if (limit === undefined || queue === null || !readsByModel(settings)) return '';
    const spent = queue.spent.find((each) => each.currency === currency)?.amount ?? 0;
    return words.left(coreText(formatMoney({ amount: Math.max(0, limit - spent), currency })));
  }
}

/** About what the chosen skills cost together; nothing where no model is asked. */
function totalOf(chosen: readonly SkillPreview[]): string {
  const asked = chosen.filter(({ tokens, count }) => tokens !== null && count !== 0);
  if (asked.length === 0) return '';
  const known = asked.flatMap(({ money }) => (money === null ? [] : [money]));
  const [first] = known;
  const tokens = asked.reduce((sum, each) => sum + (each.tokens?.input ?? 0), 0);
  if (first === undefined || known.length < asked.length) return words.unknownTotal(thousandsOf(tokens));
  const amount = known.reduce((sum, money) => sum + money.amount, 0);
  return words.total(coreText(formatMoney({ amount, currency: first.currency })));
}

function sentTo(model: ModelSettings): string {
  const address = serverAddress(model);
  if (address === null) return words.noModel;
  const names = [...new Set([model.model, model.reviewModel])].filter((name) => name !== undefined);
  return words.sent(new URL(address).origin, joinTexts(names));
}
