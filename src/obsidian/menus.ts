import { TFile, TFolder, type Menu, type Plugin, type TAbstractFile } from 'obsidian';
import { type WikiController } from './controller';
import { app, evidence, memory } from './locale';
import { sourcesIn } from './sources-in';

const words = app.menu;

/** Adds our items to the menus of files and folders. */
export function addMenus(plugin: Plugin, controller: WikiController): void {
  const { workspace, vault } = plugin.app;
  plugin.registerEvent(workspace.on('file-menu', (menu, file) => addItems(menu, [file])));
  plugin.registerEvent(workspace.on('files-menu', (menu, files) => addItems(menu, files)));

  function addItems(menu: Menu, files: readonly TAbstractFile[]): void {
    const sources = [...new Set(files.flatMap((file) => sourcesIn(controller, file)))];
    if (sources.length > 0) {
      const isOneFile = files.length === 1 && files[0] instanceof TFile;
      const title = isOneFile ? words.ingestFile : words.ingestFolder(sources.length);
      addItem(menu, 'sparkles', title, () => controller.ingest(sources));
    }
    const outside = files.filter((file): file is TFile => file instanceof TFile && isOutside(file));
    if (outside.length > 0 && outside.length === files.length) {
      const copies = outside.map((file) => ({
        name: file.name,
        bytes: async () => new Uint8Array(await vault.readBinary(file)),
      }));
      addItem(menu, 'file-input', words.addSource, () => controller.addSources(copies));
    }
    addHarvest(menu, files);
    if (files.length === 1 && files[0] instanceof TFile) addAbout(controller, files[0], addItem.bind(null, menu));
    const [folder] = files;
    if (
      files.length === 1 &&
      folder instanceof TFolder &&
      !folder.isRoot() &&
      controller.toWikiPath(folder.path) === null
    ) {
      addItem(menu, 'book-heart', words.adopt, async () => {
        const { openSetUp } = await import('./actions');
        openSetUp(controller, { root: folder.path, adopt: true });
      });
    }
  }

  /** Whether a file is in the vault but not in the open wiki. */
  function isOutside({ path }: TFile): boolean {
    return controller.state.kind === 'ready' && controller.toWikiPath(path) === null;
  }

  function addHarvest(menu: Menu, files: readonly TAbstractFile[]): void {
    if (files.length === 0 || !files.every((file) => mayHoldConversations(controller, file))) return;
    const title = files.some((file) => file instanceof TFolder) ? memory.menuFolder : memory.menu;
    addItem(menu, 'message-circle', title, async () => {
      const { openHarvest } = await import('./actions');
      openHarvest(controller, files);
    });
  }

  function addItem(menu: Menu, icon: string, title: string, work: () => unknown): void {
    menu.addItem((item) =>
      item
        .setSection('action')
        .setIcon(icon)
        .setTitle(title)
        .onClick(() => controller.attempt(work)),
    );
  }
}

/** What the wiki knows of one of its pages or sources. */
function addAbout(
  controller: WikiController,
  { path }: TFile,
  addItem: (icon: string, title: string, work: () => unknown) => void,
): void {
  const { state } = controller;
  const inside = state.kind === 'ready' ? controller.toWikiPath(path) : null;
  if (inside === null || state.kind !== 'ready') return;
  const { pages, sources } = state.workbench.snapshot;
  if (pages.has(inside)) {
    addItem('history', evidence.history.menu, async () => {
      const { openPageHistory } = await import('./actions');
      openPageHistory(controller, inside);
    });
    addItem('milestone', words.timeline, () => controller.navigator.openPicture('timeline', inside));
  }
  if (!pages.has(inside) && !sources.has(inside)) return;
  addItem('network', evidence.relations.menu, async () => {
    const { openRelations } = await import('./actions');
    openRelations(controller, inside);
  });
}

/** Exports and sessions anywhere, and notes and folders beside the wiki, but not the lists of the memory themselves. */
function mayHoldConversations(controller: WikiController, file: TAbstractFile): boolean {
  if (file instanceof TFile && /^(?:jsonl?|zip)$/i.test(file.extension)) return true;
  const { folder } = controller.memory;
  if (file.path.startsWith(`${folder}/`)) return file.path.startsWith(`${folder}/conversations`);
  const isNote = file instanceof TFile && /^(?:md|txt|markdown)$/i.test(file.extension);
  const isFolder = file instanceof TFolder && !file.isRoot();
  return (isNote || isFolder) && controller.toWikiPath(file.path) === null;
}
