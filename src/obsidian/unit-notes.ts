import { type Plugin } from 'obsidian';
import { type WikiController } from './controller';

/** Draws the Knowledge Unit of a note in reading view. The code that draws is loaded with the first such note. */
export function addUnitNotes(plugin: Plugin, controller: WikiController): void {
  plugin.registerMarkdownPostProcessor(async (el, ctx) => {
    const path = controller.toWikiPath(ctx.sourcePath);
    if (controller.state.kind !== 'ready' || path === null) return;
    const { metadata } = controller.state.workbench.snapshot.pages.get(path)?.data ?? {};
    if (typeof metadata !== 'object' || metadata === null || !('knowledge-unit' in metadata)) return;
    const { drawUnitOfNote } = await import('./actions');
    await drawUnitOfNote(controller, el, ctx);
  });
}
