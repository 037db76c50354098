import { Modal, Setting } from 'obsidian';
import {
  cronOf,
  GATES,
  MAX_GATE_LINES,
  MAX_LINES,
  plainTimes,
  withSkill,
  type Gate,
  type SkillGate,
  type SkillPreview,
  type SkillSchedule,
} from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, maintain } from '../locale';
import { addButton } from '../ui';
import { dayName, twoDigits } from './describe';

const words = maintain.automation;
const HAND = 'hand';
const KEPT = 'cron';
const NO_GATE = 'none';

/** When one skill runs by itself, and what it may write without a person. Nothing changes before it is saved. */
export class AutomationModal extends Modal {
  readonly #controller: WikiController;
  readonly #preview: SkillPreview;
  readonly #onSaved: () => void;
  readonly #before: SkillSchedule | null;
  #days = HAND;
  #time = '07:00';
  #onStart = false;
  #gate: Gate | typeof NO_GATE = NO_GATE;
  #lines = '';

  constructor(controller: WikiController, preview: SkillPreview, onSaved: () => void) {
    super(controller.app);
    this.#controller = controller;
    this.#preview = preview;
    this.#onSaved = onSaved;
    this.#before = preview.schedule;
    const plain = preview.schedule === null ? null : plainTimes(preview.schedule.cron);
    if (plain !== null) {
      this.#days = String(plain.days);
      this.#time = `${twoDigits(plain.hour)}:${twoDigits(plain.minute)}`;
    } else if (preview.schedule !== null) this.#days = KEPT;
    this.#onStart = preview.schedule?.onStart ?? false;
    this.#gate = preview.gate?.kind ?? NO_GATE;
    this.#lines = preview.gate === null ? '' : String(preview.gate.lines);
  }

  override onOpen(): void {
    this.setTitle(words.title(coreText(this.#preview.skill.title)));
    const { contentEl } = this;
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.what });
    this.#drawSchedule(contentEl);
    this.#drawGate(contentEl);
    const problem = contentEl.createDiv({ cls: 'living-wiki-problem', attr: { role: 'alert' } });
    const buttons = contentEl.createDiv({ cls: 'modal-button-container' });
    addButton(buttons, { text: words.save, cls: 'mod-cta' }, () => {
      const wrong = this.#save();
      if (wrong === null) this.close();
      else problem.setText(wrong);
    });
    addButton(buttons, { text: words.cancel }, () => this.close());
  }

  #drawSchedule(el: HTMLElement): void {
    const rows: Setting[] = [];
    const update = (): void => {
      for (const row of rows) row.settingEl.toggle(this.#days !== HAND && (this.#days !== KEPT || row !== rows[0]));
    };
    new Setting(el).setName(words.runs).addDropdown((dropdown) => {
      for (const [key, text] of Object.entries(words.choices)) dropdown.addOption(key, text);
      for (let day = 0; day < 7; day++) dropdown.addOption(String((day + 1) % 7), dayName((day + 1) % 7));
      if (this.#days === KEPT) dropdown.addOption(KEPT, words.cron(this.#before?.cron ?? ''));
      dropdown.setValue(this.#days).onChange((value) => {
        this.#days = value;
        update();
      });
      dropdown.selectEl.setAttr('aria-label', words.runs);
    });
    const zone = this.#zone;
    const at = new Setting(el).setName(words.at).setDesc(words.zone(zone));
    at.addText((text) => {
      text.inputEl.setAttrs({ type: 'time', 'aria-label': words.at });
      text.setValue(this.#time).onChange((value) => (this.#time = value));
    });
    const missed = new Setting(el).setName(words.onStart);
    missed.addToggle((toggle) => toggle.setValue(this.#onStart).onChange((value) => (this.#onStart = value)));
    rows.push(at, missed);
    update();
  }

  #drawGate(el: HTMLElement): void {
    const gate = new Setting(el).setName(words.gate).setDesc(words.gateWhat);
    const lines = new Setting(el).setName(words.lines).setDesc(words.linesWhat(MAX_GATE_LINES));
    const update = (): void => {
      lines.settingEl.toggle(this.#gate !== NO_GATE);
    };
    const field: { input: HTMLInputElement | null } = { input: null };
    lines.addText((text) => {
      field.input = text.inputEl;
      text.inputEl.setAttrs({ type: 'number', min: 1, max: MAX_GATE_LINES, 'aria-label': words.lines });
      text.setValue(this.#lines).onChange((value) => (this.#lines = value));
    });
    gate.addDropdown((dropdown) => {
      for (const each of [NO_GATE, ...GATES] as const) dropdown.addOption(each, words.gates[each]);
      dropdown.setValue(this.#gate).onChange((value) => {
        this.#gate = GATES.find((each) => each === value) ?? NO_GATE;
        this.#lines = this.#gate === NO_GATE ? '' : String(MAX_LINES[this.#gate]);
        if (field.input !== null) field.input.value = this.#lines;
        update();
      });
      dropdown.selectEl.setAttr('aria-label', words.gate);
    });
    update();
  }

  /** The time zone in which a schedule is meant. */
  get #zone(): string {
    return this.#before?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  /** @returns what is wrong; `null` when it was saved */
  #save(): string | null {
    const controller = this.#controller;
    const { skill, text } = this.#preview;
    const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})/.exec(this.#time) ?? [];
    if (this.#days !== HAND && this.#days !== KEPT && hour === '') return words.timeBad;
    const lines = Number(this.#lines);
    const isSized = Number.isInteger(lines) && lines >= 1 && lines <= MAX_GATE_LINES;
    if (this.#gate !== NO_GATE && !isSized) return words.linesBad(MAX_GATE_LINES);
    const gate: SkillGate | undefined =
      this.#gate === NO_GATE ? undefined : { kind: this.#gate, lines, origin: skill.origin, text };
    const schedule = this.#schedule(Number(hour), Number(minute));
    controller.changeAutomation(withSkill(controller.automation, skill.name, { schedule, gate }));
    this.#onSaved();
    return null;
  }

  #schedule(hour: number, minute: number): SkillSchedule | undefined {
    if (this.#days === HAND) return undefined;
    const { cron } = this.#before ?? {};
    const isPlain = this.#days === 'every-day' || this.#days === 'working-days';
    const days = isPlain ? (this.#days as 'every-day' | 'working-days') : Number(this.#days);
    const next = this.#days === KEPT && cron !== undefined ? cron : cronOf({ days, hour, minute });
    // What was missed before somebody changed the times is not made up for.
    const since = next === cron && this.#before !== null ? this.#before.since : Date.now();
    return { cron: next, timeZone: this.#zone, onStart: this.#onStart, since };
  }
}
