import { type Plugin } from 'obsidian';
import {
  fixAllSafe,
  maintain,
  reviewNext,
  openSearch,
  sourcesIn,
  switchLens,
  undoLastIngest,
  explainField,
} from './actions';
import { openChat } from './chat';
import { type PluginController } from './controller';
import { SetUpModal, WikiSwitcher } from './home';
import { app } from './locale';

const words = app.commands;

/** Everything that the command palette offers. */
export function addCommands(plugin: Plugin, controller: PluginController): void {
  const isReady = (): boolean => controller.state.kind === 'ready';
  const always = (id: string, name: string, work: () => unknown): void => {
    plugin.addCommand({ id, name, callback: () => runSafely(controller, work) });
  };
  const whenever = (id: string, name: string, when: () => boolean, work: () => unknown): void => {
    plugin.addCommand({
      id,
      name,
      checkCallback: (checking) => {
        if (!when()) return false;
        if (!checking) runSafely(controller, work);
        return true;
      },
    });
  };
  const open = (id: string, name: string, work: () => unknown): void => whenever(id, name, isReady, work);
  /** A panel tells itself how far the wiki is opened. */
  const panel = (id: string, name: string, work: () => unknown): void =>
    whenever(id, name, () => isReady() || controller.state.kind === 'starting', work);

  always('open-home', words.home, () => controller.navigator.openHome());
  always('set-up', words.setUp, () => controller.openModal(new SetUpModal(controller)));
  open('ingest', words.ingestNew, () => controller.ingest());
  const activeSources = (): string[] => {
    const file = controller.app.workspace.getActiveFile();
    return file === null ? [] : sourcesIn(controller, file);
  };
  whenever(
    'ingest-file',
    words.ingestFile,
    () => activeSources().length > 0,
    () => controller.ingest(activeSources()),
  );
  whenever(
    'review',
    words.review,
    () => isReady() && controller.proposals.length > 0,
    () => reviewNext(controller),
  );
  open('undo', words.undo, () => undoLastIngest(controller));
  panel('history', words.history, () => controller.navigator.openHistory());
  panel('lint', words.lint, () => controller.navigator.openLint());
  open('fix-all', words.fixAll, () => fixAllSafe(controller));
  open('switch-lens', words.switchLens, () => switchLens(controller));
  panel('lens-view', words.lensView, () => controller.navigator.openLensView());
  open('why', words.why, () => explainField(controller));
  always('ask', words.ask, () => openChat(controller));
  open('search', words.search, () => openSearch(controller));
  open('maintain', words.maintain, () => maintain(controller));
  whenever(
    'cancel',
    words.cancel,
    () => controller.job !== null,
    () => controller.job?.cancel(),
  );
  whenever(
    'choose-wiki',
    words.chooseWiki,
    () => controller.roots.length > 1,
    () => controller.openModal(new WikiSwitcher(controller)),
  );
}

/** Does what a person asked for; an error is shown. */
export function runSafely(controller: PluginController, work: () => unknown): void {
  void (async () => {
    try {
      await work();
    } catch (error) {
      controller.showError(error);
    }
  })();
}
