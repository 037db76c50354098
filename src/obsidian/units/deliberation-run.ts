import { Component } from 'obsidian';
import { formatMoney, type DeliberateRequest } from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, joinTexts, units } from '../locale';
import { addButton, iconSpan } from '../ui';
import { drawRounds } from './draw-rounds';
import { endedIn, spentOn, withEvent, type RoundEvent, type Rounds } from './view-model/rounds';

const t = units.deliberate;

/** Shortest time between two drawings, so that streaming does not keep the app busy. Milliseconds. */
const DRAW_INTERVAL = 200;

interface RunActions {
  readonly close: () => void;
  /** Runs it once more. @param proposal that of the unit that was made; `null` when there is none */
  readonly again: (proposal: string | null) => void;
}

/** Shows a deliberation while it runs. */
export class DeliberationRun {
  readonly #controller: WikiController;
  readonly #total: number;
  readonly #bar: HTMLProgressElement;
  readonly #count: HTMLElement;
  readonly #notes: HTMLElement;
  readonly #table: HTMLElement;
  readonly #foot: HTMLElement;
  readonly #actions: RunActions;
  #rounds: Rounds = new Map();
  #names: readonly string[];
  #timer = 0;
  #isLeft = false;
  readonly #following = new Component();

  constructor(el: HTMLElement, controller: WikiController, request: DeliberateRequest, actions: RunActions) {
    this.#controller = controller;
    this.#actions = actions;
    this.#names = request.models;
    this.#total = request.models.length * 2 + 1;
    el.createEl('h3', { text: request.question });
    const top = el.createDiv({ cls: 'living-wiki-row living-wiki-deliberate-top' });
    this.#bar = top.createEl('progress', {
      cls: 'living-wiki-job-bar',
      attr: { max: String(this.#total), value: '0', 'aria-label': t.title },
    });
    this.#count = top.createSpan({ attr: { role: 'status' } });
    this.#notes = el.createDiv({ attr: { role: 'status' } });
    this.#table = el.createDiv({ cls: 'living-wiki-table-scroll', attr: { tabindex: '0' } });
    el.createDiv({ cls: 'living-wiki-muted', text: t.letters });
    this.#foot = el.createDiv({ cls: 'living-wiki-row living-wiki-publish-foot' });
    this.#foot.createSpan({ cls: 'living-wiki-muted', text: t.kept });
    addButton(this.#foot, { text: t.stop }, () => controller.job?.cancel());
    this.#draw();
  }

  show(event: RoundEvent): void {
    this.#rounds = withEvent(this.#rounds, event);
    if (event.round === 1) this.#names = this.#names.map((name, at) => (at + 1 === event.slot ? event.model : name));
    if (this.#timer !== 0 || this.#isLeft) return;
    this.#timer = this.#table.win.setTimeout(() => {
      this.#timer = 0;
      this.#draw();
    }, DRAW_INTERVAL);
  }

  /** @param proposal the unit's; `null` when there is none */
  end(proposal: string | null): void {
    if (this.#isLeft) {
      if (proposal !== null) this.#controller.attempt(() => this.#controller.navigator.openReview(proposal));
      return;
    }
    this.#draw();
    this.#foot.empty();
    this.#foot.createSpan({ text: proposal === null ? t.noUnit : t.done, attr: { role: 'status' } });
    addButton(this.#foot, { text: t.close }, this.#actions.close);
    const isSilent = [...this.#rounds.values()].some(({ state }) => state === 'silent');
    if (isSilent || proposal === null)
      addButton(this.#foot, { text: t.tryAgain, label: `${t.tryAgain}. ${t.tryAgainWhat}` }, () =>
        this.#actions.again(proposal),
      );
    if (proposal === null) return;
    addButton(this.#foot, { text: t.review, cls: 'mod-cta' }, () => {
      // Closing must not open the review a second time.
      this.#actions.close();
      this.#controller.attempt(() => this.#controller.navigator.openReview(proposal));
    }).focus();
    this.#follow(proposal);
  }

  /** Says so when the unit is decided in another window, or on another device. */
  #follow(proposal: string): void {
    const isWaiting = (): boolean => this.#controller.proposals.some(({ id }) => id === proposal);
    // It is listed a moment after it is made.
    let wasWaiting = isWaiting();
    this.#following.load();
    this.#following.register(
      this.#controller.on('proposals', () => {
        if (wasWaiting && !isWaiting()) {
          this.#foot.empty();
          this.#foot.createSpan({ text: t.decided, attr: { role: 'status' } });
          addButton(this.#foot, { text: t.close }, this.#actions.close);
        }
        wasWaiting ||= isWaiting();
      }),
    );
  }

  /** The person closed the dialog; the job goes on. */
  leave(): void {
    this.#isLeft = true;
    this.#following.unload();
    this.#table.win.clearTimeout(this.#timer);
  }

  #draw(): void {
    if (this.#isLeft) return;
    const done = endedIn(this.#rounds);
    this.#bar.value = done;
    const { currency } = this.#controller.settings.model.prices;
    const spent = spentOn(this.#rounds);
    const money = spent === null || done === 0 ? '' : t.soFar(coreText(formatMoney({ amount: spent, currency })));
    this.#count.setText(joinTexts([t.progress(done, this.#total), money]));
    this.#notes.empty();
    for (const { state, model, reason } of this.#rounds.values()) {
      if (state !== 'silent') continue;
      const note = this.#notes.createDiv({ cls: 'living-wiki-deliberate-note' });
      iconSpan(note, 'alert-triangle');
      note.createSpan({ text: `${units.rounds.continuing(model)} ${reason}` });
    }
    const open = new Set(
      this.#table.findAll('details').flatMap((each, at) => ((each as HTMLDetailsElement).open ? [at] : [])),
    );
    this.#table.empty();
    drawRounds(this.#table, this.#names, this.#rounds, currency);
    for (const [at, each] of this.#table.findAll('details').entries()) (each as HTMLDetailsElement).open = open.has(at);
  }
}
