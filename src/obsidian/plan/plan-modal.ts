import { Modal, Setting } from 'obsidian';
import { type IngestFacts, type PlanChange } from '../../workbench';
import { type WikiController } from '../controller';
import { plan as words } from '../locale';

const t = words.modal;

type PlannedPage = IngestFacts['plan'][number];

/** What is asked about the plan: about one of its pages, or a page to add. */
type PlanQuestion =
  | { readonly kind: 'never' | 'leave' | 'merge' | 'own'; readonly page: PlannedPage }
  | { readonly kind: 'add'; readonly title?: string };

let lists = 0;

/** Asks for what a change of the plan needs: a title, and whether it counts for every source. */
export class PlanModal extends Modal {
  readonly #controller: WikiController;
  readonly #proposal: string;
  readonly #question: PlanQuestion;
  readonly #facts: IngestFacts;
  #title: string;
  #always = false;
  #problem: HTMLElement | null = null;
  #field: HTMLInputElement | null = null;

  constructor(controller: WikiController, proposal: string, question: PlanQuestion, facts: IngestFacts) {
    super(controller.app);
    this.#controller = controller;
    this.#proposal = proposal;
    this.#question = question;
    this.#facts = facts;
    this.#title = question.kind === 'add' ? (question.title ?? '') : '';
  }

  override onOpen(): void {
    const { contentEl } = this;
    const question = this.#question;
    contentEl.addClass('living-wiki-plan-modal');
    this.setTitle(question.kind === 'add' ? t.add : t[question.kind](question.page.title));
    if (question.kind !== 'never' && question.kind !== 'leave') this.#drawTitle();
    if (this.#canAlways) {
      new Setting(contentEl).setName(t.scope).addDropdown((dropdown) => {
        dropdown.addOption('source', t.thisSource).addOption('wiki', t.everySource);
        dropdown.onChange((value) => (this.#always = value === 'wiki'));
        dropdown.selectEl.setAttr('aria-label', t.scope);
      });
    }
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: t.again });
    const buttons = contentEl.createDiv({ cls: 'modal-button-container' });
    const go = buttons.createEl('button', { cls: 'mod-cta', text: t.go, attr: { type: 'button' } });
    go.addEventListener('click', () => this.#submit());
    const cancel = buttons.createEl('button', { text: t.cancel, attr: { type: 'button' } });
    cancel.addEventListener('click', () => this.close());
    (this.#field ?? go).focus();
  }

  /** A decision about a name can count for every source; what concerns a page that exists cannot. */
  get #canAlways(): boolean {
    const question = this.#question;
    if (!this.#controller.keepsNames) return false;
    return question.kind === 'add' || question.page.op === 'create';
  }

  #drawTitle(): void {
    const { contentEl } = this;
    const isMerge = this.#question.kind === 'merge';
    const setting = new Setting(contentEl).setName(isMerge ? t.into : t.newTitle);
    if (isMerge) setting.setDesc(t.intoWhat);
    setting.addText((text) => {
      const { inputEl } = text;
      this.#field = inputEl;
      text.setValue(this.#title).onChange((value) => {
        this.#title = value.trim();
        this.#problem?.empty();
        inputEl.removeAttribute('aria-invalid');
      });
      inputEl.setAttrs({ 'aria-label': isMerge ? t.into : t.newTitle, dir: 'auto' });
      inputEl.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || event.isComposing) return;
        // Otherwise the key would press the button that gets the focus when the form closes.
        event.preventDefault();
        this.#submit();
      });
      if (isMerge) this.#suggest(inputEl);
    });
    this.#problem = contentEl.createDiv({ cls: 'living-wiki-problem', attr: { role: 'alert' } });
  }

  /** Titles of the plan, then of the wiki. */
  #suggest(input: HTMLInputElement): void {
    const { state } = this.#controller;
    const id = `living-wiki-titles-${(lists += 1)}`;
    const own = this.#question.kind === 'add' ? '' : this.#question.page.title;
    const pages = state.kind === 'ready' ? [...state.workbench.snapshot.pages.values()] : [];
    const titles = [
      ...this.#facts.plan.map(({ title }) => title),
      ...pages.filter(({ kind }) => kind !== 'summary').map(({ title }) => title),
    ];
    const list = this.contentEl.createEl('datalist', { attr: { id } });
    for (const title of new Set(titles)) if (title !== own) list.createEl('option', { value: title });
    input.setAttr('list', id);
  }

  #submit(): void {
    const change = this.#change();
    if (change === null) {
      this.#problem?.setText(t.missing);
      this.#field?.setAttr('aria-invalid', 'true');
      this.#field?.focus();
      return;
    }
    this.close();
    this.#controller.attempt(() => this.#controller.changePlan(this.#proposal, change, this.#always));
  }

  /** `null` while the title is missing. */
  #change(): PlanChange | null {
    const question = this.#question;
    const title = this.#title;
    if (question.kind === 'never' || question.kind === 'leave') return { kind: 'never', page: question.page.slug };
    if (title === '') return null;
    if (question.kind === 'merge') return { kind: 'merge', page: question.page.slug, into: title };
    return question.kind === 'add' ? { kind: 'own', title } : { kind: 'own', title, page: question.page.slug };
  }
}
