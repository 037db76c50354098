import { type Extension } from '@codemirror/state';
import { MarkdownView, type Plugin } from 'obsidian';
import { type WikiController } from './controller';

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
  // Read again by `updateOptions`, which adds what is put in later.
  const extensions: Extension[] = [];
  let isLoading = false;
  let isUnloaded = false;
  plugin.register(() => (isUnloaded = true));
  plugin.registerEditorExtension(extensions);
  const load = async (): Promise<void> => {
    const isOpen = workspace
      .getLeavesOfType('markdown')
      .some(({ view }) => view instanceof MarkdownView && isUnit(view.file?.path));
    if (isLoading || !isOpen) return;
    isLoading = true;
    const { unitsInEditors } = await import('./actions');
    if (isUnloaded) return;
    extensions.push(plugin.addChild(unitsInEditors(controller)).extension());
    workspace.updateOptions();
  };
  for (const event of ['state', 'wiki'] as const) plugin.register(controller.on(event, () => controller.attempt(load)));
  plugin.registerEvent(workspace.on('file-open', () => controller.attempt(load)));
}
