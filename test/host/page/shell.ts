import { type App } from '../app';
import { type Command } from '../commands';
import { reportUncaught } from '../events';
import { Platform } from '../platform';
import { Modal } from '../ui/modal';
import { type PluginSettingTab } from '../ui/setting-tab';
import { FuzzySuggestModal } from '../ui/suggest';
import { type TFile } from '../vault/files';
import { WorkspaceMobileDrawer } from '../workspace/items';

class CommandPalette extends FuzzySuggestModal<Command> {
  readonly #commands: Command[];

  constructor(app: App, commands: Command[]) {
    super(app);
    this.#commands = commands;
    this.setPlaceholder('Select a command…');
  }

  getItems(): Command[] {
    return this.#commands;
  }

  getItemText(command: Command): string {
    return command.name;
  }

  onChooseItem(command: Command): void {
    Promise.resolve(this.app.hostCommands.run(command.id)).catch(reportUncaught);
  }
}

class QuickSwitcher extends FuzzySuggestModal<TFile> {
  constructor(app: App) {
    super(app);
    this.setPlaceholder('Find a file…');
  }

  getItems(): TFile[] {
    return this.app.vault.getFiles();
  }

  getItemText(file: TFile): string {
    return file.path;
  }

  onChooseItem(file: TFile): void {
    void this.app.workspace.getLeaf().openFile(file);
  }
}

/** The settings window, with the tabs of plugins only. */
class SettingsModal extends Modal {
  #shown: PluginSettingTab | null = null;

  override onOpen(): void {
    this.setTitle('Settings');
    this.modalEl.addClass('mod-settings');
    const row = this.contentEl.createDiv('host-settings');
    const list = row.createDiv('host-settings-tabs');
    const content = row.createDiv('host-settings-content');
    for (const tab of this.app.hostState.settingTabs) {
      const { name } = tab.hostPlugin.manifest;
      const button = list.createEl('button', { cls: 'nav-item', text: name });
      button.addEventListener('click', () => this.#show(tab, content));
    }
    const [first] = this.app.hostState.settingTabs;
    if (first !== undefined) this.#show(first, content);
  }

  override onClose(): void {
    this.#shown?.hostHide();
  }

  #show(tab: PluginSettingTab, content: HTMLElement): void {
    this.#shown?.hostHide();
    this.#shown = tab;
    content.replaceChildren(tab.containerEl);
    tab.hostShow();
  }
}

export const openPalette = (app: App): void => new CommandPalette(app, app.hostCommands.available()).open();
export const openSwitcher = (app: App): void => new QuickSwitcher(app).open();
export const openSettings = (app: App): void => new SettingsModal(app).open();

/** The app's own keys, those that plugins set, and a bar for what the app has in its own chrome. */
export function furnish(app: App, buttons: Readonly<Record<string, () => void>>): void {
  const key = (modifiers: string[], name: string, run: () => void): void => {
    app.scope.register(modifiers, name, () => {
      run();
      return false;
    });
  };
  key(['Mod'], 'p', () => openPalette(app));
  key(['Mod'], 'o', () => openSwitcher(app));
  key(['Mod'], ',', () => openSettings(app));
  app.scope.register(null, null, (evt) => {
    for (const command of app.hostCommands.available()) {
      for (const hotkey of command.hotkeys ?? []) {
        const wanted = [...hotkey.modifiers].map((each) => (each === 'Mod' ? 'Ctrl' : each)).sort();
        const held = [evt.altKey && 'Alt', evt.ctrlKey && 'Ctrl', evt.metaKey && 'Meta', evt.shiftKey && 'Shift'];
        if (hotkey.key.toLowerCase() !== evt.key.toLowerCase()) continue;
        if (wanted.join() !== held.filter(Boolean).join()) continue;
        app.hostCommands.run(command.id);
        return false;
      }
    }
    return undefined;
  });
  const bar = createEl('header', { cls: 'host-toolbar' });
  const all: Record<string, () => void> = {
    ...(Platform.isMobile
      ? {
          Files: () => app.workspace.leftSplit.toggle(),
          Panels: () => app.workspace.rightSplit.toggle(),
        }
      : {
          'Left sidebar': () => app.workspace.leftSplit.toggle(),
          'Right sidebar': () => app.workspace.rightSplit.toggle(),
        }),
    Commands: () => openPalette(app),
    Settings: () => openSettings(app),
    ...buttons,
  };
  for (const [text, run] of Object.entries(all)) bar.createEl('button', { text }).addEventListener('click', run);
  app.workspace.containerEl.before(bar);
  // A phone closes its drawer when something else becomes active.
  app.workspace.on('active-leaf-change', () => {
    const { leftSplit, rightSplit, activeLeaf } = app.workspace;
    for (const side of [leftSplit, rightSplit]) {
      if (side instanceof WorkspaceMobileDrawer && activeLeaf?.getRoot() !== side) side.collapse();
    }
  });
}
