import { Notice, Plugin, requestUrl } from 'obsidian';
import { Host } from '.';
import { manifest } from './support/plugins';

async function withPlugin<T extends Plugin>(type: new (...args: ConstructorParameters<typeof Plugin>) => T) {
  const host = await Host.start({ plugins: [{ type, manifest }] });
  return { host, plugin: host.plugin(manifest.id) as T };
}

it('commands get the id and the name of the plugin, and are offered when they can run', async () => {
  let canRun = false;
  let ran = 0;
  class Probe extends Plugin {
    override onload(): void {
      this.addCommand({ id: 'plain', name: 'Plain', callback: () => (ran += 1) });
      this.addCommand({
        id: 'checked',
        name: 'Checked',
        checkCallback: (checking) => (checking || (ran += 10), canRun),
      });
      this.addCommand({ id: 'phone', name: 'Phone', mobileOnly: true, callback: () => undefined });
      this.addCommand({ id: 'editor', name: 'Editor', editorCallback: (editor) => editor.setValue('written') });
    }
  }
  const { host } = await withPlugin(Probe);
  expect(host.commands()).toEqual(['probe:plain']);
  await host.runCommand('probe:plain');
  expect(await host.runCommand('probe:checked')).toBe(false);
  canRun = true;
  await host.runCommand('probe:checked');
  expect(ran).toBe(11);
  expect(host.own.hostCommands.get('probe:plain')?.name).toBe('Probe: Plain');
});

it('data survives a restart, and a change from outside is reported', async () => {
  let told = 0;
  class Probe extends Plugin {
    override onExternalSettingsChange(): void {
      told += 1;
    }
  }
  const { host, plugin } = await withPlugin(Probe);
  expect(await plugin.loadData()).toBeNull();
  await plugin.saveData({ a: 1 });
  await host.restart();
  expect(await host.plugin(manifest.id).loadData()).toEqual({ a: 1 });
  host.sync.write('.obsidian/plugins/probe/data.json', '{"a":2}');
  await host.idle();
  expect([told, await host.plugin(manifest.id).loadData()]).toEqual([1, { a: 2 }]);
});

it('links and the command line reach their handlers', async () => {
  const seen: unknown[] = [];
  class Probe extends Plugin {
    override onload(): void {
      this.registerObsidianProtocolHandler('probe', (params) => void seen.push(params));
      this.registerCliHandler('probe:status', 'Says how it is', null, ({ loud }) => (loud ? 'WELL' : 'well'));
    }
  }
  const { host, plugin } = await withPlugin(Probe);
  await host.openUri('obsidian://probe?id=a%20b');
  expect(seen).toEqual([{ action: 'probe', id: 'a b' }]);
  expect(await host.cli('probe:status', { loud: 'true' })).toBe('WELL');
  expect(() => plugin.registerCliHandler('probe:status', '', null, () => '')).toThrow('registered already');
});

it('a plugin that is switched off leaves nothing behind', async () => {
  class Probe extends Plugin {
    override onload(): void {
      this.addCommand({ id: 'x', name: 'X', callback: () => undefined });
      this.registerEvent(this.app.vault.on('modify', () => undefined));
      this.registerInterval(window.setInterval(() => undefined, 1_000));
    }
  }
  const host = await Host.start();
  const before = host.own.vault.hostCount();
  await host.enable(Probe, manifest);
  host.disable(manifest.id);
  expect([host.own.vault.hostCount(), host.commands()]).toEqual([before, []]);
});

it('secrets take ids of one form only, and outlive the app', async () => {
  const host = await Host.start();
  host.app.secretStorage.setSecret('my-key-1', 'secret');
  expect(() => host.app.secretStorage.setSecret('My key', '')).toThrow('Invalid secret ID');
  await host.restart();
  expect(host.app.secretStorage.getSecret('my-key-1')).toBe('secret');
  expect(host.app.secretStorage.getSecret('other')).toBeNull();
});

it('requests go to the test alone, and fail as the app has them fail', async () => {
  const host = await Host.start();
  await expect(requestUrl('https://example.com').text).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  host.machine.requests.answer(({ url }) => ({ status: url.endsWith('/no') ? 404 : 200, body: { url } }));
  expect(await requestUrl('https://example.com/yes').json).toEqual({ url: 'https://example.com/yes' });
  await expect(requestUrl('https://example.com/no')).rejects.toMatchObject({ status: 404 });
  expect((await requestUrl({ url: 'https://example.com/no', throw: false })).status).toBe(404);
});

it('an error of one listener does not affect others, and is reported', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const host = await Host.start();
  host.app.vault.on('create', () => {
    throw new Error('broken');
  });
  const told = jest.fn();
  host.app.vault.on('create', told);
  await host.app.vault.create('a.md', '');
  new Notice('still here');
  expect(told).toHaveBeenCalledTimes(1);
  expect([host.uncaught, host.notices]).toEqual([[new Error('broken')], ['still here']]);
  logged.mockRestore();
});
