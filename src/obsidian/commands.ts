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
export function addCommands(plugin: Plugin, desk: PluginController): void {
  const isReady = (): boolean => desk.state.kind === 'ready';
  const always = (id: string, name: string, work: () => unknown): void => {
    plugin.addCommand({ id, name, callback: () => runSafely(desk, work) });
  };
  const whenever = (id: string, name: string, when: () => boolean, work: () => unknown): void => {
    plugin.addCommand({
      id,
      name,
      checkCallback: (checking) => {
        if (!when()) return false;
        if (!checking) runSafely(desk, work);
        return true;
      },
    });
  };
  const open = (id: string, name: string, work: () => unknown): void => whenever(id, name, isReady, work);
  /** A panel tells itself how far the wiki is opened. */
  const panel = (id: string, name: string, work: () => unknown): void =>
    whenever(id, name, () => isReady() || desk.state.kind === 'starting', work);

  always('open-home', words.home, () => desk.navigator.openHome());
  always('set-up', words.setUp, () => desk.openModal(new SetUpModal(desk)));
  open('ingest', words.ingestNew, () => desk.ingest());
  const activeSources = (): string[] => {
    const file = desk.app.workspace.getActiveFile();
    return file === null ? [] : sourcesIn(desk, file);
  };
  whenever(
    'ingest-file',
    words.ingestFile,
    () => activeSources().length > 0,
    () => desk.ingest(activeSources()),
  );
  whenever(
    'review',
    words.review,
    () => isReady() && desk.proposals.length > 0,
    () => reviewNext(desk),
  );
  open('undo', words.undo, () => undoLastIngest(desk));
  panel('history', words.history, () => desk.navigator.openHistory());
  panel('lint', words.lint, () => desk.navigator.openLint());
  open('fix-all', words.fixAll, () => fixAllSafe(desk));
  open('switch-lens', words.switchLens, () => switchLens(desk));
  panel('lens-view', words.lensView, () => desk.navigator.openLensView());
  open('why', words.why, () => explainField(desk));
  always('ask', words.ask, () => openChat(desk));
  open('search', words.search, () => openSearch(desk));
  open('maintain', words.maintain, () => maintain(desk));
  whenever(
    'cancel',
    words.cancel,
    () => desk.job !== null,
    () => desk.job?.cancel(),
  );
  whenever(
    'choose-wiki',
    words.chooseWiki,
    () => desk.roots.length > 1,
    () => desk.openModal(new WikiSwitcher(desk)),
  );
}

/** Does what a person asked for; an error is shown. */
export function runSafely(desk: PluginController, work: () => unknown): void {
  void (async () => {
    try {
      await work();
    } catch (error) {
      desk.showError(error);
    }
  })();
}
