import { SCREENS } from '../../../src/obsidian/screens';
import { PluginController } from '../../../src/obsidian/controller';
import { SettingsStore, type SettingsFile, type Settings } from '../../../src/obsidian/settings';
import { MemoryVault } from '../../../src/vault';
import { approve } from '../../../src/obsidian/settings/approval';
import { Host, type HostOptions } from '../../host';
import { steadyClock, testWiki, type Tree } from '../../support/wiki';

/** The files of a wiki that holds these, as they lie in the folder `root` of a vault. */
export async function wikiFiles(files: Tree, root = 'wiki'): Promise<Record<string, string>> {
  const wiki = await testWiki(files, new MemoryVault({}, steadyClock()));
  const entries = Object.entries(await wiki.tree()).map(([path, text]) => [
    root === '' ? path : `${root}/${path}`,
    text,
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** A page that lint finds nothing wrong with but what its body gives cause for. */
export function page(title: string, body: string): string {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const times = 'updated_at: "2026-05-01T08:00:00Z"';
  return `---\nschema: knowledge.entry/v1\nslug: ${slug}\nkind: concept\ntitle: ${title}\n${times}\n---\n\n${body}\n`;
}

export interface OpenController {
  readonly host: Host;
  readonly controller: PluginController;
}

/** The app's clock a minute late, so that no file is young enough to be waited for. */
export const lateClock = (): number => Date.now() - 60_000;

export async function openController(options: HostOptions, settings: Partial<Settings> = {}): Promise<OpenController> {
  const host = await Host.start({ clock: lateClock, ...options });
  return { host, controller: await controllerOn(host, settings) };
}

export async function controllerOn(host: Host, settings: Partial<Settings> = {}): Promise<PluginController> {
  let data: unknown = null;
  const file: SettingsFile = {
    loadData: () => Promise.resolve(data),
    loadText: () => Promise.resolve(JSON.stringify(data)),
    saveData: (given) => {
      data = given;
      return Promise.resolve();
    },
  };
  const store = new SettingsStore(file, lateClock);
  await store.change(settings);
  // As if they had been entered on this device.
  approve(host.app, store.settings);
  const controller = new PluginController(host.app, store, SCREENS);
  await controller.start();
  return controller;
}

/** The pages and generated files of the wiki as they are on the disk, without its private state. */
export function wikiTree(host: Host): Record<string, string> {
  return Object.fromEntries(Object.entries(host.tree()).filter(([path]) => !path.includes('.wiki/')));
}

/** What the app said, besides that it looks at the rules of a wiki for the first time. */
export function noticesOf(host: Host): readonly string[] {
  return host.notices.filter((text) => !text.startsWith('This device sees the rules of this wiki for the first time'));
}
