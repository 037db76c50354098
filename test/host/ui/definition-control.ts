import { reportUncaught } from '../events';
import { TFile, TFolder } from '../vault/files';
import { type Control } from './definitions';
import { type Setting } from './setting';
import { type SettingTab } from './setting-tab';
import { AbstractInputSuggest } from './suggest';

/** Offers the paths of the vault below a text field. */
class PathSuggest extends AbstractInputSuggest<string> {
  readonly #paths: () => string[];

  constructor(tab: SettingTab, input: HTMLInputElement, paths: () => string[], chosen: (path: string) => void) {
    super(tab.app, input);
    this.#paths = paths;
    this.onSelect((path) => {
      this.setValue(path);
      chosen(path);
      this.close();
    });
  }

  protected getSuggestions(query: string): string[] {
    return this.#paths().filter((path) => path.toLowerCase().includes(query.toLowerCase()));
  }

  renderSuggestion(path: string, el: HTMLElement): void {
    el.setText(path);
  }
}

/**
 * d.ts `SettingControl`: shows the stored value or the default, validates it once when it is shown and at every change,
 * and stores what passes.
 */
export function drawControl(tab: SettingTab, setting: Setting, control: Control): void {
  const { key } = control;
  const value = tab.getControlValue(key) ?? control.defaultValue;
  const check = async (candidate: unknown): Promise<boolean> => {
    const message = (await control.validate?.(candidate as never)) ?? '';
    setting.setErrorMessage(message);
    return message === '';
  };
  const store = (candidate: unknown): void => {
    void (async () => {
      if (!(await check(candidate))) return;
      await tab.setControlValue(key, candidate);
      tab.refreshDomState();
    })().catch(reportUncaught);
  };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (control.type) {
    case 'toggle':
      setting.addToggle((toggle) => toggle.setValue(value === true).onChange(store));
      break;
    case 'dropdown':
      setting.addDropdown((dropdown) =>
        dropdown
          .addOptions({ ...control.options })
          .setValue(text)
          .onChange(store),
      );
      break;
    case 'color':
      setting.addColorPicker((color) => color.setValue(text).onChange(store));
      break;
    case 'slider':
      setting.addSlider((slider) => {
        slider.setLimits(control.min, control.max, control.step);
        if (control.displayFormat !== undefined) slider.setDisplayFormat(control.displayFormat);
        slider.setValue(Number(value ?? control.min)).onChange(store);
      });
      break;
    case 'textarea':
      setting.addTextArea((area) => {
        if (control.rows !== undefined) area.inputEl.rows = control.rows;
        area
          .setPlaceholder(control.placeholder ?? '')
          .setValue(text)
          .onChange(store);
      });
      break;
    case 'number':
      setting.addText((field) => {
        const { min, max, step } = control;
        field.inputEl.type = 'number';
        field.inputEl.setAttrs({ min: min ?? null, max: max ?? null, step: step ?? null });
        const fallback = typeof control.defaultValue === 'number' ? control.defaultValue : 0;
        field.setPlaceholder(control.placeholder ?? '').setValue(text);
        // d.ts: "falls back to `defaultValue` (or `0`) if the input cannot be parsed".
        field.onChange((typed) => store(typed.trim() === '' || Number.isNaN(Number(typed)) ? fallback : Number(typed)));
      });
      break;
    case 'text':
      setting.addText((field) =>
        field
          .setPlaceholder(control.placeholder ?? '')
          .setValue(text)
          .onChange(store),
      );
      break;
    case 'file':
    case 'folder':
      setting.addSearch((field) => {
        field
          .setPlaceholder(control.placeholder ?? '')
          .setValue(text)
          .onChange(store);
        new PathSuggest(tab, field.inputEl, () => pathsFor(tab, control), store);
      });
      break;
  }
  if (control.validate !== undefined && value !== undefined) void check(value).catch(reportUncaught);
}

function pathsFor(tab: SettingTab, control: Control): string[] {
  const paths: string[] = [];
  for (const file of tab.app.vault.getAllLoadedFiles()) {
    if (control.type === 'file' && file instanceof TFile && (control.filter?.(file) ?? true)) paths.push(file.path);
    if (control.type !== 'folder' || !(file instanceof TFolder)) continue;
    if (file.isRoot() && control.includeRoot !== true) continue;
    if (control.filter?.(file) ?? true) paths.push(file.path);
  }
  return paths.sort();
}
