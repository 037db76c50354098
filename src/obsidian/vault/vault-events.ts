import { TFolder, type App, type EventRef, type TAbstractFile } from 'obsidian';
import { type VaultEvent } from '../../vault';
import { isVaultPath } from './app-paths';

/** Listens to every change of a visible file. @returns stops listening */
export function onVaultEvents(vault: App['vault'], listener: (event: VaultEvent) => void): () => void {
  let isOver = false;
  const tell = (file: TAbstractFile, event: VaultEvent): void => {
    if (!isOver && !(file instanceof TFolder) && isVaultPath(event.path)) listener(event);
  };
  const refs: EventRef[] = [
    vault.on('create', (file) => tell(file, { kind: 'created', path: file.path })),
    vault.on('modify', (file) => tell(file, { kind: 'changed', path: file.path })),
    vault.on('delete', (file) => tell(file, { kind: 'removed', path: file.path })),
    vault.on('rename', (file, from) => tell(file, { kind: 'renamed', path: file.path, from })),
  ];
  return () => {
    isOver = true;
    for (const ref of refs) vault.offref(ref);
  };
}
