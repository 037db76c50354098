import { openApp, startBrowser, stopBrowser, whyNoBrowser } from '../test/browser/driver';
import { LARGE_CHANGES } from '../test/browser/large-changes';
import { TaskMeter } from './tasks';

/** How the layouts are called on their buttons. */
const LAYOUTS = ['Unified', 'Side by side', 'Rendered', 'Page'];
/** Milliseconds. */
const PATIENCE = 60_000;

/** The longest task, and the plugin's own share of one, in milliseconds, when a change of thousands of lines is opened and drawn in each layout. */
export async function measureLargeChanges(say: (line: string) => void): Promise<Record<string, unknown>> {
  if (whyNoBrowser !== null) return { skipped: whyNoBrowser };
  const browser = await startBrowser();
  const figures: Record<string, Record<string, unknown>> = {};
  try {
    for (const [name, make] of Object.entries(LARGE_CHANGES)) {
      say(name);
      const { files, id } = await make();
      const app = await openApp(browser, { files });
      app.page.setDefaultTimeout(PATIENCE);
      await app.command('open-home');
      const meter = await TaskMeter.attach(app.page);
      const own: Record<string, unknown> = (figures[name] = {});
      const measure = async (what: string, act: () => Promise<unknown>): Promise<void> => {
        const { worstTaskMs, oursWorstMs, oursSeenMs } = await meter.measure(act);
        own[what] = [worstTaskMs, oursWorstMs, oursSeenMs].map(Math.round);
      };
      await measure('opened', async () => {
        await app.host(
          async (page, which) =>
            page.host.own.workspace
              .getLeaf('tab')
              .setViewState({ type: 'living-wiki-review', state: { id: which }, active: true }),
          id,
        );
        await app.page.locator('.living-wiki-hunk-head').first().waitFor();
      });
      for (const layout of LAYOUTS) {
        await measure(layout, () => app.page.getByRole('button', { name: layout, exact: true }).first().click());
      }
      await app.close();
    }
  } finally {
    await stopBrowser(browser);
  }
  return figures;
}
