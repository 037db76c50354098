import { type Plugin } from 'obsidian';
import type * as Actions from './actions';
import { type WikiController } from './controller';
import { app, memory, pictures, units } from './locale';
import { sourcesIn } from './sources-in';

const words = app.commands;

interface CommandSpec {
  readonly id: string;
  readonly name: string;
  /** Where absent, the command is always available. */
  readonly isAvailable?: () => boolean;
  readonly run: () => unknown;
}

/** Adds all commands. The code of an action is loaded when its command runs. */
export function addCommands(plugin: Plugin, controller: WikiController): void {
  for (const { id, name, isAvailable, run } of [...viewCommands(controller), ...wikiCommands(controller)]) {
    if (isAvailable === undefined) {
      plugin.addCommand({ id, name, callback: () => controller.attempt(run) });
      continue;
    }
    plugin.addCommand({
      id,
      name,
      checkCallback: (checking) => {
        if (!isAvailable()) return false;
        if (!checking) controller.attempt(run);
        return true;
      },
    });
  }
}

/** Commands that open a view or a dialog. */
function viewCommands(controller: WikiController): readonly CommandSpec[] {
  const { navigator } = controller;
  const isReady = (): boolean => controller.state.kind === 'ready';
  // A panel shows by itself that the wiki is still being read.
  const isAvailable = (): boolean => isReady() || controller.state.kind === 'starting';
  const hasProposals = (): boolean => isReady() && controller.proposals.length > 0;
  const hasSeveralWikis = (): boolean => controller.roots.length > 1;
  return [
    { id: 'open-home', name: words.home, run: () => navigator.openHome() },
    { id: 'ask', name: words.ask, run: () => navigator.openChat() },
    { id: 'jobs', name: words.jobs, isAvailable, run: () => navigator.openJobs() },
    { id: 'review-rules', name: words.reviewRules, isAvailable: isReady, run: () => navigator.reviewRules() },
    { id: 'packs', name: words.packs, isAvailable, run: () => navigator.openPacks() },
    { id: 'history', name: words.history, isAvailable, run: () => navigator.openHistory() },
    ...(['coverage', 'contradictions', 'timeline', 'usage'] as const).map((name) => ({
      ...{ id: name, name: pictures[name].command, isAvailable, run: () => navigator.openPicture(name) },
    })),
    { id: 'lint', name: words.lint, isAvailable, run: () => navigator.openLint() },
    { id: 'lens-view', name: words.lensView, isAvailable, run: () => navigator.openLensView() },
    { id: 'memory', name: memory.command, run: () => navigator.openMemory() },
    { id: 'harvest', name: memory.harvestCommand, run: lazily(({ openHarvest }) => openHarvest(controller)) },
    { id: 'set-up', name: words.setUp, run: lazily(({ openSetUp }) => openSetUp(controller)) },
    {
      id: 'review',
      name: words.review,
      isAvailable: hasProposals,
      run: lazily(({ reviewNext }) => reviewNext(controller)),
    },
    {
      id: 'publish',
      name: words.publish,
      isAvailable: isReady,
      run: lazily(({ publishAsPack }) => publishAsPack(controller)),
    },
    {
      id: 'search',
      name: words.search,
      isAvailable: isReady,
      run: lazily(({ openSearch }) => openSearch(controller)),
    },
    {
      id: 'switch-lens',
      name: words.switchLens,
      isAvailable: isReady,
      run: lazily(({ switchLens }) => switchLens(controller)),
    },
    {
      id: 'why',
      name: words.why,
      isAvailable: isReady,
      run: lazily(({ explainField }) => explainField(controller)),
    },
    {
      id: 'choose-wiki',
      name: words.chooseWiki,
      isAvailable: hasSeveralWikis,
      run: lazily(({ switchWiki }) => switchWiki(controller)),
    },
  ];
}

/** Commands that do something with the open wiki. */
function wikiCommands(controller: WikiController): readonly CommandSpec[] {
  const isAvailable = (): boolean => controller.state.kind === 'ready';
  const activeSources = (): string[] => {
    const file = controller.app.workspace.getActiveFile();
    return file === null ? [] : sourcesIn(controller, file);
  };
  const activePage = (): string | null => {
    const { state } = controller;
    const file = controller.app.workspace.getActiveFile();
    const path = file === null || state.kind !== 'ready' ? null : controller.toWikiPath(file.path);
    const page = path === null || state.kind !== 'ready' ? undefined : state.workbench.snapshot.pages.get(path);
    return page === undefined || page.schema === null || page.kind === 'summary' ? null : page.path;
  };
  return [
    { id: 'ingest', name: words.ingestNew, isAvailable, run: () => controller.ingest() },
    {
      id: 'ingest-file',
      name: words.ingestFile,
      isAvailable: () => activeSources().length > 0,
      run: () => controller.ingest(activeSources()),
    },
    { id: 'undo', name: words.undo, isAvailable, run: lazily(({ undoLastIngest }) => undoLastIngest(controller)) },
    { id: 'fix-all', name: words.fixAll, isAvailable, run: lazily(({ fixAllSafe }) => fixAllSafe(controller)) },
    { id: 'compose', name: words.compose, isAvailable, run: () => controller.compose() },
    {
      id: 'rewrite',
      name: words.rewrite,
      isAvailable: () => activePage() !== null,
      run: () => controller.compose([activePage()].filter((path) => path !== null)),
    },
    { id: 'maintain', name: words.maintain, isAvailable, run: lazily(({ maintain }) => maintain(controller)) },
    {
      id: 'deliberate',
      name: units.command,
      isAvailable,
      run: lazily(({ openDeliberate }) => openDeliberate(controller)),
    },
    { id: 'unit', name: units.listCommand, isAvailable, run: lazily(({ openUnit }) => openUnit(controller)) },
    { id: 'reports', name: words.reports, isAvailable, run: lazily(({ openReports }) => openReports(controller)) },
    { id: 'expired', name: words.expired, isAvailable, run: lazily(({ openExpired }) => openExpired(controller)) },
    {
      id: 'cancel',
      name: words.cancel,
      isAvailable: () => controller.job !== null,
      run: () => controller.job?.cancel(),
    },
  ];
}

/** Imports the actions when the command runs. */
function lazily(action: (actions: typeof Actions) => unknown): () => Promise<unknown> {
  return async () => action(await import('./actions'));
}
