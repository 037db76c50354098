import { type TFile } from 'obsidian';
import { type WikiController } from '../controller';

/** With the slash; `null` where none is named. */
function folderOf({ settings }: WikiController): string | null {
  const folder = settings.clippings.replace(/^\/+|\/+$/g, '');
  return folder === '' ? null : `${folder}/`;
}

/** Whether a path of the vault is in the folder of the web clipper. */
export function isClipping(controller: WikiController, path: string): boolean {
  const folder = folderOf(controller);
  return folder !== null && path.startsWith(folder);
}

/** Notes of the folder of the web clipper that are not among the sources yet, the newest first. */
export function listClippings(controller: WikiController): readonly TFile[] {
  const { state, app } = controller;
  const folder = folderOf(controller);
  if (folder === null || state.kind !== 'ready') return [];
  const { sources } = state.workbench.snapshot.layout;
  const isKept = ({ name }: TFile): boolean =>
    app.vault.getFileByPath(controller.toVaultPath(`${sources}/${name}`)) !== null;
  return app.vault
    .getMarkdownFiles()
    .filter((file) => file.path.startsWith(folder) && controller.toWikiPath(file.path) === null)
    .filter((file) => !isKept(file))
    .sort((a, b) => b.stat.mtime - a.stat.mtime);
}
