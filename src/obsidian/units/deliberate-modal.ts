import { Component, Modal, Setting } from 'obsidian';
import { asWikiError } from '../../base';
import {
  deliberate,
  estimateDeliberation,
  formatMoney,
  missingSetting,
  type DeliberateRequest,
  type DeliberationEstimate,
} from '../../workbench';
import { type WikiController } from '../controller';
import { ensureUnitKey } from '../host/unit-keys';
import { coreText, units } from '../locale';
import { addButton } from '../ui';
import { DeliberationRun } from './deliberation-run';
import { modelsOf, type DeliberateDefaults } from './view-model/defaults';

const t = units.deliberate;

/** Milliseconds after the last key before the price is worked out. */
const TYPING = 400;
/** Sources in the list to choose from. */
const MAX_LISTED = 500;

/** Chooses the models, shows the price, and then the rounds as they fill in. */
export class DeliberateModal extends Modal {
  readonly #controller: WikiController;
  readonly #showUnit: (id: string) => void;
  #question: string;
  #texts: readonly string[];
  #models: readonly string[];
  #limit: number | null = null;
  #isSigned = true;
  #fresh = false;
  #price!: HTMLElement;
  #start!: HTMLButtonElement;
  #reading = new AbortController();
  #timer = 0;
  #running: DeliberationRun | null = null;
  readonly #following = new Component();

  /** @param showUnit shows the unit that answers the question already */
  constructor(
    controller: WikiController,
    { question = '', texts = [] }: DeliberateDefaults,
    showUnit: (id: string) => void,
  ) {
    super(controller.app);
    this.#controller = controller;
    this.#showUnit = showUnit;
    this.#question = question;
    this.#texts = texts;
    this.#models = modelsOf(controller.settings.model);
  }

  override onOpen(): void {
    this.setTitle(t.title);
    this.modalEl.addClass('living-wiki-deliberate');
    const { state, settings } = this.#controller;
    if (state.kind !== 'ready') this.close();
    else if (missingSetting(settings.model) !== null) this.contentEl.createEl('p', { text: t.needModel });
    else this.#drawForm();
  }

  override onClose(): void {
    this.#following.unload();
    this.#reading.abort();
    this.#running?.leave();
    this.contentEl.win.clearTimeout(this.#timer);
    this.contentEl.empty();
  }

  #drawForm(): void {
    const { contentEl } = this;
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: t.what });
    new Setting(contentEl).setName(t.question).addTextArea((area) => {
      area.setValue(this.#question).onChange((value) => this.#change(() => (this.#question = value)));
      area.inputEl.addClass('living-wiki-deliberate-area');
      area.inputEl.setAttr('aria-label', t.question);
      area.inputEl.rows = 2;
    });
    this.#lines(t.models, t.modelsHint, this.#models, (lines) => (this.#models = lines));
    const texts = this.#lines(t.texts, t.textsHint, this.#texts, (lines) => (this.#texts = lines));
    this.#drawSourceChoice(texts);
    const { currency } = this.#controller.settings.model.prices;
    new Setting(contentEl)
      .setName(t.limit)
      .setDesc(t.limitHint(currency))
      .addText((text) => {
        text.inputEl.type = 'number';
        text.inputEl.min = '0';
        text.inputEl.setAttr('aria-label', t.limit);
        text.onChange((value) => this.#change(() => (this.#limit = value === '' ? null : Math.max(0, Number(value)))));
      });
    new Setting(contentEl)
      .setName(t.sign)
      .setDesc(t.signHint)
      .addToggle((toggle) => toggle.setValue(true).onChange((value) => (this.#isSigned = value)));
    this.#price = contentEl.createDiv({ cls: 'living-wiki-deliberate-price', attr: { role: 'status' } });
    const foot = contentEl.createDiv({ cls: 'living-wiki-row living-wiki-publish-foot' });
    addButton(foot, { text: t.cancel }, () => this.close());
    this.#start = addButton(foot, { text: t.start, cls: 'mod-cta' }, () => this.#begin());
    this.#start.disabled = true;
    this.#estimate();
    this.#following.load();
    // A unit that answers the question may be made or decided, and a source change its length.
    for (const event of ['wiki', 'proposals', 'settings'] as const)
      this.#following.register(this.#controller.on(event, () => this.#estimateSoon()));
  }

  #lines(
    name: string,
    hint: string,
    lines: readonly string[],
    set: (lines: readonly string[]) => void,
  ): HTMLTextAreaElement {
    let input: HTMLTextAreaElement | undefined;
    new Setting(this.contentEl)
      .setName(name)
      .setDesc(hint)
      .addTextArea((area) => {
        input = area.inputEl;
        area.inputEl.rows = 3;
        area.inputEl.addClass('living-wiki-deliberate-area');
        area.inputEl.setAttr('aria-label', name);
        area.setValue(lines.join('\n')).onChange((value) => this.#change(() => set(linesOf(value))));
      });
    if (input === undefined) throw new Error('The field was not drawn.');
    return input;
  }

  /** A list of the sources, each added as a line. */
  #drawSourceChoice(texts: HTMLTextAreaElement): void {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    const sources = [...state.workbench.snapshot.sources.keys()].sort().slice(0, MAX_LISTED);
    if (sources.length === 0) return;
    texts.parentElement?.addClass('living-wiki-deliberate-control');
    const list = texts.parentElement?.createEl('select', { cls: 'dropdown', attr: { 'aria-label': t.addText } });
    if (list === undefined) return;
    list.createEl('option', { text: t.addText, value: '' });
    for (const source of sources) list.createEl('option', { text: source, value: source });
    list.addEventListener('change', () => {
      if (list.value === '') return;
      this.#change(() => (this.#texts = [...new Set([...this.#texts, list.value])]));
      texts.value = this.#texts.join('\n');
      list.value = '';
    });
  }

  #change(set: () => unknown): void {
    set();
    this.#start.disabled = true;
    this.#estimateSoon();
  }

  #estimateSoon(): void {
    const { win } = this.contentEl;
    win.clearTimeout(this.#timer);
    this.#timer = win.setTimeout(() => this.#estimate(), TYPING);
  }

  get #request(): DeliberateRequest {
    const { state } = this.#controller;
    const isSource = (name: string): boolean =>
      state.kind === 'ready' && state.workbench.snapshot.source(name) !== undefined;
    return {
      question: this.#question,
      models: this.#models,
      sources: this.#texts.filter(isSource),
      pages: this.#texts.filter((name) => !isSource(name)),
      ...(this.#limit !== null && { limit: { money: this.#limit } }),
      ...(!this.#isSigned && { unsigned: true }),
      ...(this.#fresh && { fresh: true }),
    };
  }

  #estimate(): void {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    this.#reading.abort();
    const reading = (this.#reading = new AbortController());
    void estimateDeliberation(state.workbench, this.#request, this.#controller.backgroundRun(reading.signal)).then(
      (estimate) => {
        if (!reading.signal.aborted) this.#showPrice(estimate);
      },
      (error: unknown) => {
        if (reading.signal.aborted) return;
        const { message } = asWikiError(error, 'living-wiki:unexpected');
        this.#start.disabled = true;
        this.#price.empty();
        this.#price.createDiv({ cls: 'living-wiki-muted', text: coreText(message) });
      },
    );
  }

  #showPrice({ calls, total, lineage, existing }: DeliberationEstimate): void {
    const tokens = total.usage.input + total.usage.output;
    this.#price.empty();
    this.#price.createDiv({ text: t.estimate(calls, tokens, total.money && formatMoney(total.money)) });
    if (lineage !== null) this.#price.createDiv({ cls: 'living-wiki-warned', text: lineage });
    this.#start.disabled = existing !== null && !this.#fresh;
    if (existing === null || this.#fresh) return;
    this.#price.createDiv({ text: t.existing(existing.unit.canonical_question) });
    const row = this.#price.createDiv({ cls: 'living-wiki-row' });
    const { proposal, unit } = existing;
    addButton(row, { text: t.show }, () => {
      this.close();
      if (proposal === null) this.#showUnit(unit.id);
      else this.#controller.attempt(() => this.#controller.navigator.openReview(proposal));
    });
    addButton(row, { text: t.fresh }, () => {
      this.#fresh = true;
      this.#estimate();
    });
  }

  #begin(): void {
    const controller = this.#controller;
    const request = this.#request;
    controller.attempt(async () => {
      if (!(await controller.approveModel())) return;
      if (this.#isSigned) await ensureUnitKey(controller.app);
      this.#reading.abort();
      await this.#run(request);
    });
  }

  async #run(request: DeliberateRequest): Promise<void> {
    const controller = this.#controller;
    this.#following.unload();
    this.contentEl.win.clearTimeout(this.#timer);
    this.contentEl.empty();
    const running = new DeliberationRun(this.contentEl, controller, request, {
      close: () => this.close(),
      again: (proposal) => controller.attempt(() => this.#runAgain(request, proposal)),
    });
    this.#running = running;
    const result = await controller.runWikiJob(`${t.title}: ${request.question.slice(0, 80)}`, (run, workbench) =>
      deliberate(workbench, { ...request, onEvent: (event) => running.show(event) }, run),
    );
    running.end(result?.kind === 'made' ? result.proposal.id : null);
  }

  /** Once more, with what is paid for: the unit without the model that was silent makes room for the one with it. */
  async #runAgain(request: DeliberateRequest, proposal: string | null): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    if (proposal !== null) await state.workbench.rejectProposal(proposal, t.triedAgain);
    await this.#run(request);
  }
}

const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
