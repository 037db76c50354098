import { TFile, TFolder, Vault, type TAbstractFile } from 'obsidian';
import { type WikiController } from './controller';

/** The sources of the wiki that a file is or a folder contains. Wiki-relative paths. */
export function sourcesIn(controller: WikiController, file: TAbstractFile): string[] {
  const { state } = controller;
  if (state.kind !== 'ready') return [];
  const { sources } = state.workbench.snapshot;
  const found: string[] = [];
  const addIfSource = ({ path }: TAbstractFile): void => {
    const inside = controller.toWikiPath(path);
    if (inside !== null && sources.has(inside)) found.push(inside);
  };
  if (file instanceof TFile) addIfSource(file);
  // Not for the vault's root: the command for new sources covers the whole wiki.
  else if (file instanceof TFolder && !file.isRoot()) Vault.recurseChildren(file, addIfSource);
  return found.sort();
}
