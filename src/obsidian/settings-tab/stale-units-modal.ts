import { Modal, Setting } from 'obsidian';
import { cronOf, MAX_STALE_UNITS, MOST_STALE_UNITS, plainTimes, type StaleUnitsAutomation } from '../../workbench';
import { type PluginController } from '../controller';
import { settings } from '../locale';
import { addButton } from '../ui';

const words = settings.servers.stale;

const OFF = 'off';
const MONDAY = 1;

/** Whether, when and with whom stale units are deliberated again. Kept on this device. Nothing changes before it is saved. */
export class StaleUnitsModal extends Modal {
  readonly #controller: PluginController;
  readonly #before: StaleUnitsAutomation | undefined;
  #when: string;
  #models: string;
  #most: string;
  #money: string;

  constructor(controller: PluginController) {
    super(controller.app);
    this.#controller = controller;
    const { model, endpoints = [] } = controller.settings.model;
    const before = (this.#before = controller.automation.staleUnits);
    const named = [...(model === undefined ? [] : [model]), ...endpoints.map(({ name }) => name)];
    const days = before === undefined ? undefined : plainTimes(before.schedule.cron)?.days;
    const kept = days === 'every-day' ? 'day' : 'week';
    this.#when = before === undefined ? OFF : kept;
    this.#models = (before?.models ?? named).join('\n');
    this.#most = String(before?.most ?? MOST_STALE_UNITS);
    this.#money = before?.money?.toString() ?? '';
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.setTitle(words.title);
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.what });
    new Setting(contentEl).setName(words.when).addDropdown((list) => {
      for (const key of [OFF, 'week', 'day'] as const) list.addOption(key, words.choices[key]);
      list.setValue(this.#when).onChange((value) => (this.#when = value));
      list.selectEl.setAttr('aria-label', words.when);
    });
    new Setting(contentEl)
      .setName(words.models)
      .setDesc(words.modelsWhat)
      .addTextArea((area) => {
        area.inputEl.setAttr('aria-label', words.models);
        area.setValue(this.#models).onChange((value) => (this.#models = value));
      });
    this.#text(words.most, words.mostWhat(MAX_STALE_UNITS), this.#most, (value) => (this.#most = value));
    this.#text(words.money, words.moneyWhat, this.#money, (value) => (this.#money = value));
    const problem = contentEl.createDiv({ cls: 'living-wiki-problem', attr: { role: 'alert' } });
    const buttons = contentEl.createDiv({ cls: 'modal-button-container' });
    addButton(buttons, { text: settings.servers.save, cls: 'mod-cta' }, () => {
      const wrong = this.#save();
      if (wrong === null) this.close();
      else problem.setText(wrong);
    });
    addButton(buttons, { text: settings.rules.cancel }, () => this.close());
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  #text(name: string, desc: string, value: string, set: (value: string) => void): void {
    new Setting(this.contentEl)
      .setName(name)
      .setDesc(desc)
      .addText((text) => {
        text.inputEl.setAttr('aria-label', name);
        text.setValue(value).onChange((typed) => set(typed.trim()));
      });
  }

  /** @returns what is wrong; `null` when it was saved */
  #save(): string | null {
    const { staleUnits: _, ...others } = this.#controller.automation;
    if (this.#when === OFF) {
      this.#controller.changeAutomation(others);
      return null;
    }
    const models = [...new Set(this.#models.split('\n').map((each) => each.trim()))].filter((each) => each !== '');
    const [most, money] = [Number(this.#most), Number(this.#money)];
    if (models.length < 2) return words.modelsBad;
    if (!Number.isInteger(most) || most < 1 || most > MAX_STALE_UNITS) return words.mostWhat(MAX_STALE_UNITS);
    if (!Number.isFinite(money) || money < 0) return words.moneyBad;
    const cron = cronOf({ days: this.#when === 'day' ? 'every-day' : MONDAY, hour: 7, minute: 0 });
    const { schedule } = this.#before ?? {};
    // What was missed before somebody changed the times is not made up for.
    const since = schedule?.cron === cron ? schedule.since : Date.now();
    const timeZone = schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.#controller.changeAutomation({
      ...others,
      staleUnits: {
        schedule: { cron, timeZone, onStart: true, since },
        models,
        most,
        ...(this.#money !== '' && { money }),
      },
    });
    return null;
  }
}
