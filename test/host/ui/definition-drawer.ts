import { reportUncaught } from '../events';
import { Platform } from '../platform';
import { drawControl } from './definition-control';
import {
  isGroup,
  valueOf,
  type Definition,
  type DefinitionItem,
  type GroupDefinition,
  type PageDefinition,
} from './definitions';
import { setIcon } from './icons';
import { Setting, SettingGroup } from './setting';
import { type SettingTab } from './setting-tab';
import { setTooltip } from './tooltip';

/** Draws what `getSettingDefinitions` returns: rows, groups, lists and the entries of pages. */
export class DefinitionDrawer {
  #cleanups: (() => void)[] = [];
  #refreshes: (() => void)[] = [];

  readonly #tab: SettingTab;

  constructor(tab: SettingTab) {
    this.#tab = tab;
  }

  draw(container: HTMLElement, items: readonly DefinitionItem[]): void {
    // Guess: rows outside a group stand in one without a heading.
    let loose: SettingGroup | null = null;
    for (const item of items) {
      if (isGroup(item)) {
        loose = null;
        this.#drawGroup(container, item);
      } else {
        loose ??= new SettingGroup(container);
        this.#drawItem(loose, item, 0);
      }
    }
    this.refresh();
  }

  refresh(): void {
    for (const refresh of this.#refreshes) refresh();
  }

  /** d.ts: the function that `render` returned is "invoked before the row is torn down". */
  clear(): void {
    for (const cleanup of this.#cleanups) cleanup();
    this.#cleanups = [];
    this.#refreshes = [];
  }

  #drawGroup(container: HTMLElement, definition: GroupDefinition): void {
    const group = new SettingGroup(container);
    const { heading, cls, search, extraButtons = [], items = [], emptyState, addItem } = definition;
    if (heading !== undefined) group.setHeading(heading);
    if (cls !== undefined) group.addClass(cls);
    if (definition.type === 'list') group.addClass('mod-list');
    this.#refreshes.push(() => group.hostEl.toggle(valueOf(definition.visible, true)));
    const rows = items.map((item, index) => ({ item, setting: this.#drawItem(group, item, index) }));
    if (items.length === 0 && emptyState !== undefined) {
      group.listEl.createDiv({ cls: 'setting-list-empty', text: emptyState });
    }
    for (const [index, { setting }] of rows.entries()) this.#addListButtons(definition, setting, index, rows.length);
    for (const button of extraButtons) group.addExtraButton(button);
    if (search !== undefined) {
      group.addSearch((component) => {
        component.setPlaceholder(search.placeholder ?? '');
        component.inputEl.setAttribute('aria-label', search.placeholder ?? 'Search');
        component.onChange((query) => {
          for (const { item, setting } of rows) {
            if (item.type === 'page' || !valueOf(item.searchable, true)) continue;
            setting.settingEl.toggle(query === '' || search.match(item, query));
          }
        });
      });
    }
    if (addItem === undefined) return;
    if (Platform.isMobile) {
      const row = group.listEl.createEl('button', { cls: 'setting-list-add', text: `+ ${addItem.name}` });
      row.addEventListener('click', () => addItem.action(row));
    } else {
      group.addExtraButton((button) => {
        button.setIcon('plus').setTooltip(addItem.name);
        button.onClick(() => addItem.action(button.extraSettingsEl));
      });
    }
  }

  /** d.ts `SettingDefinitionList`: a handle to drag and a button to delete; here the handle is two buttons. */
  #addListButtons(definition: GroupDefinition, setting: Setting, index: number, count: number): void {
    const { onReorder, onDelete } = definition;
    if (onReorder !== undefined) {
      const move = (by: number, icon: string, text: string): void => {
        setting.addExtraButton((button) => {
          button
            .setIcon(icon)
            .setTooltip(text)
            .setDisabled(index + by < 0 || index + by >= count);
          button.onClick(() => {
            onReorder(index, index + by);
          });
        });
      };
      move(-1, 'arrow-up', 'Move up');
      move(1, 'arrow-down', 'Move down');
    }
    if (onDelete !== undefined) {
      setting.addExtraButton((button) =>
        button
          .setIcon('x')
          .setTooltip('Delete')
          .onClick(() => onDelete(index)),
      );
    }
  }

  #drawItem(group: SettingGroup, item: Definition | PageDefinition, index: number): Setting {
    const setting = new Setting(group.listEl).setName(item.name);
    if (item.desc !== undefined) {
      setting.setDesc(typeof item.desc === 'string' ? item.desc : (item.desc.cloneNode(true) as DocumentFragment));
    }
    this.#refreshes.push(() => setting.settingEl.toggle(valueOf(item.visible, true)));
    if (item.type === 'page') this.#drawPage(setting, item);
    else if (item.control !== undefined) {
      const { control } = item;
      drawControl(this.#tab, setting, control);
      this.#refreshes.push(() => void setting.setDisabled(valueOf(control.disabled, false)));
    } else if (item.render !== undefined) {
      const cleanup = item.render(setting, group);
      if (typeof cleanup === 'function') this.#cleanups.push(() => cleanup());
    } else if (item.action !== undefined) this.#drawAction(setting, item, index);
    return setting;
  }

  #drawAction(setting: Setting, item: Definition, index: number): void {
    const { settingEl } = setting;
    makeClickable(settingEl, () => {
      if (valueOf(item.disabled, false)) return;
      try {
        item.action?.(settingEl, index);
      } catch (error) {
        reportUncaught(error);
      }
    });
    this.#refreshes.push(() => {
      settingEl.toggleClass('is-disabled', valueOf(item.disabled, false));
      settingEl.setAttr('aria-disabled', valueOf(item.disabled, false));
    });
  }

  #drawPage(setting: Setting, page: PageDefinition): void {
    setting.addDisplayValue((value) => {
      this.#refreshes.push(() => value.setValue(valueOf(page.displayValue, '')).setStatus(valueOf(page.status, null)));
    });
    setIcon(setting.controlEl.createSpan('setting-page-chevron'), 'chevron-right');
    setTooltip(setting.settingEl, page.name);
    makeClickable(setting.settingEl, () => this.#tab.hostEnter(page));
  }
}

function makeClickable(el: HTMLElement, run: () => void): void {
  el.addClass('mod-clickable');
  el.setAttrs({ role: 'button', tabindex: 0 });
  el.addEventListener('click', run);
  el.addEventListener('keydown', (evt) => {
    if (evt.target === el && (evt.key === 'Enter' || evt.key === ' ')) run();
  });
}
