import { Modal, Setting, type App, type TextComponent } from 'obsidian';
import { type NameDecision } from '../../workbench';
import { settings } from '../locale';

const words = settings.rules;
const MAX_RULE = 300;
const KINDS = ['never', 'always', 'same', 'rename'] as const;

/** A form with a message for what is missing, and the buttons "Add" and "Cancel". */
abstract class FormModal extends Modal {
  #problem: HTMLElement | null = null;

  /** @returns the field that takes the focus */
  protected abstract draw(): HTMLInputElement;

  /** @returns what is missing, and where; `null` when the form was saved */
  protected abstract save(): { readonly message: string; readonly field: HTMLInputElement } | null;

  override onOpen(): void {
    const { contentEl } = this;
    const field = this.draw();
    this.#problem = contentEl.createDiv({ cls: 'living-wiki-problem', attr: { role: 'alert' } });
    const buttons = contentEl.createDiv({ cls: 'modal-button-container' });
    const add = buttons.createEl('button', { cls: 'mod-cta', text: words.save, attr: { type: 'button' } });
    add.addEventListener('click', () => this.#submit());
    const cancel = buttons.createEl('button', { text: words.cancel, attr: { type: 'button' } });
    cancel.addEventListener('click', () => this.close());
    field.focus();
  }

  protected field(text: TextComponent, label: string): HTMLInputElement {
    const { inputEl } = text;
    inputEl.setAttrs({ 'aria-label': label, dir: 'auto' });
    this.submitOnEnter(inputEl);
    return inputEl;
  }

  protected submitOnEnter(field: HTMLInputElement): void {
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      // Otherwise the key would press the button that gets the focus when the form closes.
      event.preventDefault();
      this.#submit();
    });
  }

  #submit(): void {
    const missing = this.save();
    if (missing === null) {
      this.close();
      return;
    }
    this.#problem?.setText(missing.message);
    missing.field.setAttr('aria-invalid', 'true');
    missing.field.focus();
  }
}

/** Asks for a rule of the wiki. */
export class RuleModal extends FormModal {
  readonly #add: (rule: string) => void;
  #field: HTMLInputElement | null = null;

  constructor(app: App, add: (rule: string) => void) {
    super(app);
    this.#add = add;
  }

  protected override draw(): HTMLInputElement {
    this.setTitle(words.addTitle);
    this.contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.what });
    const field = this.contentEl.createEl('input', {
      type: 'text',
      cls: 'living-wiki-rule',
      placeholder: words.hint,
      attr: { 'aria-label': words.rule, dir: 'auto', maxlength: MAX_RULE },
    });
    this.submitOnEnter(field);
    return (this.#field = field);
  }

  protected override save(): { readonly message: string; readonly field: HTMLInputElement } | null {
    const field = this.#field;
    const rule = field?.value.trim() ?? '';
    if (field !== null && rule === '') return { message: words.missing, field };
    this.#add(rule);
    return null;
  }
}

/** Asks for a decision about a name. */
export class NameModal extends FormModal {
  readonly #decide: (decision: NameDecision) => void;
  #kind: (typeof KINDS)[number] = 'never';
  #name: HTMLInputElement | null = null;
  #other: HTMLInputElement | null = null;

  constructor(app: App, decide: (decision: NameDecision) => void) {
    super(app);
    this.#decide = decide;
  }

  protected override draw(): HTMLInputElement {
    const { contentEl } = this;
    this.setTitle(words.addName);
    const kind = new Setting(contentEl).setName(words.kind);
    const name = new Setting(contentEl).setName(words.name);
    const other = new Setting(contentEl).setName(words.other);
    kind.addDropdown((dropdown) => {
      for (const each of KINDS) dropdown.addOption(each, words.kinds[each]);
      dropdown.selectEl.setAttr('aria-label', words.kind);
      dropdown.onChange((value) => {
        this.#kind = KINDS.find((each) => each === value) ?? 'never';
        other.settingEl.toggle(this.#hasOther);
      });
    });
    name.addText((text) => (this.#name = this.field(text, words.name)));
    other.addText((text) => (this.#other = this.field(text, words.other)));
    other.settingEl.toggle(false);
    return this.#name ?? contentEl.createEl('input');
  }

  get #hasOther(): boolean {
    return this.#kind === 'same' || this.#kind === 'rename';
  }

  protected override save(): { readonly message: string; readonly field: HTMLInputElement } | null {
    const [name, other] = [this.#name, this.#other];
    if (name === null || other === null) return null;
    const [own, to] = [name.value.trim(), other.value.trim()];
    if (own === '') return { message: words.missingName, field: name };
    if (this.#hasOther && to === '') return { message: words.missingOther, field: other };
    if (this.#kind === 'same') this.#decide({ kind: 'same', name: own, as: to });
    else if (this.#kind === 'rename') this.#decide({ kind: 'rename', name: own, to });
    else this.#decide({ kind: this.#kind, name: own });
    return null;
  }
}
