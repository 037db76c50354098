import { type Extension } from '@codemirror/state';
import { type Plugin } from 'obsidian';
import { type WikiController } from './controller';

/** Shows proposals in open notes. Its code is loaded once a proposal waits. */
export function addInlineReview(plugin: Plugin, controller: WikiController): void {
  // Read again by `updateOptions`, which adds what is put in later.
  const extensions: Extension[] = [];
  let isLoading = false;
  let isUnloaded = false;
  plugin.register(() => (isUnloaded = true));
  plugin.registerEditorExtension(extensions);
  const load = async (): Promise<void> => {
    if (isLoading || controller.proposals.length === 0 || !controller.settings.changesInNotes) return;
    isLoading = true;
    const { InlineReview } = await import('./inline-review');
    if (isUnloaded) return;
    const inline = plugin.addChild(new InlineReview(controller));
    extensions.push(inline.extension());
    controller.app.workspace.updateOptions();
  };
  for (const event of ['proposals', 'settings'] as const)
    plugin.register(controller.on(event, () => controller.attempt(load)));
}
