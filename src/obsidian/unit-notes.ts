import { MarkdownView, type Plugin } from 'obsidian';
import { type WikiController } from './controller';
import { lazyEditorExtension } from './lazy-editor-extension';

/** Draws the Knowledge Unit of a note, in reading view and in live preview. The code that draws is loaded with the first such note. */
export function addUnitNotes(plugin: Plugin, controller: WikiController): void {
  const isUnit = (vaultPath: string | undefined): boolean => {
    const path = vaultPath === undefined ? null : controller.toWikiPath(vaultPath);
    if (controller.state.kind !== 'ready' || path === null) return false;
    const { metadata } = controller.state.workbench.snapshot.pages.get(path)?.data ?? {};
    return typeof metadata === 'object' && metadata !== null && 'knowledge-unit' in metadata;
  };
  plugin.registerMarkdownPostProcessor(async (el, ctx) => {
    if (!isUnit(ctx.sourcePath)) return;
    const { drawUnitOfNote } = await import('./actions');
    await drawUnitOfNote(controller, el, ctx);
  });
  addToEditors(plugin, controller, isUnit);
}

function addToEditors(plugin: Plugin, controller: WikiController, isUnit: (path: string | undefined) => boolean): void {
  const { workspace } = controller.app;
  const load = lazyEditorExtension(plugin, async () => {
    const { unitsInEditors } = await import('./actions');
    return unitsInEditors(controller);
  });
  const loadIfNeeded = async (): Promise<void> => {
    const isOpen = workspace
      .getLeavesOfType('markdown')
      .some(({ view }) => view instanceof MarkdownView && isUnit(view.file?.path));
    if (isOpen) await load();
  };
  for (const event of ['state', 'wiki'] as const)
    plugin.register(controller.on(event, () => controller.attempt(loadIfNeeded)));
  plugin.registerEvent(workspace.on('file-open', () => controller.attempt(loadIfNeeded)));
}
