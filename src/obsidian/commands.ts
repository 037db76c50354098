import { type Plugin } from 'obsidian';
import { type WikiController } from './controller';
import { app } from './locale';
import { sourcesIn } from './sources-in';

const words = app.commands;

type Actions = typeof import('./actions');

/** Adds all commands. The code of an action is loaded when its command runs. */
export function addCommands(plugin: Plugin, controller: WikiController): void {
  const isReady = (): boolean => controller.state.kind === 'ready';
  // A panel shows by itself that the wiki is still being read.
  const isReadyOrStarting = (): boolean => isReady() || controller.state.kind === 'starting';
  const always = (id: string, name: string, work: () => unknown): void => {
    plugin.addCommand({ id, name, callback: () => controller.attempt(work) });
  };
  const when = (isAvailable: () => boolean, id: string, name: string, work: () => unknown): void => {
    plugin.addCommand({
      id,
      name,
      checkCallback: (checking) => {
        if (!isAvailable()) return false;
        if (!checking) controller.attempt(work);
        return true;
      },
    });
  };
  const action = (run: (actions: Actions) => unknown) => async (): Promise<void> => {
    await run(await import('./actions'));
  };
  const activeSources = (): string[] => {
    const file = controller.app.workspace.getActiveFile();
    return file === null ? [] : sourcesIn(controller, file);
  };
  const hasActiveSource = (): boolean => activeSources().length > 0;
  const hasProposals = (): boolean => isReady() && controller.proposals.length > 0;
  const { navigator } = controller;

  always('open-home', words.home, () => navigator.openHome());
  always('set-up', words.setUp, action(({ openSetUp }) => openSetUp(controller)));
  when(isReady, 'ingest', words.ingestNew, () => controller.ingest());
  when(hasActiveSource, 'ingest-file', words.ingestFile, () => controller.ingest(activeSources()));
  when(hasProposals, 'review', words.review, action(({ reviewNext }) => reviewNext(controller)));
  when(isReady, 'undo', words.undo, action(({ undoLastIngest }) => undoLastIngest(controller)));
  when(isReadyOrStarting, 'history', words.history, () => navigator.openHistory());
  when(isReadyOrStarting, 'lint', words.lint, () => navigator.openLint());
  when(isReady, 'fix-all', words.fixAll, action(({ fixAllSafe }) => fixAllSafe(controller)));
  when(isReady, 'switch-lens', words.switchLens, action(({ switchLens }) => switchLens(controller)));
  when(isReadyOrStarting, 'lens-view', words.lensView, () => navigator.openLensView());
  when(isReady, 'why', words.why, action(({ explainField }) => explainField(controller)));
  always('ask', words.ask, () => navigator.openChat());
  when(isReady, 'search', words.search, action(({ openSearch }) => openSearch(controller)));
  when(isReady, 'maintain', words.maintain, action(({ maintain }) => maintain(controller)));
  when(() => controller.job !== null, 'cancel', words.cancel, () => controller.job?.cancel());
  when(() => controller.roots.length > 1, 'choose-wiki', words.chooseWiki, action(({ switchWiki }) => switchWiki(controller)));
}
