import { setTooltip, type TooltipOptions } from './tooltip';
import { strict } from '../strict';
import {
  ButtonComponent,
  ColorComponent,
  DisplayValueComponent,
  DropdownComponent,
  ExtraButtonComponent,
  ProgressBarComponent,
  SearchComponent,
  SliderComponent,
  TextAreaComponent,
  TextComponent,
  ToggleComponent,
  type BaseComponent,
} from './components';

let lastId = 0;

/** d.ts `Setting`. The classes are those that themes know: `setting-item`, `setting-item-info`, `setting-item-control`. */
export class Setting {
  settingEl: HTMLElement;
  infoEl: HTMLElement;
  nameEl: HTMLElement;
  descEl: HTMLElement;
  controlEl: HTMLElement;
  components: BaseComponent[] = [];
  errorEl: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.settingEl = containerEl.createDiv('setting-item');
    this.infoEl = this.settingEl.createDiv('setting-item-info');
    this.nameEl = this.infoEl.createDiv({
      cls: 'setting-item-name',
      attr: { id: `host-name-${String((lastId += 1))}` },
    });
    this.descEl = this.infoEl.createDiv('setting-item-description');
    this.controlEl = this.settingEl.createDiv('setting-item-control');
  }

  /** d.ts: the class `is-invalid` on the row, the message below the control; empty or `null` clears both. */
  setErrorMessage(message: string | null): this {
    this.errorEl?.remove();
    this.errorEl = null;
    const isInvalid = message !== null && message !== '';
    this.settingEl.toggleClass('is-invalid', isInvalid);
    if (isInvalid)
      this.errorEl = this.infoEl.createDiv({ cls: 'setting-item-error', text: message, attr: { role: 'alert' } });
    return this;
  }

  setName(name: string | DocumentFragment): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(desc: string | DocumentFragment): this {
    this.descEl.setText(desc);
    return this;
  }

  setClass(cls: string): this {
    this.settingEl.addClass(cls);
    return this;
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.nameEl, tooltip, options);
    return this;
  }

  setHeading(): this {
    this.settingEl.addClass('setting-item-heading');
    this.nameEl.setAttrs({ role: 'heading', 'aria-level': 3 });
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.settingEl.toggleClass('is-disabled', disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  }

  addComponent(cb: (el: HTMLElement) => BaseComponent): this {
    this.components.push(cb(this.controlEl));
    return this;
  }

  addDisplayValue(cb: (component: DisplayValueComponent) => unknown): this {
    cb(new DisplayValueComponent(this.controlEl));
    return this;
  }

  addButton(cb: (component: ButtonComponent) => unknown): this {
    return this.#hostAdd(new ButtonComponent(this.controlEl), cb);
  }

  addExtraButton(cb: (component: ExtraButtonComponent) => unknown): this {
    return this.#hostAdd(new ExtraButtonComponent(this.controlEl), cb);
  }

  addToggle(cb: (component: ToggleComponent) => unknown): this {
    return this.#hostAdd(new ToggleComponent(this.controlEl), cb);
  }

  addText(cb: (component: TextComponent) => unknown): this {
    return this.#hostAdd(new TextComponent(this.controlEl), cb);
  }

  addSearch(cb: (component: SearchComponent) => unknown): this {
    return this.#hostAdd(new SearchComponent(this.controlEl), cb);
  }

  addTextArea(cb: (component: TextAreaComponent) => unknown): this {
    return this.#hostAdd(new TextAreaComponent(this.controlEl), cb);
  }

  addDropdown(cb: (component: DropdownComponent) => unknown): this {
    return this.#hostAdd(new DropdownComponent(this.controlEl), cb);
  }

  addColorPicker(cb: (component: ColorComponent) => unknown): this {
    return this.#hostAdd(new ColorComponent(this.controlEl), cb);
  }

  addProgressBar(cb: (component: ProgressBarComponent) => unknown): this {
    return this.#hostAdd(new ProgressBarComponent(this.controlEl), cb);
  }

  addSlider(cb: (component: SliderComponent) => unknown): this {
    return this.#hostAdd(new SliderComponent(this.controlEl), cb);
  }

  then(cb: (setting: this) => unknown): this {
    cb(this);
    return this;
  }

  clear(): this {
    this.controlEl.empty();
    this.components = [];
    return this;
  }

  /** Guess: controls are named after their setting for screen readers; what the app does here is not documented. */
  #hostAdd<T extends BaseComponent>(component: T, cb: (component: T) => unknown): this {
    this.components.push(component);
    for (const el of this.controlEl.findAll('input, select, textarea')) {
      if (!el.hasAttribute('aria-label')) el.setAttribute('aria-labelledby', this.nameEl.id);
    }
    cb(component);
    return this;
  }
}

/** d.ts `SettingGroup`. */
export class SettingGroup {
  listEl: HTMLElement;
  readonly hostEl: HTMLElement;
  readonly #hostHeader: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.hostEl = containerEl.createDiv('setting-group');
    this.#hostHeader = this.hostEl.createDiv('setting-item setting-item-heading');
    this.#hostHeader.hide();
    this.listEl = this.hostEl.createDiv('setting-items');
  }

  setHeading(text: string | DocumentFragment): this {
    this.#hostHeader.show();
    this.#hostHeader.querySelector('.setting-item-name')?.remove();
    const name = createDiv({ cls: 'setting-item-name', text, attr: { role: 'heading', 'aria-level': 3 } });
    this.#hostHeader.prepend(name);
    return this;
  }

  addClass(...classes: string[]): this {
    this.hostEl.addClass(...classes);
    return this;
  }

  addSetting(cb: (setting: Setting) => void): this {
    cb(new Setting(this.listEl));
    return this;
  }

  addSearch(cb: (component: SearchComponent) => unknown): this {
    this.#hostHeader.show();
    cb(new SearchComponent(this.#hostHeader.createDiv('setting-item-control')));
    return this;
  }

  addExtraButton(cb: (component: ExtraButtonComponent) => unknown): this {
    this.#hostHeader.show();
    cb(new ExtraButtonComponent(this.#hostHeader.createDiv('setting-item-control')));
    return this;
  }
}
strict(Setting, SettingGroup);
