import { type WikiController } from '../controller';

/** Opens a `KNOWLEDGE.md` anywhere in the vault. @param path vault-relative */
export function openManifest(controller: WikiController, path: string): void {
  controller.attempt(() => controller.navigator.openNote(path));
}
