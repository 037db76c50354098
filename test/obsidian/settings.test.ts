import { type App } from 'obsidian';
import { isApproved, sendingSettings } from '../../src/obsidian/settings/approval';
import {
  DEFAULT_SETTINGS,
  limitOn,
  migrate,
  migrations,
  parsePrices,
  parseSettings,
  printPrices,
  printSettings,
  SETTINGS_VERSION,
  serverForm,
  SettingsStore,
  withModelValue,
  withoutServer,
  withServer,
  type Settings,
  type SettingsFile,
} from '../../src/obsidian/settings';

function file(data: unknown): SettingsFile & { data: unknown } {
  return {
    data,
    loadData() {
      return Promise.resolve(this.data);
    },
    loadText: () => Promise.reject(new Error('never asked for')),
    saveData(given: unknown) {
      this.data = JSON.parse(JSON.stringify(given));
      return Promise.resolve();
    },
  };
}

const now = (): number => Date.parse('2026-05-20T10:00:00Z');

describe('stored settings', () => {
  it('come back as they were', async () => {
    const store = new SettingsStore(file(null), now);
    expect(await store.load()).toBe(false);
    expect(store.settings).toEqual(DEFAULT_SETTINGS);
    const disk = file(null);
    const first = new SettingsStore(disk, now);
    await first.load();
    await first.change({ wiki: 'notes', lintLive: false, model: { ...DEFAULT_SETTINGS.model, provider: 'ollama' } });
    const second = new SettingsStore(disk, now);
    expect(await second.load()).toBe(false);
    expect(second.settings).toEqual(first.settings);
  });

  it.each([
    ['of another kind', 'a text'],
    ['of a later release', { ...printSettings(DEFAULT_SETTINGS), version: SETTINGS_VERSION + 1 }],
    ['with a wrong value', { ...printSettings(DEFAULT_SETTINGS), lintLive: 'yes' }],
    ['with a wrong model', { ...printSettings(DEFAULT_SETTINGS), model: { version: 1, provider: 'nobody' } }],
    ['with a version that is none', { version: -1 }],
  ])('that cannot be used (%s) are set aside whole, and stay there', async (_, data) => {
    const disk = file(data);
    const store = new SettingsStore(disk, now);
    expect(await store.load()).toBe(true);
    expect(store.settings).toEqual(DEFAULT_SETTINGS);
    expect(disk.data).toMatchObject({ version: SETTINGS_VERSION, setAside: [data] });
    await store.change({ wiki: 'x' });
    const again = new SettingsStore(disk, now);
    expect(await again.load()).toBe(false);
    expect(again.settings.wiki).toBe('x');
    await again.change({ wiki: 'y' });
    expect(disk.data).toMatchObject({ wiki: 'y', setAside: [data] });
  });

  it('that are no JSON are set aside as text; a file that cannot be read at all is left alone', async () => {
    const saved: unknown[] = [];
    const disk: SettingsFile = {
      loadData: () => Promise.reject(new SyntaxError('Unexpected token')),
      loadText: () => Promise.resolve('{ "wiki": "no'),
      saveData: (data) => Promise.resolve(void saved.push(data)),
    };
    expect(await new SettingsStore(disk, now).load()).toBe(true);
    expect(saved).toMatchObject([{ version: SETTINGS_VERSION, setAside: ['{ "wiki": "no'] }]);
    const held = { ...disk, loadText: () => Promise.reject(new Error('EBUSY')) };
    await expect(new SettingsStore(held, now).load()).rejects.toThrow('EBUSY');
    const full = { ...disk, saveData: () => Promise.reject(new Error('ENOSPC')) };
    expect(await new SettingsStore(full, now).load()).toBe(true);
    expect(saved).toHaveLength(1);
  });

  it('never hold a key', () => {
    const settings: Settings = { ...DEFAULT_SETTINGS, model: { ...DEFAULT_SETTINGS.model, apiKey: 'sk-secret' } };
    expect(parseSettings(printSettings(settings))?.model).not.toHaveProperty('apiKey');
  });

  it('are saved in the order in which they were changed', async () => {
    const saved: unknown[] = [];
    const waits: (() => void)[] = [];
    const slow: SettingsFile = {
      ...file(null),
      saveData: async (data) => {
        await new Promise<void>((resolve) => waits.push(resolve));
        saved.push((data as { wiki: string }).wiki);
      },
    };
    const store = new SettingsStore(slow, now);
    const both = Promise.all([store.change({ wiki: 'a' }), store.change({ wiki: 'b' })]);
    while (saved.length < 2) {
      waits.shift()?.();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await both;
    expect(saved.at(-1)).toBe('b');
  });
});

describe('the limit of a day', () => {
  it('is known for the days before each change, also after a restart', async () => {
    let today = '2026-05-10';
    const disk = file(null);
    const open = async (): Promise<SettingsStore> => {
      const store = new SettingsStore(disk, () => Date.parse(`${today}T23:59:00Z`));
      await store.load();
      return store;
    };
    const change = async (day: Settings['model']['day']): Promise<void> => {
      const store = await open();
      await store.change({ model: { ...store.settings.model, day } });
    };
    await change({ money: 1 });
    today = '2026-05-15';
    await change({ money: 5 });
    await change({ money: 2, tokens: 9 });
    today = '2026-05-16';
    await (await open()).change({ wiki: 'another' });
    const { settings } = await open();
    expect(
      ['2026-05-09', '2026-05-10', '2026-05-14', '2026-05-15', '2026-05-16'].map((d) => limitOn(settings, d)),
    ).toEqual([
      { until: '2026-05-10' },
      { until: '2026-05-15', money: 1 },
      { until: '2026-05-15', money: 1 },
      { money: 2, tokens: 9 },
      { money: 2, tokens: 9 },
    ]);
  });
});

describe('migrations', () => {
  it('there is one for each version', () => expect(migrations).toHaveLength(SETTINGS_VERSION));

  it('0 to 1: what was there before versions were counted gets a version and what it lacks', () => {
    expect(parseSettings(migrations[0]!({ wiki: 'notes', lintLive: false }))).toEqual({
      ...DEFAULT_SETTINGS,
      wiki: 'notes',
      lintLive: false,
    });
  });

  it('data of the current version is left as it is', () => {
    const data = printSettings({ ...DEFAULT_SETTINGS, wiki: 'notes' });
    expect(migrate(data)).toEqual(data);
  });
});

describe('prices as text', () => {
  const prices = [
    { model: 'gpt-4o', input: 2.5, output: 10, cachedInput: 1.25 },
    { model: 'whisper-1', input: 0, output: 0, minute: 0.006 },
    { model: 'llama*', input: 0, output: 0 },
  ];

  it('are read back as they are printed', () => expect(parsePrices(printPrices(prices))).toEqual(prices));

  it.each([
    ['a 1', 1],
    ['a 1 2\n\nb one 2', 3],
    ['a 1 2 3 4', 1],
    ['a -1 2', 1],
    ['a minute', 1],
  ])('%j: line %i is none', (text, line) => expect(parsePrices(text)).toBe(line));
});

describe('a field of the model', () => {
  const start: Settings = {
    ...DEFAULT_SETTINGS,
    secret: 'my-key',
    model: { ...DEFAULT_SETTINGS.model, provider: 'openai', model: 'gpt-4o' },
  };

  it('is checked with the rest', () => {
    expect(() => withModelValue(start, 'baseUrl', 'ftp://x')).toThrow(/http/);
    expect(() => withModelValue(start, 'maxPages', 5_000)).toThrow();
    expect(withModelValue(start, 'job.tokens', 100).model?.job).toEqual({ tokens: 100 });
    expect(withModelValue(start, 'job.tokens', 0).model?.job).toEqual({});
    expect(withModelValue(start, 'model', ' ').model).not.toHaveProperty('model');
  });

  it('another server does not get the key of the previous one', () => {
    expect(withModelValue(start, 'provider', 'openrouter').secret).toBe('');
    expect(withModelValue(start, 'baseUrl', 'https://example.org/v1').secret).toBe('');
    expect(withModelValue(start, 'baseUrl', 'https://api.openai.com/v1/')).not.toHaveProperty('secret');
    expect(withModelValue(start, 'model', 'gpt-5')).not.toHaveProperty('secret');
  });
});

describe('another server', () => {
  const form = {
    ...serverForm(DEFAULT_SETTINGS, null),
    name: 'aurora',
    provider: 'openai',
    model: 'gpt-5',
    secret: 'my-key',
    price: '2 10',
    money: '0.5',
  };
  const added: Settings = { ...DEFAULT_SETTINGS, ...withServer(DEFAULT_SETTINGS, form, null) };

  it('is stored without its key and read back as it was entered', () => {
    const stored = printSettings(added);
    expect(parseSettings(JSON.parse(JSON.stringify(stored)))).toEqual(added);
    expect(serverForm(added, 'aurora')).toEqual(form);
    expect(added.model.endpoints).toMatchObject([{ limit: { money: 0.5 }, price: { input: 2, output: 10 } }]);
  });

  it('loses its key when its address becomes another one, unless another key is chosen', () => {
    const moved = { ...form, baseUrl: 'https://elsewhere.example/v1' };
    expect(withServer(added, moved, 'aurora').serverSecrets).toEqual({});
    expect(withServer(added, { ...moved, secret: 'other' }, 'aurora').serverSecrets).toEqual({ aurora: 'other' });
    expect(withServer(added, { ...form, name: 'north' }, 'aurora').serverSecrets).toEqual({ north: 'my-key' });
  });

  it('is refused while something is missing or wrong', () => {
    for (const wrong of [{ name: 'A b' }, { model: '' }, { price: '2' }, { money: 'much' }, { provider: '' }])
      expect(() => withServer(DEFAULT_SETTINGS, { ...form, ...wrong }, null)).toThrow();
    expect(() => withServer(added, form, null)).toThrow('There is a server with this name already.');
    expect(withoutServer(added, 'aurora')).toEqual({ model: DEFAULT_SETTINGS.model, serverSecrets: {} });
  });

  it('that a vault brings is used only after somebody agreed to it, as without any server nothing is sent', () => {
    const { model: own } = added;
    expect(sendingSettings(added).serverSecrets).toBe('{"aurora":"my-key"}');
    expect(sendingSettings(DEFAULT_SETTINGS)).not.toHaveProperty('serverSecrets');
    expect(isApproved({ loadLocalStorage: () => null } as unknown as App, { ...DEFAULT_SETTINGS, model: own })).toBe(
      false,
    );
  });
});
