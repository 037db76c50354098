import { TFile, TFolder, type Menu, type Plugin, type TAbstractFile } from 'obsidian';
import { sourcesIn } from './actions';
import { runSafely } from './commands';
import { type PluginController } from './controller';
import { SetUpModal } from './home';
import { app } from './locale';

const words = app.menu;

/** What the menus of files and folders offer. */
export function addMenus(plugin: Plugin, controller: PluginController): void {
  const { workspace, vault } = plugin.app;
  plugin.registerEvent(workspace.on('file-menu', (menu, file) => offer(menu, [file])));
  plugin.registerEvent(workspace.on('files-menu', (menu, files) => offer(menu, files)));

  function offer(menu: Menu, files: readonly TAbstractFile[]): void {
    const sources = [...new Set(files.flatMap((file) => sourcesIn(controller, file)))];
    if (sources.length > 0) {
      const one = files.length === 1 && files[0] instanceof TFile;
      const title = one ? words.ingestFile : words.ingestFolder(sources.length);
      add(menu, 'sparkles', title, () => controller.ingest(sources));
    }
    const outside = files.filter((file): file is TFile => file instanceof TFile && isOutside(file));
    if (outside.length > 0 && outside.length === files.length) {
      const handed = outside.map((file) => ({
        name: file.name,
        bytes: async () => new Uint8Array(await vault.readBinary(file)),
      }));
      add(menu, 'file-input', words.addSource, () => controller.addSources(handed));
    }
    const [folder] = files;
    if (
      files.length === 1 &&
      folder instanceof TFolder &&
      !folder.isRoot() &&
      controller.toWikiPath(folder.path) === null
    ) {
      add(menu, 'book-heart', words.adopt, () =>
        controller.openModal(new SetUpModal(controller, { root: folder.path, adopt: true })),
      );
    }
  }

  /** Of another part of the vault than the open wiki. */
  function isOutside({ path }: TFile): boolean {
    return controller.state.kind === 'ready' && controller.toWikiPath(path) === null;
  }

  function add(menu: Menu, icon: string, title: string, work: () => unknown): void {
    menu.addItem((item) =>
      item
        .setSection('action')
        .setIcon(icon)
        .setTitle(title)
        .onClick(() => runSafely(controller, work)),
    );
  }
}
