import { MarkdownView, Notice, type Plugin } from 'obsidian';
import { type WikiController } from './controller';
import type * as Evidence from './evidence';
import { lazyEditorExtension } from './lazy-editor-extension';
import { evidence as words } from './locale';

/** Adds the evidence to notes of the wiki. Its code is loaded with the first of them. */
export function addEvidence(plugin: Plugin, controller: WikiController): void {
  let isUnloaded = false;
  plugin.register(() => (isUnloaded = true));
  const load = lazyEditorExtension(plugin, async () => {
    const { EvidenceOnPage } = await import('./evidence');
    return new EvidenceOnPage(controller);
  });
  const isInWiki = (path: string): boolean => controller.state.kind === 'ready' && controller.toWikiPath(path) !== null;
  plugin.registerMarkdownPostProcessor((el, ctx) => {
    if (isInWiki(ctx.sourcePath)) controller.attempt(async () => (await load()).decorate(el, ctx));
  });
  plugin.registerMarkdownCodeBlockProcessor('living-wiki', async (source, el, ctx) => {
    const { QueryBlock } = await import('./evidence');
    if (!isUnloaded) ctx.addChild(new QueryBlock(el, source, controller));
  });
  const openNotes = (): readonly MarkdownView[] =>
    controller.app.workspace
      .getLeavesOfType('markdown')
      .flatMap(({ view }) => (view instanceof MarkdownView && isInWiki(view.file?.path ?? '') ? [view] : []));
  // Notes that were rendered before the wiki was open.
  const start = (): void => {
    if (controller.state.kind !== 'ready') return;
    const notes = openNotes();
    if (notes.length > 0) controller.attempt(load);
    for (const note of notes) if (note.getMode() === 'preview') note.previewMode.rerender(true);
  };
  plugin.register(controller.on('state', start));
  plugin.registerEvent(
    controller.app.workspace.on('file-open', (file) => {
      if (file !== null && isInWiki(file.path)) controller.attempt(load);
    }),
  );
  addEvidenceCommands(plugin, controller, load);
}

function addEvidenceCommands(
  plugin: Plugin,
  controller: WikiController,
  load: () => Promise<Evidence.EvidenceOnPage>,
): void {
  plugin.addCommand({
    id: 'evidence',
    name: words.command,
    checkCallback: (checking) => {
      const file = controller.app.workspace.getActiveFile();
      const isPage = file !== null && controller.state.kind === 'ready' && controller.toWikiPath(file.path) !== null;
      if (isPage && !checking) controller.attempt(async () => (await load()).showHere());
      return isPage;
    },
  });
  plugin.addCommand({
    id: 'evidence-strip',
    name: words.stripCommand,
    callback: () =>
      controller.attempt(async () => {
        const evidenceStrip = !controller.settings.evidenceStrip;
        await controller.changeSettings({ evidenceStrip });
        new Notice(evidenceStrip ? words.stripShown : words.stripHidden);
      }),
  });
}
