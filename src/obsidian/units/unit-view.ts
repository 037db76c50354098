import { Component, ConfirmationModal } from 'obsidian';
import { capitalise, isWikiError } from '../../base';
import {
  compareUnitSource,
  estimateDeliberation,
  formatMoney,
  missingSetting,
  readUnit,
  verifyUnits,
  type KnowledgeUnit,
  type UnitDetails,
  type UnitVerification,
} from '../../workbench';
import { type WikiController } from '../controller';
import { trustSigner } from '../host/unit-keys';
import { app as appTexts, joinTexts, quoteText, units } from '../locale';
import { addButton, focusedKey, iconSpan, restoreFocus } from '../ui';
import { drawLifecycle } from './draw-lifecycle';
import { drawVerification } from './draw-receipts';
import { drawAgreed, drawDisputes, drawLevel, drawSection, drawUnknown } from './draw-unit';
import { modelsOf, type DeliberateDefaults } from './view-model/defaults';

const t = units.unit;

export interface UnitViewActions {
  /** Deliberates the question again. */
  readonly again: (defaults: DeliberateDefaults) => void;
  /** Called before something else is opened. */
  readonly leave: () => void;
}

/** Draws a Knowledge Unit: the answer, then the proof. */
export class UnitView {
  readonly #el: HTMLElement;
  readonly #controller: WikiController;
  readonly #id: string;
  readonly #actions: UnitViewActions;
  readonly #reading = new AbortController();
  /** What was drawn of where the unit stands. */
  #drawn = '';
  /** What follows the width of the view, or the wiki. */
  readonly #sized = new Component();

  constructor(el: HTMLElement, controller: WikiController, id: string, actions: UnitViewActions) {
    this.#el = el;
    this.#controller = controller;
    this.#id = id;
    this.#actions = actions;
    this.#sized.load();
  }

  stop(): void {
    this.#reading.abort();
    this.#sized.unload();
  }

  async load(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    const shown = await readUnit(state.workbench, this.#id, this.#controller.backgroundRun(this.#reading.signal));
    if (!this.#reading.signal.aborted) this.draw(shown);
  }

  /** The unit as it is now, if where it stands is no longer what is drawn. A unit that is gone is drawn as such at once. */
  async changed(): Promise<UnitDetails | null> {
    const { state } = this.#controller;
    const { signal } = this.#reading;
    if (state.kind !== 'ready' || this.#drawn === '') return null;
    const read = readUnit(state.workbench, this.#id, this.#controller.backgroundRun(signal));
    const shown = await read.catch((error: unknown) => {
      if (isWikiError(error) && error.code === 'living-wiki:unit_missing' && !signal.aborted) this.#drawGone();
      return null;
    });
    return shown === null || signal.aborted || JSON.stringify(shown.state) === this.#drawn ? null : shown;
  }

  #drawGone(): void {
    this.#drawn = '';
    this.#sized.unload();
    this.#el.empty();
    this.#el.createEl('p', { text: appTexts.page.gone(`units/${this.#id}.json`), attr: { role: 'status' } });
  }

  draw({ unit, state, bundle, timeline }: UnitDetails): void {
    const el = this.#el;
    this.#drawn = JSON.stringify(state);
    const lead = el.createDiv({ cls: 'living-wiki-unit-lead' });
    lead.createSpan({ cls: `living-wiki-unit-tag is-${state.status}`, text: t.status[state.status] });
    lead.createSpan({ cls: 'living-wiki-muted', text: t.lead(unit.id, unit.models_used.length) });
    el.createEl('h2', { cls: 'living-wiki-unit-question', text: `${capitalise(unit.canonical_question)}?` });
    if (unit.receipt_kid === 'unsigned') this.#warn(t.unsigned);
    if (bundle === null) this.#warn(t.noBundle);
    for (const warning of bundle?.deliberated.warnings ?? []) this.#warn(warning);
    for (const { model, reason } of bundle?.deliberated.absences ?? [])
      this.#warn(`${units.rounds.continuing(model)} ${reason}`);
    drawLevel(el, unit);
    drawAgreed(el, unit, bundle);
    drawDisputes(el, unit, bundle);
    drawUnknown(el, unit);
    this.#drawFollowUps(bundle?.deliberated.follow_ups ?? []);
    const places = this.#drawSources({ unit, state });
    this.#drawReceipts(places);
    drawLifecycle(drawSection(el, t.life.title), timeline, this.#sized);
    this.#drawFoot({ unit, state });
    if (unit.synthesis !== undefined) {
      const summary = el.createEl('details', { cls: 'living-wiki-unit-summary' });
      summary.createEl('summary', { text: t.summary });
      summary.createEl('p', { text: unit.synthesis });
    }
  }

  #warn(text: string): void {
    const note = this.#el.createDiv({ cls: 'living-wiki-deliberate-note' });
    iconSpan(note, 'alert-triangle');
    note.createSpan({ text });
  }

  /** Follow-up questions, each kept for the next ingest with one click. */
  #drawFollowUps(questions: readonly string[]): void {
    if (questions.length === 0) return;
    const list = drawSection(this.#el, t.next).createEl('ul', { cls: 'living-wiki-unit-list' });
    this.#listFollowUps(list, questions);
    const isKept = (): string => questions.map((text) => this.#isKept(text)).join();
    let drawn = isKept();
    // A question may be kept or dropped on another screen.
    this.#sized.register(
      this.#controller.on('proposals', () => {
        if (isKept() === drawn) return;
        drawn = isKept();
        const key = focusedKey(list);
        list.empty();
        this.#listFollowUps(list, questions);
        restoreFocus(list, key);
      }),
    );
  }

  #isKept(question: string): boolean {
    return this.#controller.questions.some(({ text }) => text === question);
  }

  #listFollowUps(list: HTMLElement, questions: readonly string[]): void {
    for (const text of questions) {
      const item = list.createEl('li');
      item.createDiv({ text });
      if (this.#isKept(text)) {
        item.createSpan({ cls: 'living-wiki-muted', text: t.keptQuestion });
        continue;
      }
      const options = { text: t.keep, cls: 'living-wiki-small-button', label: `${t.keep}: ${text}`, key: text };
      addButton(item, options, () =>
        this.#controller.attempt(() =>
          this.#controller.changeQuestions((workbench) => workbench.addQuestion({ text })),
        ),
      );
    }
  }

  #drawSources({ unit, state }: Pick<UnitDetails, 'unit' | 'state'>): ReadonlyMap<string, HTMLElement> {
    const places = new Map<string, HTMLElement>();
    const { sources = [] } = unit;
    if (sources.length === 0) return places;
    const list = drawSection(this.#el, t.sources).createEl('ul', { cls: 'living-wiki-unit-list' });
    for (const { uri, title, content_hash } of sources) {
      const item = list.createEl('li');
      const name = item.createEl('a', { cls: 'living-wiki-unit-source', text: title ?? uri, href: '#' });
      name.addEventListener('click', (event) => {
        event.preventDefault();
        this.#actions.leave();
        this.#controller.attempt(() => this.#controller.navigator.openSource(uri));
      });
      item.createEl('code', { text: `${content_hash.slice(0, 15)}…` });
      const isChanged = state.changed.includes(uri);
      const mark = item.createSpan({
        cls: isChanged ? 'living-wiki-unit-mark is-warn' : 'living-wiki-unit-mark is-good',
      });
      iconSpan(mark, isChanged ? 'alert-triangle' : 'check');
      mark.createSpan({ text: isChanged ? t.sourceState.changed : t.sourceState.unchanged });
      places.set(uri, mark);
      if (isChanged) this.#addCompare(item, uri);
    }
    return places;
  }

  /** What the unit takes from a changed source, and whether the source still says it. */
  #addCompare(item: HTMLElement, uri: string): void {
    const label = `${t.compare}: ${uri}`;
    const button = addButton(item, { text: t.compare, cls: 'living-wiki-small-button', label }, () =>
      this.#controller.attempt(async () => {
        const { state } = this.#controller;
        if (state.kind !== 'ready') return;
        const run = this.#controller.backgroundRun(this.#reading.signal);
        const quotes = await compareUnitSource(state.workbench, this.#id, uri, run);
        button.remove();
        const box = item.createDiv({ cls: 'living-wiki-unit-compare', attr: { role: 'status' } });
        if (quotes.length === 0) box.createDiv({ cls: 'living-wiki-muted', text: t.compareNothing });
        for (const { quote, isThere } of quotes) {
          const line = box.createDiv({ cls: `living-wiki-unit-mark is-${isThere ? 'good' : 'bad'}` });
          iconSpan(line, isThere ? 'check' : 'circle-x');
          line.createSpan({ text: `${quoteText(quote)} ${isThere ? t.stillThere : t.noLongerThere}` });
        }
      }),
    );
  }

  #drawReceipts(places: ReadonlyMap<string, HTMLElement>): void {
    const box = drawSection(this.#el, t.receipts);
    const result = box.createDiv({ attr: { role: 'status' } });
    const button = addButton(box, { text: t.verify }, () => this.#verify(result, button, places));
  }

  #verify(el: HTMLElement, button: HTMLButtonElement, places: ReadonlyMap<string, HTMLElement>): void {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    el.setText(t.checking);
    this.#controller.attempt(async () => {
      const run = this.#controller.backgroundRun(this.#reading.signal);
      const [result] = await verifyUnits(state.workbench, this.#id, run);
      if (result === undefined || this.#reading.signal.aborted) return;
      el.empty();
      drawVerification(el, result);
      this.#offerTrust(el, result, () => this.#verify(el, button, places));
      for (const { uri, state: found } of result.sources)
        places.get(uri)?.querySelector('span:last-child')?.setText(t.sourceState[found]);
      button.setText(t.verifyAgain);
    });
  }

  /** A signature that is valid, of somebody whom nobody here knows. */
  #offerTrust(el: HTMLElement, { signatures }: UnitVerification, again: () => void): void {
    const { app } = this.#controller;
    const stranger = signatures.find(({ signer }) => signer === 'unknown');
    const publicKey = stranger?.publicKey ?? null;
    if (stranger === undefined || publicKey === null) return;
    const { kid } = stranger;
    addButton(el, { text: t.trust }, () => {
      const modal = new ConfirmationModal(app);
      modal.setTitle(t.trustTitle(kid));
      modal.contentEl.createEl('p', { text: t.trustWhat });
      modal.addButton((yes) =>
        yes
          .setButtonText(t.trustYes)
          .setCta()
          .onClick(() =>
            this.#controller.attempt(async () => {
              await trustSigner(app, kid, publicKey);
              again();
            }),
          ),
      );
      modal.addCancelButton(t.trustNo);
      this.#controller.openModal(modal);
    });
  }

  #drawFoot({ unit, state }: Pick<UnitDetails, 'unit' | 'state'>): void {
    const box = this.#el.createDiv({ cls: 'living-wiki-row living-wiki-unit-foot' });
    const { isExpired, changed, replacedBy } = state;
    const notes = [
      ...(replacedBy === null ? [] : [t.replacedBy(replacedBy)]),
      ...(changed.length === 0 ? [] : [t.changedSources(joinTexts(changed))]),
      ...(isExpired && replacedBy === null ? [t.over] : []),
    ];
    box.createSpan({ cls: 'living-wiki-muted', text: notes.join(' · ') });
    if (state.status === 'superseded') return;
    const buttons = box.createDiv({ cls: 'living-wiki-row' });
    const again = { question: `${unit.canonical_question}?`, texts: (unit.sources ?? []).map(({ uri }) => uri) };
    addButton(buttons, { text: t.archive }, () => this.#archive(unit));
    addButton(buttons, { text: t.again }, () => {
      this.#actions.leave();
      this.#actions.again(again);
    });
    void this.#showPrice(buttons.createSpan({ cls: 'living-wiki-muted', attr: { role: 'status' } }), again);
    box.createDiv({ cls: 'living-wiki-muted living-wiki-unit-foot-note', text: t.againWhat });
  }

  /** What deliberating again would cost with the models of the settings; nothing is said where that cannot be known. */
  async #showPrice(el: HTMLElement, { question, texts }: Required<DeliberateDefaults>): Promise<void> {
    const { state, settings } = this.#controller;
    if (state.kind !== 'ready' || missingSetting(settings.model) !== null) return;
    const { snapshot } = state.workbench;
    const isSource = (name: string): boolean => snapshot.source(name) !== undefined;
    const request = {
      ...{ question, models: modelsOf(settings.model), fresh: true },
      ...{ sources: texts.filter(isSource), pages: texts.filter((name) => !isSource(name)) },
    };
    const run = this.#controller.backgroundRun(this.#reading.signal);
    const estimate = await estimateDeliberation(state.workbench, request, run).catch(() => null);
    const money = estimate?.total.money ?? null;
    if (money !== null && !this.#reading.signal.aborted) el.setText(t.againPrice(formatMoney(money)));
  }

  #archive({ id, receipt_kid }: KnowledgeUnit): void {
    const controller = this.#controller;
    const modal = new ConfirmationModal(controller.app);
    modal.setTitle(t.archiveTitle);
    modal.contentEl.createEl('p', { text: t.archiveWhat });
    modal.addButton((yes) =>
      yes.setButtonText(t.archiveYes).onClick(() =>
        controller.attempt(async () => {
          const { archiveInApp } = await import('./archive');
          const proposal = await archiveInApp(controller, id, receipt_kid === 'unsigned');
          if (proposal === null) return;
          this.#actions.leave();
          await controller.navigator.openReview(proposal);
        }),
      ),
    );
    modal.addCancelButton(t.trustNo);
    controller.openModal(modal);
  }
}
