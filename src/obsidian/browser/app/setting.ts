/** A row of a form. */
export class Setting {
  readonly #nameEl: HTMLElement;
  readonly #descEl: HTMLElement;
  readonly #controlEl: HTMLElement;

  constructor(parent: HTMLElement) {
    const row = parent.createDiv('setting-item');
    const info = row.createDiv('setting-item-info');
    this.#nameEl = info.createDiv('setting-item-name');
    this.#descEl = info.createDiv('setting-item-description');
    this.#controlEl = row.createDiv('setting-item-control');
  }

  setName(name: string): this {
    this.#nameEl.textContent = name;
    return this;
  }

  setDesc(text: string): this {
    this.#descEl.textContent = text;
    return this;
  }

  addText(draw: (text: TextField) => unknown): this {
    draw(new TextField(this.#controlEl));
    return this;
  }

  addDropdown(draw: (dropdown: Dropdown) => unknown): this {
    draw(new Dropdown(this.#controlEl));
    return this;
  }
}

class TextField {
  readonly inputEl: HTMLInputElement;

  constructor(parent: HTMLElement) {
    this.inputEl = parent.createEl('input', { type: 'text', attr: { spellcheck: 'false' } });
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  onChange(changed: (value: string) => unknown): this {
    this.inputEl.addEventListener('input', () => changed(this.inputEl.value));
    return this;
  }
}

class Dropdown {
  readonly selectEl: HTMLSelectElement;

  constructor(parent: HTMLElement) {
    this.selectEl = parent.createEl('select', { cls: 'dropdown' });
  }

  addOption(value: string, text: string): this {
    this.selectEl.createEl('option', { value, text });
    return this;
  }

  onChange(changed: (value: string) => unknown): this {
    this.selectEl.addEventListener('change', () => changed(this.selectEl.value));
    return this;
  }
}
