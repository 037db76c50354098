import { type App } from '../app';
import { strict } from '../strict';
import { setIcon } from './icons';
import { setTooltip, type TooltipOptions } from './tooltip';

/** d.ts `BaseComponent`. */
export abstract class BaseComponent {
  disabled = false;

  then(cb: (component: this) => unknown): this {
    cb(this);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    return this;
  }
}
strict(BaseComponent);

export abstract class ValueComponent<T> extends BaseComponent {
  abstract getValue(): T;
  abstract setValue(value: T): this;

  registerOptionListener(listeners: Record<string, (value?: T) => T>, key: string): this {
    listeners[key] = (value?: T) => {
      if (value !== undefined) this.setValue(value);
      return this.getValue();
    };
    return this;
  }
}

export class AbstractTextComponent<E extends HTMLInputElement | HTMLTextAreaElement> extends ValueComponent<string> {
  inputEl: E;
  #hostOnChange: ((value: string) => unknown) | null = null;

  constructor(inputEl: E) {
    super();
    this.inputEl = inputEl;
    inputEl.addEventListener('input', () => this.onChanged());
  }

  override setDisabled(disabled: boolean): this {
    this.inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(placeholder: string): this {
    this.inputEl.placeholder = placeholder;
    return this;
  }

  onChanged(): void {
    this.#hostOnChange?.(this.getValue());
  }

  onChange(callback: (value: string) => unknown): this {
    this.#hostOnChange = callback;
    return this;
  }
}

export class TextComponent extends AbstractTextComponent<HTMLInputElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('input', { type: 'text', attr: { spellcheck: 'false' } }));
  }
}

export class TextAreaComponent extends AbstractTextComponent<HTMLTextAreaElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('textarea', { attr: { spellcheck: 'false' } }));
  }
}

export class SearchComponent extends AbstractTextComponent<HTMLInputElement> {
  clearButtonEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    const row = containerEl.createDiv('search-input-container');
    super(row.createEl('input', { type: 'search', attr: { enterkeyhint: 'search', spellcheck: 'false' } }));
    this.clearButtonEl = row.createDiv({
      cls: 'search-input-clear-button',
      attr: { 'aria-label': 'Clear search', role: 'button' },
    });
    this.clearButtonEl.addEventListener('click', () => {
      this.setValue('');
      this.onChanged();
    });
  }
}

export class ButtonComponent extends BaseComponent {
  buttonEl: HTMLButtonElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.buttonEl = containerEl.createEl('button');
  }

  override setDisabled(disabled: boolean): this {
    this.buttonEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setCta(): this {
    return this.setClass('mod-cta');
  }

  removeCta(): this {
    this.buttonEl.removeClass('mod-cta');
    return this;
  }

  setWarning(): this {
    return this.setClass('mod-warning');
  }

  setDestructive(): this {
    return this.setClass('mod-destructive');
  }

  removeDestructive(): this {
    this.buttonEl.removeClass('mod-destructive');
    return this;
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.buttonEl, tooltip, options);
    return this;
  }

  setButtonText(name: string): this {
    this.buttonEl.setText(name);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.buttonEl, icon);
    return this;
  }

  setClass(cls: string): this {
    this.buttonEl.addClass(cls);
    return this;
  }

  onClick(callback: (evt: MouseEvent) => unknown): this {
    this.buttonEl.addEventListener('click', (evt) => callback(evt));
    return this;
  }
}

export class ExtraButtonComponent extends BaseComponent {
  extraSettingsEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.extraSettingsEl = containerEl.createDiv({
      cls: 'clickable-icon extra-setting-button',
      attr: { role: 'button', tabindex: '0' },
    });
    this.setIcon('settings');
  }

  override setDisabled(disabled: boolean): this {
    this.extraSettingsEl.toggleClass('is-disabled', disabled);
    this.extraSettingsEl.setAttr('aria-disabled', disabled);
    return super.setDisabled(disabled);
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.extraSettingsEl, tooltip, options);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.extraSettingsEl, icon);
    return this;
  }

  onClick(callback: () => unknown): this {
    const run = (): void => {
      if (!this.disabled) callback();
    };
    this.extraSettingsEl.addEventListener('click', run);
    this.extraSettingsEl.addEventListener('keydown', (evt) => {
      if (evt.key === 'Enter' || evt.key === ' ') run();
    });
    return this;
  }
}

export class ToggleComponent extends ValueComponent<boolean> {
  toggleEl: HTMLElement;
  readonly #hostInput: HTMLInputElement;
  #hostOnChange: ((value: boolean) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.toggleEl = containerEl.createEl('label', { cls: 'checkbox-container' });
    this.#hostInput = this.toggleEl.createEl('input', { type: 'checkbox' });
    this.#hostInput.addEventListener('change', () => {
      this.setValue(this.#hostInput.checked);
      this.#hostOnChange?.(this.getValue());
    });
  }

  override setDisabled(disabled: boolean): this {
    this.#hostInput.disabled = disabled;
    this.toggleEl.toggleClass('is-disabled', disabled);
    return super.setDisabled(disabled);
  }

  getValue(): boolean {
    return this.#hostInput.checked;
  }

  setValue(on: boolean): this {
    this.#hostInput.checked = on;
    this.toggleEl.toggleClass('is-enabled', on);
    return this;
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.toggleEl, tooltip, options);
    return this;
  }

  onClick(): void {
    this.#hostInput.click();
  }

  onChange(callback: (value: boolean) => unknown): this {
    this.#hostOnChange = callback;
    return this;
  }
}

export class DropdownComponent extends ValueComponent<string> {
  selectEl: HTMLSelectElement;
  #hostOnChange: ((value: string) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.selectEl = containerEl.createEl('select', 'dropdown');
    this.selectEl.addEventListener('change', () => this.#hostOnChange?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.selectEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  addOption(value: string, display: string): this {
    this.selectEl.createEl('option', { value, text: display });
    return this;
  }

  addOptions(options: Record<string, string>): this {
    for (const [value, display] of Object.entries(options)) this.addOption(value, display);
    return this;
  }

  getValue(): string {
    return this.selectEl.value;
  }

  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.#hostOnChange = callback;
    return this;
  }
}

export class SliderComponent extends ValueComponent<number> {
  sliderEl: HTMLInputElement;
  readonly #hostValueEl: HTMLElement;
  #hostInstant = false;
  #hostFormat = (value: number): string => String(value);
  #hostOnChange: ((value: number) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.#hostValueEl = containerEl.createSpan('slider-value');
    this.sliderEl = containerEl.createEl('input', { cls: 'slider', type: 'range' });
    const tell = (isDone: boolean) => (): void => {
      this.#hostValueEl.setText(this.getValuePretty());
      if (isDone !== this.#hostInstant) this.#hostOnChange?.(this.getValue());
    };
    this.sliderEl.addEventListener('input', tell(false));
    this.sliderEl.addEventListener('change', tell(true));
  }

  override setDisabled(disabled: boolean): this {
    this.sliderEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setInstant(instant: boolean): this {
    this.#hostInstant = instant;
    return this;
  }

  setLimits(min: number | null, max: number | null, step: number | 'any'): this {
    this.sliderEl.setAttrs({ min, max, step });
    return this;
  }

  getValue(): number {
    return Number(this.sliderEl.value);
  }

  setValue(value: number): this {
    this.sliderEl.value = String(value);
    this.#hostValueEl.setText(this.getValuePretty());
    return this;
  }

  getValuePretty(): string {
    return this.#hostFormat(this.getValue());
  }

  setDisplayFormat(format: (value: number) => string): this {
    this.#hostFormat = format;
    this.#hostValueEl.setText(this.getValuePretty());
    return this;
  }

  setDynamicTooltip(): this {
    return this;
  }

  onChange(callback: (value: number) => unknown): this {
    this.#hostOnChange = callback;
    return this;
  }
}

export class ProgressBarComponent extends ValueComponent<number> {
  #hostValue = 0;
  readonly #hostEl: HTMLElement;
  readonly #hostFill: HTMLElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.#hostEl = containerEl.createDiv({
      cls: 'setting-progress-bar',
      attr: { role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-label': 'Progress' },
    });
    this.#hostFill = this.#hostEl.createDiv('setting-progress-bar-inner');
  }

  getValue(): number {
    return this.#hostValue;
  }

  /** d.ts: "a value between 0-100". */
  setValue(value: number): this {
    this.#hostValue = value;
    this.#hostFill.setCssStyles({ width: `${String(value)}%` });
    this.#hostEl.setAttr('aria-valuenow', value);
    return this;
  }
}

export class ColorComponent extends ValueComponent<string> {
  readonly #hostInput: HTMLInputElement;
  #hostOnChange: ((value: string) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.#hostInput = containerEl.createEl('input', { type: 'color' });
    this.#hostInput.addEventListener('change', () => this.#hostOnChange?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.#hostInput.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.#hostInput.value;
  }

  setValue(value: string): this {
    this.#hostInput.value = value;
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.#hostOnChange = callback;
    return this;
  }
}

export class DisplayValueComponent {
  valueEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.valueEl = containerEl.createSpan('setting-display-value');
  }

  setValue(value: string | null): this {
    this.valueEl.setText(value ?? '');
    return this;
  }

  setStatus(status: 'warning' | null): this {
    this.valueEl.toggleClass('mod-warning', status === 'warning');
    return this;
  }
}
strict(DisplayValueComponent);

/**
 * d.ts `SecretComponent`; https://docs.obsidian.md/plugins/guides/secret-storage: its value is the *name* of a secret, which
 * a person picks or makes. Guess: drawn as a list of the names with a field for a new one.
 */
export class SecretComponent extends BaseComponent {
  readonly #hostSelect: HTMLSelectElement;
  #hostOnChange: ((value: string) => unknown) | null = null;

  readonly #hostApp: App;

  constructor(hostApp: App, containerEl: HTMLElement) {
    super();
    this.#hostApp = hostApp;
    const row = containerEl.createDiv('host-secret');
    this.#hostSelect = row.createEl('select', { cls: 'dropdown', attr: { 'aria-label': 'Secret' } });
    this.#hostDraw('');
    this.#hostSelect.addEventListener('change', () => this.#hostOnChange?.(this.#hostSelect.value));
    const name = row.createEl('input', {
      type: 'text',
      placeholder: 'Name',
      attr: { 'aria-label': 'Name of the new secret' },
    });
    const value = row.createEl('input', {
      type: 'password',
      placeholder: 'Secret',
      attr: { 'aria-label': 'New secret' },
    });
    const save = row.createEl('button', { text: 'Add' });
    save.addEventListener('click', () => {
      hostApp.secretStorage.setSecret(name.value, value.value);
      this.#hostDraw(name.value);
      this.#hostOnChange?.(name.value);
      value.value = '';
    });
  }

  override setDisabled(disabled: boolean): this {
    this.#hostSelect.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setValue(value: string): this {
    this.#hostDraw(value);
    return this;
  }

  onChange(cb: (value: string) => unknown): this {
    this.#hostOnChange = cb;
    return this;
  }

  #hostDraw(chosen: string): void {
    this.#hostSelect.empty();
    const names = new Set(['', ...this.#hostApp.secretStorage.listSecrets(), chosen]);
    for (const name of names) this.#hostSelect.createEl('option', { value: name, text: name === '' ? 'None' : name });
    this.#hostSelect.value = chosen;
  }
}
