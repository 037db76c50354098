import { type WikiController } from '../controller';
import { home } from '../locale';
import { addButton, iconSpan } from '../ui';
import { folderProblem } from './folder-problem';
import { SetUpModal, TEMPLATES, type TemplateId } from './set-up-modal';

const words = home.setUp;

/** Template, name and purpose of a new wiki, and one button that creates it. What is created is under "Details". */
export class SetUpForm {
  readonly #controller: WikiController;
  readonly #name: HTMLInputElement;
  readonly #purpose: HTMLTextAreaElement;
  readonly #problem: HTMLElement;
  readonly #details: HTMLDetailsElement;
  readonly #onDone: () => void;
  /** What the chosen template is for. */
  readonly #what = createEl('p');
  readonly #cards = new Map<TemplateId, HTMLElement>();
  #template: TemplateId = 'research';
  #isCreating = false;
  /** What was typed when the files under "Details" were read. */
  #shown = '';

  /** @param onDone called when the wiki is created, or another way was chosen */
  constructor(parent: HTMLElement, controller: WikiController, onDone: () => void = () => undefined) {
    this.#controller = controller;
    this.#onDone = onDone;
    const form = parent.createEl('form', { cls: 'living-wiki-set-up' });
    this.#drawTemplates(form);
    this.#name = this.#field(form, words.name, 'input') as HTMLInputElement;
    this.#name.setAttrs({ placeholder: words.folderPlaceholder, maxlength: 120, enterkeyhint: 'next' });
    this.#problem = form.createDiv({ cls: 'living-wiki-form-problem', attr: { role: 'alert' } });
    this.#purpose = this.#field(form, words.about, 'textarea') as HTMLTextAreaElement;
    this.#purpose.setAttrs({ placeholder: words.purposePlaceholder, rows: 2, maxlength: 500, enterkeyhint: 'done' });
    form.createDiv({ cls: 'living-wiki-muted', text: words.purposeWhat });
    this.#details = this.#drawDetails(form);
    const row = form.createDiv({ cls: 'living-wiki-row' });
    row.createEl('button', { cls: 'mod-cta', text: words.create, attr: { type: 'submit' } });
    addButton(row, { text: home.first.adopt, key: 'adopt' }, () => {
      this.#onDone();
      controller.openModal(new SetUpModal(controller, { adopt: true }));
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#create();
    });
    this.#goOnWithEnter();
    this.#show();
  }

  focus(): void {
    this.#name.focus({ preventScroll: true });
  }

  #drawTemplates(form: HTMLElement): void {
    const cards = form.createDiv({ cls: 'living-wiki-cards', attr: { role: 'group', 'aria-label': words.template } });
    for (const { id, icon } of TEMPLATES) {
      const card = addButton(cards, { cls: 'living-wiki-card', key: id }, () => {
        this.#template = id;
        this.#show();
        this.focus();
      });
      this.#cards.set(id, card);
      iconSpan(card, icon);
      card.createSpan({ cls: 'living-wiki-card-title', text: home.templates[id].title });
    }
    this.#what.addClass('living-wiki-muted');
    form.append(this.#what);
  }

  #field(form: HTMLElement, text: string, tag: 'input' | 'textarea'): HTMLElement {
    const label = form.createEl('label', { cls: 'living-wiki-set-up-field' });
    label.createSpan({ text });
    const field = label.createEl(tag, { attr: { dir: 'auto' } });
    if (tag === 'input') field.setAttr('type', 'text');
    field.addEventListener('input', () => this.#show());
    return field;
  }

  /** Enter goes from the name to the purpose, and from there creates the wiki. */
  #goOnWithEnter(): void {
    const isEnter = (event: KeyboardEvent): boolean => event.key === 'Enter' && !event.isComposing && !event.shiftKey;
    this.#name.addEventListener('keydown', (event) => {
      if (!isEnter(event)) return;
      event.preventDefault();
      this.#purpose.focus();
    });
    this.#purpose.addEventListener('keydown', (event) => {
      if (!isEnter(event)) return;
      event.preventDefault();
      this.#create();
    });
  }

  #drawDetails(form: HTMLElement): HTMLDetailsElement {
    const details = form.createEl('details', { cls: 'living-wiki-set-up-details' });
    details.createEl('summary');
    details.addEventListener('toggle', () => {
      if (details.open) this.#controller.attempt(() => this.#showFiles());
    });
    return details;
  }

  get #root(): string {
    return this.#name.value.trim().replace(/^\/+|\/+$/g, '') || words.folderPlaceholder;
  }

  get #request(): Parameters<WikiController['createWiki']>[0] {
    const purpose = this.#purpose.value.trim();
    return { root: this.#root, template: this.#template, adopt: false, ...(purpose !== '' && { purpose }) };
  }

  #show(): void {
    for (const [id, card] of this.#cards) {
      card.toggleClass('is-on', id === this.#template);
      card.setAttr('aria-pressed', String(id === this.#template));
    }
    this.#what.setText(home.templates[this.#template].what);
    const problem = folderProblem(this.#controller, this.#root, false);
    // An empty field has the name that it shows.
    this.#problem.setText(problem ?? '');
    this.#details.querySelector('summary')?.setText(words.details(this.#root));
    if (this.#details.open) this.#controller.attempt(() => this.#showFiles());
  }

  /** Shows the text of every file that would be created. */
  async #showFiles(): Promise<void> {
    const request = this.#request;
    const wanted = JSON.stringify(request);
    if (wanted === this.#shown || folderProblem(this.#controller, request.root, false) !== null) return;
    this.#shown = wanted;
    const files = await this.#controller.previewWiki(request);
    if (this.#shown !== wanted) return;
    for (const old of this.#details.findAll('.living-wiki-set-up-file')) old.remove();
    for (const { path, text } of files) {
      const file = this.#details.createEl('details', { cls: 'living-wiki-set-up-file' });
      file.createEl('summary', { text: path });
      file.createEl('pre', { attr: { tabindex: 0 } }).createEl('code', { text });
    }
  }

  #create(): void {
    if (this.#isCreating || folderProblem(this.#controller, this.#root, false) !== null) {
      this.focus();
      return;
    }
    this.#isCreating = true;
    this.#controller.attempt(async () => {
      try {
        if (await this.#controller.createWiki(this.#request)) this.#onDone();
      } finally {
        this.#isCreating = false;
      }
    });
  }
}
