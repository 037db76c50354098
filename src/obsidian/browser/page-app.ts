import { type App } from 'obsidian';

/** What the screens of this page ask of the app. */
interface PageHost {
  /** The view that is shown. */
  view(): object | null;
}

/** The app, where there is none: one window with one view, and no vault. */
export function makeApp(host: PageHost): App {
  const nothing = (): void => undefined;
  const app = {
    scope: null,
    workspace: { on: () => nothing, getActiveViewOfType: () => host.view(), requestSaveLayout: nothing },
    // What was written is on the server; whether it is still there is seen when it is opened.
    vault: { getFileByPath: (path: string) => ({ path }) },
    metadataCache: { resolvedLinks: {} },
  };
  return app as unknown as App;
}
