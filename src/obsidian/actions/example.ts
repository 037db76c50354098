import { Notice } from 'obsidian';
import { type WikiController } from '../controller';
import { home } from '../locale';

const words = home.example;

/** Creates the example wiki, adds its two sources, and shows what they would change. Nothing of them is applied. */
export async function addExample(controller: WikiController): Promise<void> {
  const { EXAMPLE_PURPOSE, EXAMPLE_SOURCES } = await import('./example-sources');
  const { vault } = controller.app;
  let root: string = words.folder;
  for (let n = 2; vault.getAbstractFileByPath(root) !== null; n++) root = `${words.folder} ${n}`;
  const wiki = { root, template: 'research', adopt: false, purpose: EXAMPLE_PURPOSE } as const;
  if (!(await controller.createWiki(wiki))) return;
  controller.changePreferences({ example: root });
  await controller.addSources(
    Object.entries(EXAMPLE_SOURCES).map(([name, text]) => ({
      name,
      bytes: () => Promise.resolve(new TextEncoder().encode(text)),
    })),
  );
  await controller.ingest(undefined, 'extractive');
}

/** Whether the open wiki is the example that was added on this device. */
export function isExample({ state, preferences }: WikiController): boolean {
  return state.kind === 'ready' && state.root !== '' && state.root === preferences.example;
}

/** Moves the folder of the example to the trash that the person chose in the app. */
export async function removeExample(controller: WikiController): Promise<void> {
  if (!isExample(controller) || controller.state.kind !== 'ready') return;
  const { root } = controller.state;
  const folder = controller.app.vault.getFolderByPath(root);
  if (folder === null) return;
  await controller.app.fileManager.trashFile(folder);
  controller.changePreferences({ example: '' });
  // The wiki is closed now, and has written its caches a last time.
  await controller.start();
  await removeCaches(controller, root);
  new Notice(words.removed);
}

/** Removes a folder that holds nothing but what the plugin keeps for itself. */
async function removeCaches({ app }: WikiController, root: string): Promise<void> {
  const { adapter } = app.vault;
  if (!(await adapter.exists(root))) return;
  const { files, folders } = await adapter.list(root);
  if (files.length === 0 && folders.every((path) => path.endsWith('/.wiki'))) await adapter.rmdir(root, true);
}
