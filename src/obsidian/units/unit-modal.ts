import { ConfirmationModal, FuzzySuggestModal, Modal, Notice } from 'obsidian';
import { capitalise } from '../../base';
import { listUnits, readUnit, verifyUnits, type ListedUnit, type UnitVerification } from '../../workbench';
import { type WikiController } from '../controller';
import { trustSigner } from '../host/unit-keys';
import { units } from '../locale';
import { addButton, addScreenReaderText, iconSpan } from '../ui';
import { drawAgreed, drawDisputes, drawLevel, drawSection, drawUnknown } from './draw-unit';
import { type DeliberateDefaults } from './view-model/defaults';
import { receiptMarks, type ReceiptMark } from './view-model/unit';

const t = units.unit;

type Again = (defaults: DeliberateDefaults) => void;
type ShownUnit = Awaited<ReturnType<typeof readUnit>>;

/** Draws a Knowledge Unit: the answer, then the proof. */
export class UnitModal extends Modal {
  readonly #controller: WikiController;
  readonly #id: string;
  readonly #again: Again;
  readonly #reading = new AbortController();

  /** @param again deliberates the question anew */
  constructor(controller: WikiController, id: string, again: Again) {
    super(controller.app);
    this.#controller = controller;
    this.#id = id;
    this.#again = again;
  }

  override onOpen(): void {
    this.modalEl.addClass('living-wiki-unit');
    this.setTitle(t.title);
    const { state } = this.#controller;
    if (state.kind !== 'ready') {
      this.close();
      return;
    }
    this.#controller.attempt(async () => {
      const run = this.#controller.backgroundRun(this.#reading.signal);
      const shown = await readUnit(state.workbench, this.#id, run);
      if (!this.#reading.signal.aborted) this.#draw(shown);
    });
  }

  override onClose(): void {
    this.#reading.abort();
    this.contentEl.empty();
  }

  #draw({ unit, state, bundle }: ShownUnit): void {
    const { contentEl } = this;
    const question = unit.canonical_question;
    const lead = contentEl.createDiv({ cls: 'living-wiki-unit-lead' });
    lead.createSpan({ cls: `living-wiki-unit-tag is-${state.status}`, text: t.status[state.status] });
    lead.createSpan({ cls: 'living-wiki-muted', text: t.lead(unit.id, unit.models_used.length) });
    contentEl.createEl('h2', { cls: 'living-wiki-unit-question', text: `${capitalise(question)}?` });
    if (unit.receipt_kid === 'unsigned') this.#warn(t.unsigned);
    if (bundle === null) this.#warn(t.noBundle);
    for (const warning of bundle?.deliberated.warnings ?? []) this.#warn(warning);
    for (const { model, reason } of bundle?.deliberated.absences ?? [])
      this.#warn(`${units.rounds.continuing(model)} ${reason}`);
    drawLevel(contentEl, unit);
    drawAgreed(contentEl, unit, bundle);
    drawDisputes(contentEl, unit, bundle);
    drawUnknown(contentEl, unit);
    this.#drawFollowUps(bundle?.deliberated.follow_ups ?? []);
    const places = this.#drawSources({ unit, state });
    this.#drawReceipts(places);
    this.#drawFoot({ unit, state });
    if (unit.synthesis !== undefined) {
      const summary = contentEl.createEl('details', { cls: 'living-wiki-unit-summary' });
      summary.createEl('summary', { text: t.summary });
      summary.createEl('p', { text: unit.synthesis });
    }
  }

  #warn(text: string): void {
    const note = this.contentEl.createDiv({ cls: 'living-wiki-deliberate-note' });
    iconSpan(note, 'alert-triangle');
    note.createSpan({ text });
  }

  /** Follow-up questions, each kept for the next ingest with one click. */
  #drawFollowUps(questions: readonly string[]): void {
    if (questions.length === 0) return;
    const list = drawSection(this.contentEl, t.next).createEl('ul', { cls: 'living-wiki-unit-list' });
    for (const text of questions) {
      const item = list.createEl('li');
      item.createDiv({ text });
      if (this.#controller.questions.some((each) => each.text === text)) {
        item.createSpan({ cls: 'living-wiki-muted', text: t.keptQuestion });
        continue;
      }
      const button = addButton(
        item,
        { text: t.keep, cls: 'living-wiki-small-button', label: `${t.keep}: ${text}` },
        () =>
          this.#controller.attempt(async () => {
            await this.#controller.changeQuestions((workbench) => workbench.addQuestion({ text }));
            button.replaceWith(createSpan({ cls: 'living-wiki-muted', text: t.keptQuestion }));
          }),
      );
    }
  }

  #drawSources({ unit, state }: Pick<ListedUnit, 'unit' | 'state'>): ReadonlyMap<string, HTMLElement> {
    const places = new Map<string, HTMLElement>();
    const { sources = [] } = unit;
    if (sources.length === 0) return places;
    const list = drawSection(this.contentEl, t.sources).createEl('ul', { cls: 'living-wiki-unit-list' });
    for (const { uri, title, content_hash } of sources) {
      const item = list.createEl('li');
      const name = item.createEl('a', { text: title ?? uri, href: '#' });
      name.addEventListener('click', (event) => {
        event.preventDefault();
        this.close();
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
    }
    return places;
  }

  #drawReceipts(places: ReadonlyMap<string, HTMLElement>): void {
    const box = drawSection(this.contentEl, t.receipts);
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
    const stranger = signatures.find(({ signer }) => signer === 'unknown');
    const publicKey = stranger?.publicKey ?? null;
    if (stranger === undefined || publicKey === null) return;
    const { kid } = stranger;
    addButton(el, { text: t.trust }, () => {
      const modal = new ConfirmationModal(this.app);
      modal.setTitle(t.trustTitle(kid));
      modal.contentEl.createEl('p', { text: t.trustWhat });
      modal.addButton((yes) =>
        yes
          .setButtonText(t.trustYes)
          .setCta()
          .onClick(() =>
            this.#controller.attempt(async () => {
              await trustSigner(this.app, kid, publicKey);
              again();
            }),
          ),
      );
      modal.addCancelButton(t.trustNo);
      this.#controller.openModal(modal);
    });
  }

  #drawFoot({ unit, state }: Pick<ListedUnit, 'unit' | 'state'>): void {
    const box = this.contentEl.createDiv({ cls: 'living-wiki-row living-wiki-unit-foot' });
    const { isExpired, changed, replacedBy } = state;
    const notes = [
      ...(replacedBy === null ? [] : [t.replacedBy(replacedBy)]),
      ...(changed.length === 0 ? [] : [t.changedSources(changed.join(', '))]),
      ...(isExpired || replacedBy === null ? [t.fresh(unit.fresh_until.slice(0, 10))] : []),
    ];
    box.createSpan({ cls: 'living-wiki-muted', text: notes.join(' · ') });
    addButton(box, { text: t.again }, () => {
      this.close();
      this.#again({ question: `${unit.canonical_question}?`, texts: (unit.sources ?? []).map(({ uri }) => uri) });
    });
  }
}

const ICONS = { good: 'check', warn: 'help-circle', bad: 'circle-x' } as const;

/** Each receipt as a tick, by round, and what holds of the whole. */
function drawVerification(el: HTMLElement, result: UnitVerification): void {
  const marks = receiptMarks(result);
  const rounds = el.createDiv({ cls: 'living-wiki-unit-rounds' });
  for (const round of [1, 2, 3, null]) {
    const own = marks.filter((each) => each.round === round);
    if (own.length === 0) continue;
    const card = rounds.createDiv({ cls: 'living-wiki-unit-round' });
    card.createDiv({ cls: 'living-wiki-unit-round-title', text: round === null ? t.whole : t.round(round) });
    for (const mark of own) drawMark(card, mark, round === null);
    if (round === null && result.quotes.total > 0) {
      const { found, total } = result.quotes;
      const line = card.createDiv({ cls: `living-wiki-unit-mark is-${found === total ? 'good' : 'bad'}` });
      iconSpan(line, found === total ? 'check' : 'circle-x');
      line.createSpan({ text: t.quotes(found, total) });
    }
  }
  el.createDiv({ cls: 'living-wiki-unit-verdict', text: result.summary });
  if (result.failures.length === 0) return;
  const list = el.createEl('ul', { cls: 'living-wiki-unit-list' });
  for (const { place, message } of result.failures)
    list.createEl('li', { cls: 'living-wiki-problem', text: `${place}: ${message}` });
}

function drawMark(card: HTMLElement, { text, state, signer }: ReceiptMark, isWhole: boolean): void {
  const line = card.createDiv({ cls: `living-wiki-unit-mark is-${state}` });
  iconSpan(line, ICONS[state]);
  line.createSpan({ text: isWhole ? t.signer[signer] || t.valid : text });
  addScreenReaderText(line, state === 'bad' ? t.notValid : t.valid);
  if (!isWhole && t.signer[signer] !== '') line.createDiv({ cls: 'living-wiki-muted', text: t.signer[signer] });
}

/** Chooses a unit. */
class UnitSuggest extends FuzzySuggestModal<ListedUnit> {
  readonly #controller: WikiController;
  readonly #units: readonly ListedUnit[];
  readonly #again: Again;

  constructor(controller: WikiController, all: readonly ListedUnit[], again: Again) {
    super(controller.app);
    this.#controller = controller;
    this.#units = all;
    this.#again = again;
    this.setPlaceholder(units.chooseUnit);
  }

  override getItems(): ListedUnit[] {
    return [...this.#units];
  }

  override getItemText({ unit, state }: ListedUnit): string {
    return `${unit.canonical_question}? (${t.level(unit.consensus_level)}, ${t.status[state.status]})`;
  }

  override onChooseItem({ unit }: ListedUnit): void {
    this.#controller.openModal(new UnitModal(this.#controller, unit.id, this.#again));
  }
}

/** Shows the unit of the note that is open, else a list of all. */
export async function showUnit(controller: WikiController, again: Again): Promise<void> {
  const { state } = controller;
  if (state.kind !== 'ready') return;
  const { units: all } = await listUnits(state.workbench, controller.backgroundRun());
  const file = controller.app.workspace.getActiveFile();
  const id = file === null ? null : unitIn(controller, file.path);
  if (id !== null && all.some(({ unit }) => unit.id === id)) controller.openModal(new UnitModal(controller, id, again));
  else if (all.length === 0) new Notice(units.none);
  else controller.openModal(new UnitSuggest(controller, all, again));
}

/** The unit that a note shows, by its properties. @param path in the vault */
function unitIn({ state, app }: WikiController, path: string): string | null {
  const file = state.kind === 'ready' ? app.vault.getFileByPath(path) : null;
  const metadata: unknown = file && app.metadataCache.getFileCache(file)?.frontmatter?.metadata;
  const unit =
    typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>)['knowledge-unit'] : null;
  const id = typeof unit === 'object' && unit !== null ? (unit as Record<string, unknown>).id : null;
  return typeof id === 'string' ? id : null;
}
