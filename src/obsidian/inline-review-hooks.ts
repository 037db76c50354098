import { type Plugin } from 'obsidian';
import { type WikiController } from './controller';
import { lazyEditorExtension } from './lazy-editor-extension';

/** Shows proposals in open notes. Its code is loaded once a proposal waits. */
export function addInlineReview(plugin: Plugin, controller: WikiController): void {
  const load = lazyEditorExtension(plugin, async () => {
    const { InlineReview } = await import('./inline-review');
    return new InlineReview(controller);
  });
  const loadIfNeeded = async (): Promise<void> => {
    if (controller.proposals.length > 0 && controller.settings.changesInNotes) await load();
  };
  for (const event of ['proposals', 'settings'] as const)
    plugin.register(controller.on(event, () => controller.attempt(loadIfNeeded)));
}
