import { type TFile } from 'obsidian';
import { type WikiController } from '../controller';

/** Notes of the folder of the web clipper that are not among the sources yet, the newest first. */
export function listClippings(controller: WikiController): readonly TFile[] {
  const { settings, state, app } = controller;
  const folder = settings.clippings.replace(/^\/+|\/+$/g, '');
  if (folder === '' || state.kind !== 'ready') return [];
  const { sources } = state.workbench.snapshot.layout;
  const isKept = ({ name }: TFile): boolean =>
    app.vault.getFileByPath(controller.toVaultPath(`${sources}/${name}`)) !== null;
  return app.vault
    .getMarkdownFiles()
    .filter((file) => file.path.startsWith(`${folder}/`) && controller.toWikiPath(file.path) === null)
    .filter((file) => !isKept(file))
    .sort((a, b) => b.stat.mtime - a.stat.mtime);
}
