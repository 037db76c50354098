import { type Browser } from 'playwright-core';
import { openApp, type OpenApp } from './driver';
import { type Waiting } from './waiting-vault';

/** Opens the review of the first proposal that waits, on a phone. */
export async function reviewOnPhone(browser: Browser, { files, ids }: Waiting): Promise<OpenApp> {
  const app = await openApp(browser, { files, device: 'phone' });
  app.page.setDefaultTimeout(10_000);
  await app.host(async ({ host }, id) => {
    await host.own.workspace.getLeaf('tab').setViewState({ type: 'living-wiki-review', state: { id }, active: true });
  }, ids[0]);
  await app.page.getByRole('button', { name: 'Accept this change', exact: true }).waitFor();
  return app;
}
